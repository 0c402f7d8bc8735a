/** Addresses of Bitcoin and its kin: segwit in bech32 and bech32m, older ones in base58check. */
import { readVersioned } from './base58.ts'
import type { AddressFault, AddressForm, AddressRules, CheckedAddress } from './rules.ts'
import { readBech32, readProgram } from './segwit.ts'

type Rules = Extract<AddressRules, { format: 'bitcoin' }>

const isZero = (bytes: Uint8Array): boolean => bytes.every((byte) => byte === 0)

function taken({ forms }: Rules, address: string, form: AddressForm, payload: Uint8Array): CheckedAddress | AddressFault {
  if (forms !== undefined && !forms.includes(form)) return 'formNotTaken'
  return isZero(payload) ? 'nobody' : { address, form }
}

function checkSegwit(rules: Rules, text: string): CheckedAddress | AddressFault {
  const read = readBech32(text)
  if (typeof read === 'string') return read
  if (read.hrp !== rules.hrp) return 'otherNetwork'
  const found = readProgram(read)
  return typeof found === 'string' ? found : taken(rules, read.text, found.form, found.program)
}

export function checkBitcoin(rules: Rules, text: string): CheckedAddress | AddressFault {
  if (text.toLowerCase().startsWith(`${rules.hrp}1`)) return checkSegwit(rules, text)
  const read = readVersioned(text)
  if (typeof read === 'string') return read
  if (read.version === rules.pubkeyHash) return taken(rules, text, 'p2pkh', read.payload)
  return read.version === rules.scriptHash ? taken(rules, text, 'p2sh', read.payload) : 'otherNetwork'
}
