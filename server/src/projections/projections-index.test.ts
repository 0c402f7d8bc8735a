/** The index of every minute: on every database there is, the same events give the same answers, however they were stored. */
import type { SourceState } from '@agio/engine/command.ts'
import type { Event } from '@agio/engine/event.ts'
import { asAssetId } from '@agio/engine/ids/id.ts'
import { expect, it } from 'vitest'
import { MemoryIndex } from '../testing/memory-index.ts'
import type { StampedEvent } from './testing/events.ts'
import { DAY, MONDAY, onEveryDatabase } from './testing/every-database.ts'

const [BTC, ETH] = [asAssetId(2), asAssetId(3)]
const MINUTE = 60_000
const USDT = 10n ** 12n

const said = (assetId: typeof BTC, source: number, price: bigint, at: number, state: SourceState = 'live'): Event => ({
  kind: 'sourcePriced',
  assetId,
  source,
  state,
  price,
  venueAt: at,
})
const became = (assetId: typeof BTC, price: bigint, live: number): Event => ({ kind: 'indexChanged', assetId, price, live })

/** A command each 7 s or so, with what it made of the index. */
function hours(count: number): StampedEvent[] {
  const events: StampedEvent[] = []
  for (let seq = 1, at = MONDAY; at < MONDAY + count * 3_600_000; seq += 1, at += 6000 + ((seq * 7919) % 2500)) {
    const price = 60_000n * USDT + BigInt((seq * 104_729) % 9973) * 10n ** 10n
    events.push({ seq, at, event: said(BTC, seq % 3, price, at - (seq % 900)) })
    if (seq % 4 === 0) events.push({ seq, at, event: said(ETH, 0, price / 20n, at, seq % 100 === 0 ? 'silent' : 'live') })
    events.push({ seq, at, event: became(BTC, (price * 1_000_001n) / 1_000_000n, 3) })
  }
  return events
}

onEveryDatabase('index', (stage) => {
  it('TRUST-007 [part] every minute of a coin opens to its words and its index, whatever was written at a time', async () => {
    stage.now = MONDAY + DAY
    const terms = (freshMs: number): Event => {
      const rest = { capE8: 1_000_000, weights: [{ assetId: ETH, weights: [2] }], actor: 'test', why: 'test' }
      return { kind: 'indexTermsSet', unitAssetId: asAssetId(1), sources: ['one'], freshMs, ...rest }
    }
    const events = hours(2)
    const [first, later] = [events[0], events[events.length >> 1]]
    for (const [index, event] of [first, later].entries())
      if (event !== undefined) events.splice(events.indexOf(event), 0, { ...event, event: terms(index === 0 ? 7_200_000 : 30_000) })
    const plain = new MemoryIndex()
    for (const { event, at } of events) plain.fold(event, at)
    const { models, project, stop } = await stage.open(events)
    const last = events.at(-1)?.seq ?? 0
    for (let seq = 97; seq < last + 97; seq += 97) await project(events.filter((event) => event.seq <= seq))
    for (const assetId of [BTC, ETH]) {
      for (let at = MONDAY; at < MONDAY + 2 * 3_600_000; at += MINUTE) {
        const minute = await models.indexMinute(assetId, at + 30_000)
        expect(minute).toEqual(plain.minute(assetId, at))
      }
      expect(await models.indexMinute(assetId)).toEqual(plain.minute(assetId))
    }
    const empty = await models.indexMinute(BTC, MONDAY + 5 * 3_600_000)
    expect([empty?.words, empty?.changes, empty?.before.length, empty?.terms?.freshMs]).toEqual([[], [], 3, 30_000])
    expect((await models.indexMinute(BTC, MONDAY))?.terms?.freshMs).toBe(7_200_000)
    expect(await models.indexMinute(BTC, MONDAY - 1)).toBeUndefined()
    expect(await models.indexMinute(asAssetId(9))).toBeUndefined()
    await stop()
  })

  it('minutes older than thirty days are dropped', async () => {
    stage.now = MONDAY + DAY
    const events = hours(1)
    const { models, project, writer, queue, stop } = await stage.open(events)
    await project(events)
    const later = MONDAY + 31 * DAY
    expect(await models.indexMinute(BTC, MONDAY + 10 * MINUTE)).toBeDefined()
    expect(await queue.write(() => writer.prune(later))).toBe(true)
    expect(await models.indexMinute(BTC, MONDAY + 10 * MINUTE)).toBeUndefined()
    await stop()
  })
})
