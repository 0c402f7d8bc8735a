/** The auditor has to notice: events of a real run, with one thing changed. */
import type { Event } from '@agio/engine/event.ts'
import { EVENTS } from '@agio/engine/schema/events.ts'
import { expect, test } from 'vitest'
import { createAuditor } from './auditor.ts'
import { startEngine } from './engine-driver.ts'
import { notePlaced, resolve } from './simulation.ts'
import { makeWorkload, START_MS } from './workload.ts'

type Entry = { readonly seq: number; readonly events: readonly { readonly seq: number; readonly event: Event }[] }

function recordedRun(): Entry[] {
  const engine = startEngine()
  const placed = new Map<number, number>()
  let clock = START_MS
  return makeWorkload(5, 800).map((step, index) => {
    const seq = index + 1
    clock += step.elapsedMs
    const { outcome, events } = engine.step(seq, clock, step.key, resolve(step, placed))
    notePlaced(placed, step, outcome)
    return { seq, events }
  })
}

function faultsOf(entries: readonly Entry[], change: (event: Event) => Event | null): string[] {
  const auditor = createAuditor()
  const faults: string[] = []
  for (const { seq, events } of entries) {
    const changed = events.map((item) => ({ seq: item.seq, event: change(item.event) })).filter((item) => item.event !== null)
    faults.push(...auditor.audit(seq, changed as Entry['events']))
  }
  return faults
}

const entries = recordedRun()

test('an honest run has no faults', () => {
  expect(faultsOf(entries, (event) => event)).toEqual([])
})

test('a balance that says one unit more is noticed', () => {
  const faults = faultsOf(entries, (event) => (event.kind === 'balanceChanged' ? { ...event, available: event.available + 1n } : event))
  expect(faults[0]).toContain('changes sum up to')
})

test('SPOT-045 an order that changes after its end is noticed', () => {
  let closed: Event | null = null
  const faults = faultsOf(entries, (event) => {
    if (event.kind === 'orderClosed') closed ??= event
    return EVENTS[event.kind].form === 'document' ? (closed ?? event) : event
  })
  expect(faults.some((fault) => fault.includes('changed after its end'))).toBe(true)
})

test('a lost trade is noticed by its number', () => {
  let lost = false
  const faults = faultsOf(entries, (event) => {
    if (event.kind !== 'traded' || lost) return event
    lost = true
    return null
  })
  expect(faults[0]).toContain('should be')
})

test('SPOT-022 a trade given to a later order at the price is noticed', () => {
  const resting = (orderId: number, arrival: number): Event => {
    const opened = entries.flatMap(({ events }) => events).find(({ event }) => event.kind === 'orderPlaced')?.event
    if (opened?.kind !== 'orderPlaced') throw new Error('the run placed no order')
    const order = {
      ...opened.order,
      orderId,
      side: 'buy',
      type: 'limit',
      price: 100,
      quantity: 5,
      visibleQuantity: 0,
      status: 'new',
      createdAt: arrival,
    } as const
    return { kind: 'orderPlaced', order: order as unknown as typeof opened.order }
  }
  const trade = entries.flatMap(({ events }) => events).find(({ event }) => event.kind === 'traded')?.event
  if (trade?.kind !== 'traded') throw new Error('the run has no trade')
  const auditor = createAuditor()
  auditor.audit(1, [{ seq: 1, event: resting(8, 1) }])
  auditor.audit(2, [{ seq: 2, event: resting(16, 2) }])
  const stolen = { ...trade, tradeId: 1, makerOrderId: 16 } as unknown as Event
  expect(auditor.audit(3, [{ seq: 3, event: stolen }])).toEqual(['trade 1: order 16 traded before 8'])
})
