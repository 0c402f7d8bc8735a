/**
 * An invented host of contracts: two contracts, one customer, and a price that moves. Orders are kept and positions changed as a test needs it;
 * nothing is matched, and figures that follow from margins are made up, since the browser computes none of them.
 */
import type { WebSocket } from 'ws'
import type { CoAccount, Position } from '../../../wire/src/futures/position-types.ts'
import type { CoOrder } from '../../../wire/src/futures/types.ts'
import { depthChecksum } from '../../../wire/src/market/depth-checksum.ts'
import { type ClientMessage, clientMessageSchema } from '../../../wire/src/socket/socket.ts'
import type { Amendment } from '../../../wire/src/spot/types.ts'
import { checkFrame } from '../../../wire/src/testing/read-frame.ts'
import {
  account,
  candles,
  configOf,
  contractList,
  depthOf,
  marketOf,
  markOf,
  orderRow,
  positionRow,
  START,
  tickerOf,
  tiers,
} from './contract-data.ts'

type Body = Readonly<Record<string, unknown>>

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const fail = (name: string, message: string) => ({ fail: { code: '50000', message, name } })

export class FakeContracts {
  /** Last price of E-BTC-USDT. */
  price = START
  positions: Position[] = []
  orders: CoOrder[] = []
  /** Orders that ended, as their list tells them. */
  past: readonly (CoOrder & { readonly amendments?: readonly Amendment[] })[] = []
  account: CoAccount = account()
  config = configOf()
  /** What was asked, by the last part of the path. */
  asked: { readonly call: string; readonly body: Body }[] = []
  /** Refusals by the last part of the path. */
  refusals: Record<string, { readonly name: string; readonly message: string }> = {}
  /** The price moves by itself. */
  moves = false
  #next = 1000
  #seq = 1
  readonly #lines = new Map<WebSocket, { readonly channels: Set<string>; readonly seen: Map<string, number> }>()
  readonly #timer = setInterval(() => this.#tick(), 250)

  constructor() {
    this.#timer.unref()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  /** Every line breaks. */
  hangUp(): void {
    for (const socket of this.#lines.keys()) socket.terminate()
  }

  reset(): void {
    this.price = START
    this.positions = []
    this.orders = []
    this.past = []
    this.account = account()
    this.config = configOf()
    this.asked = []
    this.refusals = {}
    this.moves = false
  }

  /** Three positions as the terminal's picture has them. */
  fill(): void {
    this.positions = [
      positionRow({ id: '901', side: 'BUY', volume: 650, entry: '66842.3', leverage: 20, adl: 2 }),
      positionRow({ id: '902', contract: 'E-ETH-USDT', side: 'SELL', volume: 1240, entry: '3552.4', leverage: 10, adl: 4, cross: true }),
    ]
    this.protect('901', [
      { triggerType: 2, triggerPrice: '67950' },
      { triggerType: 1, triggerPrice: '66480' },
    ])
  }

  protect(positionId: string, legs: readonly { readonly triggerType: number; readonly triggerPrice: string }[]): string[] {
    const position = this.positions.find(({ id }) => id === positionId)
    if (position === undefined) return []
    return legs.map(({ triggerType, triggerPrice }) => {
      const row = orderRow({
        id: String(this.#next++),
        contract: position.contractName,
        side: position.orderSide === 'BUY' ? 'SELL' : 'BUY',
        open: 'CLOSE',
        type: 2,
        price: '0',
        volume: position.positionVolume,
        trigger: { triggerPrice, triggerType, triggerPxType: 2 },
      })
      const order = { ...row, isWholePosition: true }
      this.orders = [...this.orders, order]
      this.#say('orders', 'event', { event: 'place', order })
      this.#change(position.id, { tpslList: [...position.tpslList, order] })
      position.tpslList.push(order)
      return order.id
    })
  }

  #tick(): void {
    if (!this.moves) return
    this.price = Math.round((this.price + Math.sin(Date.now() / 700) * 6) * 10) / 10
    this.#say('ticker:E-BTC-USDT', 'event', tickerOf('E-BTC-USDT', this.price))
    this.#say('mark:E-BTC-USDT', 'event', markOf('E-BTC-USDT', this.price))
    this.#say('trades:E-BTC-USDT', 'event', [
      { id: String(this.#next++), price: String(this.price), volume: '3', side: 'BUY', ctime: Date.now() },
    ])
  }

  #change(id: string, change: Partial<Position>): void {
    const before = this.positions.find((position) => position.id === id)
    if (before === undefined) return
    const position = { ...before, ...change, mtime: Date.now() }
    const gone = position.positionVolume === '0'
    this.positions = this.positions.flatMap((one) => (one.id !== id ? [one] : gone ? [] : [position]))
    this.#say('positions', 'event', { event: gone ? 'close' : 'update', position, receiptId: null })
  }

  /** Something happens to a position that nobody has asked for. */
  befall(id: string, event: 'warn' | 'liquidation' | 'adl', change: Partial<Position>, receiptId: string | null = null): void {
    const before = this.positions.find((position) => position.id === id)
    if (before === undefined) return
    const position = { ...before, ...change, mtime: Date.now() }
    this.positions = this.positions.map((one) => (one.id === id ? position : one)).filter(({ positionVolume }) => positionVolume !== '0')
    this.#say('positions', 'event', { event, position, receiptId })
  }

  #drop(ids: readonly string[]): void {
    for (const order of this.orders.filter(({ id }) => ids.includes(id)))
      this.#say('orders', 'event', { event: 'delete', order: { ...order, status: 4, memo: 1, mtime: Date.now() } })
    this.orders = this.orders.filter(({ id }) => !ids.includes(id))
    for (const position of this.positions)
      if (position.tpslList.some(({ id }) => ids.includes(id)))
        this.#change(position.id, { tpslList: position.tpslList.filter(({ id }) => !ids.includes(id)) })
  }

  /** Data of a call, or a failure. */
  answer(path: string, sent: unknown): unknown {
    const body = (sent ?? {}) as Body
    const call = path.split('/').at(-1) ?? ''
    this.asked.push({ call, body })
    const refusal = this.refusals[call]
    if (refusal !== undefined) return fail(refusal.name, refusal.message)
    return this.#read(call, body) ?? this.#deed(call, body) ?? {}
  }

  #read(call: string, body: Body): unknown {
    const name = contractList().find(({ id }) => id === body.contractId)?.contractName ?? 'E-BTC-USDT'
    const reads: Readonly<Record<string, () => unknown>> = {
      public_info: () => ({
        wsUrl: '',
        marginCoinList: ['USDT'],
        originalCoinList: ['USDT'],
        contractList: contractList(),
        currentTimeMillis: Date.now(),
        langList: [],
        contractProInfo: { receiptKeys: {} },
      }),
      public_market_info: () => marketOf(name, this.price),
      kline: () => candles(this.price),
      tag_price_kline: () => candles(this.price - 6),
      index_price_kline: () => candles(this.price - 10),
      get_ladder_info: tiers,
      funding_rate_list: () => ({
        count: 20,
        fundingRateList: Array.from({ length: 20 }, (_, index) => ({
          contractId: '1',
          fundingRate: ((Math.sin(index) * 9) / 1e5).toFixed(8).replace(/\.?0+$/, ''),
          tagPrice: '67402.8',
          ctime: Date.now() - index * 28_800_000,
        })),
      }),
      get_user_config: () => ({ ...this.config, contractId: text(body.contractId) || '1' }),
      contract_optional_list: () => ({ contractIds: [] }),
      get_assets_list: () => ({
        accountList: [this.account],
        positionList: this.positions,
        totalBalance: this.account.totalAmount,
        totalBalanceSymbol: 'USDT',
        marginAmountUsd: '0',
        accountBalanceUsd: this.account.accountBalance,
        unRealizedAmountUsd: '0',
      }),
      order_preview: () => ({
        // At market an order sets aside for slippage, too, and fewer contracts can be had.
        cost: body.type === 2 ? '718.45' : '686.95',
        openFee: '6.74',
        closeFee: '6.41',
        initialMargin: '673.8',
        maxVolume: body.type === 2 ? '1200' : '2400',
        reducePrice: body.side === 'SELL' ? '70410.2' : '63940.1',
        bankruptcyPrice: '63900',
        estAvgPrice: text(body.price) === '0' ? String(this.price) : text(body.price),
        marginRateAfter: '0.091',
        tier: 1,
        returnAmount: body.type === 2 ? '31.5' : '0',
      }),
      history_order_list: () => ({ count: this.past.length, orderList: this.past }),
      his_trade_list: () => ({ count: 0, tradeHisList: [] }),
      get_transaction_list: () => ({ count: 0, transList: [] }),
    }
    return reads[call]?.()
  }

  #deed(call: string, body: Body): unknown {
    const deeds: Readonly<Record<string, () => unknown>> = {
      create_co_id: () => {
        this.config = { ...this.config, openContract: 1 }
        return { coUid: '1', openContract: 1 }
      },
      level_edit: () => {
        this.config = { ...this.config, nowLevel: Number(body.nowLevel) }
        return { ...this.config, contractId: text(body.contractId) }
      },
      margin_model_edit: () => {
        this.config = { ...this.config, marginModel: body.marginModel === 1 ? 1 : 2 }
        return { ...this.config, contractId: text(body.contractId) }
      },
      order_create: () => this.#place(body),
      order_update: () => this.#update(body),
      order_cancel: () => {
        this.#drop([text(body.orderId)])
        return { orderId: text(body.orderId), status: 4 }
      },
      order_tpsl_create: () => ({
        ids: this.protect(text(body.positionId), body.orders as { triggerType: number; triggerPrice: string }[]),
      }),
      order_tpsl_cancel: () => {
        this.#drop(body.ids as string[])
        return { count: (body.ids as string[]).length }
      },
      light_close: () => {
        this.#change(text(body.positionId), { positionVolume: '0' })
        return { orderId: String(this.#next++), clientOrderId: text(body.clientOrderId), status: 2 }
      },
      reverse_position: () => {
        const side = this.positions.find(({ id }) => id === body.positionId)?.orderSide === 'BUY' ? 'SELL' : 'BUY'
        this.#change(text(body.positionId), { orderSide: side, tpslList: [] })
        return { orderId: String(this.#next++), clientOrderId: text(body.clientOrderId), status: 2 }
      },
      close_all_position: () => {
        const list = this.positions.map(({ id }) => ({ positionId: id, orderId: String(this.#next++), result: 1, code: '0' }))
        for (const { positionId } of list) this.#change(positionId, { positionVolume: '0' })
        return { list }
      },
      change_position_margin: () => {
        const before = this.positions.find(({ id }) => id === body.positionId)
        const holdAmount = String(Number(before?.holdAmount ?? 0) + Number(body.amount))
        const reducePrice = String(Number(before?.reducePrice ?? 0) - Number(body.amount) / 0.65)
        this.#change(text(body.positionId), { holdAmount, reducePrice: String(Math.round(Number(reducePrice) * 10) / 10) })
        return this.positions.find(({ id }) => id === body.positionId)
      },
      cancel_all: () => {
        const ids = this.orders.map(({ id }) => id)
        this.#drop(ids)
        return { count: ids.length }
      },
    }
    return deeds[call]?.()
  }

  #place(body: Body): unknown {
    const volume = body.orderUnit === 2 ? String(Math.floor(Number(body.volume) / 0.001 + 1e-9)) : text(body.volume)
    const id = String(this.#next++)
    const order = orderRow({
      id,
      contract: contractList().find((one) => one.id === body.contractId)?.contractName ?? 'E-BTC-USDT',
      side: body.side === 'SELL' ? 'SELL' : 'BUY',
      open: body.open === 'CLOSE' ? 'CLOSE' : 'OPEN',
      type: Number(body.type),
      price: text(body.price),
      volume,
      ...(body.isConditionOrder === true && {
        trigger: { triggerPrice: text(body.triggerPrice), triggerType: 3, triggerPxType: Number(body.triggerPxType ?? 2) },
      }),
    })
    if (body.type !== 2 || body.isConditionOrder === true) {
      this.orders = [...this.orders, order]
      this.#say('orders', 'event', { event: 'place', order })
    }
    return { orderId: id, clientOrderId: text(body.clientOrderId), status: body.type === 2 ? 2 : 1, volume, ids: [] }
  }

  #update(body: Body): unknown {
    const before = this.orders.find(({ id }) => id === body.orderId)
    if (before === undefined) return fail('CO_ORDER_NOT_FOUND', 'There is no such order.')
    const order = {
      ...before,
      mtime: Date.now(),
      ...(body.price === undefined ? {} : { price: text(body.price) }),
      ...(body.volume === undefined ? {} : { volume: text(body.volume) }),
      ...(body.triggerPrice === undefined ? {} : { triggerPrice: text(body.triggerPrice) }),
    }
    this.orders = this.orders.map((one) => (one.id === order.id ? order : one))
    this.#say('orders', 'event', { event: 'update', order })
    for (const position of this.positions)
      if (position.tpslList.some(({ id }) => id === order.id))
        this.#change(position.id, { tpslList: position.tpslList.map((one) => (one.id === order.id ? order : one)) })
    return { orderId: order.id, clientOrderId: order.clientOrderId, status: 1, priorityKept: 0, replacedOrderId: null }
  }

  #say(channel: string, type: 'snapshot' | 'event', data: unknown): void {
    const seq = this.#seq++
    for (const [socket, { channels, seen }] of this.#lines) {
      if (!channels.has(channel)) continue
      const frame = { ch: channel, type, seq, prevSeq: type === 'snapshot' ? null : (seen.get(channel) ?? 0), time: Date.now(), data }
      seen.set(channel, seq)
      checkFrame(frame, 'futures')
      socket.send(JSON.stringify(frame))
    }
  }

  #first(channel: string): unknown {
    const [kind, name = ''] = channel.split(':')
    if (kind === 'tickers') return contractList().map(({ contractName }) => tickerOf(contractName, this.price))
    if (kind === 'ticker') return tickerOf(name, this.price)
    if (kind === 'mark') return markOf(name, this.price)
    if (kind === 'trades')
      return Array.from({ length: 20 }, (_, index) => ({
        id: String(index),
        price: String(Math.round((this.price + (index % 7) - 3) * 10) / 10),
        volume: String(20 + ((index * 37) % 90)),
        side: index % 3 === 0 ? 'SELL' : 'BUY',
        ctime: Date.now() - (20 - index) * 1000,
      }))
    if (kind === 'depth') {
      const { bids, asks } = depthOf(name, this.price)
      return { symbol: name, bids, asks, checksum: depthChecksum(bids, asks) }
    }
    if (kind === 'positions') return this.positions
    if (kind === 'orders') return this.orders
    return kind === 'balances' ? [this.account] : kind === 'kline' ? candles(this.price).slice(-2) : undefined
  }

  serve(socket: WebSocket): void {
    const line = { channels: new Set<string>(), seen: new Map<string, number>() }
    this.#lines.set(socket, line)
    socket.on('close', () => this.#lines.delete(socket))
    socket.on('message', (raw) => {
      const message: ClientMessage = clientMessageSchema.parse(JSON.parse(String(raw)))
      const args = 'args' in message ? message.args : []
      socket.send(JSON.stringify(this.#reply(message, args)))
      for (const channel of args) {
        if (message.op === 'unsub') line.channels.delete(channel)
        if (message.op !== 'sub') continue
        line.channels.add(channel)
        const data = this.#first(channel)
        const seq = this.#seq++
        line.seen.set(channel, seq)
        if (data !== undefined) socket.send(JSON.stringify({ ch: channel, type: 'snapshot', seq, prevSeq: null, time: Date.now(), data }))
      }
    })
  }

  #reply(message: ClientMessage, args: readonly string[]): unknown {
    if (message.op === 'ping') return { op: 'pong', id: message.id, time: Date.now() }
    const good = { op: message.op, id: message.id, code: '0', message: '' }
    if (message.op === 'auth') return { ...good, data: { userId: '100001', expireTime: Date.now() + 60_000 } }
    return { ...good, data: { ok: [...args], failed: [] } }
  }
}
