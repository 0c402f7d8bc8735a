/** A contract whose index stays silent is settled at its last one: all orders end, and all that is open is closed at that price. */
import type { CommandByKind } from '@agio/engine/schema/commands.ts'
import { type Answer, no, ok } from '../answer.ts'

import { close } from '../lifecycle.ts'
import { instrumentAt, larger, type World } from '../model.ts'
import {
  contractOrders,
  crossEquity,
  crossedOf,
  crossMaintenance,
  crossOf,
  freeAccount,
  freeBalance,
  reserveOf,
  settleProfits,
} from './account.ts'
import { closeBySystem } from './deleverage.ts'
import { allowsLosses, changeFund, noteLoss } from './fund.ts'
import { closeTaken, resultOf } from './house.ts'
import { HOUSE, type RefContract, type RefPosition } from './perp-model.ts'
import { takeReserves } from './reserves.ts'
import { share } from './share.ts'
import { takenOf } from './taken.ts'
import { marginAssetOf, profitNow } from './value.ts'

const DAY_MS = 86_400_000

export function settleContract(world: World, { instrumentId, proposedBy, actor }: CommandByKind['settleContract']): Answer {
  const contract = world.perp.contracts.get(instrumentId)
  if (contract === undefined) return no('instrumentNotFound')
  if (proposedBy === '' || proposedBy === actor) return no('badParameter')
  const { isSettled, isShut, mark, frozenAt, terms } = contract
  if (isSettled || !isShut || mark === 0 || world.time - frozenAt < (terms.settleAfterMs ?? DAY_MS)) return no('badParameter')
  contract.isSettled = true
  contract.mark = contract.index
  contract.riskAt = world.time
  const instrument = instrumentAt(world, instrumentId)
  instrument.status = 'halt'
  instrument.statusUntil = 0
  return ok()
}

/** The house first, then customers: who loses before who gains, longs before shorts, the older before the younger. */
export function settleAll(world: World, contract: RefContract): void {
  const { instrumentId } = contract
  for (const userId of world.users.keys())
    for (const order of contractOrders(world, userId, instrumentId).reverse())
      if (world.live.has(order.orderId)) close(world, order, 'canceled', 'halt')
  const open = world.perp.positions.filter((one) => one.userId !== HOUSE && one.instrumentId === instrumentId)
  const turnOf = (position: RefPosition): number => (profitNow(world, position) < 0n ? 0 : 2) + Number(position.isShort)
  const turns = new Map(open.map((position) => [position, turnOf(position)]))
  for (const taken of takenOf(world, instrumentId)) settleTaken(world, contract, taken)
  open.sort((one, other) => (turns.get(one) ?? 0) - (turns.get(other) ?? 0) || one.id - other.id)
  for (const position of open) settlePosition(world, contract, position)
}

/** The fund pays within its bounds, else those who have gained on the other side. */
function bear(world: World, contract: RefContract, loser: RefPosition, userId: number, amount: bigint): bigint {
  const assetId = marginAssetOf(world, contract.instrumentId)
  const loss = { userId, amount }
  if (!allowsLosses(world, { assetId, terms: contract.terms }, [loss])) return share(world, contract.instrumentId, !loser.isShort, amount)
  noteLoss(world, assetId, loss)
  return 0n
}

function settleTaken(world: World, contract: RefContract, taken: RefPosition): void {
  const loss = -resultOf(world, taken, contract.mark, taken.quantity)
  taken.shared -= bear(world, contract, taken, taken.broken, loss)
  world.tradeCount += 1
  closeTaken(world, taken, contract.mark, taken.quantity)
}

function settlePosition(world: World, contract: RefContract, position: RefPosition): void {
  const { userId, instrumentId, isIsolated } = position
  const assetId = marginAssetOf(world, instrumentId)
  const result = profitNow(world, position)
  const others = crossedOf(world, userId, assetId).filter((one) => one !== position)
  const profits = others.reduce((sum, one) => sum + larger(0n, profitNow(world, one)), 0n)
  const behind = isIsolated ? position.margin : freeBalance(world, userId, assetId) + profits + reserveOf(world, userId, assetId)
  const lack = -(behind + result)
  if (lack > 0n) {
    bear(world, contract, position, userId, lack)
    changeFund(world, assetId, freeAccount(userId, assetId), -lack)
  }
  if (!isIsolated && result < 0n) {
    settleProfits(world, userId, assetId, -result)
    takeReserves(world, userId, assetId, -result)
  }
  closeBySystem(world, position, { price: contract.mark, quantity: position.quantity, source: 'system', receiptId: 0 })
  lookAnew(world, userId, assetId)
}

/** An account that is being liquidated may have enough now; else it waits no longer for a book that is gone. */
function lookAnew(world: World, userId: number, assetId: number): void {
  const cross = crossOf(world, userId, assetId)
  if (!cross.isBroken) return
  const need = crossMaintenance(world, userId, assetId)
  if (need === 0n || need < crossEquity(world, userId, assetId)) cross.isBroken = false
  cross.lookAt = world.time
}
