/** The demo customer's money and open orders. */
import type { UserId } from '@agio/engine/ids/id.ts'
import { instrumentOf } from '@agio/engine/read.ts'
import type { DemoCommand, DemoExchange, DemoMarket } from './accounts.ts'
import type { StampedCommand } from './bulk-exchange.ts'
import { ticks, units } from './listing.ts'
import { limit, order } from './orders.ts'

const GRANTS: readonly (readonly [string, string])[] = [
  ['USDT', '25000'],
  ['BTC', '0.42'],
  ['ETH', '3.5'],
  ['SOL', '40'],
]

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

/** Orders the customer has open when the page is first seen: two limits, a stop, and a one-cancels-other list. */
export function openOrderCommands(exchange: DemoExchange, market: DemoMarket, userId: UserId): DemoCommand[] {
  const commands: DemoCommand[] = []
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
