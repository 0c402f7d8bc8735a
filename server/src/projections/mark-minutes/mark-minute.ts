/** The mark of one contract in one minute, each with the parts that it was made of. */

/** A mark and its parts, as the exchange made it. */
export interface MarkPoint {
  /** ms */
  readonly time: number
  /** In ticks; 0 = there never was one. */
  readonly mark: number
  /** Last trade by then, in ticks; 0 = there was none. */
  readonly last: number
  /** 1e-12 of what it is priced in, as the mean of the samples of the basis. */
  readonly indexFine: bigint
  readonly basis: bigint
  /** Index and basis, drawn towards the last price. */
  readonly drawn: bigint
  /** Funding that was settled last, 1e-12. */
  readonly rate: bigint
  /** It had no index: the mark stood still. */
  readonly isShut: boolean
}

export interface MarkMinute {
  /** Its start, ms. */
  readonly startAt: number
  /** The mark with which it began; undefined when there was none. */
  readonly begunWith: MarkPoint | undefined
  /** Those made in it, in their order; one that is all as before is not told again. */
  readonly points: readonly MarkPoint[]
}
