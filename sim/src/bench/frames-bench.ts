/**
 * W3: frames, and how soon the next picture follows a key (Interaction to Next Paint: the slowest of all, leaving out one in fifty)
 * while a customer types an order in a busy market. Another account places and cancels sixty orders a second on the pair that is
 * shown; the messages that the page received meanwhile are counted beside.
 */
import { chromium, type Page } from 'playwright-core'
import { SessionClient } from '../client/session-client.ts'
import { CHROMIUM_FLAGS } from './chromium.ts'
import type { Measure } from './measure.ts'
import { startProduct } from './product.ts'

const SECONDS = 8
const COMMANDS_PER_SECOND = 60
const SYMBOL = 'BTC/USDT'

interface Busy {
  stop(): Promise<void>
}

/** Sixty commands a second, every second one a cancel of the order before. */
function trade(client: SessionClient, lastPrice: number): Busy {
  let stopped = false
  const run = async (lane: number): Promise<void> => {
    for (let step = 0; !stopped; step += 1) {
      const price = (lastPrice * (1 - 0.0002 * (1 + ((step * 7 + lane * 3) % 9)))).toFixed(2)
      const placed = await client.post('/api/user-web/v1/order/createOrder', {
        symbol: SYMBOL,
        direction: 'BUY',
        type: 'LIMIT',
        price,
        amount: '0.002',
      })
      await new Promise((resolve) => setTimeout(resolve, 100))
      if (placed.code === '0') await client.post('/api/user-web/v1/order/revocationOrder', { orderId: placed.data.orderId })
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  const lanes = Array.from({ length: COMMANDS_PER_SECOND / 10 }, (_, lane) => run(lane))
  return {
    async stop() {
      stopped = true
      await Promise.all(lanes)
    },
  }
}

interface Reading {
  readonly framesPerSecond: number
  /** Interaction to Next Paint, ms. */
  readonly inpMs: number
  readonly slowestMs: number
  readonly interactions: number
}

/** The browser tells of no event that is faster. */
const FASTEST_TOLD_MS = 16
const INTERACTIONS_PER_OUTLIER = 50

/** Runs in the page: counts frames and keeps, for each interaction, its slowest event. */
const WATCH = `(() => {
  const counter = { frames: 0, slow: {}, before: performance.interactionCount }
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries())
      if (interactionId > 0) counter.slow[interactionId] = Math.max(counter.slow[interactionId] ?? 0, duration)
  }).observe({ type: 'event', durationThreshold: ${FASTEST_TOLD_MS}, buffered: false })
  const count = () => { counter.frames += 1; requestAnimationFrame(count) }
  requestAnimationFrame(count)
  globalThis.agioCounter = counter
})()`

async function read(page: Page): Promise<Reading> {
  await page.evaluate(WATCH)
  const started = Date.now()
  const amount = page.getByRole('textbox', { name: /amount/i }).first()
  while (Date.now() - started < SECONDS * 1000) {
    await amount.fill('')
    await amount.pressSequentially('0.0123', { delay: 60 })
    await page.waitForTimeout(200)
  }
  const seconds = (Date.now() - started) / 1000
  const { frames, slow, interactions } = await page.evaluate<{ frames: number; slow: number[]; interactions: number }>(
    `(({ frames, slow, before }) => ({ frames, slow: Object.values(slow), interactions: performance.interactionCount - before }))(agioCounter)`,
  )
  if (interactions === 0) throw new Error('the page took no key')
  slow.sort((left, right) => right - left)
  return {
    framesPerSecond: frames / seconds,
    inpMs: slow[Math.floor(interactions / INTERACTIONS_PER_OUTLIER)] ?? FASTEST_TOLD_MS,
    slowestMs: slow[0] ?? FASTEST_TOLD_MS,
    interactions,
  }
}

export async function frameMeasures(): Promise<Measure[]> {
  const product = await startProduct()
  const browser = await chromium.launch({ executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium', args: [...CHROMIUM_FLAGS] })
  try {
    const trader = new SessionClient(product.base)
    await trader.register('busy@example.com', 'Trading-Morning-7')
    await trader.must('/api/assets-web/v1/demo/faucet', { coinName: 'USDT' })
    const watcher = new SessionClient(product.base)
    const { email, password } = product.login()
    await watcher.login(email, password)
    const tickers = (await trader.get(`/api/home-web/v1/open/market/tickers?symbol=${encodeURIComponent(SYMBOL)}`)).data as unknown as {
      price: string
    }[]
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.addInitScript(`localStorage.setItem('token', ${JSON.stringify(JSON.stringify(watcher.token ?? ''))})`)
    let messages = 0
    page.on('websocket', (socket) => socket.on('framereceived', () => (messages += 1)))
    await page.goto(`${product.base}/spotTrade?symbol=BTC_USDT`)
    await page.waitForTimeout(4000)
    const busy = trade(trader, Number(tickers[0]?.price ?? '60000'))
    messages = 0
    const reading = await read(page)
    const perSecond = Math.round(messages / SECONDS)
    await busy.stop()
    const shared = { id: 'W3', peer: 'messages a second', peerValue: perSecond }
    return [
      {
        ...shared,
        title: 'frames with a busy market',
        value: reading.framesPerSecond,
        unit: 'frames/s',
        ratio: reading.framesPerSecond,
        goal: '>= 58',
      },
      {
        ...shared,
        title: `INP of ${reading.interactions} keys, the slowest ${reading.slowestMs} ms`,
        value: reading.inpMs,
        unit: 'ms',
        ratio: reading.inpMs,
        goal: '<= 50',
      },
    ]
  } finally {
    await browser.close()
    await product.stop()
  }
}
