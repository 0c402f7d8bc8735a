/** Addresses of simulated networks: 20 bytes in bech32m without a version, so that none is taken for an address with real coins. */
import { bech32m } from '@scure/base'
import type { AddressFault, AddressRules, CheckedAddress } from './rules.ts'
import { readBech32 } from './segwit.ts'

type Rules = Extract<AddressRules, { format: 'simulated' }>

export const SIMULATED_BYTES = 20

export function writeSimulated(hrp: string, bytes: Uint8Array): string {
  return bech32m.encode(hrp, bech32m.toWords(bytes))
}

export function checkSimulated({ hrp }: Rules, text: string): CheckedAddress | AddressFault {
  const read = readBech32(text)
  if (typeof read === 'string') return read
  if (read.hrp !== hrp) return 'otherNetwork'
  if (!read.isM) return 'checksum'
  const bytes = bech32m.fromWordsUnsafe([...read.words])
  if (bytes?.length !== SIMULATED_BYTES) return 'format'
  return bytes.every((byte) => byte === 0) ? 'nobody' : { address: read.text, form: 'account' }
}
