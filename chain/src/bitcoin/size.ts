/** Sizes and fees of transactions before they are signed. Sizes are upper bounds: a signature is counted at its longest. */
import { kindOf, type ScriptKind } from './script.ts'

/** Weight units of version, lock time, marker and flag. */
const FRAME = (4 + 4) * 4 + 2
/** Outpoint, empty script and sequence. */
const INPUT_BASE = (32 + 4 + 1 + 4) * 4

/** Weight of an input with its witness: a signature of 72 bytes and a key, or a Schnorr signature of 64. */
const INPUTS: Partial<Record<ScriptKind, number>> = {
  p2wpkh: INPUT_BASE + 1 + (1 + 72) + (1 + 33),
  p2tr: INPUT_BASE + 1 + (1 + 64),
}

/** Of a count in front of inputs or outputs. */
const countWeight = (count: number): number => (count < 0xfd ? 1 : count <= 0xffff ? 3 : 5) * 4

/** @throws RangeError for kinds of outputs that the house does not hold */
export function inputWeight(script: Uint8Array): number {
  const weight = INPUTS[kindOf(script)]
  if (weight === undefined) throw new RangeError(`no account of the house spends ${kindOf(script)}`)
  return weight
}

export function outputWeight(script: Uint8Array): number {
  return (8 + 1 + script.length) * 4
}

/** Everything but inputs and outputs. */
export function frameWeight(inputs: number, outputs: number): number {
  return FRAME + countWeight(inputs) + countWeight(outputs)
}

export function weightOf(inputs: readonly Uint8Array[], outputs: readonly Uint8Array[]): number {
  const sum = (weights: readonly number[]): number => weights.reduce((all, weight) => all + weight, 0)
  return frameWeight(inputs.length, outputs.length) + sum(inputs.map(inputWeight)) + sum(outputs.map(outputWeight))
}

/** Virtual bytes, rounded up as nodes do. */
export const vsizeOf = (weight: number): number => Math.ceil(weight / 4)

/** Satoshi for a size at a rate, rounded up. @param rate satoshi per 1000 vB */
export function feeOf(vsize: number, rate: bigint): bigint {
  return (BigInt(vsize) * rate + 999n) / 1000n
}

/** What a fee comes to per 1000 vB, rounded down. */
export function rateOf(fee: bigint, vsize: number): bigint {
  return (fee * 1000n) / BigInt(vsize)
}
