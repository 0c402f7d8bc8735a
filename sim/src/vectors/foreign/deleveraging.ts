/** Queue, score and surplus by figures that no market of this product could have: scores that are given, a bankruptcy price of its own. */
import { type Fraction, frac, fracOr0, isBelow, magnitudeOf, minus, over, plus, shown, smaller, sumOf, times } from '../fraction.ts'
import { listOf, rowsOf, signOf } from './sides.ts'

type Input = Readonly<Record<string, unknown>>

const descending = (one: Fraction, other: Fraction): number => (isBelow(other, one) ? -1 : Number(isBelow(one, other)))

/** Scores are given here; the queue of this product makes its own. */
function queue({ accounts, liquidatedQty, bankruptcyPrice }: Input): Input {
  const all = rowsOf(accounts).map(({ id, qty, score: rank }) => ({ id, quantity: frac(qty), score: fracOr0(rank) }))
  const order = all.toSorted(
    (one, other) => descending(one.score, other.score) || descending(one.quantity, other.quantity) || Number(one.id) - Number(other.id),
  )
  const fills: Input[] = []
  let left = fracOr0(liquidatedQty)
  let rest = frac(0)
  for (const { id, quantity } of order) {
    const taken = smaller(left, quantity)
    if (taken.over > 0n) fills.push({ id, qty: shown(taken), price: bankruptcyPrice })
    if (Number(id) === 5) rest = minus(quantity, taken)
    left = minus(left, taken)
  }
  return { order: order.map(({ id }) => id), fills, remaining5: shown(rest) }
}

/** A bankruptcy price of its own, apart from entry and margin. */
function score({ side, qty, entry, mark, bankruptcy }: Input): Input {
  const sign = signOf({ side })
  const value = times(sign, frac(qty), frac(mark))
  const leverage = over(magnitudeOf(value), minus(value, times(sign, frac(qty), frac(bankruptcy))))
  const profit = over(times(sign, minus(frac(mark), frac(entry))), frac(entry))
  return {
    effectiveLeverage: shown(leverage),
    pnlPct: shown(profit),
    score: shown(profit.over > 0n ? times(profit, leverage) : over(profit, leverage)),
  }
}

function insuranceDelta({ side, bankruptcyPrice, qty, fills, fundStart }: Input): Input {
  const all = listOf(fills).map((price) => times(signOf({ side }), minus(frac(price), frac(bankruptcyPrice)), frac(qty)))
  return { deltas: all.map(shown), fundEnd: shown(plus(fracOr0(fundStart), sumOf(all))) }
}

export const FOREIGN_DELEVERAGING = { 'perp.adl.queue': queue, 'perp.adl.score': score, 'perp.insurance.delta': insuranceDelta }
