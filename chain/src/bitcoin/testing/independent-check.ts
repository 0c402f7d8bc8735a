/**
 * Checks signatures of a transaction without the library that made them: its own parser, its own digests (BIP-143, BIP-341), and the curve.
 * For inputs of p2wpkh and of Taproot by the key, with the signature types that the house uses (ALL, DEFAULT).
 */
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { bytesToHex, concatBytes, equalBytes, hexToBytes } from '@noble/curves/utils.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'

export interface SpentOutput {
  readonly amount: bigint
  /** Hex. */
  readonly script: string
}

interface ParsedInput {
  /** Hash and place, as they stand in the bytes. */
  readonly outpoint: Uint8Array
  readonly sequence: Uint8Array
  readonly witness: readonly Uint8Array[]
}

export interface Parsed {
  readonly version: Uint8Array
  readonly inputs: readonly ParsedInput[]
  /** Each with amount and script, as they stand in the bytes. */
  readonly outputs: readonly Uint8Array[]
  readonly lockTime: Uint8Array
}

const twice = (bytes: Uint8Array): Uint8Array => sha256(sha256(bytes))
const nothing = new Uint8Array()

function little(value: bigint, width: number): Uint8Array {
  return Uint8Array.from({ length: width }, (_, index) => Number((value >> BigInt(8 * index)) & 0xffn))
}

const sized = (bytes: Uint8Array): Uint8Array => concatBytes(Uint8Array.of(bytes.length), bytes)

/** Of transactions with fewer than 253 inputs and outputs. */
export function parseTransaction(hex: string): Parsed {
  const bytes = hexToBytes(hex)
  let at = 0
  const take = (length: number): Uint8Array => {
    at += length
    return bytes.subarray(at - length, at)
  }
  const count = (): number => take(1)[0] ?? 0
  const version = take(4)
  const hasWitness = bytes[4] === 0
  if (hasWitness) take(2)
  const bare = Array.from({ length: count() }, () => {
    const outpoint = take(36)
    take(count())
    return { outpoint, sequence: take(4) }
  })
  const outputs = Array.from({ length: count() }, () => {
    const start = at
    take(8)
    take(count())
    return bytes.subarray(start, at)
  })
  const inputs = bare.map((input) => ({ ...input, witness: hasWitness ? Array.from({ length: count() }, () => take(count())) : [] }))
  const lockTime = take(4)
  if (at !== bytes.length) throw new Error('something follows the transaction')
  return { version, inputs, outputs, lockTime }
}

/** BIP-143, all inputs and outputs signed. @param keyHash of the public key */
export function digestV0({ version, inputs, outputs, lockTime }: Parsed, index: number, keyHash: Uint8Array, amount: bigint): Uint8Array {
  const input = inputs[index]
  if (input === undefined) throw new Error('no such input')
  return twice(
    concatBytes(
      version,
      twice(concatBytes(...inputs.map(({ outpoint }) => outpoint))),
      twice(concatBytes(...inputs.map(({ sequence }) => sequence))),
      input.outpoint,
      hexToBytes(`1976a914${bytesToHex(keyHash)}88ac`),
      little(amount, 8),
      input.sequence,
      twice(concatBytes(...outputs)),
      lockTime,
      little(1n, 4),
    ),
  )
}

/** BIP-341, by the key, type DEFAULT, without an annex. */
export function digestTaproot({ version, inputs, outputs, lockTime }: Parsed, index: number, spent: readonly SpentOutput[]): Uint8Array {
  const tag = sha256(new TextEncoder().encode('TapSighash'))
  return sha256(
    concatBytes(
      tag,
      tag,
      Uint8Array.of(0, 0),
      version,
      lockTime,
      sha256(concatBytes(...inputs.map(({ outpoint }) => outpoint))),
      sha256(concatBytes(...spent.map(({ amount }) => little(amount, 8)))),
      sha256(concatBytes(...spent.map(({ script }) => sized(hexToBytes(script))))),
      sha256(concatBytes(...inputs.map(({ sequence }) => sequence))),
      sha256(concatBytes(...outputs)),
      Uint8Array.of(0),
      little(BigInt(index), 4),
    ),
  )
}

/** @returns whether each input is signed by whom its output asks for */
export function signaturesHold(hex: string, spent: readonly SpentOutput[]): readonly boolean[] {
  const parsed = parseTransaction(hex)
  if (parsed.inputs.length !== spent.length) throw new Error('other inputs than outputs spent')
  return parsed.inputs.map(({ witness }, index) => {
    const { script, amount } = spent[index] ?? { script: '', amount: 0n }
    const [signature = nothing, key = nothing] = witness
    if (script.startsWith('5120'))
      return (
        witness.length === 1 &&
        signature.length === 64 &&
        schnorr.verify(signature, digestTaproot(parsed, index, spent), hexToBytes(script.slice(4)))
      )
    const keyHash = ripemd160(sha256(key))
    const digest = digestV0(parsed, index, keyHash, amount)
    const isOf =
      witness.length === 2 && equalBytes(hexToBytes(script), concatBytes(Uint8Array.of(0, 20), keyHash)) && signature.at(-1) === 1
    return isOf && secp256k1.verify(signature.subarray(0, -1), digest, key, { prehash: false, format: 'der', lowS: true })
  })
}
