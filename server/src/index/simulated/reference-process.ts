/**
 * The price that the demo world believes in: for a coin, a seed and an instant always the same one, without a state. A sum of smooth
 * noises, each of half the period and 0.7 of the height of the one before, which looks like a walk. Figures here are beliefs; they become
 * money only as prices of ordinary orders, and as sources of the index by way of their text.
 */
export interface ReferenceCoin {
  readonly symbol: string
  /** What it swings around, USDT. */
  readonly reference: number
  /** Relative size of its swings. */
  readonly liveliness: number
}

const SHORTEST_MS = 4000
/** The longest period is 6 days: what a coin is worth stays near its reference. */
const OCTAVES = 18
/** Chosen so that an hour moves a coin of liveliness 1 by about a quarter of a per cent. */
const HEIGHT = 0.00003
const COMMON_SHARE = 0.65
const OWN_SHARE = 0.75
const COMMON = 'market'

/** A text as 32 bits (FNV-1a). */
export function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return hash >>> 0
}

/** Uniform in [0, 1), by seed and cell. */
export function uniformAt(seed: number, cell: number): number {
  let mixed = (seed ^ Math.imul(cell, 0x9e3779b1) ^ Math.imul(Math.floor(cell / 2 ** 32), 0x85ebca6b)) >>> 0
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x7feb352d)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b)
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 4_294_967_296
}

/** Smooth noise in [−1, 1] of one period. */
export function noiseAt(seed: number, periodMs: number, at: number): number {
  const cell = Math.floor(at / periodMs)
  const share = at / periodMs - cell
  const [from, to] = [uniformAt(seed, cell), uniformAt(seed, cell + 1)]
  return 2 * (from + (to - from) * share * share * (3 - 2 * share)) - 1
}

function swing(seed: number, at: number): number {
  let sum = 0
  for (let octave = 0; octave < OCTAVES; octave += 1) {
    const periodMs = SHORTEST_MS * 2 ** octave
    sum += HEIGHT * Math.sqrt(periodMs / 1000) * noiseAt(seed + octave * 0x3c6ef372, periodMs, at)
  }
  return sum
}

/** @param at ms since the epoch @returns USDT for one coin */
export function referenceAt({ symbol, reference, liveliness }: ReferenceCoin, seed: number, at: number): number {
  const common = swing(seed ^ hashText(COMMON), at)
  return reference * Math.exp(liveliness * (COMMON_SHARE * common + OWN_SHARE * swing(seed ^ hashText(symbol), at)))
}
