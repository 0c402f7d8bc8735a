import { base58 } from '@scure/base'
import type { KeyForm } from '../watch/filter.ts'

/** 32 bytes in base58 are 32 to 44 letters. */
const SHORTEST = 32
const LONGEST = 44

/** Keys of Solana addresses in a filter: their 32 bytes. */
export const solanaKeyForm: KeyForm = {
  width: 32,
  write(address, into) {
    if (address.length < SHORTEST || address.length > LONGEST) return false
    let bytes: Uint8Array
    try {
      bytes = base58.decode(address)
    } catch {
      return false
    }
    if (bytes.length !== 32) return false
    into.set(bytes)
    return true
  },
}
