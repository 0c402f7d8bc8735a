/**
 * Prints how many commands the engine took in a second of processor time, best of a few stretches, and whether its sums stayed at
 * zero. Processor time, so that other work on the machine does not count. Run as a process of its own, because a test runner's module loader turns every imported constant into a look-up.
 */
import type { Command } from '../src/command.ts'
import { applyAll } from '../src/engine.ts'
import { encodeEntry, entryLength } from '../src/entry.ts'
import { asInstrumentId, asOrderId, asOrderListId, type UserId } from '../src/ids/id.ts'
import { trialBalance } from '../src/ledger/trial-balance.ts'
import { PLAIN_TERMS } from '../src/plain-terms.ts'
import { ExchangeDriver, SPOT_FIXTURE } from './exchange-driver.ts'

const COUNT = 150_000
/** Commands that are applied together, and batches of a stretch. */
const BATCH = 64
const BATCHES_MEASURED = 400

/** Encodes a steady stream: bids and asks around 60,000 that rest, cross or are cancelled. */
function stream(exchange: ExchangeDriver, users: readonly UserId[]): Uint8Array {
  const bytes = new Uint8Array(COUNT * 96)
  let length = 0
  let word = 7
  for (let seq = exchange.seq + 1; seq <= exchange.seq + COUNT; seq += 1) {
    word = (Math.imul(word, 1_664_525) + 1_013_904_223) | 0
    const dice = (word >>> 8) % 1000
    const userId = users[dice % users.length] ?? (users[0] as UserId)
    const terms = {
      ...PLAIN_TERMS,
      side: (dice & 1) === 0 ? ('buy' as const) : ('sell' as const),
      price: 6_000_000 + (dice % 201) - 100,
      quantity: 100,
    }
    const place: Command = {
      kind: 'placeOrder',
      userId,
      instrumentId: asInstrumentId(1),
      terms,
      selfTrade: 'none',
      source: 'api',
      child: null,
    }
    const cancel: Command = {
      kind: 'cancelOrder',
      userId,
      orderId: asOrderId((seq - users.length) * 8),
      clientOrderId: '',
      orderListId: asOrderListId(0),
    }
    length += encodeEntry(bytes, length, seq, exchange.now, '', dice < 700 ? place : cancel)
  }
  return bytes.subarray(0, length)
}

/** Time this process has had on processors, all its threads together. */
function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

function measure(): { readonly perSecond: number; readonly trades: number; readonly isBalanced: boolean } {
  const exchange = new ExchangeDriver()
  exchange.open(SPOT_FIXTURE)
  const users = ['ann', 'bob', 'cat', 'dan'].map((name) => exchange.join(name, { 1: 10n ** 16n, 2: 10n ** 17n }))
  const bytes = stream(exchange, users)
  const { state } = exchange
  let best = 0
  let batches = 0
  let from = processorMs()
  for (let at = 0; at < bytes.byteLength; ) {
    let end = at
    for (let taken = 0; taken < BATCH && end < bytes.byteLength; taken += 1) end += entryLength(bytes, end)
    state.out.reset()
    applyAll(state, bytes, at, end)
    at = end
    batches += 1
    if (batches % BATCHES_MEASURED !== 0) continue
    const now = processorMs()
    best = Math.max(best, (BATCHES_MEASURED * BATCH * 1000) / (now - from))
    from = now
  }
  return { perSecond: best, trades: state.tradeCount, isBalanced: trialBalance(state).every(({ sum }) => sum === 0n) }
}

console.log(JSON.stringify(measure()))
