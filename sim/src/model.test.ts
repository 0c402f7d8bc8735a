/** Properties: engine and reference on commands that fast-check invents, and relations between two runs of the engine. */
import type { Command, OrderTerms, SelfTradeMode } from '@agio/engine/command.ts'
import { asUserId } from '@agio/engine/ids/id.ts'
import { orderTerms } from '@agio/engine/plain-terms.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { startEngine } from './engine-driver.ts'
import { notePlaced, resolve, runSteps } from './simulation.ts'
import { Scratch } from './vectors/scratch.ts'
import { makeWorkload, type SimStep, START_MS } from './workload.ts'

/** Which runs more of the same. */
const IN_PROOF = process.env.AGIO_PROOF !== undefined

const side = fc.constantFrom('buy' as const, 'sell' as const)
const price = fc.integer({ min: 97, max: 103 })
const quantity = fc.integer({ min: 1, max: 9 })
const modes = fc.constantFrom<SelfTradeMode>('none', 'expireTaker', 'expireMaker', 'expireBoth', 'decrement')

const limit = fc.record({
  side,
  price,
  quantity,
  visibleQuantity: fc.constantFrom(0, 0, 0, 1),
  timeInForce: fc.constantFrom('gtc', 'ioc', 'fok', 'postOnly'),
})
const terms: fc.Arbitrary<Partial<OrderTerms>> = fc.oneof(
  {
    weight: 6,
    arbitrary: limit.map((order) => ({
      ...order,
      type: 'limit' as const,
      visibleQuantity: order.timeInForce === 'gtc' ? order.visibleQuantity : 0,
    })),
  },
  { weight: 1, arbitrary: fc.record({ side, quantity }).map((order) => ({ ...order, type: 'market' as const })) },
  { weight: 1, arbitrary: fc.record({ side, quantity, triggerPrice: price }).map((order) => ({ ...order, type: 'stopMarket' as const })) },
  {
    weight: 1,
    arbitrary: fc.record({ side, quantity, price, triggerPrice: price }).map((order) => ({ ...order, type: 'takeProfitLimit' as const })),
  },
  {
    weight: 1,
    arbitrary: fc.record({ side, quantity, price, triggerPrice: price }).map((order) => ({ ...order, type: 'oneCancelsOther' as const })),
  },
)

type Action =
  | { readonly kind: 'place'; readonly user: number; readonly terms: Partial<OrderTerms>; readonly mode: SelfTradeMode }
  | { readonly kind: 'cancel' | 'amend'; readonly of: number; readonly price: number; readonly quantity: number }

const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('place' as const), user: fc.integer({ min: 0, max: 2 }), terms, mode: modes }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('cancel' as const, 'amend' as const), of: fc.nat(30), price, quantity }) },
)

/** Steps of a plain world without limits or fees, then the actions. */
function stepsOf(actions: readonly Action[]): SimStep[] {
  const opening = makeWorkload(2, 1, new Set()).filter(({ command }) => command.kind !== 'tick')
  const steps: SimStep[] = opening.map((step) =>
    step.command.kind === 'defineInstrument' ? { ...step, command: plain(step.command) } : step,
  )
  const placed: { id: number; user: number }[] = []
  for (const item of actions) {
    const id = steps.length
    if (item.kind === 'place') {
      placed.push({ id, user: item.user })
      const command: Command = {
        kind: 'placeOrder',
        userId: asUserId(100_001 + item.user),
        instrumentId: 1 as never,
        terms: orderTerms(item.terms),
        selfTrade: item.mode,
        source: 'api',
        child: null,
      }
      steps.push({ id, elapsedMs: 1, key: '', command, target: null })
      continue
    }
    const of = placed[item.of % Math.max(1, placed.length)]
    if (of === undefined) continue
    const userId = asUserId(100_001 + of.user)
    const target = { step: of.id, leg: 0, by: 'order' } as const
    const empty = { userId, orderId: 0 as never, clientOrderId: '' }
    const command: Command =
      item.kind === 'cancel'
        ? { kind: 'cancelOrder', ...empty, orderListId: 0 as never }
        : { kind: 'amendOrder', ...empty, price: item.price, quantity: item.quantity, triggerPrice: 0 }
    steps.push({ id, elapsedMs: 1, key: '', command, target })
  }
  return steps
}

function plain(command: Extract<Command, { kind: 'defineInstrument' }>): Command {
  const open = {
    quantityMin: 0,
    quantityMax: 0,
    notionalMin: 0n,
    notionalMax: 0n,
    limitPriceCap: 0,
    marketNotionalCap: 0n,
    priceBandE8: 0,
    breakerMoveE8: 0,
    referencePrice: 100,
  }
  return {
    ...command,
    terms: { ...command.terms, ...open, maxOpenOrders: 0, maxTriggerOrders: 0, maxOrderLists: 0, positionMax: 0, icebergPartsMax: 0 },
  }
}

test('SPOT-023 SPOT-036 SPOT-038 any list of orders, cancels and amends gives what the reference gives', () => {
  let trades = 0
  fc.assert(
    fc.property(fc.array(action, { minLength: 1, maxLength: 70, size: 'max' }), (actions) => {
      const verdict = runSteps(0, stepsOf(actions), { quick: true })
      trades += verdict.trades
      expect(verdict.differences).toEqual([])
    }),
    { numRuns: IN_PROOF ? 150 : 50, seed: 42 },
  )
  expect(trades).toBeGreaterThan(IN_PROOF ? 500 : 150)
})

interface Deal {
  readonly price: number
  readonly quantity: number
  readonly maker: number
  readonly taker: number
  readonly fees: string
}

const USER_FIELDS = new Set(['userId', 'withUserId', 'inviterId'])

/** Trades of steps, with users renamed and the clock shifted. */
function deals(steps: readonly SimStep[], nameOf: (userId: number) => number, shiftMs = 0): Deal[] {
  const engine = startEngine()
  const placed = new Map<number, number>()
  let clock = START_MS + shiftMs
  return steps.flatMap((step, index) => {
    clock += step.elapsedMs
    const command = resolve(step, placed)
    const names = Object.entries(command).filter(([field]) => USER_FIELDS.has(field))
    const renamed = { ...command, ...Object.fromEntries(names.map(([field, userId]) => [field, nameOf(Number(userId))])) }
    const { outcome, events } = engine.step(index + 1, clock, step.key, renamed as Command)
    notePlaced(placed, step, outcome)
    return events.flatMap(({ event }) => {
      if (event.kind !== 'traded') return []
      const fees = `${event.makerFee}/${event.takerFee}`
      return [{ price: event.price, quantity: event.quantity, maker: event.makerUserId, taker: event.takerUserId, fees }]
    })
  })
}

const same = (userId: number): number => userId
/** Users 1…5 in another order; others stay. */
const rotated = (userId: number): number => (userId >= 100_001 && userId <= 100_005 ? 100_001 + ((userId - 100_001 + 2) % 5) : userId)
const CALM = new Set(['market', 'byAmount', 'stop', 'trailing', 'oco', 'iceberg', 'ioc', 'fok', 'postOnly', 'selfTrade', 'amend'] as const)

const WITHOUT_STOPS = new Set([...CALM].filter((feature) => !['stop', 'trailing', 'oco'].includes(feature)))

test('REL-003 renaming the users renames the trades and changes nothing else', () => {
  for (let seed = 1; seed <= 4; seed += 1) {
    // A stop may fire at a price of an instant that nobody can tell beforehand, and ids of users take part in choosing the instant.
    const steps = makeWorkload(seed, 800, WITHOUT_STOPS)
    const before = deals(steps, same).map((deal) => ({ ...deal, maker: rotated(deal.maker), taker: rotated(deal.taker) }))
    expect(before.length).toBeGreaterThan(50)
    expect(deals(steps, rotated)).toEqual(before)
  }
})

test('REL-004 [part] shifting the clock by whole days changes no trade: time comes from the entries alone', () => {
  const steps = makeWorkload(11, 1_000, CALM)
  const before = deals(steps, same)
  expect(before.length).toBeGreaterThan(50)
  expect(deals(steps, same, 7 * 86_400_000)).toEqual(before)
})

test('SPOT-022 an order split in two that rest one behind the other gives a taker the same fills', () => {
  const maker = fc.record({ price, quantity: fc.integer({ min: 2, max: 20 }) })
  fc.assert(
    fc.property(fc.array(maker, { minLength: 1, maxLength: 8 }), fc.integer({ min: 1, max: 80 }), price, (makers, wanted, limitPrice) => {
      const total = (isSplit: boolean): unknown => {
        const scratch = new Scratch({ priceScale: 0, quantityScale: 0, users: 2 })
        for (const order of makers) {
          const half = Math.floor(order.quantity / 2)
          const parts = isSplit ? [half, order.quantity - half] : [order.quantity]
          for (const part of parts) scratch.place(0, { side: 'sell', price: order.price, quantity: part })
        }
        const order = scratch.orderOf(scratch.place(1, { side: 'buy', price: limitPrice, quantity: wanted }))
        return [order?.status, order?.executedQuantity, order?.executedQuote, scratch.balance(0, 'quote'), scratch.balance(1, 'base')]
      }
      expect(total(true)).toEqual(total(false))
    }),
    { numRuns: IN_PROOF ? 60 : 20, seed: 7 },
  )
})
