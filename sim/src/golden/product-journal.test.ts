/** A data folder that the product left behind: later builds open it with the same result. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contentHash } from '@agio/engine/content.ts'
import { ENGINE_VERSION, engineVersionOf } from '@agio/engine/rules.ts'
import { stateSeq } from '@agio/engine/state.ts'
import { openFileJournal } from '@agio/server/journal/file-journal.ts'
import { listSnapshots } from '@agio/server/journal/snapshot-store.ts'
import { type LiveExchange, openExchange } from '@agio/server/sequencer/open-exchange.ts'
import { Replay, stateAtMost } from '@agio/server/sequencer/recover-state.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { type GoldenResult, holdingsOf } from '../../../engine/scenarios/golden/golden-result.ts'
import { resultOfFolder, unpack } from './folder-result.ts'

const dirs: string[] = []
afterEach(() => {
  for (const dir of dirs.splice(0)) rmSync(dir, { recursive: true, force: true })
})

const unpacked = (name: string): string => {
  const dir = mkdtempSync(join(tmpdir(), 'agio-golden-'))
  dirs.push(dir)
  unpack(name, dir)
  return dir
}

/** Opens as the product does; its clock stands at the journal's end, so that nothing falls due. */
const open = (dir: string): Promise<LiveExchange> => openExchange({ tenantId: 'agio', dir, clock: { now: () => 0 } })

/** Commands and words of orders that the folder holds. */
const WORDS = (
  'setInstrumentStatus setUserStatus setCommission setCancelAllTimer amendOrder tick selfTrade orderList gtd trailingStop cancelAllTimer ' +
  'setInviter setUserTerms setFeeDirection changeAccountKeys creditUser cancelAllOrders setEngineVersion'
).split(' ')

const NAME = 'product-1'
/** What the state means: stays, whatever becomes of rows. */
const CONTENT = 'b701bd026e70136bd9eb4479fc4f9093'
/** Bytes of all records: renewed when records get a field, while what stands above stays equal. */
const RECORDS = 'cb5c85799958b6d6eb155bd917c54a97'

describe('REL-003 the golden folder of the product', () => {
  const text = readFileSync(new URL(`${NAME}.result.txt`, import.meta.url), 'utf8')
  const holdings = text.split('\n').filter((line) => /^(balance|open) /.test(line))
  const users = new Set(holdings.flatMap((line) => (line.startsWith('balance') ? [Number(line.split(' ')[1])] : [])))

  let replayed: Promise<GoldenResult> | undefined
  const whole = (): Promise<GoldenResult> => (replayed ??= resultOfFolder(unpacked(NAME)))

  test('comes to the same outcomes, trades, fees, balances and open orders as when the product made it', async () => {
    const result = await whole()
    expect(result.text).toBe(text)
    expect([result.content, result.records]).toEqual([CONTENT, RECORDS])
  })

  test('comes to the same content from each of its snapshots on', async () => {
    const dir = unpacked(NAME)
    const journal = await openFileJournal(dir)
    const snapshots = listSnapshots(dir)
    expect(snapshots.length).toBeGreaterThan(0)
    for (const seq of snapshots) {
      const replay = new Replay(stateAtMost(dir, seq))
      expect(stateSeq(replay.state)).toBe(seq)
      for await (const record of journal.read(seq + 1)) replay.run(record)
      expect(contentHash(replay.state), `from ${seq}`).toBe(CONTENT)
    }
    await journal.close()
  })

  test('holds what later rules may decide about: self-trades in auctions, halts, children, amends down to what is traded', async () => {
    const { covered } = await whole()
    for (const word of WORDS) expect(covered.has(word), word).toBe(true)
    expect(text).toMatch(/pendingNew/)
  })

  test('opens with the same balances and orders, from its snapshot and without, and goes on by the rules of this build', async () => {
    for (const withSnapshots of [true, false]) {
      const dir = unpacked(NAME)
      const snapshots = readdirSync(dir).filter((file) => file.startsWith('snapshot-'))
      expect(snapshots.length).toBeGreaterThan(0)
      if (!withSnapshots) for (const file of snapshots) rmSync(join(dir, file))
      const exchange = await open(dir)
      try {
        expect(holdingsOf(exchange.state, users)).toEqual(holdings)
        expect(engineVersionOf(exchange.state)).toBe(ENGINE_VERSION)
      } finally {
        await exchange.stop()
      }
      const again = await open(dir)
      expect(holdingsOf(again.state, users)).toEqual(holdings)
      await again.stop()
    }
  })
})
