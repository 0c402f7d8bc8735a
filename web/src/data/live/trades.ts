/** The newest public trades of a pair. */
import type { PublicTradeRow } from '@agio/wire/market/types.ts'
import { listOf, numberOf, textOf } from './read.ts'
import { createTopic, type Topic, topicFamily } from './topic.ts'

export interface LiveTrade {
  readonly tradeId: string
  readonly price: string
  readonly quantity: string
  readonly takerSide: 'buy' | 'sell'
  readonly at: number
}

const TRADES_KEPT = 50

function readTrades(data: readonly PublicTradeRow[]): LiveTrade[] {
  return listOf(data).map((row) => ({
    tradeId: textOf(row.id),
    price: textOf(row.price),
    quantity: textOf(row.amount),
    takerSide: row.direction === 'SELL' ? ('sell' as const) : ('buy' as const),
    at: numberOf(row.time),
  }))
}

const tradesOf = topicFamily((symbol: string) => {
  let trades: readonly LiveTrade[] = []
  return createTopic(`trades:${symbol}`, {
    push(push) {
      // The wire sends oldest first; people read newest first.
      const fresh = readTrades(push.data).reverse()
      trades = (push.type === 'snapshot' ? fresh : [...fresh, ...trades]).slice(0, TRADES_KEPT)
      return true
    },
    reset: () => undefined,
    forget() {
      trades = []
    },
    view: () => trades,
  })
})

/** At most 50, newest first. */
export const tradesTopic = (symbol: string): Topic<readonly LiveTrade[]> => tradesOf(symbol)
