/** The attacks by name. */
import type { Hand } from './hand.ts'
import { disposal, partial, renew } from './house-patterns.ts'
import { frozen, profitLeaves } from './leaving-patterns.ts'
import { funding, stopHunt, swing, volume } from './mark-patterns.ts'
import { noise } from './noise.ts'
import {
  addBadly,
  closeBeside,
  closePart,
  offMarkAmend,
  offMarkConditional,
  offMarkLeftBehind,
  offMarkLimit,
  offMarkMarket,
  offMarkSelf,
} from './opening-patterns.ts'

export type Pattern = (hand: Hand) => void

/** Commands without a plan by themselves, as many as an attack has. */
function wild(hand: Hand): void {
  for (let left = 60; left > 0; left -= 1) noise(hand)
}

export const PATTERNS = {
  offMarkLimit,
  offMarkAmend,
  offMarkLeftBehind,
  offMarkMarket,
  offMarkConditional,
  offMarkSelf,
  addBadly,
  closePart,
  closeBeside,
  disposal,
  renew,
  partial,
  swing,
  funding,
  volume,
  stopHunt,
  profitLeaves,
  frozen,
  wild,
} as const satisfies Readonly<Record<string, Pattern>>

export type PatternName = keyof typeof PATTERNS
export const PATTERN_NAMES = Object.keys(PATTERNS) as readonly PatternName[]
