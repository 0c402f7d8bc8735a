/**
 * The process that gets killed: opens an exchange in the folder given, says what it recovered, then sends commands from the number
 * given on, many under way, and prints each answer the moment it has it. Its clock goes on from the journal's, and may jump over rolls
 * of the day, once everything that a life before may have sent was sent again; it may be told to kill itself in the middle of that, since nobody
 * outside could hit it.
 * `node kill-child.ts <folder> <first number> <last that may have been sent> <snapshot: 0|1> <ms to the roll, 0: none> <batches of it to live, 0: all>`
 */
import { DAY_MS } from '@agio/engine/earn/rates.ts'
import type { Outcome } from '@agio/engine/event.ts'
import { S_EARN_HAND } from '@agio/engine/generated/layout.ts'
import { stateHash } from '@agio/engine/hash.ts'
import { Refused } from '@agio/server/sequencer/exchange.ts'
import { openExchange } from '@agio/server/sequencer/open-exchange.ts'
import { answerOf } from './judge.ts'
import { commandOf, IN_FLIGHT, keyOf, prepare } from './kill-workload.ts'

/** Small, so that rolls and compression fall into the lives as well. */
const SEGMENT_BYTES = 512 * 1024

const [dir = '', ...numbers] = process.argv.slice(2)
const [first = 0, sentBefore = -1, snapshot = 0, rollAfter = 0, rollBatches = 0] = numbers.map(Number)
let next = first
let repeatsLeft = sentBefore - first + 1
let isRollDue = false
let aheadMs = 0
const clock = { now: () => Date.now() + aheadMs }
const exchange = await openExchange({ tenantId: 'kill', dir, clock, journal: { segmentBytes: SEGMENT_BYTES } })
aheadMs = Math.max(0, exchange.now() - Date.now())
/** Savings orders between two slices of a roll. */
const isRolling = (): boolean => exchange.state.memory.getUint32(S_EARN_HAND, true) !== 0
process.stdout.write(`recovered ${exchange.durableSeq} ${stateHash(exchange.state)} ${isRolling() ? 'cut' : 'whole'}\n`)
const people = await prepare(exchange)
process.stdout.write('ready\n')
if (snapshot === 1) exchange.snapshot().catch((error: Error) => process.stderr.write(`${error.message}\n`))
if (rollAfter !== 0) {
  setTimeout(() => {
    isRollDue = true
  }, rollAfter)
}

/**
 * To the second midnight from here: what is written from then on does a slice each of the lines and the ends of terms of two days. What was
 * sent before is not known by its key any more.
 */
function jump(): void {
  isRollDue = false
  process.stdout.write(`jumped ${next}\n`)
  aheadMs += (Math.floor(exchange.now() / DAY_MS) + 2) * DAY_MS - exchange.now()
  let left = rollBatches
  if (left === 0) return
  exchange.onDurable(() => {
    if (!isRolling()) return
    left -= 1
    if (left === 0) process.kill(process.pid, 'SIGKILL')
  })
}

/** Segments this small can fill faster than reserves are made; then the exchange is busy for a moment. */
async function submitPatiently(number: number): Promise<Outcome> {
  for (;;) {
    try {
      return await exchange.submit(commandOf(number, people), keyOf(number))
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
    if (number <= sentBefore) repeatsLeft -= 1
    if (isRollDue && repeatsLeft <= 0) jump()
    const { reason, ids } = answerOf(outcome)
    await print(`ack ${number} ${outcome.seq} ${reason} ${ids} ${outcome.replayed ? 'again' : 'new'}\n`)
  }
}
await Promise.all(Array.from({ length: IN_FLIGHT }, lane))
