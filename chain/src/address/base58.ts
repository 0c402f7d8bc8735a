/** Base58 with four bytes of checksum, which Bitcoin's older addresses and Tron share. */
import { sha256 } from '@noble/hashes/sha2.js'
import { base58, createBase58check } from '@scure/base'

const base58check = createBase58check(sha256)
const LETTERS = /^[1-9A-HJ-NP-Za-km-z]+$/
/** A version and 20 bytes, with the checksum. */
const SUMMED_BYTES = 25

export interface Versioned {
  readonly version: number
  readonly payload: Uint8Array
}

/** Longer texts are no address, and base58 takes the square of a text's length. */
const LONGEST = 50

/** @returns undefined for what is no base58 */
export function fromBase58(text: string): Uint8Array | undefined {
  return text.length <= LONGEST && LETTERS.test(text) ? base58.decode(text) : undefined
}

/** A version byte with 20 bytes behind it. */
export function readVersioned(text: string): Versioned | 'format' | 'checksum' {
  if (fromBase58(text)?.length !== SUMMED_BYTES) return 'format'
  try {
    const bytes = base58check.decode(text)
    return { version: bytes[0] ?? 0, payload: bytes.subarray(1) }
  } catch {
    return 'checksum'
  }
}

export function writeVersioned(version: number, payload: Uint8Array): string {
  return base58check.encode(Uint8Array.of(version, ...payload))
}
