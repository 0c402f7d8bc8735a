/**
 * W3: frames, and how soon the next picture follows a key (Interaction to Next Paint: the slowest of all, leaving out one in fifty)
 * while a customer types an order in a busy market, of a pair and of a contract: others place, cancel and trade on what is shown, and the
 * customer's own orders come and go. The messages that the page received meanwhile are counted and must reach the sixty a second of the goal.
 */
import { chromium, type Page } from 'playwright-core'
import { SessionClient } from '../client/session-client.ts'
import { CHROMIUM_FLAGS, chromiumPath } from './chromium.ts'
import { CONTRACT_MARKET, type Hand, type Market, SPOT_MARKET } from './frames-markets.ts'
import type { Measure } from './measure.ts'
import { type Product, startProduct } from './product.ts'

const SECONDS = 20
const PASSWORD = 'Trading-Morning-7'

/** Commands a second at most: orders of others that rest and go, trades, and the customer's own orders. */
const RESTING = 60
const TRADES = 20
const OWN = 10
const MESSAGES_LEAST = 60
/** Times as many of his own when fewer messages than that came of them: what others do is told in rounds, however much it is. */
const LOADS = [1, 2, 3]
/** A lane sends one command at a time, ten a second. */
const LANE = 10
const PAUSE_MS = 1000 / LANE

interface Busy {
  stop(): Promise<void>
}

type Step = (hand: Hand, step: number, lane: number) => Promise<void>

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, PAUSE_MS))

/** An order some steps below the price, and its cancel a moment later. */
function rest(lastPrice: number): Step {
  return async (hand, step, lane) => {
    const orderId = await hand.rest(lastPrice * (1 - 0.0002 * (1 + ((step * 7 + lane * 3) % 9))))
    await pause()
    await hand.cancel(orderId)
  }
}

const buyAndSell: Step = async (hand) => {
  await hand.take('BUY')
  await pause()
  await hand.take('SELL')
}

function keepGoing(hand: Hand, commandsPerSecond: number, step: Step): Busy {
  let stopped = false
  const run = async (lane: number): Promise<void> => {
    for (let index = 0; !stopped; index += 1) {
      await step(hand, index, lane)
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

async function read(page: Page, { field, typed }: Market): Promise<Reading> {
  await page.evaluate(WATCH)
  const started = Date.now()
  await field(page).first().focus()
  while (Date.now() - started < SECONDS * 1000) {
    // Keys only: to look for the field each time would be work in the page that no customer makes.
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(typed, { delay: 60 })
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

/** Who makes the market busy, who takes from it, and whose page it is. */
async function crowd(product: Product, { hand }: Market): Promise<{ readonly hands: readonly [Hand, Hand, Hand]; readonly token: string }> {
  const [trader, taker, watcher] = [0, 1, 2].map(() => new SessionClient(product.base)) as [SessionClient, SessionClient, SessionClient]
  await trader.register('busy@example.com', PASSWORD)
  await taker.register('taker@example.com', PASSWORD)
  const { email, password } = product.login()
  await watcher.login(email, password)
  const hands: [Hand, Hand, Hand] = [
    await hand(product, trader, true),
    await hand(product, taker, true),
    await hand(product, watcher, false),
  ]
  return { hands, token: watcher.token ?? '' }
}

async function measured(market: Market): Promise<Measure[]> {
  let measures: Measure[] = []
  for (const load of LOADS) {
    const { reading, perSecond } = await readUnder(load, market)
    measures = measuresOf(market.name, reading, perSecond)
    if (perSecond >= MESSAGES_LEAST) break
  }
  return measures
}

async function readUnder(load: number, market: Market): Promise<{ readonly reading: Reading; readonly perSecond: number }> {
  const product = await startProduct()
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: [...CHROMIUM_FLAGS] })
  try {
    const { hands, token } = await crowd(product, market)
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.addInitScript(`localStorage.setItem('token', ${JSON.stringify(JSON.stringify(token))})`)
    let messages = 0
    page.on('websocket', (socket) => socket.on('framereceived', () => (messages += 1)))
    await page.goto(`${product.base}${market.path}`)
    await page.waitForTimeout(4000)
    const price = await market.price(product)
    const [trader, taker, watcher] = hands
    const busy = [
      ...[keepGoing(trader, RESTING, rest(price)), keepGoing(taker, TRADES, buyAndSell)],
      keepGoing(watcher, OWN * load, rest(price)),
    ]
    messages = 0
    const reading = await read(page, market)
    const perSecond = Math.round(messages / reading.seconds)
    for (const lanes of busy) await lanes.stop()
    return { reading, perSecond }
  } finally {
    await browser.close()
    await product.stop()
  }
}

function measuresOf(name: string, reading: Reading, perSecond: number): Measure[] {
  const shared = { id: 'W3', peer: 'messages a second', peerValue: perSecond }
  const { framesPerSecond, inpMs, interactions, slowestMs } = reading
  const frames = { value: framesPerSecond, unit: 'frames/s', ratio: framesPerSecond, goal: '>= 58' }
  const messages = { value: perSecond, unit: 'messages/s', ratio: perSecond, goal: `>= ${MESSAGES_LEAST}` }
  const inp = { value: inpMs, unit: 'ms', ratio: inpMs, goal: '<= 50' }
  return [
    { ...shared, title: `what reached the page, ${name}`, ...messages },
    { ...shared, title: `frames with a busy market, ${name}`, ...frames },
    { ...shared, title: `INP of ${interactions} keys, the slowest ${slowestMs} ms, ${name}`, ...inp },
  ]
}

export async function frameMeasures(): Promise<Measure[]> {
  return [...(await measured(SPOT_MARKET)), ...(await measured(CONTRACT_MARKET))]
}
