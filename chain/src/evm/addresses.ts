/** Addresses as nodes write them and as wallets show them. */
import { checkEvm, withCapitals } from '../address/evm.ts'

/** @param lower 0x and 40 digits */
export function checksummed(lower: string): string {
  return withCapitals(lower.slice(2))
}

/** @returns the address as wallets show it; null for a text that is no address, fails its checksum, or belongs to nobody */
export function readEvmAddress(text: string): string | null {
  const checked = checkEvm(text)
  return typeof checked === 'string' ? null : checked.address
}
