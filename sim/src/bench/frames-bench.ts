/**
 * W3: frames, and how soon the next picture follows a key (Interaction to Next Paint: the slowest of all, leaving out one in fifty)
 * while a customer types an order in a busy market: others place, cancel and trade on the pair that is shown, and the customer's own
 * orders come and go. The messages that the page received meanwhile are counted and must reach the sixty a second of the goal.
 */
import { chromium, type Page } from 'playwright-core'
import { SessionClient } from '../client/session-client.ts'
import { CHROMIUM_FLAGS, chromiumPath } from './chromium.ts'
import type { Measure } from './measure.ts'
import { startProduct } from './product.ts'

const SECONDS = 20
const SYMBOL = 'BTC/USDT'
const PLACE = '/api/user-web/v1/order/createOrder'
const CANCEL = '/api/user-web/v1/order/revocationOrder'

/** Commands a second at most: orders of others that rest and go, trades, and the customer's own orders. */
const RESTING = 60
const TRADES = 20
const OWN = 10
const MESSAGES_LEAST = 60
/** A lane sends one command at a time, ten a second. */
const LANE = 10
const PAUSE_MS = 1000 / LANE

interface Busy {
  stop(): Promise<void>
}

type Step = (client: SessionClient, step: number, lane: number) => Promise<void>

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, PAUSE_MS))

/** An order some steps below the price, and its cancel a moment later. */
function rest(lastPrice: number): Step {
  return async (client, step, lane) => {
    const price = (lastPrice * (1 - 0.0002 * (1 + ((step * 7 + lane * 3) % 9)))).toFixed(2)
    const placed = await client.must(PLACE, { symbol: SYMBOL, direction: 'BUY', type: 'LIMIT', price, amount: '0.002' })
    await pause()
    // It may have traded meanwhile.
    await client.post(CANCEL, { orderId: placed.orderId })
  }
}

const buyAndSell: Step = async (client) => {
  await client.must(PLACE, { symbol: SYMBOL, direction: 'BUY', type: 'MARKET', amount: '0.0005' })
  await pause()
  await client.must(PLACE, { symbol: SYMBOL, direction: 'SELL', type: 'MARKET', amount: '0.0005' })
}

function keepGoing(client: SessionClient, commandsPerSecond: number, step: Step): Busy {
  let stopped = false
  const run = async (lane: number): Promise<void> => {
    for (let index = 0; !stopped; index += 1) {
      await step(client, index, lane)
      await pause()
    }
  }
  const lanes = Promise.all(Array.from({ length: commandsPerSecond / LANE }, (_, lane) => run(lane)))
  // Told by `stop`: a lane that breaks earlier must not end the process, which has a product to stop.
  lanes.catch(() => undefined)
  return {
    async stop() {
      stopped = true
      await lanes
    },
  }
}

interface Reading {
  readonly seconds: number
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
  await page
    .getByRole('textbox', { name: /amount/i })
    .first()
    .focus()
  while (Date.now() - started < SECONDS * 1000) {
    // Keys only: to look for the field each time would be work in the page that no customer makes.
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('0.0123', { delay: 60 })
    await page.waitForTimeout(200)
  }
  const seconds = (Date.now() - started) / 1000
  const { frames, slow, interactions } = await page.evaluate<{ frames: number; slow: number[]; interactions: number }>(
    `(({ frames, slow, before }) => ({ frames, slow: Object.values(slow), interactions: performance.interactionCount - before }))(agioCounter)`,
  )
  if (interactions === 0) throw new Error('the page took no key')
  slow.sort((left, right) => right - left)
  return {
    seconds,
    framesPerSecond: frames / seconds,
    inpMs: slow[Math.floor(interactions / INTERACTIONS_PER_OUTLIER)] ?? FASTEST_TOLD_MS,
    slowestMs: slow[0] ?? FASTEST_TOLD_MS,
    interactions,
  }
}

export async function frameMeasures(): Promise<Measure[]> {
  const product = await startProduct()
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: [...CHROMIUM_FLAGS] })
  try {
    const trader = new SessionClient(product.base)
    await trader.register('busy@example.com', 'Trading-Morning-7')
    await trader.must('/api/assets-web/v1/demo/faucet', { coinName: 'USDT' })
    const taker = new SessionClient(product.base)
    await taker.register('taker@example.com', 'Trading-Morning-7')
    for (const coinName of ['USDT', 'BTC']) await taker.must('/api/assets-web/v1/demo/faucet', { coinName })
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
    const price = Number(tickers[0]?.price ?? '60000')
    const busy = [keepGoing(trader, RESTING, rest(price)), keepGoing(taker, TRADES, buyAndSell), keepGoing(watcher, OWN, rest(price))]
    messages = 0
    const reading = await read(page)
    const perSecond = Math.round(messages / reading.seconds)
    for (const lanes of busy) await lanes.stop()
    if (perSecond < MESSAGES_LEAST) throw new Error(`the market was not busy: ${perSecond} messages a second`)
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
