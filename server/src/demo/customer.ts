/** The demo customer's money and a little history, so that the first look at orders, trades and bills is not an empty page. */
import type { Command } from '@agio/engine/command.ts'
import type { UserId } from '@agio/engine/ids/id.ts'
import { instrumentOf } from '@agio/engine/read.ts'
import type { Exchange } from '../sequencer/exchange.ts'
import type { DemoMarket } from './accounts.ts'
import { ticks, units } from './listing.ts'
import { limit, order, take } from './orders.ts'
import { seededRandom } from './seeded-random.ts'
import type { StampedCommand } from './time-lapse.ts'

const GRANTS: readonly (readonly [string, string])[] = [
  ['USDT', '25000'],
  ['BTC', '0.42'],
  ['ETH', '3.5'],
  ['SOL', '40'],
]
const PAST_TRADES = 48

/** Grants at the start of the dense part, as a customer would have deposited them. */
export function grantCommands(market: DemoMarket, userId: UserId, at: number): StampedCommand[] {
  return GRANTS.flatMap(([symbol, amount]) => {
    const assetId = market.assetIds.get(symbol)
    if (assetId === undefined) return []
    return [
      {
        at,
        key: '',
        command: { kind: 'creditUser', userId, assetId, amount: units(amount, 8), cause: 'airdrop', reference: 'demo' } as const,
      },
    ]
  })
}

/** Past trades against whoever quotes at that moment: merged into the lapse by time. */
export function pastTradeCommands(market: DemoMarket, userId: UserId, fromAt: number, endAt: number, seed: number): StampedCommand[] {
  const random = seededRandom(seed)
  const commands: StampedCommand[] = []
  for (let index = 0; index < PAST_TRADES; index += 1) {
    const demo = market.pairs[random.between(0, 2)]
    if (demo === undefined) continue
    const side = random.next() < 0.55 ? 'buy' : 'sell'
    const at = fromAt + Math.floor(((endAt - fromAt) * (index + random.next() * 0.8)) / PAST_TRADES)
    const size = demo.pair.base === 'BTC' ? '0.012' : demo.pair.base === 'ETH' ? '0.2' : '2.5'
    const quantity = ticks(size, demo.pair.quantityScale)
    const price = ticks(demo.pair.reference, demo.pair.priceScale)
    const maker = side === 'buy' ? demo.askMaker : demo.bidMaker
    const near = Math.round(price * (1 + random.normal() * 0.004))
    commands.push({ at, key: '', command: limit(maker, demo.instrumentId, side === 'buy' ? 'sell' : 'buy', near, quantity) })
    commands.push({ at, key: '', command: take(userId, demo.instrumentId, side, near, quantity) })
  }
  return commands
}

/** Orders the customer has open when the page is first seen: two limits, a stop, and a one-cancels-other list. */
export function openOrderCommands(exchange: Exchange, market: DemoMarket, userId: UserId): Command[] {
  const commands: Command[] = []
  for (const demo of market.pairs.slice(0, 2)) {
    const last = instrumentOf(exchange.state, demo.instrumentId)?.lastPrice ?? 0
    if (last === 0) continue
    const lots = ticks(demo.pair.base === 'BTC' ? '0.035' : '0.4', demo.pair.quantityScale)
    const at = (permille: number): number => Math.round((last * (1000 + permille)) / 1000)
    commands.push(limit(userId, demo.instrumentId, 'buy', at(-8), lots))
    commands.push(limit(userId, demo.instrumentId, 'sell', at(9), lots))
    commands.push(
      order(userId, demo.instrumentId, { side: 'sell', type: 'stopLimit', price: at(-16), triggerPrice: at(-14), quantity: lots }),
    )
  }
  const first = market.pairs[0]
  const last = first === undefined ? 0 : (instrumentOf(exchange.state, first.instrumentId)?.lastPrice ?? 0)
  if (first !== undefined && last > 0) {
    commands.push(
      order(userId, first.instrumentId, {
        side: 'sell',
        type: 'oneCancelsOther',
        price: Math.round(last * 1.02),
        triggerPrice: Math.round(last * 0.97),
        quantity: ticks('0.02', first.pair.quantityScale),
      }),
    )
  }
  return commands
}
