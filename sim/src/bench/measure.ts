/** One line of the benchmark table. `ratio` is always the figure that is compared with `goal`; it need not be the quotient of the other two. */
export interface Measure {
  readonly id: string
  readonly title: string
  readonly value: number
  readonly unit: string
  readonly peer: string
  readonly peerValue: number
  readonly ratio: number
  readonly goal: string
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
