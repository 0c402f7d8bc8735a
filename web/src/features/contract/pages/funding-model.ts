/** Bars of settled funding rates. For drawing alone: here a rate may become a float. */

export interface Rate {
  readonly ctime: number
  /** A fraction. */
  readonly fundingRate: string
}

export interface FundingBar {
  readonly at: number
  readonly rate: string
  /** Left edge, top and height in parts of the picture; `isPaid` says that longs paid. */
  readonly x: number
  readonly y: number
  readonly height: number
  readonly isPaid: boolean
}

export interface FundingPicture {
  /** The oldest first. */
  readonly bars: readonly FundingBar[]
  /** Where the line of zero runs, in parts of the picture from its top. */
  readonly zero: number
  /** The rates of the upper and the lower edge; zero where none was above or below it. */
  readonly highest: string
  readonly lowest: string
}

/** The highest and the lowest rate stand at the edges, zero between them or at one; a rate of zero has no bar. @param rates the newest first */
export function fundingPicture(rates: readonly Rate[]): FundingPicture {
  const told = ['0', ...rates.map(({ fundingRate }) => fundingRate)]
  const highest = told.reduce((high, rate) => (Number(rate) > Number(high) ? rate : high))
  const lowest = told.reduce((low, rate) => (Number(rate) < Number(low) ? rate : low))
  const span = Number(highest) - Number(lowest)
  const zero = span === 0 ? 1 : Number(highest) / span
  const bars = [...rates].reverse().map(({ ctime, fundingRate }, index) => {
    const share = span === 0 ? 0 : Number(fundingRate) / span
    const height = Math.abs(share)
    return {
      ...{ at: ctime, rate: fundingRate, x: index / rates.length, height, isPaid: share >= 0 },
      y: share >= 0 ? zero - height : zero,
    }
  })
  return { bars, zero, highest, lowest }
}
