/** Re-opening after a halt: orders collect without matching, then everything that can trade does so at one price. */
import { reopen } from './activate.ts'
import { keepApart, modeOf, pairThatGivesWay } from './auction-self-trade.ts'
import { sideOf } from './book.ts'
import { clearCrossing } from './late.ts'
import { type RefInstrument, restOf, type World } from './model.ts'
import { beginLongWindow, referencePrice } from './prices.ts'
import { afterFill, trade } from './settle.ts'

export const AUCTION_MS = 30_000

interface Candidate {
  readonly price: number
  readonly volume: number
  readonly imbalance: number
  readonly distance: number
}

/** Price of maximum volume, then least imbalance, then nearest to the reference, then lower; undefined when nothing trades. */
export function auctionPrice(instrument: RefInstrument, reference: number): number | undefined {
  const prices = [...instrument.bids, ...instrument.asks].flatMap((order) => [order.price - 1, order.price, order.price + 1])
  const candidates = [...new Set([...prices, reference])]
    .filter((price) => price > 0)
    .map((price): Candidate => {
      const bought = total(instrument.bids.filter((order) => order.price >= price))
      const sold = total(instrument.asks.filter((order) => order.price <= price))
      return { price, volume: Math.min(bought, sold), imbalance: Math.abs(bought - sold), distance: Math.abs(price - reference) }
    })
  const [best] = candidates.sort((a, b) => b.volume - a.volume || a.imbalance - b.imbalance || a.distance - b.distance || a.price - b.price)
  return best === undefined || best.volume === 0 ? undefined : best.price
}

const total = (orders: Parameters<typeof restOf>[0][]): number => orders.reduce((sum, order) => sum + restOf(order), 0)

/** Trades a crossed book at one price, in price and time order; of two orders the later one counts as the taker. */
export function uncross(world: World, instrument: RefInstrument): void {
  clearCrossing(world, instrument)
  const reference = referencePrice(instrument, world.time)
  for (;;) {
    const price = auctionPrice(instrument, reference)
    if (price === undefined) return
    const apart = pairThatGivesWay(instrument, price)
    if (apart === undefined) {
      tradeAt(world, instrument, price)
      return
    }
    // What is kept apart here had its part in the price, so the price is chosen once more.
    keepApart(world, instrument, apart)
  }
}

function tradeAt(world: World, instrument: RefInstrument, price: number): void {
  for (;;) {
    const bid = sideOf(instrument, 'buy')[0]
    const ask = sideOf(instrument, 'sell')[0]
    if (bid === undefined || ask === undefined || bid.price < price || ask.price > price) return
    if (modeOf({ bid, ask }) !== 'none') {
      keepApart(world, instrument, { bid, ask })
      continue
    }
    const [maker, taker] = bid.orderId < ask.orderId ? [bid, ask] : [ask, bid]
    const quantity = Math.min(bid.shown, ask.shown)
    trade(world, instrument, { maker, taker, price, quantity })
    afterFill(world, instrument, taker, quantity)
  }
}

/** Ends a halt or an auction by its clock. */
export function endPhase(world: World, instrument: RefInstrument): void {
  if (instrument.status === 'halt') {
    instrument.status = 'auction'
    // From now and not from when the halt was due: after a pause of the exchange there must still be time to collect orders.
    instrument.statusUntil = world.time + AUCTION_MS
    return
  }
  openForTrading(world, instrument)
}

export function openForTrading(world: World, instrument: RefInstrument): void {
  instrument.status = 'trading'
  instrument.statusUntil = 0
  uncross(world, instrument)
  beginLongWindow(instrument)
  reopen(world, instrument)
}
