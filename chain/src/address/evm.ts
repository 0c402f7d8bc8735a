/** Addresses of EVM networks: 20 bytes in hex, whose capitals are a checksum (EIP-55). */
import { keccak_256 } from '@noble/hashes/sha3.js'
import { hex, utf8 } from '@scure/base'
import type { AddressFault, CheckedAddress } from './rules.ts'

const FORM = /^0x[0-9a-fA-F]{40}$/
const NOBODY = '0'.repeat(40)

/** @param digits 40 hexadecimal digits. @returns them with EIP-55's capitals, after `0x` */
export function withCapitals(digits: string): string {
  const small = digits.toLowerCase()
  const hash = hex.encode(keccak_256(utf8.decode(small)))
  return `0x${[...small].map((digit, index) => (Number.parseInt(hash[index] ?? '0', 16) > 7 ? digit.toUpperCase() : digit)).join('')}`
}

/** All small or all capital letters carry no checksum and are taken; mixed ones must be EIP-55's. */
export function checkEvm(text: string): CheckedAddress | AddressFault {
  if (!FORM.test(text)) return 'format'
  const digits = text.slice(2)
  if (digits === NOBODY) return 'nobody'
  const address = withCapitals(digits)
  const isPlain = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  return isPlain || address === text ? { address, form: 'account' } : 'checksum'
}

/** The 20 bytes of a public key. @param publicKey 65 bytes, which begin with 4 */
export const accountOfKey = (publicKey: Uint8Array): Uint8Array => keccak_256(publicKey.subarray(1)).subarray(12)
