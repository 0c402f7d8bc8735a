/** The index of every minute: on every database there is, the same events give the same answers, however they were stored. */
import type { SourceState } from '@agio/engine/command.ts'
import type { Event } from '@agio/engine/event.ts'
import { asAssetId } from '@agio/engine/ids/id.ts'
import { expect, it } from 'vitest'
import { MemoryIndex } from '../../testing/memory-index.ts'
import type { StampedEvent } from '../testing/events.ts'
import { DAY, MONDAY, onEveryDatabase } from '../testing/every-database.ts'

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

  it('days end at the index that stood then, also of a coin that fell silent before', async () => {
    const events: StampedEvent[] = [0, 1, 2].flatMap((day) => {
      const at = MONDAY + day * DAY + 1000
      const seq = 4 * day + 1
      const price = BigInt(60_000 + day) * USDT
      return [
        { seq, at, event: said(BTC, 0, price, at) },
        { seq: seq + 1, at, event: became(BTC, price, 1) },
        { seq: seq + 2, at: at + MINUTE, event: became(BTC, price + 1n, 1) },
        ...(day === 0 ? [{ seq: seq + 3, at: at + MINUTE, event: became(ETH, 7n, 1) }] : []),
      ]
    })
    const plain = new MemoryIndex()
    for (const { event, at } of events) plain.fold(event, at)
    stage.now = MONDAY + 3 * DAY
    const { models, project, stop } = await stage.open(events)
    const coins = [BTC, ETH, asAssetId(9)]
    const days = [-1, 0, 1, 2].map((day) => MONDAY + day * DAY)
    // Not whole yet: what is told later of the second day counts.
    await project(events.filter(({ seq }) => seq <= 5))
    expect((await models.indexCloses(coins, days)).get(BTC)?.get(MONDAY + DAY)).toBe(60_000n * USDT + 1n)
    await project(events)
    const expected = plain.closes(coins, days)
    expect(expected.get(BTC)?.get(MONDAY + DAY)).toBe(60_001n * USDT + 1n)
    for (let turn = 0; turn < 2; turn += 1) expect(await models.indexCloses(coins, days)).toEqual(expected)
    stage.now = MONDAY + 32 * DAY
    expect(await models.indexCloses([BTC], days)).toEqual(new Map([[BTC, new Map([[MONDAY + 2 * DAY, 60_002n * USDT + 1n]])]]))
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
