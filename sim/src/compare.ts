/** Differences between the engine and the reference after one command. An empty list means: equal. */
import type { Order, Outcome } from '@agio/engine/event.ts'
import { asAssetId, asInstrumentId, asOrderId, asUserId } from '@agio/engine/ids/id.ts'
import { balanceOf, debtOf as debtIn, depthOf, openOrdersOf, orderOf, userOf } from '@agio/engine/read.ts'
import type { State } from '@agio/engine/state.ts'
import { comparePerp } from './compare-perp.ts'
import { compareProducts } from './compare-products.ts'
import { compareWallet } from './compare-wallet.ts'
import type { EngineStep } from './engine-driver.ts'
import { same, show } from './facts.ts'
import { depth } from './reference/book.ts'
import type { Step } from './reference/exchange.ts'
import { availableOf, balanceAt, debtOf, heldOf, userAccount } from './reference/ledger.ts'
import { levelFact } from './reference/levels.ts'
import type { World } from './reference/model.ts'
import { orderFact } from './reference/view.ts'

function fieldDifferences(what: string, expected: object, got: object | undefined): string[] {
  if (got === undefined) return [`${what}: expected ${show(expected)}, got nothing`]
  const found = got as Record<string, unknown>
  return Object.entries(expected)
    .filter(([name, value]) => !same(value, found[name]))
    .map(([name, value]) => `${what}.${name}: expected ${show(value)}, got ${show(found[name])}`)
}

/** What a customer is told. Sequence and time of a repeated answer are those of its own entry or of the first one. */
function compareOutcomes(expected: Outcome, got: Outcome): string[] {
  const { seq, at, orders, ...facts } = expected
  const stamps = expected.replayed ? {} : { seq, at }
  const differences = fieldDifferences('outcome', { ...facts, ...stamps }, got)
  if (orders.length !== got.orders.length) return [...differences, `outcome.orders: expected ${show(orders)}, got ${show(got.orders)}`]
  return differences.concat(orders.flatMap((order, index) => fieldDifferences(`outcome.orders[${index}]`, order, got.orders[index])))
}

function compareTrades(reference: Step, engine: EngineStep): string[] {
  const trades = engine.events.map(({ event }) => event).filter((event) => event.kind === 'traded')
  const differences = reference.trades.flatMap((trade, index) => fieldDifferences(`trade[${index}]`, trade, trades[index]))
  if (trades.length > reference.trades.length) differences.push(`trades: expected ${reference.trades.length}, got ${show(trades)}`)
  return differences
}

/**
 * What a trigger is tested against is compared where there still is one.
 */
function comparable(order: Order): Order {
  const { contract, status } = order
  if (contract === undefined) return order
  const triggerBy = status === 'pendingTrigger' ? contract.triggerBy : 'last'
  return { ...order, contract: { ...contract, triggerBy } }
}

/** Last state of each order that the entry touched, by either account. */
function compareOrders(world: World, state: State, reference: Step, engine: EngineStep): string[] {
  const last = new Map<number, Order>()
  for (const { event } of engine.events) if ('order' in event) last.set(event.order.orderId, event.order)
  const expected = new Map(reference.orders.map((order) => [order.orderId as number, order]))
  for (const orderId of last.keys()) {
    const order = world.live.get(orderId) ?? world.ended.get(orderId)
    if (order === undefined) return [`order ${orderId}: expected none, got ${show(last.get(orderId))}`]
    expected.set(orderId, orderFact(world, order))
  }
  return [...expected].flatMap(([orderId, order]) => {
    const found = last.get(orderId) ?? orderOf(state, asOrderId(orderId))
    return fieldDifferences(`order ${orderId}`, comparable(order), found === undefined ? undefined : comparable(found))
  })
}

function compareBalances(world: World, state: State): string[] {
  const differences: string[] = []
  for (const userId of world.users.keys()) {
    for (const { assetId } of world.assets) {
      const got = balanceOf(state, asUserId(userId), asAssetId(assetId))
      const available = availableOf(world, userId, assetId)
      const held = heldOf(world, userId, assetId)
      if (got.available !== available || got.held !== held) {
        differences.push(`balance ${userId}/${assetId}: expected ${available} + ${held}, got ${got.available} + ${got.held}`)
      }
      const saved = balanceAt(world, userAccount(userId, assetId, 'available', 'financial'))
      const kept = balanceOf(state, asUserId(userId), asAssetId(assetId), 'financial').available
      if (saved !== kept) differences.push(`financial ${userId}/${assetId}: expected ${saved}, got ${kept}`)
      const [debt, owed] = [debtOf(world, userId, assetId), debtIn(state, asUserId(userId), asAssetId(assetId))]
      if (debt !== owed) differences.push(`debt ${userId}/${assetId}: expected ${debt}, got ${owed}`)
    }
  }
  return differences
}

function compareBooks(world: World, state: State): string[] {
  const differences: string[] = []
  for (const instrument of world.instruments) {
    for (const side of ['buy', 'sell'] as const) {
      const expected = depth(instrument, side)
      const got = depthOf(state, asInstrumentId(instrument.instrumentId), side, 100_000)
      const isSame = expected.every(({ price, quantity }, index) => price === got[index]?.price && quantity === got[index]?.quantity)
      if (!isSame || expected.length !== got.length)
        differences.push(`book ${instrument.instrumentId} ${side}: expected ${show(expected)}, got ${show(got)}`)
    }
  }
  return differences
}

/** Level and volume of everybody, also of who was not reached yet by a day that is being closed. */
function compareLevels(world: World, state: State): string[] {
  return [...world.users.values()].flatMap((user) => {
    const got = userOf(state, asUserId(user.userId))
    return fieldDifferences(`user ${user.userId}`, levelFact(world, user), got)
  })
}

/** Everything that one command can change. */
export function compareStep(world: World, state: State, reference: Step, engine: EngineStep): string[] {
  return [
    ...compareOutcomes(reference.outcome, engine.outcome),
    ...compareTrades(reference, engine),
    ...compareOrders(world, state, reference, engine),
    ...compareBalances(world, state),
    ...compareBooks(world, state),
    ...compareLevels(world, state),
    ...compareProducts(world, state),
    ...compareWallet(world, state),
    ...comparePerp(world, state),
  ]
}

/** Every live order of every user, field by field. */
export function compareOpenOrders(world: World, state: State): string[] {
  const differences: string[] = []
  for (const userId of world.users.keys()) {
    const expected = [...world.live.values()].filter((order) => order.userId === userId).sort((a, b) => a.orderId - b.orderId)
    const got = [...openOrdersOf(state, asUserId(userId))].sort((a, b) => a.orderId - b.orderId)
    if (expected.length !== got.length) differences.push(`open orders of ${userId}: expected ${expected.length}, got ${got.length}`)
    expected.forEach((order, index) => {
      const found = got[index]
      const facts = comparable(orderFact(world, order))
      differences.push(...fieldDifferences(`open order ${order.orderId}`, facts, found === undefined ? undefined : comparable(found)))
    })
  }
  return differences
}
