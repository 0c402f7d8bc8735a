/** Rules that hold after every command, checked on what the engine's readers say. */

import type { Side } from '@agio/engine/command.ts'
import { earnOrdersOf, productsOf } from '@agio/engine/earn/read-earn.ts'
import type { AccountKind } from '@agio/engine/event.ts'
import { I_WORK } from '@agio/engine/generated/layout.ts'
import { asAssetId, asUserId, type InstrumentId } from '@agio/engine/ids/id.ts'
import { assetsOf, balanceOf, balancesOf, depthOf, houseBalancesOf, instrumentsOf, openOrdersOf } from '@agio/engine/read.ts'
import type { State } from '@agio/engine/state.ts'
import type { Auditor } from './auditor.ts'
import type { ProductAuditor } from './auditor-products.ts'

/** Σ of all accounts of an asset, users and house, is zero; no user is below zero, and no debt above it. */
export function checkZeroSum(state: State, userIds: readonly number[]): string[] {
  const sums = new Map<number, bigint>()
  const faults: string[] = []
  for (const userId of userIds) {
    for (const { account, assetId, available, held } of balancesOf(state, asUserId(userId))) {
      const isSound = account === 'debt' ? available <= 0n && held === 0n : available >= 0n && held >= 0n
      if (!isSound) faults.push(`user ${userId}, ${account}, asset ${assetId}: ${available} + ${held}`)
      sums.set(assetId, (sums.get(assetId) ?? 0n) + available + held)
    }
  }
  for (const { assetId, amount } of houseBalancesOf(state)) sums.set(assetId, (sums.get(assetId) ?? 0n) + amount)
  for (const [assetId, sum] of sums) if (sum !== 0n) faults.push(`asset ${assetId}: accounts sum up to ${sum}`)
  return faults
}

/** What each user has on hold is what the user's open orders hold. */
function checkHolds(state: State, userIds: readonly number[]): string[] {
  const faults: string[] = []
  for (const userId of userIds) {
    const needs = new Map<number, bigint>()
    for (const order of openOrdersOf(state, asUserId(userId))) {
      if (order.contract !== undefined) continue
      needs.set(order.heldAssetId, (needs.get(order.heldAssetId) ?? 0n) + order.held)
    }
    for (const { assetId } of assetsOf(state)) {
      const { held } = balanceOf(state, asUserId(userId), assetId)
      if (held !== (needs.get(assetId) ?? 0n))
        faults.push(`user ${userId}, asset ${assetId}: holds ${held}, orders need ${needs.get(assetId) ?? 0n}`)
    }
  }
  return faults
}

/** Outside auctions the best bid is below the best ask. */
function checkCrossed(state: State): string[] {
  return instrumentsOf(state).flatMap(({ instrumentId, status }) => {
    const [bid] = depthOf(state, instrumentId, 'buy', 1)
    const [ask] = depthOf(state, instrumentId, 'sell', 1)
    const isCrossed = bid !== undefined && ask !== undefined && bid.price >= ask.price
    return isCrossed && status === 'trading' ? [`pair ${instrumentId}: bid ${bid.price} meets ask ${ask.price}`] : []
  })
}

/** An order that can trade stands in the book with all that is left of it. Only a pair that works may have one under way. */
function checkRests(state: State, userIds: readonly number[]): string[] {
  const needs = new Map<string, { readonly instrumentId: InstrumentId; readonly side: Side; readonly price: number; lots: number }>()
  for (const userId of userIds)
    for (const { instrumentId, status, side, price, quantity, executedQuantity, preventedQuantity, visibleQuantity } of openOrdersOf(
      state,
      asUserId(userId),
    )) {
      const isResting = status === 'new' || status === 'partiallyFilled'
      const row = state.instruments[instrumentId - 1]
      if (!isResting || visibleQuantity > 0 || (row !== undefined && state.memory.getInt32(row.address + I_WORK, true) !== 0)) continue
      const key = `${instrumentId} ${side} ${price}`
      const need = needs.get(key) ?? { instrumentId, side, price, lots: 0 }
      need.lots += quantity - executedQuantity - preventedQuantity
      needs.set(key, need)
    }
  return [...needs.values()].flatMap(({ instrumentId, side, price, lots }) => {
    const shown = depthOf(state, instrumentId, side, Number.POSITIVE_INFINITY).find((level) => level.price === price)?.quantity ?? 0
    return shown < lots ? [`pair ${instrumentId}: ${side} orders at ${price} have ${lots} lots left, the book ${shown}`] : []
  })
}

/** The auditor's books, kept from events alone, equal the engine's. */
function checkAuditor(state: State, auditor: Auditor): string[] {
  const faults: string[] = []
  for (const [key, { available, held }] of auditor.balances) {
    const [userId, assetId] = key.split('/').map(Number)
    const got = balanceOf(state, asUserId(userId ?? 0), asAssetId(assetId ?? 0), key.split('/')[2] as AccountKind)
    if (got.available !== available || got.held !== held) {
      faults.push(`balance ${key}: events say ${available} + ${held}, state says ${got.available} + ${got.held}`)
    }
  }
  return faults
}

/** All rules; an empty list means that they hold. */
export function checkInvariants(state: State, userIds: readonly number[], auditor: Auditor): string[] {
  const ofUsers = [checkZeroSum, checkHolds, checkRests].flatMap((check) => check(state, userIds))
  return [...ofUsers, ...checkCrossed(state), ...checkAuditor(state, auditor)]
}

/** Holds of financial accounts and quotas are the principals of orders, and what the house spent is what its books say was paid. */
export function checkSavings(state: State, userIds: readonly number[], auditor: ProductAuditor): string[] {
  const faults: string[] = []
  const orders = userIds.flatMap((userId) => earnOrdersOf(state, asUserId(userId)).map((order) => ({ userId, ...order })))
  const products = productsOf(state)
  const principalOf = (isMeant: (order: (typeof orders)[number]) => boolean): bigint =>
    orders.filter(isMeant).reduce((sum, { principal }) => sum + principal, 0n)
  for (const { productId, sold } of products) {
    const principal = principalOf((order) => order.productId === productId)
    if (sold !== principal || sold < 0n) faults.push(`product ${productId}: sold ${sold}, its orders hold ${principal}`)
  }
  const assetOf = new Map(products.map(({ productId, terms }) => [productId, terms.assetId]))
  for (const { assetId } of assetsOf(state)) {
    for (const userId of userIds) {
      const { held } = balanceOf(state, asUserId(userId), assetId, 'financial')
      const principal = principalOf((order) => order.userId === userId && assetOf.get(order.productId) === assetId)
      if (held !== principal) faults.push(`user ${userId}, asset ${assetId}: ${held} on hold, savings of ${principal}`)
    }
    const spent = houseBalancesOf(state).find((house) => house.assetId === assetId && house.account === 'expense:savings_interest')
    const paid = auditor.paid.get(assetId) ?? 0n
    if ((spent?.amount ?? 0n) !== -paid) faults.push(`asset ${assetId}: the house spent ${spent?.amount}, orders were paid ${paid}`)
  }
  return faults
}
