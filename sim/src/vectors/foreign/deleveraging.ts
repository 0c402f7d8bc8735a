/** Queue, score and surplus by figures that no market of this product could have: scores that are given, a bankruptcy price of its own. */
import { type Fraction, frac, minus, negative, over, plus, shown, sumOf, times } from '../fraction.ts'

type Input = Readonly<Record<string, unknown>>

const signOf = ({ side }: Input): Fraction => frac(side === 'LONG' || side === 'BUY' ? 1 : -1)

/** Scores are given here; the queue of this product makes its own. */
function queue({ accounts, liquidatedQty, bankruptcyPrice }: Input): Input {
  const all = accounts as readonly { readonly id: number; readonly qty: number; readonly score: number }[]
  const order = [...all].sort((one, other) => other.score - one.score || other.qty - one.qty || one.id - other.id)
  const fills: Input[] = []
  let left = Number(liquidatedQty)
  for (const { id, qty } of order) {
    const taken = Math.min(left, qty)
    if (taken > 0) fills.push({ id, qty: taken, price: bankruptcyPrice })
    left -= taken
  }
  const fifth = all.find(({ id }) => id === 5)
  const given = fills.find(({ id }) => id === 5)
  return { order: order.map(({ id }) => id), fills, remaining5: (fifth?.qty ?? 0) - Number(given?.qty ?? 0) }
}

/** A bankruptcy price of its own, apart from entry and margin. */
function score({ side, qty, entry, mark, bankruptcy }: Input): Input {
  const sign = signOf({ side })
  const value = times(sign, frac(qty), frac(mark))
  const size = value.over < 0n ? negative(value) : value
  const leverage = over(size, minus(value, times(sign, frac(qty), frac(bankruptcy))))
  const profit = over(times(sign, minus(frac(mark), frac(entry))), frac(entry))
  return {
    effectiveLeverage: shown(leverage),
    pnlPct: shown(profit),
    score: shown(profit.over > 0n ? times(profit, leverage) : over(profit, leverage)),
  }
}

function insuranceDelta({ side, bankruptcyPrice, qty, fills, fundStart }: Input): Input {
  const all = (fills as readonly unknown[]).map((price) => times(signOf({ side }), minus(frac(price), frac(bankruptcyPrice)), frac(qty)))
  return { deltas: all.map(shown), fundEnd: shown(plus(frac(fundStart), sumOf(all))) }
}

export const FOREIGN_DELEVERAGING = { 'perp.adl.queue': queue, 'perp.adl.score': score, 'perp.insurance.delta': insuranceDelta }
