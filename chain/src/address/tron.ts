/** Addresses of Tron: a version byte and the 20 bytes that EVM networks use too, in base58check. */
import { readVersioned } from './base58.ts'
import type { AddressFault, AddressRules, CheckedAddress } from './rules.ts'

export function checkTron({ version }: Extract<AddressRules, { format: 'tron' }>, text: string): CheckedAddress | AddressFault {
  const read = readVersioned(text)
  if (typeof read === 'string') return read
  if (read.version !== version) return 'otherNetwork'
  return read.payload.every((byte) => byte === 0) ? 'nobody' : { address: text, form: 'account' }
}
