/** The resting orders that an order would meet, in matching order and in the pieces in which it would meet them; nothing changes. */
import { CLOSE_NONE } from '../../generated/vocabularies.ts'
import type { OrderTerms } from '../command.ts'
import { ASKS, BIDS, type Instrument } from '../market/instrument.ts'
import type { Handle } from '../memory/handle.ts'
import type { State } from '../state.ts'
import type { PriceBound } from '../user/order-bound.ts'

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
export function* makersAhead(
  state: State,
  instrument: Instrument,
  terms: OrderTerms,
  desk: Handle<'desk'>,
  bound?: PriceBound,
): Generator<Piece> {
  const { levels } = state
  const isBuy = terms.side === 'buy'
  const band = instrument.band()
  const limit = terms.type === 'limit' ? terms.price : isBuy ? Infinity : 0
  const { low = 0, high = Infinity } = bound ?? {}
  const worst = isBuy ? Math.min(limit, band.high, high) : Math.max(limit, band.low, low)
  for (let row = instrument.best(isBuy ? ASKS : BIDS); row !== 0; ) {
    const level = levels.at(row)
    const { price } = level
    if (isBuy ? price > worst : price < worst) return
    yield* piecesAt(state, level.head, price, desk)
    row = level.worse
  }
}

/** A slice that is used up comes again with the next one, behind everything that waits at its price. */
function* piecesAt(state: State, first: Handle<'order'>, price: number, desk: Handle<'desk'>): Generator<Piece> {
  const { extras, orders, scalars } = state
  const behind: Iceberg[] = []
  const isBehind = scalars.behind
  for (let row = first; row !== 0; row = orders.at(row).next) {
    if (isBehind && state.kernel.lateReason(row) !== CLOSE_NONE) continue
    const { desk: owner, extra, remaining } = orders.at(row)
    const isOwn = desk !== 0 && owner === desk
    const visible = extra === 0 ? 0 : extras.at(extra).visible
    const shown = isOwn || visible === 0 ? remaining : extras.at(extra).shown
    yield { price, shown, isOwn }
    if (remaining > shown) behind.push({ visible, remaining: remaining - shown })
  }
  for (const { visible, remaining } of behind) {
    const shown = Math.min(visible, remaining)
    yield { price, shown, isOwn: false }
    if (remaining > shown) behind.push({ visible, remaining: remaining - shown })
  }
}
