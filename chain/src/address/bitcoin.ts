/** Addresses of Bitcoin and its kin: segwit in bech32 and bech32m, older ones in base58check. */
import { readVersioned } from './base58.ts'
import type { AddressFault, AddressForm, AddressRules, CheckedAddress } from './rules.ts'
import { readBech32, readProgram } from './segwit.ts'

type Rules = Extract<AddressRules, { format: 'bitcoin' }>

const isZero = (bytes: Uint8Array): boolean => bytes.every((byte) => byte === 0)

/** Of secp256k1. */
const FIELD = 2n ** 256n - 2n ** 32n - 977n

/**
 * Whether a point of secp256k1 has it as its x coordinate: only then does a key exist to spend with (BIP 341), and about half of all values
 * are none. By Euler's criterion for x³ + 7; some ten thousandths of a second, without a library that a page would have to load.
 */
function isOnCurve(bytes: Uint8Array): boolean {
  const x = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
  if (x >= FIELD) return false
  let power = 1n
  let factor = (x * x * x + 7n) % FIELD
  for (let left = (FIELD - 1n) / 2n; left > 0n; left >>= 1n) {
    if ((left & 1n) === 1n) power = (power * factor) % FIELD
    factor = (factor * factor) % FIELD
  }
  return power === 1n
}

function taken({ forms }: Rules, address: string, form: AddressForm, payload: Uint8Array): CheckedAddress | AddressFault {
  if (forms !== undefined && !forms.includes(form)) return 'formNotTaken'
  return isZero(payload) || (form === 'p2tr' && !isOnCurve(payload)) ? 'nobody' : { address, form }
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
