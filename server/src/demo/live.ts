/**
 * The living market: makers keep a ladder around a walking reference, that of the simulated sources of the index, by placing what is missing and amending what is furthest
 * from its place; takers hit it. A few commands a second for all pairs together.
 */
import type { Side } from '@agio/engine/command.ts'
import type { Order } from '@agio/engine/event.ts'
import { type AssetId, asOrderId, type UserId } from '@agio/engine/ids/id.ts'
import { instrumentOf, openOrdersOf } from '@agio/engine/read.ts'
import type { State } from '@agio/engine/state.ts'
import { type DemoCommand, type DemoExchange, type DemoMarket, type DemoPair, LEDGER_SCALE } from './accounts.ts'
import { followed, type Ladder, LEVELS, moved, needySide, nextStep, offsetAt, pick, type Resting, unbounded } from './ladder.ts'
import { ticks } from './listing.ts'
import { quote, take } from './orders.ts'
import type { References } from './references.ts'
import { type SeededRandom, seededRandom } from './seeded-random.ts'
import { freeOf } from './stock.ts'

const BEAT_MS = 125
const TAKE_SHARE = 0.18
/** An order is at most this part of what its maker has free. */
const LADDER_SHARE = 8

interface Quoted {
  readonly demo: DemoPair
  readonly tradeLots: number
  readonly weight: number
  /** What is quoted around, in ticks with a fraction. */
  mid: number
}

/** Who quotes a side of a pair, and the largest order that his stock bears: a part of it, so that the whole ladder finds some. */
interface Quoter {
  readonly userId: UserId
  readonly mostLots: number
}

const assetOf = ({ assetIds }: DemoMarket, coin: string): AssetId => {
  const assetId = assetIds.get(coin)
  if (assetId === undefined) throw new Error(`demo: ${coin} is not listed`)
  return assetId
}

/** What somebody could give on a side of a pair, in lots at its price. */
function lotsOf(
  state: State,
  market: DemoMarket,
  { demo: { pair }, mid }: Pick<Quoted, 'demo' | 'mid'>,
  userId: UserId,
  side: Side,
): number {
  const has = freeOf(state, userId, assetOf(market, side === 'sell' ? pair.base : pair.quote), LEDGER_SCALE)
  const coins = side === 'sell' ? has : has / (mid / 10 ** pair.priceScale)
  return Math.floor(coins * 10 ** pair.quantityScale)
}

function quoterOf(state: State, market: DemoMarket, quoted: Pick<Quoted, 'demo' | 'mid'>, side: Side): Quoter {
  const [one, other] = quoted.demo.makers
  const [ofOne, ofOther] = [lotsOf(state, market, quoted, one, side), lotsOf(state, market, quoted, other, side)]
  const [userId, lots] = ofOne >= ofOther ? [one, ofOne] : [other, ofOther]
  return { userId, mostLots: Math.floor(lots / LADDER_SHARE) }
}

const ladderAround = ({ demo: { pair }, tradeLots, mid }: Pick<Quoted, 'demo' | 'tradeLots' | 'mid'>): Ladder => ({
  mid,
  tradeLots,
  leastLots: ticks(pair.quantityMin, pair.quantityScale),
})

/** The one command that helps a ladder most: see `nextStep`. */
export function nextQuote(
  orders: readonly Resting[],
  quoter: Quoter,
  quoted: Pick<Quoted, 'demo' | 'tradeLots' | 'mid'>,
  side: Side,
  random: SeededRandom,
  limit = unbounded(side),
): DemoCommand | undefined {
  const step = nextStep(orders, quoter.mostLots, ladderAround(quoted), side, random, limit)
  if (step === undefined) return undefined
  if (step.does === 'move') return moved(step.order, step.price)
  return quote(quoter.userId, quoted.demo.instrumentId, side, step.price, step.quantity)
}

export interface LiveMarket {
  stop(): Promise<void>
}

/** Places the whole ladder at once: used at start so that no page ever sees an empty book, or one that stands elsewhere. */
export function ladderCommands(exchange: DemoExchange, market: DemoMarket, seed: number): DemoCommand[] {
  const random = seededRandom(seed)
  const commands: DemoCommand[] = []
  for (const demo of market.pairs) {
    const instrument = instrumentOf(exchange.state, demo.instrumentId)
    const mid = instrument?.lastPrice || ticks(demo.pair.reference, demo.pair.priceScale)
    const tradeLots = ticks(demo.pair.tradeSize, demo.pair.quantityScale)
    for (const side of ['buy', 'sell'] as const) {
      const quoter = quoterOf(exchange.state, market, { demo, mid }, side)
      let present: readonly Resting[] = ladderOf(exchange.state, demo, side)
      // As many as there are levels: a whole ladder placed, or one that the lapse left elsewhere moved to where the price is.
      for (let turn = 0; turn < LEVELS; turn += 1) {
        const command = nextQuote(present, quoter, { demo, tradeLots, mid }, side, random)
        if (command?.kind === 'placeOrder')
          present = [...present, { price: command.terms.price, orderId: asOrderId(0), userId: quoter.userId }]
        else if (command?.kind === 'amendOrder') {
          const { orderId, price, userId } = command
          present = present.map((order) => (order.orderId === orderId ? { price, orderId, userId } : order))
        } else break
        commands.push(command)
      }
    }
  }
  return commands
}

/** A side's orders of both makers. */
const ladderOf = (state: State, { makers }: DemoPair, side: Side): readonly Order[] =>
  makers.flatMap((maker) => openOrdersOf(state, maker)).filter((order) => order.side === side)

/** Who has not enough of what he would give takes the other side. */
function takeCommand(quoted: Quoted, { state }: DemoExchange, market: DemoMarket, random: SeededRandom): DemoCommand | undefined {
  const taker = market.takers[random.between(0, market.takers.length - 1)]
  if (taker === undefined) return undefined
  const wanted: Side = random.next() < 0.5 ? 'buy' : 'sell'
  const has = lotsOf(state, market, quoted, taker, wanted)
  const side: Side = has >= quoted.tradeLots ? wanted : wanted === 'buy' ? 'sell' : 'buy'
  const reach = offsetAt(2, quoted.mid)
  const price = Math.max(1, Math.round(quoted.mid) + (side === 'buy' ? reach : -reach))
  const smallest = ticks(quoted.demo.pair.quantityMin, quoted.demo.pair.quantityScale)
  const quantity = Math.max(smallest * 3, Math.round(quoted.tradeLots * random.next() * random.next() * 0.9))
  return take(taker, quoted.demo.instrumentId, side, price, quantity)
}

interface Beaten {
  readonly exchange: DemoExchange
  readonly market: DemoMarket
  readonly references: References
  readonly all: readonly Quoted[]
}

function beat({ exchange, market, references, all }: Beaten, random: SeededRandom): DemoCommand | undefined {
  const quoted = pick(all, random)
  if (quoted === undefined) return undefined
  quoted.mid = followed(quoted.mid, references.ticksOf(quoted.demo.pair, exchange.now()))
  if (random.next() < TAKE_SHARE) return takeCommand(quoted, exchange, market, random)
  const [bids, asks] = [ladderOf(exchange.state, quoted.demo, 'buy'), ladderOf(exchange.state, quoted.demo, 'sell')]
  const bestAsk = asks.reduce((best, { price }) => Math.min(best, price), Number.POSITIVE_INFINITY)
  const bestBid = bids.reduce((best, { price }) => Math.max(best, price), 0)
  const next = (side: Side): DemoCommand | undefined => {
    const [own, limit] = side === 'buy' ? [bids, bestAsk] : [asks, bestBid]
    return nextQuote(own, quoterOf(exchange.state, market, quoted, side), quoted, side, random, limit)
  }
  const side = needySide(bids, asks, quoted.mid, random)
  return next(side) ?? next(side === 'buy' ? 'sell' : 'buy')
}

/** Beats while the exchange leads; a refused or busy command is skipped, the next beat tries again. */
export function runLiveMarket(exchange: DemoExchange, market: DemoMarket, references: References, seed: number): LiveMarket {
  const random = seededRandom(seed)
  const all = market.pairs.map<Quoted>((demo, index) => ({
    demo,
    tradeLots: ticks(demo.pair.tradeSize, demo.pair.quantityScale),
    weight: index === 0 ? 4 : index === 1 ? 3 : 1,
    mid: instrumentOf(exchange.state, demo.instrumentId)?.lastPrice || ticks(demo.pair.reference, demo.pair.priceScale),
  }))
  let timer: NodeJS.Timeout | undefined
  const beatOnce = (): void => {
    const command = beat({ exchange, market, references, all }, random)
    if (command !== undefined) exchange.submit(command).catch(() => undefined)
  }
  const stop = exchange.leadership.join({
    begin() {
      timer = setInterval(beatOnce, BEAT_MS)
    },
    end: () => clearInterval(timer),
  })
  return { stop }
}
