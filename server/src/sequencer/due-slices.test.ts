/** What one entry leaves of what is due: the leader sends ticks until nothing is left, and none behind that. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command } from '@agio/engine/command.ts'
import { S_DUE_SLICE } from '@agio/engine/generated/layout.ts'
import { asAssetId, asInstrumentId, asUserId } from '@agio/engine/ids/id.ts'
import { orderTerms, pairTerms } from '@agio/engine/plain-terms.ts'
import { openOrdersOf } from '@agio/engine/read.ts'
import { nextDeadline } from '@agio/engine/state.ts'
import { expect, test } from 'vitest'
import { openExchange } from './open-exchange.ts'

const START = Date.UTC(2026, 0, 15, 12)
const USER = asUserId(100_001)
const ORDERS = 7

const LISTING: readonly Command[] = [
  { kind: 'defineAsset', symbol: 'BTC', scale: 8, document: {} },
  { kind: 'defineAsset', symbol: 'USDT', scale: 8, document: {} },
  { kind: 'defineInstrument', terms: pairTerms({ quantityMin: 1, quantityMax: 1_000_000, referencePrice: 10_000 }) },
  { kind: 'registerUser', accountKey: 'one', document: {}, role: 'customer' },
  { kind: 'creditUser', userId: USER, assetId: asAssetId(2), amount: 10n ** 15n, cause: 'airdrop', reference: 'test' },
]

const DATED: Command = {
  kind: 'placeOrder',
  userId: USER,
  instrumentId: asInstrumentId(1),
  terms: orderTerms({ side: 'buy', price: 9000, quantity: 10, timeInForce: 'gtd', expireAt: START + 600_000 }),
  selfTrade: 'expireTaker',
  source: 'web',
  child: null,
}

test('what an entry leaves of what is due is done by ticks of a quiet exchange, one slice each, and no tick comes behind the last', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'agio-slices-'))
  let now = START
  const exchange = await openExchange({ tenantId: 'test', dir, clock: { now: () => now }, onBroken: () => undefined })
  try {
    for (const command of [...LISTING, ...Array.from({ length: ORDERS }, () => DATED)])
      expect((await exchange.submit(command)).reason).toBe('none')
    // One order a tick, none with a command.
    exchange.state.memory.setUint32(S_DUE_SLICE, 16, true)
    now = START + 600_000
    const { seq } = await exchange.submit({ kind: 'tick' })
    await expect.poll(() => exchange.durableSeq).toBe(seq + ORDERS - 1)
    expect([openOrdersOf(exchange.state, USER), nextDeadline(exchange.state)]).toEqual([[], Infinity])
    const later = await exchange.submit({ kind: 'tick' })
    expect(later.seq).toBe(seq + ORDERS)
  } finally {
    await exchange.stop()
    rmSync(dir, { recursive: true, force: true })
  }
})
