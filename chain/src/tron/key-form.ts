import { readVersioned } from '../address/base58.ts'
import type { KeyForm } from '../watch/filter.ts'

/** Keys of Tron addresses in a filter: their 20 bytes. */
export function tronKeyForm(version: number): KeyForm {
  return {
    width: 20,
    write(address, into) {
      const read = readVersioned(address)
      if (typeof read === 'string' || read.version !== version) return false
      into.set(read.payload)
      return true
    },
  }
}
