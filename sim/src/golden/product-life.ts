/** What customers and operator of a golden journal do: a life in which every rule that a later version may change had something to decide. */
import { updateUserCenter } from '@agio/wire/account/user.ts'
import { faucet } from '@agio/wire/assets/assets.ts'
import type { RequestInput } from '@agio/wire/call.ts'
import { amendOrder, cancelAllAfter, cancelOrders, pairsOpen, placeOrder } from '@agio/wire/spot/spot.ts'
import { Refusal, SessionClient } from '../client/session-client.ts'
import type { Product } from '../crash/product.ts'

type Order = Omit<RequestInput<typeof placeOrder>, 'symbol'>

const PASSWORD = 'Golden-Journal-7'
const CUSTOMERS = 5
const COINS = ['USDT', 'BTC', 'ETH', 'SOL', 'BNB', 'XRP', 'LTC', 'LINK', 'AGIO']
const POLL_MS = 500
const PHASE_MS_MAX = 400_000

/** A pair, its listed reference price, its decimals, and the self-trade mode that its auction is about. */
interface Stage {
  readonly symbol: string
  readonly price: number
  readonly priceScale: number
  readonly amountScale: number
  readonly unit: number
  readonly stpMode: string
}

const STAGES: readonly Stage[] = [
  { symbol: 'BTC/USDT', price: 67_412.38, priceScale: 2, amountScale: 5, unit: 0.01, stpMode: 'EXPIRE_TAKER' },
  { symbol: 'ETH/USDT', price: 3512.64, priceScale: 2, amountScale: 4, unit: 0.2, stpMode: 'EXPIRE_MAKER' },
  { symbol: 'SOL/USDT', price: 168.42, priceScale: 2, amountScale: 3, unit: 4, stpMode: 'EXPIRE_BOTH' },
  { symbol: 'BNB/USDT', price: 592.7, priceScale: 2, amountScale: 3, unit: 1, stpMode: 'DECREMENT' },
  { symbol: 'XRP/USDT', price: 0.5831, priceScale: 4, amountScale: 1, unit: 1000, stpMode: 'NONE' },
]
const QUIET: Stage = { symbol: 'LTC/USDT', price: 83.15, priceScale: 2, amountScale: 3, unit: 5, stpMode: 'EXPIRE_TAKER' }
const FALLING: Stage = { symbol: 'LINK/USDT', price: 14.628, priceScale: 3, amountScale: 2, unit: 2, stpMode: 'EXPIRE_TAKER' }

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** One customer at one pair: prices as shares of the listed one, amounts in the stage's unit. */
class Desk {
  readonly #client: SessionClient
  readonly #stage: Stage

  constructor(client: SessionClient, stage: Stage) {
    this.#client = client
    this.#stage = stage
  }

  price(share: number): string {
    return (this.#stage.price * share).toFixed(this.#stage.priceScale)
  }

  amount(units: number): string {
    return (this.#stage.unit * units).toFixed(this.#stage.amountScale)
  }

  /** The order's id, or the name of the refusal: both are part of the journal. */
  async place(order: Order): Promise<string> {
    try {
      const { orders } = await this.#client.call(placeOrder, { symbol: this.#stage.symbol, ...order })
      return orders[0]?.orderId ?? ''
    } catch (error) {
      if (error instanceof Refusal) return error.errorName
      throw error
    }
  }

  limit(direction: 'BUY' | 'SELL', share: number, units: number, more: Partial<Order> = {}): Promise<string> {
    return this.place({ direction, type: 'LIMIT', price: this.price(share), amount: this.amount(units), ...more })
  }

  async amend(orderId: string, change: { readonly price?: string; readonly amount?: string }): Promise<void> {
    await this.#client.call(amendOrder, { orderId, ...change }).catch(forgive)
  }

  async cancel(orderId: string): Promise<void> {
    await this.#client.call(cancelOrders, { orderId }).catch(forgive)
  }
}

function forgive(error: unknown): void {
  if (!(error instanceof Refusal)) throw error
}

async function enter(product: Product): Promise<SessionClient[]> {
  const clients: SessionClient[] = []
  for (let index = 0; index < CUSTOMERS; index += 1) {
    const client = new SessionClient(product.base)
    await client.register(`golden-${index}@example.com`, PASSWORD)
    for (const coinName of COINS) await client.call(faucet, { coinName })
    if (index === 1) await client.call(updateUserCenter, { feeCoinSwitch: 1 })
    clients.push(client)
  }
  return clients
}

/** Every type, every time in force, lists and children, amends, self-trades while trading goes on. */
async function trade(desks: readonly Desk[]): Promise<void> {
  const [a, b, c] = desks
  if (a === undefined || b === undefined || c === undefined) return
  await a.limit('SELL', 1, 4)
  await b.limit('BUY', 1, 3)
  await c.place({ direction: 'BUY', type: 'MARKET', amount: c.amount(0.5) })
  await a.limit('SELL', 1.001, 4, { visibleAmount: a.amount(1) })
  await b.limit('BUY', 0.999, 4, { timeInForce: 'POST_ONLY' })
  await c.place({ direction: 'BUY', type: 'MARKET', turnover: (Number(c.price(1)) * Number(c.amount(1))).toFixed(2) })
  await c.place({ direction: 'SELL', type: 'MARKET', amount: c.amount(0.5) })
  await c.limit('BUY', 1.001, 1, { timeInForce: 'IOC' })
  await c.limit('BUY', 1.001, 90, { timeInForce: 'FOK' })
  await c.limit('BUY', 0.99, 1, { timeInForce: 'GTD', expireTime: Date.now() + 62_000 })
  for (const stpMode of ['EXPIRE_TAKER', 'EXPIRE_MAKER', 'EXPIRE_BOTH', 'DECREMENT', 'NONE']) {
    await b.limit('SELL', 1.0005, 1)
    await b.limit('BUY', 1.0005, 0.6, { stpMode })
    await b.limit('BUY', 1.0005, 0.7, { stpMode })
  }
  const shrinking = await a.limit('BUY', 0.998, 5)
  await a.amend(shrinking, { amount: a.amount(3) })
  await a.amend(shrinking, { price: a.price(0.9985) })
  await c.place({ direction: 'SELL', type: 'STOP_MARKET', amount: c.amount(1), triggerPrice: c.price(0.95) })
  await c.place({ direction: 'SELL', type: 'STOP_LIMIT', amount: c.amount(1), triggerPrice: c.price(0.94), price: c.price(0.93) })
  await c.place({ direction: 'SELL', type: 'TAKE_PROFIT_LIMIT', amount: c.amount(1), triggerPrice: c.price(1.05), price: c.price(1.04) })
  await c.place({ direction: 'BUY', type: 'TAKE_PROFIT_MARKET', amount: c.amount(1), triggerPrice: c.price(0.96) })
  await c.place({ direction: 'SELL', type: 'TRAILING_STOP', amount: c.amount(1), trailingDelta: 300 })
  await a.place({ direction: 'SELL', type: 'OCO', amount: a.amount(1), price: a.price(1.06), triggerPrice: a.price(0.97) })
  const then = { type: 'OCO', price: b.price(1.07), triggerPrice: b.price(0.92) } as const
  await b.limit('BUY', 0.985, 1, { then })
}

/** An order that traded in part, amended to what is traded and to less. */
async function amendTraded(a: Desk, b: Desk): Promise<void> {
  const part = await a.limit('SELL', 1.002, 4)
  await b.limit('BUY', 1.002, 1.5, { timeInForce: 'IOC' })
  await a.amend(part, { amount: a.amount(1.5) })
  await a.amend(part, { amount: a.amount(1) })
  await a.amend(part, { amount: a.amount(2) })
}

/** More children than the pair allows conditional orders, set free together. */
async function overfill(parent: Desk, other: Desk): Promise<void> {
  const then = { type: 'STOP_MARKET', triggerPrice: parent.price(0.8) } as const
  for (let index = 0; index < 53; index += 1) await parent.limit('BUY', 0.97, 0.1, { then })
  await other.limit('SELL', 0.97, 5.3)
}

/** A price that goes far in one step: the pair halts. */
async function jump(seller: Desk, buyer: Desk): Promise<void> {
  // worth enough beyond the bound that it is a move, and no print of somebody's own
  await seller.limit('SELL', 1.18, 4)
  await buyer.limit('BUY', 1.18, 90)
}

/** A third down, in small steps, each of which trades more than the one before it. */
async function fall(a: Desk, b: Desk): Promise<void> {
  for (let step = 0; step < 13; step += 1) {
    const share = 0.965 ** step
    const trades = step === 12 ? 1 : Math.ceil(1.6 ** step)
    await a.limit('BUY', share, trades)
    for (let trade = 0; trade < trades; trade += 1) await b.limit('SELL', share, 1, { timeInForce: 'IOC' })
  }
}

/** Orders that cross while the pair collects them: of one customer with himself, in the stage's mode, among those of others. */
async function collect(desks: readonly Desk[], { stpMode }: Stage): Promise<void> {
  const [a, b, c] = desks
  if (a === undefined || b === undefined || c === undefined) return
  await a.limit('BUY', 1.1, 3, { stpMode })
  await a.limit('SELL', 1.02, 2, { stpMode })
  await b.limit('BUY', 1.09, 1)
  await a.limit('SELL', 1.03, 2, { stpMode, visibleAmount: a.amount(0.5) })
  await c.limit('SELL', 1.04, 2)
  const then = { type: 'STOP_MARKET', triggerPrice: c.price(0.9) } as const
  await c.limit('BUY', 1.08, 1, { stpMode, then })
  await b.limit('SELL', 1.05, 2, { stpMode })
  await b.limit('BUY', 1.12, 4, { stpMode, timeInForce: 'POST_ONLY' })
  await c.limit('SELL', 1.01, 0.5, { timeInForce: 'IOC' })
}

async function waitForState(client: SessionClient, symbols: readonly string[], state: string): Promise<void> {
  const deadline = performance.now() + PHASE_MS_MAX
  while (performance.now() < deadline) {
    const pairs = await client.call(pairsOpen, {})
    if (symbols.every((symbol) => pairs.find((pair) => pair.symbol === symbol)?.state === state)) return
    await pause(POLL_MS)
  }
  throw new Error(`${symbols.join(', ')} did not come to ${state}`)
}

/**
 * The whole life: takes six minutes, since a halt lasts five.
 *
 * @param product started on an empty folder
 * @param first what the customers do before they trade
 */
export async function live(product: Product, first: (clients: readonly SessionClient[]) => Promise<void>): Promise<void> {
  const clients = await enter(product)
  const [watcher, , , freezing, timed] = clients
  if (watcher === undefined || freezing === undefined || timed === undefined) return
  const desksAt = (stage: Stage): Desk[] => clients.map((client) => new Desk(client, stage))
  await product.operate('invite rate', { rate: '0.2' }, 'golden life')
  await product.operate('kv set', { key: 'account_configuration', value: '1' }, 'golden life')
  await first(clients)
  for (const stage of STAGES) await trade(desksAt(stage))
  const [a, b, c, d, e] = desksAt(QUIET)
  if (a === undefined || b === undefined || c === undefined || d === undefined || e === undefined) return
  await a.limit('SELL', 1, 1)
  await b.limit('BUY', 1, 1)
  await amendTraded(a, b)
  await overfill(c, a)
  await e.limit('BUY', 0.5, 1)
  await timed.call(cancelAllAfter, { timeout: 5000 })
  await product.snapshot()
  const symbols = STAGES.map(({ symbol }) => symbol)
  for (const stage of STAGES) {
    const [seller, , buyer] = desksAt(stage)
    if (seller !== undefined && buyer !== undefined) await jump(seller, buyer)
  }
  await waitForState(watcher, symbols, 'HALT')
  for (const stage of STAGES) await desksAt(stage)[0]?.limit('BUY', 1, 1)
  await fall(...pairOf(desksAt(FALLING)))
  await d.limit('BUY', 0.4, 1)
  await product.operate('freeze', { account: 'golden-3@example.com' }, 'golden life')
  await product.operate('halt', { pair: 'LTC/USDT' }, 'golden life')
  await product.operate('resume', { pair: 'LTC/USDT' }, 'golden life')
  await waitForState(watcher, symbols, 'AUCTION')
  for (const stage of STAGES) await collect(desksAt(stage), stage)
  await waitForState(watcher, symbols, 'TRADING')
  for (const stage of STAGES) await amendTraded(...pairOf(desksAt(stage)))
  await product.operate('halt', { pair: 'XRP/USDT' }, 'golden life')
}

function pairOf(desks: readonly Desk[]): [Desk, Desk] {
  const [a, b] = desks
  if (a === undefined || b === undefined) throw new Error('two customers are needed')
  return [a, b]
}
