import { bech32m } from '@scure/base'
import { SIMULATED_BYTES } from '../address/simulated.ts'
import type { KeyForm } from '../watch/filter.ts'

/** Keys of addresses of a simulated network in a filter: their 20 bytes. */
export function simulatedKeyForm(network: string): KeyForm {
  return {
    width: SIMULATED_BYTES,
    write(address, into) {
      const found = bech32m.decodeUnsafe(address)
      const bytes = found && found.prefix === network ? bech32m.fromWordsUnsafe(found.words) : undefined
      if (bytes?.length !== SIMULATED_BYTES) return false
      into.set(bytes)
      return true
    },
  }
}
