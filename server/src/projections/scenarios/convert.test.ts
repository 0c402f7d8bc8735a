/** Conversions and the days of the stock: on every database there is, as the events told them. */
import type { Event } from '@agio/engine/event.ts'
import { asAssetId, asUserId } from '@agio/engine/ids/id.ts'
import { expect, it } from 'vitest'
import { DAY, MONDAY, onEveryDatabase } from '../testing/every-database.ts'

const ANN = asUserId(100_001)
const DAY_NUMBER = MONDAY / DAY
/** The largest figures there are come back as they went. */
const LARGE = 2n ** 61n

const registered: Event = { kind: 'userRegistered', userId: ANN, accountKey: 'ann', role: 'customer', document: {} }
const converted = (conversionId: number, sendAssetId: number, receiveAssetId: number): Event => ({
  kind: 'converted',
  ...{ userId: ANN, conversionId, quoteId: 1_800_000_000_000_000 + conversionId },
  ...{ sendAssetId: asAssetId(sendAssetId), receiveAssetId: asAssetId(receiveAssetId) },
  ...{ sendAmount: LARGE, receiveAmount: 3n, sendIndex: 10n ** 12n, receiveIndex: LARGE - 1n, spread: 50_000n, value: 7n },
})
const valued = (day: number, value: bigint, closed = 0): Event => ({
  ...{ kind: 'convertValued', closed, day: DAY_NUMBER + day, dayValue: LARGE, funded: -5n, value },
})

onEveryDatabase('conversions', (stage) => {
  it('CONV-013 [part] a conversion is found by its id, its quote and its coins, newest first; the last word of a day is the day’s', async () => {
    stage.now = MONDAY + DAY
    const events = [registered, converted(2, 1, 2), converted(3, 2, 1), valued(0, 10n), valued(0, 20n, 2), valued(1, LARGE - 1n)].map(
      (event, index) => ({ seq: index + 1, at: MONDAY + index, event }),
    )
    const { models, project, stop } = await stage.open(events)
    await project(events.slice(0, 4))
    await project(events)
    const page = { userId: ANN, pageNo: 1, pageSize: 10 }
    const { rows, total } = await models.history('conversions', page)
    const { kind: _, userId: __, conversionId: id, ...facts } = converted(3, 2, 1) as Extract<Event, { kind: 'converted' }>
    expect([total, rows.map((row) => row.id), rows[0]]).toEqual([2, [3, 2], { id, at: MONDAY + 2, ...facts }])
    const found = async (where: object) => (await models.history('conversions', { ...page, where })).rows.map((row) => row.id)
    expect([await found({ quoteId: 1_800_000_000_000_002 }), await found({ receiveAssetId: 1 }), await found({ sendAssetId: 9 })]).toEqual([
      [2],
      [3],
      [],
    ])
    const day = { dayValue: LARGE, funded: -5n }
    expect(await models.convertDays(5)).toEqual([
      { day: DAY_NUMBER + 1, wasClosed: false, ...day, value: LARGE - 1n },
      { day: DAY_NUMBER, wasClosed: true, ...day, value: 20n },
    ])
    expect(await models.convertDays(1)).toHaveLength(1)
    await stop()
  })
})
