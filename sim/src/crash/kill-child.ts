/**
 * The process that gets killed: opens an exchange in the folder given, says what it recovered, then sends commands from the number
 * given on, 64 under way, and prints each answer the moment it has it.
 * `node kill-child.ts <folder> <first number> <snapshot: 0|1>`
 */
import type { Outcome } from '@agio/engine/event.ts'
import { stateHash } from '@agio/engine/hash.ts'
import { Refused } from '@agio/server/sequencer/exchange.ts'
import { openExchange } from '@agio/server/sequencer/open-exchange.ts'
import { commandOf, keyOf, prepare } from './kill-workload.ts'

const IN_FLIGHT = 64
/** Small, so that rolls and compression fall into the lives as well. */
const SEGMENT_BYTES = 512 * 1024

const [dir = '', first = '0', snapshot = '0'] = process.argv.slice(2)
const exchange = await openExchange({ tenantId: 'kill', dir, journal: { segmentBytes: SEGMENT_BYTES } })
process.stdout.write(`recovered ${exchange.durableSeq} ${stateHash(exchange.state)}\n`)
const users = await prepare(exchange)
process.stdout.write('ready\n')
if (snapshot === '1') exchange.snapshot().catch((error: Error) => process.stderr.write(`${error.message}\n`))

/** Segments this small can fill faster than reserves are made; then the exchange is busy for a moment. */
async function submitPatiently(number: number): Promise<Outcome> {
  for (;;) {
    try {
      return await exchange.submit(commandOf(number, users), keyOf(number))
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }
}

/** Resolves when the system has the line: a parent that reads slowly must not miss thousands of answers, only those under way. */
const print = (line: string): Promise<void> => new Promise((resolve) => process.stdout.write(line, () => resolve()))

let next = Number(first)
async function lane(): Promise<void> {
  for (;;) {
    const number = next
    next += 1
    const outcome = await submitPatiently(number)
    const orderIds = outcome.orders.map((order) => order.orderId).join(',')
    await print(`ack ${number} ${outcome.seq} ${outcome.reason} ${orderIds || '-'} ${outcome.replayed ? 'again' : 'new'}\n`)
  }
}
await Promise.all(Array.from({ length: IN_FLIGHT }, lane))
