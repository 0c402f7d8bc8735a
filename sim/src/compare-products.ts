/** Differences between the engine and the reference in index prices, conversion and savings. */
import { convertStateOf, convertUsedToday, inventoryOf, stockStateOf, wideningOf } from '@agio/engine/convert/read-convert.ts'
import { earnOrdersOf, productsOf } from '@agio/engine/earn/read-earn.ts'
import { DUE_AT } from '@agio/engine/generated/layout.ts'
import { type AssetId, asAssetId, asUserId } from '@agio/engine/ids/id.ts'
import { indexOf } from '@agio/engine/index/read-index.ts'
import { balanceOf, houseBalancesOf } from '@agio/engine/read.ts'
import { DUE_HEDGE } from '@agio/engine/schema/due.ts'
import type { State } from '@agio/engine/state.ts'
import { differ, type Facts } from './facts.ts'
import { accruedOf, savingsOf } from './reference/earn.ts'
import { balanceAt, userAccount } from './reference/ledger.ts'
import type { World } from './reference/model.ts'
import { stockRowAt } from './reference/model.ts'
import { stockAccount, targetOf, usedToday } from './reference/stock.ts'
import { takenOf } from './reference/takers.ts'
import { widening } from './reference/widening.ts'

function indexFacts(world: World, state: State): Facts {
  return [...world.indexes].map(([assetId, { price, live, at }]) => [
    `index ${assetId}`,
    { price, live, at },
    indexOf(state, asAssetId(assetId)),
  ])
}

function convertFacts(world: World, state: State): Facts {
  const { executed, used, deskUserId, rules, stocks, takers, hedged, minute, hedging, ...convert } = world.convert
  const got = convertStateOf(state)
  return [
    ...Object.entries(convert).map(([name, value]) => [`convert.${name}`, value, got[name as keyof typeof got]] as const),
    ...world.assets.map(
      ({ assetId }) => [`stock ${assetId}`, balanceAt(world, stockAccount(assetId)), inventoryOf(state, asAssetId(assetId))] as const,
    ),
    ...world.assets.flatMap(({ assetId }) => stockFacts(world, state, asAssetId(assetId))),
    ...[...world.users.keys()].map(
      (userId) => [`used by ${userId}`, usedToday(world, userId), convertUsedToday(state, asUserId(userId))] as const,
    ),
  ]
}

/** What is wanted of a coin's stock, what became of it today, how quotes widen, and what each person took of it. */
function stockFacts(world: World, state: State, assetId: AssetId): Facts {
  const { funded, price, hedgeAt, moves, isHeld, isClosed, target, least, most, ...stock } = stockRowAt(world, assetId)
  const { amount, isTargetNamed, isClosedByLoss, ...got } = stockStateOf(state, assetId)
  const want = { ...stock, target: targetOf({ target, funded }), least: least < 0n ? undefined : least, most: most < 0n ? undefined : most }
  const due = state.kernel.findDue(DUE_HEDGE, assetId, 0)
  const dueAt = due === 0 ? Number.POSITIVE_INFINITY : state.dues.view.getFloat64(due + DUE_AT, true)
  const persons = [...new Set([...world.users.values()].map(({ person }) => person))]
  return [
    [`stock of ${assetId}`, { ...want, isClosed, hedgeAt }, { ...got, isClosed: isClosedByLoss, hedgeAt: dueAt }],
    [
      `widening of ${assetId}`,
      [false, true].map((is) => widening(world, assetId, is)),
      [false, true].map((is) => wideningOf(state, assetId, is)),
    ],
    [
      `taken of ${assetId}`,
      persons.map((person) => takenOf(world, person, assetId)),
      persons.map((person) => state.kernel.takenOf(person, assetId)),
    ],
  ]
}

function savingsFacts(world: World, state: State): Facts {
  const products = productsOf(state).map(({ status, sold }) => ({ status, sold }))
  const expected = world.earn.products.map(({ status, sold }) => ({ status, sold }))
  const ofUsers = [...world.users.keys()].map((userId) => {
    const want = savingsOf(world, userId).map((saving) => ({
      id: saving.id,
      product: saving.product.productId,
      principal: saving.principal,
      accrued: accruedOf(saving),
      paid: saving.paid,
      startAt: saving.startAt,
      expireAt: saving.expireAt,
      renewal: saving.renewal,
    }))
    const got = earnOrdersOf(state, asUserId(userId)).map(
      ({ orderId, productId, principal, accrued, paid, startAt, expireAt, renewal }) => ({
        id: orderId as number,
        product: productId as number,
        principal,
        accrued,
        paid,
        startAt,
        expireAt,
        renewal,
      }),
    )
    const byId = (one: { id: number }, other: { id: number }): number => one.id - other.id
    return [`savings of ${userId}`, want.sort(byId), got.sort(byId)] as const
  })
  return [['products', expected, products], ...ofUsers]
}

function moneyFacts(world: World, state: State): Facts {
  const house = houseBalancesOf(state)
  const spent = (assetId: number): bigint =>
    house
      .filter((account) => account.assetId === assetId && account.account === 'expense:savings_interest')
      .reduce((sum, { amount }) => sum + amount, 0n)
  return world.assets.flatMap(({ assetId }) => [
    [`interest spent of ${assetId}`, balanceAt(world, `expense:savings:${assetId}`), spent(assetId)] as const,
    ...[...world.users.keys()].map(
      (userId) =>
        [
          `principal of ${userId}/${assetId}`,
          balanceAt(world, userAccount(userId, assetId, 'held', 'financial')),
          balanceOf(state, asUserId(userId), asAssetId(assetId), 'financial').held,
        ] as const,
    ),
  ])
}

/** All of it; nothing in a world that has none of these products. */
export function compareProducts(world: World, state: State): string[] {
  if (world.index.unitAssetId === 0) return []
  return differ([...indexFacts(world, state), ...convertFacts(world, state), ...savingsFacts(world, state), ...moneyFacts(world, state)])
}
