/// <reference lib="dom" />
/** The page's own live connection and book, over a real socket that loses frames, against the real feeds. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { attachSockets, type SocketServer } from '@agio/server/feeds/socket-server.ts'
import { type MarketApp, marketApp } from '@agio/server/testing/market-app.ts'
import { visitorsHost } from '@agio/server/testing/visitors-host.ts'
import { Book, readDepth } from '@agio/web/data/live/book.ts'
import type { Push } from '@agio/web/data/live/messages.ts'
import { SocketClient, type SocketLike } from '@agio/web/data/live/socket-client.ts'
import { checkFrame } from '@agio/wire/testing/read-frame.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { seededNumbers } from './crash/memory-disk.ts'

const SCALES = { priceScale: 2, quantityScale: 5 }
const CHANNEL = 'depth:BTC/USDT'

let market: MarketApp
let server: Server
let sockets: SocketServer
let base = ''
const open: WebSocket[] = []
const frames = new Set<NodeJS.Timeout>()

/** A frame of the page that ends with its test: a later one would find no page. */
function requestFrame(callback: (time: number) => void): void {
  const frame = setTimeout(() => {
    frames.delete(frame)
    callback(performance.now())
  }, 16)
  frames.add(frame)
}

beforeEach(async () => {
  // The little of a browser that the page's own code asks for.
  vi.stubGlobal('document', { hidden: false, addEventListener: () => undefined })
  vi.stubGlobal('window', { requestAnimationFrame: requestFrame })
  market = await marketApp()
  market.fund(market.ann, market.usdt, '1000000000')
  market.fund(market.bob, market.btc, '1000000')
  server = createServer()
  const host = visitorsHost(market.feeds, () => market.exchange.now())
  sockets = attachSockets(server, () => host)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/ws`
})
afterEach(async () => {
  for (const socket of open.splice(0)) socket.terminate()
  for (const frame of frames) clearTimeout(frame)
  frames.clear()
  await sockets.close()
  server.close()
  await market.close()
  vi.unstubAllGlobals()
})

/** A browser's socket made of a real one; messages for which `loses` says so never reach the page. */
function lossySocket(loses: (text: string) => boolean): SocketLike & { readonly sent: string[] } {
  const socket = new WebSocket(base)
  open.push(socket)
  const sent: string[] = []
  const like: SocketLike & { readonly sent: string[] } = {
    onopen: null,
    onmessage: null,
    onclose: null,
    sent,
    send(text) {
      sent.push(text)
      socket.send(text)
    },
    close: (code) => socket.close(code),
  }
  socket.on('open', () => like.onopen?.())
  socket.on('message', (data) => {
    const text = data.toString()
    checkFrame(JSON.parse(text))
    if (!loses(text)) like.onmessage?.({ data: text })
  })
  socket.on('close', (code, reason) => like.onclose?.({ code, reason: reason.toString() }))
  return like
}

/** A page that shows the book: what is drawn after each message. */
function page(loses: (text: string) => boolean) {
  const book = new Book(SCALES)
  const drawn: { readonly seq: number; readonly ready: boolean; readonly levels: string }[] = []
  let seq = 0
  const levels = (): string => JSON.stringify([book.bids, book.asks].map((side) => side.map(({ price, quantity }) => [price, quantity])))
  const draw = (): void => void drawn.push({ seq, ready: book.ready, levels: levels() })
  let line: ReturnType<typeof lossySocket> | undefined
  const client = new SocketClient({
    open: () => {
      line = lossySocket(loses)
      return line
    },
    token: () => undefined,
    now: () => Date.now(),
    heardServer: () => undefined,
    siteChanged: () => undefined,
    random: () => 0.5,
    sessionEnded: () => undefined,
  })
  client.listen(CHANNEL, {
    push(push: Push<'depth'>) {
      const message = readDepth(push.data)
      if (message === undefined) return false
      seq = push.seq
      const sound = book.apply(push.type === 'snapshot' ? 'snapshot' : 'delta', message)
      draw()
      return sound
    },
    reset() {
      book.clear()
      draw()
    },
  })
  return { client, drawn, book, sentOps: () => (line?.sent ?? []).map((text) => (JSON.parse(text) as { op: string }).op) }
}

const place = (direction: 'BUY' | 'SELL', price: number, amount: string) =>
  market.post(
    '/api/user-web/v1/order/createOrder',
    { symbol: 'BTC/USDT', direction, type: 'LIMIT', price: price.toFixed(2), amount },
    direction === 'BUY' ? market.ann : market.bob,
  )
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Reads every message until the book that is drawn is the one that HTTP shows. */
async function caughtUp(shown: ReturnType<typeof page>): Promise<void> {
  for (let tries = 0; tries < 400; tries += 1) {
    const { data } = await market.get('/api/home-web/v1/open/market/depth?symbol=BTC%2FUSDT&limit=1000')
    const last = shown.drawn.at(-1)
    if (shown.book.ready && last?.seq === data.seq) return
    await pause(10)
  }
  throw new Error('the page never caught up')
}

it('API-019 a page that loses frames of a real socket asks for a snapshot by itself and draws no wrong level in between', async () => {
  const random = seededNumbers(19)
  const lost: string[] = []
  let isLossy = true
  const whole = page(() => false)
  const lossy = page((text) => {
    const loses = isLossy && text.includes('"delta"') && random() < 0.08
    if (loses) lost.push(text)
    return loses
  })
  await caughtUp(whole)
  await caughtUp(lossy)
  // A busy machine sends fewer, larger messages: it takes longer there until some are lost.
  const hasLost = (): boolean => lost.length > 2 && lossy.client.facts.store.get().gaps > 2
  for (let step = 0; step < 200 || (!hasLost() && step < 2000); step += 1) {
    await place(step % 2 === 0 ? 'BUY' : 'SELL', 100 + (step % 2 === 0 ? -1 : 1) * (1 + Math.floor(random() * 9)), '0.5')
    if (step % 10 === 9) await place('SELL', 97, '1.5')
    await pause(10)
  }
  // A loss is known by what comes behind it: the last frame of all is not lost.
  isLossy = false
  await place('BUY', 91, '0.5')
  await caughtUp(whole)
  await caughtUp(lossy)
  const truth = new Map(whole.drawn.filter(({ ready }) => ready).map(({ seq, levels }) => [seq, levels]))
  const wrong = lossy.drawn.filter(({ ready, seq, levels }) => ready && truth.get(seq) !== levels)
  expect(wrong).toEqual([])
  expect(lost.length).toBeGreaterThan(2)
  expect(lossy.client.facts.store.get().gaps).toBeGreaterThan(2)
  expect(lossy.drawn.filter(({ ready, levels }) => !ready && levels !== '[[],[]]')).toEqual([])
  expect(lossy.drawn.at(-1)?.levels).toBe(whole.drawn.at(-1)?.levels)
  expect(lossy.sentOps().filter((op) => op === 'unsub').length).toBe(lossy.client.facts.store.get().gaps)
  whole.client.close()
  lossy.client.close()
})
