/** Exchanges that are opened, used, stopped and opened again on a real disk with the real engine. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command, OrderTerms } from '@agio/engine/command.ts'
import { createState } from '@agio/engine/create-state.ts'
import { apply } from '@agio/engine/engine.ts'
import { decodeEntry } from '@agio/engine/entry.ts'
import type { Event, Outcome } from '@agio/engine/event.ts'
import { readEvents } from '@agio/engine/event-buffer.ts'
import { S_SECRET_HIGH, S_SECRET_LOW } from '@agio/engine/generated/layout.ts'
import { stateHash } from '@agio/engine/hash.ts'
import { asAssetId, asInstrumentId, asOrderId, asOrderListId, asUserId, type UserId } from '@agio/engine/ids/id.ts'
import { orderTerms, pairTerms } from '@agio/engine/plain-terms.ts'
import { balanceOf, openOrdersOf, orderByClientId, orderByOrigin } from '@agio/engine/read.ts'
import { ENGINE_VERSION, engineVersionOf } from '@agio/engine/rules.ts'
import { nextDeadline, type State, stateSeq, stateTime } from '@agio/engine/state.ts'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { readJournal } from '../journal/read-journal.ts'
import { JournalCorrupt } from '../journal/record.ts'
import { listSnapshots } from '../journal/snapshot-store.ts'
import { type LiveExchange, openExchange } from './open-exchange.ts'

const dirs: string[] = []
const open: LiveExchange[] = []
const newDir = (): string => {
  const dir = mkdtempSync(join(tmpdir(), 'agio-exchange-'))
  dirs.push(dir)
  return dir
}
afterEach(async () => {
  for (const exchange of open.splice(0)) await exchange.stop()
  for (const dir of dirs.splice(0)) rmSync(dir, { recursive: true, force: true })
})

const START = Date.UTC(2026, 0, 15, 12)

async function start(dir: string, now: () => number = () => START, inFlightMax = 4096): Promise<LiveExchange> {
  const exchange = await openExchange({ tenantId: 'test', dir, clock: { now }, journal: { segmentBytes: 1024 * 1024 }, inFlightMax })
  open.push(exchange)
  return exchange
}

async function stop(exchange: LiveExchange): Promise<void> {
  open.splice(open.indexOf(exchange), 1)
  await exchange.stop()
}

const INSTRUMENT = pairTerms({
  quantityMin: 1,
  quantityMax: 1_000_000,
  referencePrice: 10_000,
  buyFeeE8: 100_000,
  sellFeeE8: 100_000,
  icebergPartsMax: 100,
  trailingBpsMin: 10,
  trailingBpsMax: 2000,
})

const USERS = [asUserId(100_001), asUserId(100_002)] as const

function limit(userId: UserId, side: 'buy' | 'sell', price: number, quantity: number, over: Partial<OrderTerms> = {}): Command {
  const terms = orderTerms({ side, price, quantity, ...over })
  return { kind: 'placeOrder', userId, instrumentId: asInstrumentId(1), terms, selfTrade: 'expireTaker', source: 'web', child: null }
}

async function list(exchange: LiveExchange): Promise<void> {
  const commands: Command[] = [
    { kind: 'defineAsset', symbol: 'BTC', scale: 8, document: {} },
    { kind: 'defineAsset', symbol: 'USDT', scale: 8, document: {} },
    { kind: 'defineInstrument', terms: INSTRUMENT },
    { kind: 'registerUser', accountKey: 'one', document: { name: 'Żółw' }, role: 'customer' },
    { kind: 'registerUser', accountKey: 'two', document: {}, role: 'customer' },
  ]
  for (const userId of USERS) {
    for (const assetId of [asAssetId(1), asAssetId(2)]) {
      commands.push({ kind: 'creditUser', userId, assetId, amount: 10n ** 15n, cause: 'airdrop', reference: 'test' })
    }
  }
  for (const command of commands) expect((await exchange.submit(command)).reason).toBe('none')
}

/** Orders around one price, so that some rest and some trade. */
async function trade(exchange: LiveExchange, count: number, salt = 0): Promise<void> {
  const answers: Promise<Outcome>[] = []
  for (let index = salt; index < salt + count; index += 1) {
    const side = index % 3 === 0 ? 'buy' : 'sell'
    const away = ((index * 37) % 41) - 12
    const userId = USERS[index % 2] ?? USERS[0]
    answers.push(exchange.submit(limit(userId, side, side === 'buy' ? 10_000 - away : 10_000 + away, 1 + (index % 50)), `t-${index}`))
  }
  for (const outcome of await Promise.all(answers)) expect(outcome.reason).toBe('none')
}

/** A full replay that knows no snapshot, and all it makes. */
async function replay(
  dir: string,
  throughSeq: number,
): Promise<{ hash: string; events: { seq: number; at: number; event: Event }[]; kinds: string[] }> {
  const state = createState()
  const kinds: string[] = []
  for await (const record of readJournal(dir, 1, throughSeq)) {
    for (let offset = 0; offset < record.bytes.length; ) {
      const entry = decodeEntry(record.bytes, offset)
      kinds.push(entry.command.kind)
      apply(state, record.bytes, offset)
      offset += entry.byteLength
    }
  }
  return { hash: stateHash(state), events: [...readEvents(state.out.bytes())], kinds }
}

test('REL-002 REL-003 after a restart state, sequence and time are what they were, and a full replay agrees', async () => {
  const dir = newDir()
  const first = await start(dir)
  await list(first)
  await trade(first, 400)
  const before = { hash: stateHash(first.state), seq: stateSeq(first.state), at: stateTime(first.state) }
  const open = openOrdersOf(first.state, USERS[0])
  expect(open.length).toBeGreaterThan(10)
  await stop(first)
  const second = await start(dir)
  expect({ hash: stateHash(second.state), seq: stateSeq(second.state), at: stateTime(second.state) }).toEqual(before)
  expect(openOrdersOf(second.state, USERS[0])).toEqual(open)
  expect(second.durableSeq).toBe(before.seq)
  expect((await replay(dir, before.seq)).hash).toBe(before.hash)
  expect((await second.submit(limit(USERS[0], 'buy', 9000, 1))).seq).toBe(before.seq + 1)
})

test('REL-006 a snapshot plus the log after it equals the full replay; a bad snapshot is passed over for the older one', async () => {
  const dir = newDir()
  const first = await start(dir)
  await list(first)
  await trade(first, 300)
  const one = await first.snapshot()
  await trade(first, 300, 1000)
  const two = await first.snapshot()
  await trade(first, 100, 2000)
  const hash = stateHash(first.state)
  const { durableSeq } = first
  await stop(first)
  expect(listSnapshots(dir)).toEqual([two.seq, one.seq])
  expect((await replay(dir, two.seq)).hash).toBe(two.stateHash)
  const second = await start(dir)
  expect(stateHash(second.state)).toBe(hash)
  await stop(second)
  const name =
    readdirSync(dir)
      .filter((each) => each.endsWith('.snap'))
      .sort()
      .at(-1) ?? ''
  const bytes = readFileSync(join(dir, name))
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
  writeFileSync(join(dir, name), bytes)
  const third = await start(dir)
  expect(stateHash(third.state)).toBe(hash)
  expect(third.durableSeq).toBe(durableSeq)
})

test('REL-006 [part] a snapshot ahead of the journal is a lost journal: the start is refused', async () => {
  const dir = newDir()
  const first = await start(dir)
  await list(first)
  const { seq } = await first.snapshot()
  await stop(first)
  for (const name of readdirSync(dir)) if (name.startsWith('segment-')) rmSync(join(dir, name))
  await expect(start(dir)).rejects.toThrow(JournalCorrupt)
  await expect(start(dir)).rejects.toThrow(`a snapshot was made at ${seq}`)
})

test('REL-008 an order repeated with its client id, in parallel and around a restart, has one effect', async () => {
  const dir = newDir()
  const first = await start(dir)
  await list(first)
  const order = limit(USERS[0], 'buy', 9000, 10)
  const answers = await Promise.all(Array.from({ length: 20 }, () => first.submit(order, 'once')))
  expect(new Set(answers.map((outcome) => outcome.orders[0]?.orderId)).size).toBe(1)
  expect(answers.filter((outcome) => !outcome.replayed).length).toBe(1)
  const held = balanceOf(first.state, USERS[0], asAssetId(2)).held
  await stop(first)
  const second = await start(dir)
  const again = await second.submit(order, 'once')
  expect(again).toMatchObject({ replayed: true, reason: 'none', orders: answers[0]?.orders })
  expect((await second.submit(limit(USERS[0], 'buy', 9001, 10), 'once')).reason).toBe('clientIdConflict')
  expect(openOrdersOf(second.state, USERS[0]).length).toBe(1)
  expect(balanceOf(second.state, USERS[0], asAssetId(2)).held).toBe(held)
})

test('SPOT-039 REL-008 [part] an order without a client id keeps its name over amendments, starts and snapshots', async () => {
  const dir = newDir()
  let exchange = await start(dir)
  await list(exchange)
  const first = (await exchange.submit(limit(USERS[0], 'buy', 9000, 10))).orders[0]?.orderId ?? asOrderId(0)
  const name = { userId: USERS[0], orderId: asOrderId(0), clientOrderId: '', originOrderId: first }
  const amend = (price: number): Command => ({ kind: 'amendOrder', ...name, price, quantity: 0, triggerPrice: 0 })
  for (const [round, price] of [8990, 8980, 8970].entries()) {
    const amended = await exchange.submit(amend(price), `amend-${round}`)
    expect(amended.orders).toMatchObject([{ originOrderId: first }])
    if (round === 1) await exchange.snapshot()
    await stop(exchange)
    exchange = await start(dir)
    expect(orderByOrigin(exchange.state, USERS[0], first)).toMatchObject({ price, originOrderId: first })
    const repeated = await exchange.submit(amend(price), `amend-${round}`)
    expect(repeated).toMatchObject({ reason: 'none', replayed: true, orders: amended.orders })
  }
  const cancelled = await exchange.submit({ kind: 'cancelOrder', ...name, orderListId: asOrderListId(0) })
  expect(cancelled).toMatchObject({ reason: 'none', orders: [{ originOrderId: first }] })
})

test('REL-003 [part] the first entry of a new journal says whose rules it keeps to, and later starts say nothing', async () => {
  const dir = newDir()
  const first = await start(dir)
  expect([first.durableSeq, engineVersionOf(first.state)]).toEqual([1, ENGINE_VERSION])
  await list(first)
  const { durableSeq } = first
  await stop(first)
  const second = await start(dir)
  expect([second.durableSeq, engineVersionOf(second.state)]).toEqual([durableSeq, ENGINE_VERSION])
  expect((await replay(dir, durableSeq)).kinds.filter((kind) => kind === 'setEngineVersion')).toHaveLength(1)
})

test('PERP-056 [part] each journal gets a secret of its own for the samples of its contracts, and keeps it', async () => {
  const secretOf = ({ memory }: State): bigint[] => [memory.getBigUint64(S_SECRET_LOW, true), memory.getBigUint64(S_SECRET_HIGH, true)]
  const dirs = [newDir(), newDir()]
  const secrets: bigint[][] = []
  for (const dir of dirs) {
    const exchange = await start(dir)
    secrets.push(secretOf(exchange.state))
    await stop(exchange)
    const again = await start(dir)
    expect(secretOf(again.state)).toEqual(secrets.at(-1))
    await stop(again)
  }
  expect(new Set(secrets.flat()).size).toBe(4)
  expect(secrets.flat()).not.toContain(0n)
})

test('REL-009 what fell due while the process was down runs once, in time order, before the first command', async () => {
  const dir = newDir()
  const first = await start(dir)
  await list(first)
  const minutes = [40, 10, 25]
  for (const minute of minutes) {
    const expiring = limit(USERS[0], 'buy', 9000, 10, { timeInForce: 'gtd', expireAt: START + minute * 60_000 })
    expect((await first.submit(expiring, `gtd-${minute}`)).reason).toBe('none')
  }
  await first.submit(limit(USERS[1], 'buy', 8000, 1), 'stays')
  await stop(first)
  const later = START + 30 * 60_000
  const second = await start(dir, () => later)
  const seq = second.durableSeq
  expect(orderByClientId(second.state, USERS[0], 0, 'gtd-10')).toBeUndefined()
  expect(orderByClientId(second.state, USERS[0], 0, 'gtd-25')).toBeUndefined()
  expect(orderByClientId(second.state, USERS[0], 0, 'gtd-40')).toBeDefined()
  await stop(second)
  const third = await start(dir, () => later)
  expect(third.durableSeq).toBe(seq)
  const { events, kinds } = await replay(dir, seq)
  expect(kinds.filter((kind) => kind === 'tick').length).toBe(1)
  const closed = events.flatMap(({ event }) => (event.kind === 'orderClosed' ? [event.order.clientOrderId] : []))
  expect(closed).toEqual(['gtd-10', 'gtd-25'])
  expect(nextDeadline(third.state)).toBeGreaterThan(later)
})

test('due work runs by itself while the process is up, at its time and not before', async () => {
  let now = START
  const exchange = await start(newDir(), () => now)
  await list(exchange)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const timer = { kind: 'setCancelAllTimer', userId: USERS[0], instrumentId: asInstrumentId(1), timeoutMs: 5000 } as const
  await exchange.submit(limit(USERS[0], 'buy', 9000, 10), 'gone')
  await exchange.submit(timer)
  const { durableSeq } = exchange
  const closed = Promise.withResolvers<number>()
  exchange.onDurable((batch) => {
    for (const { at, event } of readEvents(batch.events)) if (event.kind === 'orderClosed') closed.resolve(at)
  })
  now = START + 4999
  await vi.advanceTimersByTimeAsync(4999)
  expect([stateSeq(exchange.state), openOrdersOf(exchange.state, USERS[0]).length]).toEqual([durableSeq, 1])
  now = START + 5000
  await vi.advanceTimersByTimeAsync(1)
  expect(await closed.promise).toBe(START + 5000)
})

test('bulk commands are durable, keep stamps in the past and let due work rest until they are done', async () => {
  const dir = newDir()
  let now = START
  const first = await start(dir, () => now)
  await list(first)
  now = START + 86_400_000
  const items = Array.from({ length: 5000 }, (_, index) => ({
    at: START + index * 1000,
    key: '',
    command: limit(USERS[index % 2] ?? USERS[0], index % 2 === 0 ? 'buy' : 'sell', 10_000, 5),
  }))
  const halves = await Promise.all([first.submitMany(items.slice(0, 2500)), first.submitMany(items.slice(2500))])
  const outcomes = halves.flat()
  expect(outcomes.every((outcome, index) => outcome.at === items[index]?.at && outcome.reason === 'none')).toBe(true)
  const hash = stateHash(first.state)
  await stop(first)
  now = START + 5_000_000
  const second = await start(dir, () => now)
  expect(stateHash(second.state)).toBe(hash)
})
