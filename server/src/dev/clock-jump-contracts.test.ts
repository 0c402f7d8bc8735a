/** Jumps of the clock over funding: every full minute inside takes the book as it stands, and who was open at the instant pays. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AssetId, asAssetId, asInstrumentId, asUserId, type InstrumentId, type UserId } from '@agio/engine/ids/id.ts'
import { trialBalance } from '@agio/engine/ledger/trial-balance.ts'
import { contractOf } from '@agio/engine/perp/read-contract.ts'
import { positionsOf } from '@agio/engine/perp/read-positions.ts'
import { nextDeadline } from '@agio/engine/state.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ClockGuard } from '../core/clock-guard.ts'
import type { DemoCommand } from '../demo/accounts.ts'
import { LISTED_CONTRACTS, listedTerms } from '../demo/contracts/contract-list.ts'
import { contractOrder } from '../demo/contracts/contract-orders.ts'
import { type LiveExchange, openExchange } from '../sequencer/open-exchange.ts'
import { memoryModels } from '../testing/memory-models.ts'
import { toldOf } from '../testing/told-of.ts'
import { ClockJumps } from './clock-jump.ts'

const HOUR = 3_600_000
const MIDNIGHT = Date.UTC(2026, 10, 26)
const UNIT = 10n ** 8n
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }
const BY = { actor: 'ops', why: 'a test' } as const

let dir: string
let clock: ClockGuard
let exchange: LiveExchange
let instrumentId: InstrumentId
let usdt: AssetId
let settlements: ReturnType<typeof toldOf<'fundingSettled'>>
let changes: ReturnType<typeof toldOf<'positionChanged'>>

async function does(
  command: DemoCommand | ({ readonly kind: 'setInstrumentStatus' } & Parameters<LiveExchange['submit']>[0]),
): Promise<number> {
  const { reason, value } = await exchange.submit(command)
  if (reason !== 'none') throw new Error(`${command.kind}: ${reason}`)
  return value
}

async function trader(name: string): Promise<UserId> {
  const userId = asUserId(await does({ kind: 'registerUser', accountKey: name, document: {}, role: 'customer' }))
  const amount = 1_000_000n * UNIT
  await does({ kind: 'creditUser', userId, assetId: usdt, amount, cause: 'airdrop', reference: '' })
  await does({ kind: 'openContractAccount', userId })
  await does({ kind: 'transferBetweenAccounts', userId, from: 'spot', to: 'contract', assetId: usdt, amount })
  return userId
}

let long: UserId
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'agio-jump-'))
  clock = new ClockGuard({ holds: false, log: quiet, wall: () => MIDNIGHT + 15 * HOUR, monotonic: () => 5000 })
  exchange = await openExchange({ tenantId: 'agio', dir, clock })
  const coins = new Map<string, AssetId>()
  for (const symbol of ['USDT', 'BTC']) coins.set(symbol, asAssetId(await does({ kind: 'defineAsset', symbol, scale: 8, document: {} })))
  usdt = coins.get('USDT') ?? expect.fail()
  const [listed] = LISTED_CONTRACTS
  const asset = coins.get('BTC') ?? expect.fail()
  await does({ kind: 'setIndexTerms', unitAssetId: usdt, sources: ['one'], freshMs: 30_000, capE8: 1_000_000, weights: [], ...BY })
  const price = 60_000n * 10n ** 12n
  await does({ kind: 'reportPrices', items: [{ assetId: asset, source: 0, price, at: clock.now(), state: 'pinned' }] })
  instrumentId = asInstrumentId(await does({ kind: 'defineContract', ...listedTerms(listed ?? expect.fail(), coins), ...BY }))
  const [maker, short] = [await trader('maker'), await trader('short')]
  long = await trader('long')
  await does(contractOrder(short, instrumentId, { side: 'sell', price: 600_000, quantity: 100 }))
  await does(contractOrder(long, instrumentId, { side: 'buy', price: 600_000, quantity: 100 }))
  // 0.2 % above the index on both sides, and deep enough for the impact.
  await does(contractOrder(maker, instrumentId, { side: 'buy', price: 601_200, quantity: 2000 }))
  await does(contractOrder(maker, instrumentId, { side: 'sell', price: 601_260, quantity: 2000 }))
  settlements = toldOf(exchange, 'fundingSettled')
  changes = toldOf(exchange, 'positionChanged')
})
afterEach(async () => {
  await exchange.stop()
  rmSync(dir, { recursive: true, force: true })
})

function jumps(): ClockJumps {
  const index = { refresh: async () => undefined }
  const inform = { followClock: () => undefined }
  return new ClockJumps(clock, [{ tenantId: 'agio', exchange, models: memoryModels(exchange), index, inform }], quiet)
}

const status = (to: 'halt' | 'trading') => exchange.submit({ kind: 'setInstrumentStatus', instrumentId, status: to, ...BY })
/** Hours since midnight and hundredths of a per cent. */
const rates = () => settlements.map(({ at, rate }) => [(at - MIDNIGHT) / HOUR, Number((Number(rate) / 1e8).toFixed(2)) + 0])

it('PERP-034 an interval that was halted whole has funding 0, one that was halted for half of it half of it, and a jump changes nothing of that', async () => {
  const jump = jumps()
  await jump.advance(9 * HOUR + 1000)
  // Since 15:00 every minute was 0.2 % dear, of which 0.175 % count, as far as a mark may be away: that less what interest evens out.
  expect(rates()).toEqual([
    [16, 12.5],
    [24, 12.5],
  ])
  await jump.advance(4 * HOUR - 1000)
  await status('halt')
  await jump.advance(4 * HOUR)
  await status('trading')
  expect(rates().at(-1)).toEqual([32, 6.25])
  await status('halt')
  await jump.advance(8 * HOUR)
  expect(rates().at(-1)).toEqual([40, 0])
  expect(rates()).toHaveLength(4)
  const funded = changes.filter(({ userId, change }) => userId === long && change === 'funded')
  const paid = funded.map(({ at, amount }) => [(at - MIDNIGHT) / HOUR, amount < 0n])
  expect(paid).toEqual([16, 24, 32].map((hour) => [hour, true]))
  expect(nextDeadline(exchange.state)).toBeGreaterThan(exchange.now())
  for (const { sum } of trialBalance(exchange.state)) expect(sum).toBe(0n)
})

it('PERP-034 [part] minutes without an index are no minutes of an interval', async () => {
  const jump = jumps()
  const [{ terms } = expect.fail()] = [contractOf(exchange.state, instrumentId)]
  await jump.advance(9 * HOUR)
  await does({ kind: 'reportPrices', items: [{ assetId: terms.baseAssetId, source: 0, price: 0n, at: clock.now(), state: 'silent' }] })
  expect(contractOf(exchange.state, instrumentId)?.isShut).toBe(true)
  await jump.advance(8 * HOUR)
  expect(rates().at(-1)).toEqual([32, 0])
  expect(positionsOf(exchange.state, long)).toHaveLength(1)
})
