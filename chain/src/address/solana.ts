/**
 * Addresses of Solana: 32 bytes in base58, without a checksum. Those that are points of the curve may have a key; the others belong to
 * programs, as the accounts that hold tokens do.
 */
import { base58 } from '@scure/base'
import { fromBase58 } from './base58.ts'
import type { AddressFault, CheckedAddress } from './rules.ts'

const P = 2n ** 255n - 19n
const D = 37095705934669439343138083508754565189542113879843219016388785533085940283555n

const mod = (value: bigint): bigint => ((value % P) + P) % P

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n
  let square = mod(base)
  for (let left = exponent; left > 0n; left >>= 1n) {
    if (left & 1n) result = mod(result * square)
    square = mod(square * square)
  }
  return result
}

/** Is there a point of ed25519 with this compressed form? x² = (y² − 1) ÷ (d·y² + 1) must be a square. */
export function isOnCurve(bytes: Uint8Array): boolean {
  let y = 0n
  for (const byte of [...bytes].reverse()) y = (y << 8n) | BigInt(byte)
  y &= 2n ** 255n - 1n
  if (y >= P) return false
  const square = mod(y * y)
  // u ÷ v and u × v are squares together: they differ by v²
  const residue = power((square - 1n) * (D * square + 1n), (P - 1n) / 2n)
  return residue === 1n || residue === 0n
}

export function checkSolana(text: string): CheckedAddress | AddressFault {
  const bytes = fromBase58(text)
  // leading ones are zero bytes: another count of them writes another text with as many bytes
  if (bytes?.length !== 32 || base58.encode(bytes) !== text) return 'format'
  if (bytes.every((byte) => byte === 0)) return 'nobody'
  return { address: text, form: isOnCurve(bytes) ? 'key' : 'derived' }
}
