/** A clock that testers put ahead, over a journal on disk. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asAssetId, asInstrumentId, asUserId } from '@agio/engine/ids/id.ts'
import { openOrdersOf } from '@agio/engine/read.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ClockGuard } from '../core/clock-guard.ts'
import { order } from '../demo/orders.ts'
import { type LiveExchange, openExchange } from '../sequencer/open-exchange.ts'
import { plainTerms } from '../testing/market-fixtures.ts'
import { memoryModels } from '../testing/memory-models.ts'
import { ClockJumps, restoreJump } from './clock-jump.ts'

const DAY = 86_400_000
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }

let dir: string
let machine: { wall: number; passed: number }
let clock: ClockGuard
let exchange: LiveExchange
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'agio-jump-'))
  machine = { wall: Date.UTC(2026, 10, 26, 9), passed: 5000 }
})
afterEach(async () => {
  await exchange.stop()
  rmSync(dir, { recursive: true, force: true })
})

async function open() {
  clock = new ClockGuard({ holds: false, log: quiet, wall: () => machine.wall, monotonic: () => machine.passed })
  exchange = await openExchange({ tenantId: 'agio', dir, clock })
  const models = memoryModels(exchange)
  const seen: string[] = []
  const follower = {
    tenantId: 'agio',
    exchange,
    models,
    index: { refresh: async () => void seen.push(`index at ${clock.now()}`) },
    inform: { followClock: () => void seen.push('announcements') },
  }
  return { jumps: new ClockJumps(clock, [follower], quiet), models, seen }
}

it('does what is due until then before it answers, is no fault of the machine, and a start goes on where it was', async () => {
  const { jumps, models, seen } = await open()
  const start = clock.now()
  const usdt = asAssetId((await exchange.submit({ kind: 'defineAsset', symbol: 'USDT', scale: 8, document: {} })).value)
  const btc = asAssetId((await exchange.submit({ kind: 'defineAsset', symbol: 'BTC', scale: 8, document: {} })).value)
  const pair = await exchange.submit({ kind: 'defineInstrument', terms: plainTerms('BTC/USDT', btc, usdt) })
  const userId = asUserId((await exchange.submit({ kind: 'registerUser', accountKey: 'a', document: {}, role: 'customer' })).value)
  await exchange.submit({ kind: 'creditUser', userId, assetId: usdt, amount: 10n ** 12n, cause: 'airdrop', reference: '' })
  const terms = { side: 'buy', price: 10_000, quantity: 100_000, timeInForce: 'gtd', expireAt: start + DAY } as const
  expect((await exchange.submit(order(userId, asInstrumentId(pair.value), terms))).reason).toBe('none')
  expect(openOrdersOf(exchange.state, userId).length).toBe(1)

  expect(await jumps.advance(0)).toBe(start)
  const later = await jumps.advance(3 * DAY)
  expect(later).toBe(start + 3 * DAY)
  expect(openOrdersOf(exchange.state, userId)).toEqual([])
  expect(seen).toEqual(['announcements', `index at ${later}`])
  expect([clock.now(), clock.steady() - start, clock.isHeld, clock.jumpMs]).toEqual([later, 3 * DAY, false, 0])

  const documents = await models.documents(asUserId(0), 'clock')
  await exchange.stop()
  machine.wall += 60_000
  machine.passed = 70
  await open()
  await restoreJump(clock, [{ exchange, models: { reached: async () => undefined, documents: async () => documents } }])
  expect(clock.now()).toBe(later + 60_000)
})

it('a kill between a jump and its document leaves the time where the journal ends', async () => {
  const { jumps } = await open()
  const later = await jumps.advance(DAY)
  await exchange.stop()
  machine.wall += 60_000
  await open()
  await restoreJump(clock, [{ exchange, models: { reached: async () => undefined, documents: async () => [] } }])
  expect(clock.now()).toBe(later)
})
