/** Contracts of the real engine, through funding, a crash, deleveraging and shared losses: history ends where the engine does. */
import type { UserId } from '@agio/engine/ids/id.ts'
import { insuranceOf } from '@agio/engine/perp/insurance.ts'
import { positionsOf } from '@agio/engine/perp/read-positions.ts'
import { balanceOf } from '@agio/engine/read.ts'
import { realisedOf } from '@agio/wire/futures/position-view.ts'
import { expect, it } from 'vitest'
import { seededRandom } from '../../demo/seeded-random.ts'
import { ContractWorld, USDT } from '../../testing/contract-world.ts'
import { minuteOf } from '../index-minutes/packed-minute.ts'
import type { MarkPoint } from '../mark-minutes/mark-minute.ts'
import type { ReadModels } from '../port.ts'
import { onEveryDatabase } from '../testing/every-database.ts'

const ALL = { pageNo: 1, pageSize: 10_000 } as const
const HOUR = 3_600_000

/** What each seed has to come to, so that the test is about something. */
const STEPS: Readonly<Record<number, readonly string[]>> = { 4: ['full', 'adl'], 8: ['partial', 'full'] }

/** Three customers trade with each other at random while the index wanders, falls by a third and comes back. */
function world(seed: number): ContractWorld {
  const made = new ContractWorld()
  const random = seededRandom(seed)
  const users = [made.ann, made.bob, made.cid]
  made.give(made.ann, 20_000)
  made.exchange.must({ kind: 'setMarginMode', userId: made.ann, instrumentId: made.contract, mode: 'isolated' })
  made.exchange.must({ kind: 'fundInsurance', assetId: USDT, amount: 100n * 10n ** 8n, actor: 'ann', why: 'a test' })
  let price = 60_000
  for (let step = 0; step < 120; step += 1) {
    price = Math.round(price * (step === 60 ? 0.8 : step === 61 ? 0.85 : 1 + (random.next() - 0.5) * 0.02))
    made.index(price)
    for (let order = 0; order < 4; order += 1) {
      const userId = users[Math.floor(random.next() * users.length)] ?? made.bob
      const margin = userId === made.ann ? ({ marginMode: 'isolated', leverage: 20 } as const) : {}
      const side = random.next() < 0.5 ? 'buy' : 'sell'
      const offset = Math.round((random.next() - 0.5) * 60)
      try {
        made.place(userId, { side, price: price + offset, quantity: 1 + Math.floor(random.next() * 900), ...margin })
      } catch {
        // Refused for want of margin, or because its position is being liquidated: the next one may do.
      }
    }
    made.pass(step % 3 === 0 ? HOUR : 20_000)
  }
  return made
}

/** Has the house got rid of what it took over? */
const isDisposed = (
  steps: readonly { readonly step: string; readonly isDone: number; readonly receiptId: number }[],
  id: number,
): boolean => steps.some(({ step, isDone, receiptId }) => step === 'full' && isDone === 1 && receiptId === id)

const FUNDING_MS = 8 * HOUR
const FINE_A_TICK = 10n ** 11n
const middle = (values: readonly bigint[]): bigint => [...values].sort((one, other) => (one < other ? -1 : 1))[1] ?? 0n

/** What the mark may be away from the index, of the brackets of this contract, 1e-8. */
const RANGE = 225_000n
const ONE = 100_000_000n

/** The rule, from its words: the middle one of index with the funding that is left, index with the mean basis, and that drawn towards the last price. */
function markOf({ time, drawn, indexFine, basis, rate }: MarkPoint): number {
  const left = BigInt(FUNDING_MS - (time % FUNDING_MS))
  const funding = (((indexFine * (rate < 0n ? -rate : rate)) / 10n ** 12n) * left) / BigInt(FUNDING_MS)
  const withFunding = rate < 0n ? indexFine - funding : indexFine + funding
  const fine = middle([withFunding, indexFine + basis, drawn])
  const ticks = (2n * fine + FINE_A_TICK) / (2n * FINE_A_TICK)
  const lowest = (indexFine * (ONE - RANGE) + ONE * FINE_A_TICK - 1n) / (ONE * FINE_A_TICK)
  const highest = (indexFine * (ONE + RANGE)) / (ONE * FINE_A_TICK)
  return Number(ticks < lowest ? lowest : ticks > highest ? highest : ticks)
}

async function checkUser(models: ReadModels, { exchange: { state } }: ContractWorld, userId: UserId): Promise<void> {
  const bills = (await models.contractLines({ ...ALL, userId })).rows
  const { available, held } = balanceOf(state, userId, USDT, 'contract')
  expect(bills[0]?.balanceAfter).toBe(available + held)
  const sumOf = (rows: typeof bills): bigint => rows.reduce((sum, { amount }) => sum + amount, 0n)
  expect(sumOf(bills)).toBe(available + held)
  const gone = (await models.positionHistory({ ...ALL, userId })).rows
  const positions = gone.reduce((sum, each) => sum + realisedOf({ ...each, settled: 0n }), 0n)
  const open = positionsOf(state, userId).reduce((sum, each) => sum + realisedOf(each), 0n)
  expect(positions + open, 'what positions brought is what their bills say').toBe(
    sumOf(bills.filter(({ type }) => !type.startsWith('transfer'))),
  )
  expect((await models.fills({ ...ALL, userId })).total + (await models.orders({ ...ALL, userId, state: 'all' })).total).toBe(0)
}

onEveryDatabase('contracts of the engine', (stage) => {
  it.each([4, 8])(
    'PERP-043 PERP-046 TRUST-008 NOTE-011 [part] bills, positions and the fund end where the engine does, and each liquidation has one receipt and one message (seed %i)',
    async (seed) => {
      const made = world(seed)
      const { models, project, stop } = await stage.open()
      stage.now = made.exchange.now()
      await project(made.events)
      for (const userId of [made.ann, made.bob, made.cid]) await checkUser(models, made, userId)
      const fund = await models.insuranceLines(USDT, ALL)
      expect(fund.rows[0]?.balance).toBe(insuranceOf(made.exchange.state, USDT))
      expect(fund.rows.reduce((sum, { amount }) => sum + amount, 0n)).toBe(insuranceOf(made.exchange.state, USDT))
      const events = made.events.map(({ event }) => event)
      const steps = events.filter((event) => event.kind === 'liquidated')
      const begun = steps.filter(({ step, isDone, quantity }) => quantity > 0 && !(step === 'full' && isDone === 1))
      for (const one of STEPS[seed] ?? []) expect(begun.map(({ step }) => step)).toContain(one)
      let deleveraged = 0
      for (const { userId, receiptId, step, quantity } of begun) {
        const receipt = await models.receipt(userId, receiptId)
        const disposed = receipt?.fills.reduce((sum, fill) => sum + fill.quantity, 0) ?? -1
        expect(receipt).toMatchObject({ kind: step, quantity })
        // Two sources that are not far apart: their mean.
        const [one, other] = receipt?.indexInputs ?? []
        expect(((one?.price ?? 0n) + (other?.price ?? 0n)) / 2n, 'its index is that of its sources').toBe(receipt?.indexFine)
        expect(disposed, step).toBeLessThanOrEqual(quantity)
        if (step === 'partial') expect(disposed).toBe(quantity)
        const given = receipt?.deleveraged.reduce((sum, each) => sum + each.quantity, 0) ?? -1
        if (step === 'adl') expect(given).toBe(quantity)
        if (step === 'full' && isDisposed(steps, receiptId)) expect(disposed + given, 'all of it is told').toBe(quantity)
        if (step === 'full') deleveraged += given
      }
      expect(deleveraged > 0, 'receipts of the house name what was deleveraged for it').toBe(STEPS[seed]?.includes('adl'))
      const told = await Promise.all([made.ann, made.bob, made.cid].map((userId) => models.messages({ ...ALL, userId })))
      const messages = told.flatMap(({ rows }) => rows)
      const ofKind = (pattern: RegExp) => messages.filter(({ kind }) => pattern.test(kind))
      const named = ofKind(/^position/).map(({ params }) => params.receipt)
      expect(named.sort()).toEqual(begun.map(({ receiptId }) => String(receiptId)).sort())
      expect(ofKind(/Warning$/)).toHaveLength(events.filter(({ kind }) => kind === 'marginWarned').length)
      const paid = events.filter((event) => event.kind === 'positionChanged').filter(({ change }) => change === 'funded')
      expect(paid.length).toBeGreaterThan(3)
      expect(ofKind(/^funding/)).toHaveLength(paid.length)
      expect((await models.fundingRates(made.contract, ALL)).total).toBe(events.filter(({ kind }) => kind === 'fundingSettled').length)
      await stop()
    },
  )

  it('TRUST-007 [part] every mark opens to its parts, from which it follows', async () => {
    const made = world(4)
    const { models, project, stop } = await stage.open()
    stage.now = made.exchange.now()
    await project(made.events)
    const told = made.events.flatMap(({ at, event }) => (event.kind === 'markChanged' ? [{ at, event }] : []))
    const known = new Set<string>()
    const points = new Map<number, Awaited<ReturnType<ReadModels['markMinute']>>>()
    for (const { at } of told) points.set(minuteOf(at), points.get(minuteOf(at)) ?? (await models.markMinute(made.contract, at)))
    for (const minute of points.values())
      for (const point of [...(minute?.points ?? []), ...(minute?.begunWith === undefined ? [] : [minute.begunWith])]) {
        known.add(`${point.mark} ${point.indexFine} ${point.basis} ${point.rate}`)
        expect(
          point.mark,
          JSON.stringify(point, (_, value) => String(value)),
        ).toBe(markOf(point))
      }
    for (const { event } of told) expect(known).toContain(`${event.mark} ${event.indexFine} ${event.basis} ${event.rate}`)
    expect(new Set(told.map(({ event }) => event.basis)).size).toBeGreaterThan(3)
    expect(new Set(told.map(({ event }) => event.rate)).size).toBeGreaterThan(2)
    expect(await models.markMinute(made.contract, stage.now - 40 * 24 * HOUR)).toBeUndefined()
    await stop()
  })
})
