/** The two markets in which W3 is measured, and the hands that keep them busy. */
import { coins } from '@agio/wire/assets/assets.ts'
import { transferAll } from '@agio/wire/assets/transfers.ts'
import { cancelOrder, createOrder } from '@agio/wire/futures/orders.ts'
import { publicInfo, publicMarketInfo } from '@agio/wire/futures/public.ts'
import { createCoId, getUserConfig } from '@agio/wire/futures/user.ts'
import type { Locator, Page } from 'playwright-core'
import { FuturesClient } from '../client/futures-client.ts'
import { Refusal, SessionClient } from '../client/session-client.ts'
import type { Product } from './product.ts'

/** What a customer does in a market. */
export interface Hand {
  /** A small buy order at a price, which rests. @returns its id */
  rest(price: number): Promise<string>
  /** It may have traded meanwhile. */
  cancel(orderId: string): Promise<void>
  take(side: 'BUY' | 'SELL'): Promise<void>
}

export interface Market {
  readonly name: string
  /** The page on which it is looked at. */
  readonly path: string
  /** The field that a customer types into, and what. */
  readonly field: (page: Page) => Locator
  readonly typed: string
  price(product: Product): Promise<number>
  /** @param isNew a customer who has nothing yet */
  hand(product: Product, session: SessionClient, isNew: boolean): Promise<Hand>
}

const PAIR = 'BTC/USDT'
const PLACE = '/api/user-web/v1/order/createOrder'
const CANCEL = '/api/user-web/v1/order/revocationOrder'

async function fund(session: SessionClient): Promise<void> {
  for (const coinName of ['USDT', 'BTC']) await session.must('/api/assets-web/v1/demo/faucet', { coinName })
}

export const SPOT_MARKET: Market = {
  ...{ name: 'spot', path: '/spotTrade?symbol=BTC_USDT', field: (page) => page.getByRole('textbox', { name: /amount/i }), typed: '0.0123' },
  async price({ base }) {
    const { data } = await new SessionClient(base).get(`/api/home-web/v1/open/market/tickers?symbol=${encodeURIComponent(PAIR)}`)
    return Number((data as unknown as readonly { readonly price: string }[])[0]?.price)
  },
  async hand(_product, session, isNew) {
    if (isNew) await fund(session)
    const place = (fields: object): Promise<Record<string, unknown>> => session.must(PLACE, { symbol: PAIR, ...fields })
    return {
      rest: async (price) => String((await place({ direction: 'BUY', type: 'LIMIT', price: price.toFixed(2), amount: '0.002' })).orderId),
      cancel: async (orderId) => void (await session.post(CANCEL, { orderId })),
      take: async (direction) => void (await place({ direction, type: 'MARKET', amount: '0.0005' })),
    }
  },
}

const CONTRACT = 'E-BTC-USDT'
const STAKE = '20000'

async function contractOf({ futuresBase, base }: Product): Promise<string> {
  const { contractList } = await new FuturesClient(futuresBase, new SessionClient(base)).call(publicInfo, {})
  const listed = contractList.find(({ contractName }) => contractName === CONTRACT)
  if (listed === undefined) throw new Error(`${CONTRACT} is not listed`)
  return listed.id
}

async function openAccount(session: SessionClient, futures: FuturesClient): Promise<void> {
  await fund(session)
  await futures.call(createCoId, {})
  const usdt = (await session.call(coins, {})).find(({ coinName }) => coinName === 'USDT')
  await session.call(transferAll, { coinId: usdt?.coinId ?? '', amount: STAKE, fromAccount: 1, toAccount: 2, clientId: 'frames' })
}

/** A cancel that comes after a fill is refused, which is as good. */
const orRefused = (asked: Promise<unknown>): Promise<void> =>
  asked.then(
    () => undefined,
    (error: unknown) => {
      if (!(error instanceof Refusal)) throw error
    },
  )

export const CONTRACT_MARKET: Market = {
  ...{ name: 'contracts', path: '/trade', field: (page) => page.locator('input[name=size]'), typed: '0.0123' },
  async price(product) {
    const contractId = await contractOf(product)
    const info = await new FuturesClient(product.futuresBase, new SessionClient(product.base)).call(publicMarketInfo, { contractId })
    return Number(info.tagPrice)
  },
  async hand(product, session, isNew) {
    const futures = new FuturesClient(product.futuresBase, session)
    const contractId = await contractOf(product)
    if (isNew) await openAccount(session, futures)
    const { marginModel, nowLevel } = await futures.call(getUserConfig, { contractId })
    const stance = { contractId, positionType: marginModel, leverageLevel: nowLevel, open: 'OPEN', isConditionOrder: false } as const
    return {
      rest: async (price) =>
        (await futures.call(createOrder, { ...stance, side: 'BUY', type: 1, price: price.toFixed(1), volume: '2' })).orderId,
      cancel: (orderId) => orRefused(futures.call(cancelOrder, { contractId, orderId })),
      take: async (side) => void (await futures.call(createOrder, { ...stance, side, type: 2, price: '0', volume: '1' })),
    }
  },
}
