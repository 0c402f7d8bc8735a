/**
 * The process that gets killed: opens an exchange in the folder given, says what it recovered, then sends commands from the number
 * given on, many under way, and prints each answer the moment it has it. Its clock goes on from the journal's, and it may strike: let something
 * come due that takes many slices, once everything that a life before may have sent was sent again. It may be told to kill itself in the middle
 * of that, since nobody outside could hit it.
 * `node kill-child.ts <folder> <life as JSON, see Life>`
 */
import type { Outcome } from '@agio/engine/event.ts'
import { stateHash } from '@agio/engine/hash.ts'
import { Refused } from '@agio/server/sequencer/exchange.ts'
import { openExchange } from '@agio/server/sequencer/open-exchange.ts'
import { answerOf } from './kill-answer.ts'
import { CONTRACTS } from './kill-contracts.ts'
import { IN_FLIGHT, type Life } from './kill-life.ts'
import { PRODUCTS } from './kill-workload.ts'
import { type Cut, keyOf } from './kill-world.ts'

/** Small, so that rolls and compression fall into the lives as well. */
const SEGMENT_BYTES = 512 * 1024
/** When it strikes again, alive though it should not be. */
const AGAIN_MS = 1500

const [dir = '', told = ''] = process.argv.slice(2)
const life = JSON.parse(told) as Life
const world = { products: PRODUCTS, contracts: CONTRACTS }[life.world]
const started = Date.now()
let next = life.first
let repeatsLeft = life.sentBefore - life.first + 1
let isStrikeDue = false
let isDying = false
let aheadMs = 0
const clock = { now: () => started + (Date.now() - started) * world.speed + aheadMs }
const exchange = await openExchange({ tenantId: 'kill', dir, clock, journal: { segmentBytes: SEGMENT_BYTES } })
aheadMs = Math.max(0, exchange.now() - clock.now())
process.stdout.write(`recovered ${exchange.durableSeq} ${stateHash(exchange.state)} ${world.cutsOf(exchange.state).join(',')}\n`)
const commandOf = await world.prepare(exchange)
process.stdout.write('ready\n')
if (life.snapshots) exchange.snapshot().catch((error: Error) => process.stderr.write(`${error.message}\n`))
const strikeIn = (ms: number): unknown =>
  setTimeout(() => {
    isStrikeDue = true
  }, ms)
if (life.strikeAfterMs !== 0) strikeIn(life.strikeAfterMs)

/** What was sent before may not be known by its key any more. */
function strike(): void {
  isStrikeDue = false
  const { byMs, next: from, forgets, cut } = world.strike(life.number, exchange.now(), next)
  next = from
  if (forgets) process.stdout.write(`jumped ${next}\n`)
  aheadMs += byMs
  if (life.batches === 0) return
  // work that was over before a batch of it was durable
  strikeIn(AGAIN_MS)
  if (!isDying) dieIn(cut)
}

/** kill -9, when so many batches were durable that left such work undone. */
function dieIn(cut: Cut): void {
  isDying = true
  let left = life.batches
  exchange.onDurable(() => {
    if (!world.cutsOf(exchange.state).includes(cut)) return
    left -= 1
    if (left === 0) process.kill(process.pid, 'SIGKILL')
  })
}

/** Segments this small can fill faster than reserves are made; then the exchange is busy for a moment. */
async function submitPatiently(number: number): Promise<Outcome> {
  for (;;) {
    try {
      return await exchange.submit(commandOf(number), keyOf(number))
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }
}

/** Resolves when the system has the line: a parent that reads slowly must not miss thousands of answers, only those under way. */
const print = (line: string): Promise<void> => new Promise((resolve) => process.stdout.write(line, () => resolve()))

async function lane(): Promise<void> {
  for (;;) {
    const number = next
    next += 1
    const outcome = await submitPatiently(number)
    if (number <= life.sentBefore) repeatsLeft -= 1
    if (isStrikeDue && repeatsLeft <= 0) strike()
    const { reason, ids } = answerOf(outcome)
    await print(`ack ${number} ${outcome.seq} ${reason} ${ids} ${outcome.replayed ? 'again' : 'new'}\n`)
  }
}
await Promise.all(Array.from({ length: IN_FLIGHT }, lane))
