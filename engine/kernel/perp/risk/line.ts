/** At which price a position that is liquidated is sold: near the mark at first, and in a straight line to its bankruptcy price, so that nobody waits there alone. */
import { mulDivCeil, mulDivFloor } from '../../money/wide'
import { Contract, state } from '../../../generated/rows'

const RATE_ONE: u64 = 100_000_000
/** How long the book has, ms. */
export const LINE_MS: f64 = 30_000

/** The worst price at the begin: the mark, and a little more. */
export function startOf(contract: Contract, isShort: bool): f64 {
  const mark = <u64>contract.mark
  const range = <u64>contract.fillRange
  return isShort ? <f64>mulDivFloor(mark, RATE_ONE + range, RATE_ONE) : max<f64>(1, <f64>mulDivCeil(mark, RATE_ONE - range, RATE_ONE))
}

/** The worst price now, of what began at a time and has a bankruptcy price. */
export function limitOf(contract: Contract, isShort: bool, bankrupt: f64, begunAt: f64): f64 {
  const start = startOf(contract, isShort)
  const distance = isShort ? bankrupt - start : start - bankrupt
  if (distance <= 0) return start
  const passed = max<f64>(0, min(LINE_MS, state.at - begunAt))
  const moved = <f64>mulDivFloor(<u64>distance, <u64>passed, <u64>LINE_MS)
  return isShort ? start + moved : max<f64>(1, start - moved)
}
