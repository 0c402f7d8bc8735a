/** Signs one input with one key, for the two kinds of addresses that the house has. The same key gives the same bytes. */
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { equalBytes } from '@noble/curves/utils.js'
import { p2tr, p2wpkh, type Transaction } from '@scure/btc-signer'
import { SigHash } from '@scure/btc-signer/transaction.js'
import { kindOf } from './script.ts'

export type AccountKind = 'p2wpkh' | 'p2tr'

/** No randomness beside the key: BIP-340 allows it, and a signature made again must not differ. */
const NO_NOISE = new Uint8Array(32)

/** Script of the address that a private key opens: of its public key, or of that key tweaked with nothing but itself (BIP-86). */
export function scriptOfKey(kind: AccountKind, key: Uint8Array): Uint8Array {
  return kind === 'p2wpkh' ? p2wpkh(secp256k1.getPublicKey(key, true)).script : p2tr(schnorr.getPublicKey(key)).script
}

/** @throws RangeError when the key does not open the script */
export function signInput(transaction: Transaction, index: number, script: Uint8Array, key: Uint8Array): void {
  const kind = kindOf(script)
  if (kind !== 'p2wpkh' && kind !== 'p2tr') throw new RangeError(`no account of the house spends ${kind}`)
  if (!equalBytes(scriptOfKey(kind, key), script)) throw new RangeError('the key is not that of the address')
  if (kind === 'p2tr') transaction.updateInput(index, { tapInternalKey: schnorr.getPublicKey(key) })
  transaction.signIdx(key, index, [kind === 'p2tr' ? SigHash.DEFAULT : SigHash.ALL], NO_NOISE)
}
