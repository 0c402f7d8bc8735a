/** Keys of EVM addresses in a filter: their 20 bytes, also straight out of a log's topic. */
import type { KeyForm } from '../watch/filter.ts'
import { readHex } from '../watch/hex-key.ts'

const ADDRESS_CHARACTERS = 42

/** The case is not looked at: checksums are for what people type. */
export const evmKeyForm: KeyForm = {
  width: 20,
  write: (address, into) => address.length === ADDRESS_CHARACTERS && address.startsWith('0x') && readHex(address, 2, into),
}
