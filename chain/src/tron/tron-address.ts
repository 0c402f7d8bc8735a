/** Addresses of Tron from keys: the 20 bytes of an EVM account behind a version. */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { writeVersioned } from '../address/base58.ts'
import { accountOfKey } from '../address/evm.ts'

/** Version of all public networks. */
export const TRON_VERSION = 0x41

/** @param publicKey 33 or 65 bytes */
export function tronAddress(publicKey: Uint8Array, version = TRON_VERSION): string {
  return writeVersioned(version, accountOfKey(secp256k1.Point.fromBytes(publicKey).toBytes(false)))
}
