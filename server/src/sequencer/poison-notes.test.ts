/** A command that breaks the engine: it ends one process, and the next one refuses it by name and goes on. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command, OrderTerms } from '@agio/engine/command.ts'
import { apply } from '@agio/engine/engine.ts'
import { encodeEntry } from '@agio/engine/entry.ts'
import { ACCOUNT_HELD } from '@agio/engine/generated/layout.ts'
import { SPOT_ACCOUNT } from '@agio/engine/generated/vocabularies.ts'
import { asAssetId, asInstrumentId, asOrderId, asOrderListId, asUserId, type OrderId } from '@agio/engine/ids/id.ts'
import { orderTerms, pairTerms } from '@agio/engine/plain-terms.ts'
import { stateSeq } from '@agio/engine/state.ts'
import { afterEach, expect, test } from 'vitest'
import { type LiveExchange, openExchange } from './open-exchange.ts'

const START = Date.UTC(2026, 0, 15, 12)
const DAY = 86_400_000
const dirs: string[] = []
const opened: LiveExchange[] = []
let now = START
afterEach(async () => {
  for (const exchange of opened.splice(0)) await exchange.stop()
  for (const dir of dirs.splice(0)) rmSync(dir, { recursive: true, force: true })
  now = START
})

function newDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'agio-poison-'))
  dirs.push(dir)
  return dir
}

const asset = (symbol: string): Command => ({ kind: 'defineAsset', symbol, scale: 8, document: {} })
const credit = (amount: bigint): Command => ({
  kind: 'creditUser',
  userId: asUserId(100_001),
  assetId: asAssetId(1),
  amount,
  cause: 'airdrop',
  reference: '',
})

async function start(dir: string): Promise<{ exchange: LiveExchange; broken: string[] }> {
  const broken: string[] = []
  const exchange = await openExchange({ tenantId: 'test', dir, clock: { now: () => now }, onBroken: (error) => broken.push(error.message) })
  return { exchange, broken }
}

/** Ends as a process would: nothing of it goes on. The journal's lock and thread are given back, the sequencer stays broken. */
async function breakWith(exchange: LiveExchange, command: Command, key: string): Promise<void> {
  // A state that somebody moved behind the sequencer's back stands for a fault of the engine: the next command finds it out.
  const entry = new Uint8Array(1024)
  encodeEntry(entry, 0, stateSeq(exchange.state) + 1, now, '', { kind: 'tick' })
  apply(exchange.state, entry)
  void exchange.submit(command, key)
  await new Promise((resolve) => setImmediate(resolve))
  await exchange.journal.close()
}

test('a command that broke the engine is refused by name after the restart, under any key, and others are not', async () => {
  const dir = newDir()
  const first = await start(dir)
  await first.exchange.submit(asset('BTC'))
  await breakWith(first.exchange, credit(5n), 'once')
  expect(first.broken).toEqual([expect.stringContaining('does not follow')])

  const second = await start(dir)
  opened.push(second.exchange)
  expect(second.exchange.durableSeq).toBe(2)
  for (const key of ['once', 'again', ''])
    await expect(second.exchange.submit(credit(5n), key)).rejects.toMatchObject({ refusal: 'poison' })
  expect((await second.exchange.submit(credit(6n), 'once')).reason).toBe('userNotFound')
  expect((await second.exchange.submit(asset('USDT'))).reason).toBe('none')
  expect(second.broken).toEqual([])
  expect(JSON.parse(readFileSync(join(dir, 'poison.json'), 'utf8'))).toMatchObject([{ at: START, kind: 'creditUser' }])
})

test('a day later the command may try again: the fault may have been mended', async () => {
  const dir = newDir()
  const first = await start(dir)
  await breakWith(first.exchange, credit(5n), '')
  now += DAY - 1
  const second = await start(dir)
  opened.push(second.exchange)
  await expect(second.exchange.submit(credit(5n))).rejects.toMatchObject({ refusal: 'poison' })
  now += 1
  expect((await second.exchange.submit(credit(5n))).reason).toBe('userNotFound')
})

test('a file of notes that cannot be read keeps nothing from opening, and is replaced by the next', async () => {
  const dir = newDir()
  writeFileSync(join(dir, 'poison.json'), '{"digest":')
  const first = await start(dir)
  await breakWith(first.exchange, credit(5n), '')
  const second = await start(dir)
  opened.push(second.exchange)
  await expect(second.exchange.submit(credit(5n))).rejects.toMatchObject({ refusal: 'poison' })
})

const USER = asUserId(100_001)
const order = (over: Partial<OrderTerms> = {}): Command => {
  const terms = orderTerms({ side: 'buy', price: 10_000, quantity: 5, ...over })
  return { kind: 'placeOrder', userId: USER, instrumentId: asInstrumentId(1), terms, selfTrade: 'expireTaker', source: 'web', child: null }
}
const cancel = (orderId: OrderId): Command => ({
  kind: 'cancelOrder',
  userId: USER,
  orderId,
  clientOrderId: '',
  orderListId: asOrderListId(0),
})

/** A market in which one order rests whose hold somebody took away: whatever ends the order breaks the engine. */
async function unsound(exchange: LiveExchange, over: Partial<OrderTerms> = {}): Promise<OrderId> {
  await exchange.submit(asset('BTC'))
  await exchange.submit(asset('USDT'))
  await exchange.submit({ kind: 'defineInstrument', terms: pairTerms({ referencePrice: 10_000 }) })
  await exchange.submit({ kind: 'registerUser', accountKey: 'one', document: {}, role: 'customer' })
  await exchange.submit({ ...credit(10n ** 15n), assetId: asAssetId(2) } as Command)
  const placed = (await exchange.submit(order(over))).orders[0]
  const { state } = exchange
  state.accounts.view.setBigInt64(state.kernel.findAccount(USER, asAssetId(2), SPOT_ACCOUNT) + ACCOUNT_HELD, 0n, true)
  return placed?.orderId ?? asOrderId(0)
}

test('of commands that came together only the one that broke the engine is remembered, and none has happened', async () => {
  const dir = newDir()
  const first = await start(dir)
  const orderId = await unsound(first.exchange)
  const { durableSeq } = first.exchange
  const together = [asset('ETH'), order({ quantity: 3 }), cancel(orderId), asset('SOL')]
  for (const command of together) void first.exchange.submit(command)
  await new Promise((resolve) => setImmediate(resolve))
  await first.exchange.journal.close()
  expect(first.broken).toEqual(['a balance fell below zero'])
  expect(JSON.parse(readFileSync(join(dir, 'poison.json'), 'utf8'))).toMatchObject([{ at: START, kind: 'cancelOrder' }])

  const second = await start(dir)
  opened.push(second.exchange)
  expect(second.exchange.durableSeq).toBe(durableSeq)
  await expect(second.exchange.submit(cancel(orderId))).rejects.toMatchObject({ refusal: 'poison' })
  for (const command of [asset('ETH'), order({ quantity: 3 }), asset('SOL')])
    expect((await second.exchange.submit(command)).reason).toBe('none')
})

test('what fell due and broke the engine is nobody’s command', async () => {
  const dir = newDir()
  const first = await start(dir)
  await unsound(first.exchange, { timeInForce: 'gtd', expireAt: START + 600_000 })
  now = START + 600_000
  void first.exchange.submit(asset('ETH'))
  await new Promise((resolve) => setImmediate(resolve))
  await first.exchange.journal.close()
  expect(first.broken).toEqual(['a balance fell below zero'])
  expect(existsSync(join(dir, 'poison.json'))).toBe(false)
})
