/** The resting orders that an order would meet, in matching order and in the pieces in which it would meet them; nothing changes. */
import * as layout from '../../generated/layout.ts'
import { CLOSE_NONE } from '../../generated/vocabularies.ts'
import type { OrderTerms } from '../command.ts'
import { ASKS, BIDS, type Instrument } from '../market/instrument.ts'
import type { State } from '../state.ts'
import type { PriceBound } from '../user/order-bound.ts'

const { EXTRA_SHOWN, EXTRA_VISIBLE, LEVEL_HEAD, LEVEL_PRICE, LEVEL_WORSE, ORDER_DESK, ORDER_EXTRA, ORDER_NEXT, ORDER_REMAINING } = layout

export interface Piece {
  /** Ticks. */
  readonly price: number
  /** Lots: what the order shows, or all of an own one. */
  readonly shown: number
  readonly isOwn: boolean
}

interface Iceberg {
  readonly visible: number
  readonly remaining: number
}

/**
 * Whoever asks for the next piece has taken the one before, or ended its order.
 * @param desk whose orders are own ones, 0 = nobody's
 * @param bound of the taker's account, undefined = none
 */
export function* makersAhead(state: State, instrument: Instrument, terms: OrderTerms, desk: number, bound?: PriceBound): Generator<Piece> {
  const levels = state.levels.view
  const isBuy = terms.side === 'buy'
  const band = instrument.band()
  const limit = terms.type === 'limit' ? terms.price : isBuy ? Infinity : 0
  const { low = 0, high = Infinity } = bound ?? {}
  const worst = isBuy ? Math.min(limit, band.high, high) : Math.max(limit, band.low, low)
  for (let level = instrument.best(isBuy ? ASKS : BIDS); level !== 0; level = levels.getInt32(level + LEVEL_WORSE, true)) {
    const price = levels.getFloat64(level + LEVEL_PRICE, true)
    if (isBuy ? price > worst : price < worst) return
    yield* piecesAt(state, level, price, desk)
  }
}

/** A slice that is used up comes again with the next one, behind everything that waits at its price. */
function* piecesAt(state: State, level: number, price: number, desk: number): Generator<Piece> {
  const orders = state.orders.view
  const behind: Iceberg[] = []
  const isBehind = state.memory.getUint32(layout.S_BEHIND, true) === 1
  for (let order = state.levels.view.getInt32(level + LEVEL_HEAD, true); order !== 0; order = orders.getInt32(order + ORDER_NEXT, true)) {
    if (isBehind && state.kernel.lateReason(order) !== CLOSE_NONE) continue
    const remaining = orders.getFloat64(order + ORDER_REMAINING, true)
    const isOwn = desk !== 0 && orders.getInt32(order + ORDER_DESK, true) === desk
    const extra = orders.getInt32(order + ORDER_EXTRA, true)
    const visible = extra === 0 ? 0 : state.extras.view.getFloat64(extra + EXTRA_VISIBLE, true)
    const shown = isOwn || visible === 0 ? remaining : state.extras.view.getFloat64(extra + EXTRA_SHOWN, true)
    yield { price, shown, isOwn }
    if (remaining > shown) behind.push({ visible, remaining: remaining - shown })
  }
  for (const { visible, remaining } of behind) {
    const shown = Math.min(visible, remaining)
    yield { price, shown, isOwn: false }
    if (remaining > shown) behind.push({ visible, remaining: remaining - shown })
  }
}
