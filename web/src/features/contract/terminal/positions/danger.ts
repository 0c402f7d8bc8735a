/** Which positions are near liquidation, and in which order: whoever looks has to see the nearest first. */
import type { Position } from '../../../../data/contract/position.ts'
import { WARN_AT } from './ratio-bar.tsx'

type Risked = Pick<Position, 'marginRatio' | 'value'>

const ratioOf = ({ marginRatio }: Risked): number => Number(marginRatio) || 0

export const isEndangered = (position: Risked): boolean => ratioOf(position) >= WARN_AT

/** Crossed positions of a coin have one ratio: the largest comes first. */
const byRatio = (one: Risked, other: Risked): number => ratioOf(other) - ratioOf(one) || Number(other.value) - Number(one.value)

/** The nearest to liquidation first; what is not near it keeps its order behind them. */
export function byDanger<Row extends Risked>(rows: readonly Row[]): readonly Row[] {
  const near = rows.filter(isEndangered)
  return near.length === 0 ? rows : [...near.sort(byRatio), ...rows.filter((row) => !isEndangered(row))]
}
