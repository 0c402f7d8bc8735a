/** The socket of contracts over the real engine and real lines: what a page would see. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { asAssetId, asUserId, type UserId } from '@agio/engine/ids/id.ts'
import { type DepthRow, depthChecksum } from '@agio/wire/market/depth-checksum.ts'
import { readFrameText } from '@agio/wire/testing/read-frame.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { ContractWorld, NAME, USDT } from '../../testing/contract-world.ts'
import { MemoryExchange } from '../../testing/memory-exchange.ts'
import { memoryModels } from '../../testing/memory-models.ts'
import { createFeeds, type Feeds } from '../feeds.ts'
import { attachSockets, type SocketServer } from '../socket-server.ts'

type Row = Readonly<Record<string, unknown>>
interface Push {
  readonly ch: string
  readonly type: 'snapshot' | 'delta' | 'event'
  readonly seq: number
  readonly prevSeq: number | null
  readonly data: Row & { readonly position?: Row; readonly order?: Row }
}

const PATH = '/fe-co-api/ws'
let world: ContractWorld
let models: ReturnType<typeof memoryModels>
let feeds: Feeds
let sockets: SocketServer
let server = createServer()
const clients: WebSocket[] = []

beforeEach(async () => {
  const exchange = new MemoryExchange()
  models = memoryModels(exchange)
  world = new ContractWorld(exchange)
  feeds = await createFeeds({ exchange, models, coalesceMs: 1 })
  await feeds.seeded
  const host = {
    feeds: feeds.contracts,
    now: () => exchange.now(),
    authenticateKey: () => Promise.reject(new Error('no keys here')),
    authenticate: (token: string) => Promise.resolve({ userId: asUserId(Number(token)), sessionId: token, expireAt: 0 }),
    message: () => '',
    onSessionEnded: () => () => undefined,
    onSiteChanged: () => () => undefined,
  }
  server = createServer()
  sockets = attachSockets(server, () => host, {}, { path: PATH })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  for (const client of clients.splice(0)) client.terminate()
  await sockets.close()
  server.close()
  feeds.stop()
})

async function reader(args: readonly string[], user?: UserId) {
  const { port } = server.address() as AddressInfo
  const socket = new WebSocket(`ws://127.0.0.1:${port}${PATH}`)
  clients.push(socket)
  const pushes: Push[] = []
  const replies: Row[] = []
  socket.on('message', (data) => {
    const message = readFrameText<Row & Push>(data.toString(), 'futures')
    if (message.ch === undefined) replies.push(message)
    else pushes.push(message)
  })
  await new Promise((resolve) => socket.once('open', resolve))
  const send = (message: unknown): void => socket.send(JSON.stringify(message))
  if (user !== undefined) send({ op: 'auth', id: 'a', token: String(user) })
  send({ op: 'sub', id: 's', args })
  const of = (channel: string): Push[] => pushes.filter(({ ch }) => ch === channel)
  const until = async (isSo: () => boolean): Promise<void> => {
    for (let tries = 0; tries < 6000; tries += 1) {
      if (isSo()) return
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    throw new Error(`never: ${JSON.stringify(pushes).slice(0, 4000)} ${JSON.stringify(replies)}`)
  }
  await until(() => replies.some(({ op }) => op === 'sub'))
  return { of, until, replies, send, pushes }
}

const asksOf = (push: Push | undefined) => (push?.data.asks ?? []) as DepthRow[]
const rowOf = (push: Push | undefined) => (push?.data ?? []) as unknown as readonly string[]

const isolated = { marginMode: 'isolated', leverage: 20 } as const
function annIsolates(): void {
  world.give(world.ann, 1000)
  world.exchange.must({ kind: 'setMarginMode', userId: world.ann, instrumentId: world.contract, mode: 'isolated' })
}

it('API-017 public channels of contracts open to visitors, private ones to nobody else; the gateway’s are named', async () => {
  const page = await reader(['tickers', `mark:${NAME}`, 'positions', 'messages', 'depth:BTC/USDT', 'nonsense'])
  const reply = page.replies.find(({ op }) => op === 'sub')
  expect(reply).toMatchObject({
    code: '0',
    data: {
      ok: ['tickers', `mark:${NAME}`],
      failed: [
        { ch: 'positions', name: 'WS_AUTH_REQUIRED' },
        { ch: 'messages', name: 'WS_WRONG_HOST' },
        { ch: 'depth:BTC/USDT', name: 'WS_UNKNOWN_CHANNEL' },
        { ch: 'nonsense', name: 'WS_UNKNOWN_CHANNEL' },
      ],
    },
  })
  await page.until(() => page.of('tickers').length === 1 && page.of(`mark:${NAME}`).length === 1)
  expect(page.of('tickers')[0]?.data).toMatchObject([{ contractName: NAME, tagPrice: '60000', lastPrice: '0', vol: '0', rose: '0' }])
  expect(page.of(`mark:${NAME}`)[0]?.data).toMatchObject({ tagPrice: '60000', indexPrice: '60000', currentFundRate: '0' })
  const gateway = feeds.channel('positions', world.ann)
  expect([gateway, feeds.channel(`depth:${NAME}`, undefined)]).toEqual(['wrongHost', 'unknownChannel'])
})

it('API-018 [part] book, tape, candles, ticker and mark of a contract follow each other: candles count coins, the others contracts', async () => {
  const page = await reader([`depth:${NAME}`, `trades:${NAME}`, `kline:${NAME}:1m`, `ticker:${NAME}`, `mark:${NAME}`, 'tickers'])
  await page.until(() => page.pushes.length === 6)
  world.place(world.bob, { side: 'sell', price: 60_100, quantity: 5 })
  world.place(world.cid, { side: 'buy', price: 60_100, quantity: 2 })
  await page.until(() => page.of(`trades:${NAME}`).length === 2 && page.of(`depth:${NAME}`).length >= 2)
  expect(page.of(`trades:${NAME}`)[1]?.data).toMatchObject([{ price: '60100', volume: '2', side: 'BUY' }])
  await page.until(() => asksOf(page.of(`depth:${NAME}`).at(-1))[0]?.[1] === '3')
  const answer = feeds.contracts.depth(world.contract, 10)
  expect(answer).toMatchObject({ seq: page.of(`depth:${NAME}`).at(-1)?.seq, asks: [['60100', '3']], bids: [] })
  expect(answer.checksum).toBe(depthChecksum(answer.bids, answer.asks))
  await page.until(() => page.of(`kline:${NAME}:1m`).length >= 2 && page.of('tickers').length >= 2 && page.of(`ticker:${NAME}`).length >= 2)
  expect(rowOf(page.of(`kline:${NAME}:1m`).at(-1)).slice(1, 7)).toEqual(['60100', '60100', '60100', '60100', '0.002', '120.2'])
  expect(page.of('tickers').at(-1)?.data).toMatchObject([{ lastPrice: '60100', vol: '2', high: '60100' }])
  world.index(60_050)
  await page.until(() => page.of(`mark:${NAME}`).length >= 2)
  expect(page.of(`mark:${NAME}`).at(-1)?.data).toMatchObject({ indexPrice: '60050' })
  for (const channel of [`depth:${NAME}`, `trades:${NAME}`, `mark:${NAME}`, `ticker:${NAME}`]) {
    const pushes = page.of(channel)
    for (const [index, push] of pushes.entries()) expect(push.prevSeq).toBe(index === 0 ? null : pushes[index - 1]?.seq)
  }
  expect(feeds.tickers().map(({ symbol }) => symbol)).toEqual(['BTC/USDT'])
})

it('PERP-005 PERP-007 [part] orders and fills of contracts are told to their owners on this socket alone', async () => {
  world.give(world.ann, 1000)
  const spot = await feeds.channel('orders', world.ann)
  if (typeof spot === 'string') throw new Error(spot)
  const gateway: Buffer[] = []
  spot.subscribe({ deliver: (frames) => gateway.push(frames), drain: () => undefined })
  const seen = gateway.length
  const ann = await reader(['orders', 'fills', 'balances'], world.ann)
  const cid = await reader(['orders', 'fills'], world.cid)
  await ann.until(() => ann.of('orders').length === 1 && ann.of('balances').length === 1)
  expect(ann.of('balances')[0]?.data).toMatchObject([{ symbol: 'USDT', accountBalance: '1000', canUseAmount: '1000' }])
  world.place(world.bob, { side: 'sell', price: 60_000, quantity: 3 })
  world.place(world.ann, { side: 'buy', price: 60_000, quantity: 5 })
  await ann.until(() => ann.of('fills').length === 1 && ann.of('orders').length >= 3)
  const events = ann.of('orders').slice(1)
  expect(events.map(({ data }) => [data.event, data.order?.status])[0]?.[0]).toBe('place')
  expect(events.at(-1)?.data.order).toMatchObject({
    status: 3,
    volume: '5',
    dealVolume: '3',
    contractName: NAME,
    realizedAmount: '0',
    tradeFee: '0.09',
  })
  expect(ann.of('fills')[0]?.data).toMatchObject({
    role: 'taker',
    side: 'BUY',
    open: 'OPEN',
    volume: '3',
    price: '60000',
    fee: '0.09',
    feeCoin: 'USDT',
  })
  const late = await reader(['orders'], world.ann)
  await late.until(() => late.of('orders').length === 1)
  expect(late.of('orders')[0]?.data).toMatchObject([{ volume: '5', dealVolume: '3' }])
  expect(late.of('orders')[0]?.seq).toBe(ann.of('orders').at(-1)?.seq)
  await ann.until(() => ann.of('balances').length >= 2)
  expect(ann.of('balances').at(-1)?.data).toMatchObject([{ symbol: 'USDT', accountType: 2, accountBalance: '999.91' }])
  expect(cid.of('fills')).toEqual([])
  expect(gateway.length).toBe(seen)
  expect((await models.fills({ userId: world.ann, pageNo: 1, pageSize: 9 })).total).toBe(0)
})

it('the fee of closing is the contract’s own, whatever level of the schedule of pairs its owner has', async () => {
  const level = { volumeMin: 0n, makerFeeE8: 80_000, takerFeeE8: 100_000 }
  world.exchange.must({ kind: 'setFeeSchedule', levels: [level], feeAssetId: asAssetId(0), feeAssetDiscountE8: 0 })
  annIsolates()
  const page = await reader(['positions'], world.ann)
  await page.until(() => page.of('positions').length === 1)
  world.place(world.bob, { side: 'sell', price: 60_000, quantity: 50 })
  world.place(world.ann, { side: 'buy', price: 60_000, quantity: 50, ...isolated })
  await page.until(() => page.of('positions').length === 2)
  expect(page.of('positions')[1]?.data).toMatchObject({ position: { maxFeeRate: '0.0005', tradeFee: '1.5' } })
})

it('PERP-036 [part] a position is told when it opens, when its mark moves, near liquidation, and when it is liquidated', async () => {
  annIsolates()
  const page = await reader(['positions'], world.ann)
  await page.until(() => page.of('positions').length === 1)
  expect(page.of('positions')[0]?.data).toEqual([])
  world.place(world.bob, { side: 'sell', price: 60_000, quantity: 50 })
  world.place(world.ann, { side: 'buy', price: 60_000, quantity: 50, ...isolated })
  await page.until(() => page.of('positions').length === 2)
  expect(page.of('positions')[1]?.data).toMatchObject({
    event: 'open',
    receiptId: null,
    position: { positionVolume: '50', openAvgPrice: '60000', holdAmount: '150', orderSide: 'BUY', unRealizedAmount: '0', adlLevel: 5 },
  })
  world.index(59_000)
  const eventsOf = () => page.of('positions').map(({ data }) => data.event)
  await page.until(() => eventsOf().includes('update'))
  expect(page.of('positions').at(-1)?.data.position).toMatchObject({ indexPrice: '59000', unRealizedAmount: '-50' })
  world.index(57_350)
  world.pass(5000)
  await page.until(() => eventsOf().includes('warn'))
  world.index(57_200)
  world.pass(5000)
  await page.until(() => eventsOf().includes('liquidation'))
  const last = page.of('positions').find(({ data }) => data.event === 'liquidation')
  expect(last?.data).toMatchObject({ position: { positionVolume: '0', closeProfit: '-150' } })
  const receipt = await models.receipt(world.ann, Number(last?.data.receiptId) as Parameters<typeof models.receipt>[1])
  expect(receipt).toMatchObject({ kind: 'full', quantity: 50, margin: 15_000_000_000n })
  expect(eventsOf().filter((event) => event === 'warn')).toHaveLength(1)
  expect(world.exchange.state.assets[USDT - 1]?.symbol).toBe('USDT')
})

it('PERP-041 PERP-054 [part] who is deleveraged is told of his order, its fill and his position; the public hears of no trade', async () => {
  annIsolates()
  const page = await reader(['orders', 'fills', 'positions', `trades:${NAME}`], world.bob)
  world.place(world.bob, { side: 'sell', price: 60_000, quantity: 50 })
  world.place(world.ann, { side: 'buy', price: 60_000, quantity: 50, ...isolated })
  // The trades as they stood at the subscription, and the one that was just made.
  await page.until(() => page.of('fills').length === 1 && page.of(`trades:${NAME}`).length === 2)
  world.index(56_000)
  world.pass(60_000)
  await page.until(() => page.of('positions').some(({ data }) => data.event === 'adl'))
  const told = page.of('positions').find(({ data }) => data.event === 'adl')
  expect(told?.data).toMatchObject({ receiptId: expect.any(String), position: { positionVolume: '0' } })
  const own = page.of('orders').filter(({ data }) => (data.order as Row | undefined)?.source === 'adl')
  expect(own.map(({ data }) => data.event)).toEqual(['place', 'delete'])
  expect(own.at(-1)?.data.order).toMatchObject({
    side: 'BUY',
    open: 'CLOSE',
    status: 2,
    tradeFee: '0',
    liqPositionMsg: told?.data.receiptId,
  })
  expect(page.of('fills').at(-1)?.data).toMatchObject({
    orderId: (own[0]?.data.order as Row | undefined)?.id,
    volume: '50',
    fee: '0',
    open: 'CLOSE',
  })
  expect(page.of(`trades:${NAME}`)).toHaveLength(2)
})
