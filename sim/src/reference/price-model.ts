/** What a pair or contract remembers of prices, and what the breaker knows of a taker phase. */

export interface RefPrices {
  /** What the index prices of base and quote make of it, ticks; 0 = one is not live. */
  index: number
  /** The configured reference as trades moved it, thousandths of a tick, up to a minute since 1970. */
  moved: bigint
  movedMinute: number
  /** Trades that move it, of the last day. */
  counted: { readonly at: number; readonly lots: bigint; readonly value: bigint }[]
  /** The last 64 trades of two persons; those of one instant and price are one. */
  recent: { readonly at: number; readonly price: number; value: bigint }[]
  /** Of the breaker: what the reference was at each taker phase that traded, what was traded beyond its bounds, its last halt. */
  shortNotes: { readonly at: number; readonly reference: number }[]
  longNotes: { readonly at: number; readonly reference: number }[]
  pushed: { readonly part: number; up: bigint; down: bigint }
  haltedAt: number
  isHaltedAgain: boolean
}

/** Of one that is new. */
export const noPrices = (): RefPrices & { lastPrice: number } => ({
  lastPrice: 0,
  index: 0,
  moved: 0n,
  movedMinute: 0,
  counted: [],
  recent: [],
  shortNotes: [],
  longNotes: [],
  pushed: { part: 0, up: 0n, down: 0n },
  haltedAt: 0,
  isHaltedAgain: false,
})

/** What the breaker knows of a taker phase from its first fill on: its windows with their references, and whether it tripped. */
export interface BreakerPhase {
  windows: readonly BreakerWindow[] | undefined
  reference: number
  isTripped: boolean
}

/** How far a price may be from the reference at the start of a window. */
export interface BreakerWindow {
  readonly low: number
  readonly high: number
  readonly base: number
  readonly moveE8: number
}
