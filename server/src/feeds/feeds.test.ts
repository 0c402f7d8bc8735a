/** The feeds over the real engine and real sockets: what a page would see. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { asUserId } from '@agio/engine/ids/id.ts'
import { type DepthRow, depthChecksum } from '@agio/wire/market/depth-checksum.ts'
import { CHANNELS } from '@agio/wire/socket/channels.ts'
import { readFrameText } from '@agio/wire/testing/read-frame.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import * as z from 'zod/mini'
import { type MarketApp, marketApp } from '../testing/market-app.ts'
import { attachSockets, type SocketServer } from './socket-server.ts'

interface Push {
  readonly ch: string
  readonly type: 'snapshot' | 'delta' | 'event'
  readonly seq: number
  readonly prevSeq: number | null
  readonly data: unknown
}

/** What a push of a channel carries; a test fails where it is something else. */
const figures = z.array(z.union([z.string(), z.number()]))
const klineRows = z.array(figures)
const orderEvent = z.object({ event: z.string(), order: z.object({ status: z.string() }) })
const namedEvent = z.object({ event: z.string(), order: z.object({ orderId: z.string(), clientOrderId: z.string() }) })
const orderRows = z.array(z.object({ price: z.string() }))
const balanceRows = z.array(z.looseObject({ coinName: z.string() }))
const dataOf = <Schema extends z.ZodMiniType>(schema: Schema, push: Push | undefined): z.output<Schema> => schema.parse(push?.data)

let market: MarketApp
let sockets: SocketServer
let port = 0
const server = { current: createServer() }
const clients: WebSocket[] = []

beforeEach(async () => {
  market = await marketApp()
  market.fund(market.ann, market.usdt, '1000000')
  market.fund(market.bob, market.btc, '100')
  const host = {
    feeds: market.feeds,
    now: () => market.exchange.now(),
    authenticateKey: () => Promise.reject(new Error('no keys here')),
    authenticate: (token: string) => Promise.resolve({ userId: asUserId(Number(token)), sessionId: token, expireAt: 0 }),
    message: () => '',
    onSessionEnded: () => () => undefined,
    onSiteChanged: () => () => undefined,
  }
  server.current = createServer()
  sockets = attachSockets(server.current, () => host)
  await new Promise<void>((resolve) => server.current.listen(0, '127.0.0.1', resolve))
  port = (server.current.address() as AddressInfo).port
})
afterEach(async () => {
  for (const client of clients.splice(0)) client.terminate()
  await sockets.close()
  server.current.close()
  await market.close()
})

async function reader(args: readonly string[], user?: number) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`)
  clients.push(socket)
  const pushes: Push[] = []
  socket.on('message', (data) => {
    const message = readFrameText<Push>(data.toString())
    if (message.ch !== undefined) pushes.push(message)
  })
  await new Promise((resolve) => socket.once('open', resolve))
  if (user !== undefined) socket.send(JSON.stringify({ op: 'auth', id: 'a', token: String(user) }))
  socket.send(JSON.stringify({ op: 'sub', id: 's', args }))
  const of = (channel: string): Push[] => pushes.filter(({ ch }) => ch === channel)
  const until = async (test: () => boolean): Promise<void> => {
    for (let tries = 0; tries < 12_000 && !test(); tries += 1) await new Promise((resolve) => setTimeout(resolve, 5))
    if (!test()) throw new Error(`not seen: ${JSON.stringify(pushes)}`)
  }
  return { socket, of, until }
}

const place = (direction: string, price: string, amount: string, user = direction === 'BUY' ? market.ann : market.bob, fields = {}) =>
  market.post('/api/user-web/v1/order/createOrder', { symbol: 'BTC/USDT', direction, type: 'LIMIT', price, amount, ...fields }, user)

describe('public feeds', () => {
  it('a ticker is told again when the index of its coin moves, though nothing is traded', async () => {
    const { exchange, btc, usdt } = market
    const why = { actor: 'test', why: 'test' }
    exchange.must({ kind: 'setIndexTerms', unitAssetId: usdt, sources: ['one'], freshMs: 30_000, capE8: 1_000_000, ...why })
    const page = await reader(['ticker:BTC/USDT'])
    await page.until(() => page.of('ticker:BTC/USDT').length === 1)
    const word = { assetId: btc, source: 0, price: 61_000n * 10n ** 12n, at: exchange.clock, state: 'live' } as const
    exchange.must({ kind: 'reportPrices', items: [word] })
    await page.until(() => JSON.stringify(page.of('ticker:BTC/USDT').at(-1)).includes('"usdtPrice":"61000"'))
  })

  it('API-018 a snapshot plus all later deltas equals the HTTP book at the same sequence, gapless and with its checksum', async () => {
    await place('BUY', '100', '1')
    const page = await reader(['depth:BTC/USDT'])
    await page.until(() => page.of('depth:BTC/USDT').length === 1)
    const book = async () => (await market.get('/api/home-web/v1/open/market/depth?symbol=BTC%2FUSDT&limit=1000')).data
    const told = () => page.of('depth:BTC/USDT').length
    for (let step = 0; step < 30; step += 1) {
      const before = told()
      await place('BUY', String(100 - (step % 7)), '0.5')
      if (step % 3 === 0) await place('SELL', String(101 + (step % 5)), '0.25')
      if (step % 5 === 0) await place('SELL', '98', '0.4')
      if (step % 10 === 0) await page.until(() => told() > before)
    }
    // Told last, so that everything before it was told.
    await place('BUY', '50', '0.5')
    await page.until(() => JSON.stringify(page.of('depth:BTC/USDT').at(-1)).includes('["50","0.5"]'))
    const [first, ...deltas] = page.of('depth:BTC/USDT')
    expect(first).toMatchObject({ type: 'snapshot', prevSeq: null, data: { symbol: 'BTC/USDT' } })
    const begin = dataOf(CHANNELS.depth.change, first)
    const sides = { bids: new Map(begin.bids), asks: new Map(begin.asks) }
    const rows = (side: 'bids' | 'asks'): DepthRow[] =>
      [...sides[side]].sort(([a], [b]) => (side === 'bids' ? Number(b) - Number(a) : Number(a) - Number(b)))
    let seq = first?.seq ?? 0
    for (const delta of deltas) {
      expect(delta).toMatchObject({ type: 'delta', prevSeq: seq })
      expect(delta.seq).toBeGreaterThan(seq)
      seq = delta.seq
      const change = dataOf(CHANNELS.depth.change, delta)
      for (const side of ['bids', 'asks'] as const) {
        for (const [price, amount] of change[side]) {
          if (amount === '0') sides[side].delete(price)
          else sides[side].set(price, amount)
        }
      }
      expect(change.checksum).toBe(depthChecksum(rows('bids'), rows('asks')))
    }
    const data = await book()
    expect(deltas.length).toBeGreaterThan(1)
    expect(data).toMatchObject({ seq, bids: rows('bids'), asks: rows('asks') })
  })

  it('API-017 trades, ticker and candles follow each trade', async () => {
    await place('SELL', '100', '1')
    await place('BUY', '100', '0.1')
    const channels = ['trades:BTC/USDT', 'ticker:BTC/USDT', 'tickers', 'kline:BTC/USDT:1m']
    const page = await reader(channels)
    await page.until(() => channels.every((channel) => page.of(channel).length > 0))
    expect(page.of('trades:BTC/USDT')[0]?.data).toMatchObject([{ price: '100', amount: '0.1', direction: 'BUY' }])
    expect(dataOf(klineRows, page.of('kline:BTC/USDT:1m')[0]).at(-1)?.slice(4, 8)).toEqual(['100', '0.1', '10', 1])
    await place('BUY', '100', '0.2')
    await page.until(() => channels.every((channel) => page.of(channel).length > 1))
    const [snapshot, event] = page.of('trades:BTC/USDT')
    expect(event).toMatchObject({ type: 'event', prevSeq: snapshot?.seq, data: [{ amount: '0.2' }] })
    await place('BUY', '100', '0.05')
    await page.until(() => page.of('trades:BTC/USDT').length === 3)
    expect(page.of('trades:BTC/USDT')[2]?.prevSeq).toBe(event?.seq)
    expect(page.of('ticker:BTC/USDT')[1]?.data).toMatchObject({ symbol: 'BTC/USDT', price: '100', quantity: '0.3', bestAsk: '100' })
    expect(page.of('tickers')[1]).toMatchObject({ type: 'delta', data: [{ symbol: 'BTC/USDT' }] })
    expect(dataOf(figures, page.of('kline:BTC/USDT:1m')[1]).slice(1, 5)).toEqual(['100', '100', '100', '100'])
    await page.until(() => dataOf(figures, page.of('kline:BTC/USDT:1m').at(-1))[7] === 3)
    expect(dataOf(figures, page.of('kline:BTC/USDT:1m').at(-1)).slice(5)).toEqual(['0.35', '35', 3, 0])
    // what one person trades with himself is on the tape, and is no price
    market.exchange.must({ kind: 'setPerson', userId: market.ann, withUserId: market.bob, actor: 'ops', why: 'test' })
    await place('SELL', '99', '0.1')
    await place('BUY', '99', '0.1')
    await page.until(() => page.of('trades:BTC/USDT').length === 4)
    market.exchange.must({ kind: 'setPerson', userId: market.ann, withUserId: asUserId(0), actor: 'ops', why: 'test' })
    await place('BUY', '100', '0.05')
    await page.until(() => page.of('trades:BTC/USDT').length === 5)
    await page.until(() => dataOf(figures, page.of('kline:BTC/USDT:1m').at(-1))[7] === 4)
    expect(dataOf(figures, page.of('kline:BTC/USDT:1m').at(-1)).slice(2)).toEqual(['100', '100', '100', '0.4', '40', 4, 0])
  })
})

describe('private feeds', () => {
  it('SPOT-003 WAL-004 a trade tells both users place, update, delete, fills and balances, and nobody else', async () => {
    const maker = await reader(['orders', 'fills', 'balances'], market.bob)
    const taker = await reader(['orders', 'fills', 'balances'], market.ann)
    await maker.until(() => maker.of('orders').length === 1 && maker.of('balances').length === 1)
    await taker.until(() => taker.of('orders').length === 1 && taker.of('balances').length === 1)
    const first = await place('SELL', '100', '1')
    await place('BUY', '100', '0.4', market.ann, { clientOrderId: 'mine' })
    await place('BUY', '100', '0.6')
    await maker.until(() => maker.of('fills').length === 2 && maker.of('orders').length === 4)
    await taker.until(() => taker.of('fills').length === 2 && taker.of('orders').length >= 5)
    expect(
      maker
        .of('orders')
        .slice(1)
        .map((push) => dataOf(orderEvent, push))
        .map(({ event, order }) => [event, order.status]),
    ).toEqual([
      ['place', 'NEW'],
      ['update', 'PARTIALLY_FILLED'],
      ['delete', 'FILLED'],
    ])
    expect(maker.of('fills')[0]?.data).toMatchObject({
      orderId: first.data.orderId,
      role: 'maker',
      direction: 'SELL',
      amount: '0.4',
      feeCoin: 'USDT',
    })
    expect(taker.of('fills')[0]?.data).toMatchObject({ clientOrderId: 'mine', role: 'taker', direction: 'BUY', feeCoin: 'BTC' })
    const events = taker
      .of('orders')
      .slice(1)
      .map((push) => dataOf(orderEvent, push).event)
    expect(events.filter((event) => event === 'place')).toHaveLength(2)
    expect(events.filter((event) => event === 'delete')).toHaveLength(2)
    for (const page of [maker, taker]) {
      for (const channel of ['orders', 'fills', 'balances']) {
        const seqs = page.of(channel)
        for (const [index, push] of seqs.entries())
          if (index > 0 || channel === 'fills') expect(push.prevSeq).toBe(index === 0 ? 0 : seqs[index - 1]?.seq)
      }
    }
    const usdt = taker
      .of('balances')
      .flatMap((push) => (push.type === 'event' ? dataOf(balanceRows, push) : []))
      .filter((row) => row.coinName === 'USDT')
    expect(usdt.at(-1)).toMatchObject({ balance: '999900', frozenBalance: '0', accountType: 1, cause: 'trade' })
  })

  it('SPOT-039 [part] an order keeps the client id that the server made in its pushes, also when an amendment replaced it', async () => {
    const page = await reader(['orders', 'fills'], market.ann)
    await page.until(() => page.of('orders').length === 1)
    const { data } = await place('BUY', '90', '1')
    const moved = await market.post('/api/user-web/v1/order/updateOrder', { orderId: data.orderId, price: '95' }, market.ann)
    await place('SELL', '95', '1')
    await page.until(() => page.of('fills').length === 1 && page.of('orders').length === 5)
    const [, ...pushes] = page.of('orders')
    expect(pushes.map((push) => dataOf(namedEvent, push))).toEqual(
      [data.orderId, data.orderId, moved.data.orderId, moved.data.orderId].map((orderId, index) => ({
        event: ['place', 'delete', 'place', 'delete'][index],
        order: { orderId, clientOrderId: `o-${data.orderId}` },
      })),
    )
    expect(page.of('fills')[0]?.data).toMatchObject({ orderId: moved.data.orderId, clientOrderId: `o-${data.orderId}` })
  })

  it('API-019 who comes back gets a snapshot of what is open and a sequence that goes on', async () => {
    const early = await reader(['orders'], market.ann)
    await early.until(() => early.of('orders').length === 1)
    await place('BUY', '100', '1')
    await early.until(() => early.of('orders').length === 2)
    const closed = new Promise((resolve) => early.socket.once('close', resolve))
    early.socket.close()
    await closed
    await place('BUY', '99', '1')
    const late = await reader(['orders'], market.ann)
    await late.until(() => late.of('orders').length === 1)
    expect(late.of('orders')[0]).toMatchObject({ type: 'snapshot', seq: early.of('orders')[1]?.seq, prevSeq: null })
    expect(
      dataOf(orderRows, late.of('orders')[0])
        .map(({ price }) => price)
        .sort(),
    ).toEqual(['100', '99'])
  })
})
