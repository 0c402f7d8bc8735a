/**
 * Signature of a text by an address: BIP-322, form "simple", base64 of the witness. It is the form for both kinds of addresses that the house
 * has; the older one (BIP-137) knows no Taproot. The text stands in a transaction that no chain can take, and is signed like any other.
 */
import { concatBytes, hexToBytes } from '@noble/curves/utils.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base64 } from '@scure/base'
import { RawTx, RawWitness, Script, Transaction } from '@scure/btc-signer'
import { signInput } from './sign-input.ts'

const TAG = 'BIP0322-signed-message'
/** OP_RETURN. */
const NOTHING = hexToBytes('6a')

/** Tagged hash (BIP-340) of the text in UTF-8. */
export function messageHash(text: string): Uint8Array {
  const tag = sha256(new TextEncoder().encode(TAG))
  return sha256(concatBytes(tag, tag, new TextEncoder().encode(text)))
}

/** Hash of the transaction that pays nothing to the address, on condition of the text. As shown: the last byte first. */
export function toSpendHash(text: string, script: Uint8Array): Uint8Array {
  const raw = RawTx.encode({
    version: 0,
    segwitFlag: false,
    inputs: [{ txid: new Uint8Array(32), index: 0xffff_ffff, finalScriptSig: Script.encode(['OP_0', messageHash(text)]), sequence: 0 }],
    outputs: [{ amount: 0n, script }],
    witnesses: undefined,
    lockTime: 0,
  })
  return sha256(sha256(raw)).reverse()
}

/** @param script of the address that signs, which must be that of the key */
export function signMessage(text: string, script: Uint8Array, key: Uint8Array): string {
  const transaction = new Transaction({ version: 0, allowUnknownVersion: true, allowUnknownOutputs: true })
  transaction.addInput({ txid: toSpendHash(text, script), index: 0, sequence: 0, witnessUtxo: { script, amount: 0n } })
  transaction.addOutput({ script: NOTHING, amount: 0n })
  signInput(transaction, 0, script, key)
  transaction.finalizeIdx(0)
  return base64.encode(RawWitness.encode(transaction.getInput(0).finalScriptWitness ?? []))
}
