/** Coins between the accounts of one customer, from what is available. */
import type { CommandByKind } from '@agio/engine/schema/commands.ts'
import { type Answer, no, ok } from './answer.ts'
import { balanceAt, move, owes, userAccount } from './ledger.ts'
import type { World } from './model.ts'
import { crossOf, transferableOf } from './perp/account.ts'
import { keepPromises } from './perp/promises.ts'

export function transferBetweenAccounts(
  world: World,
  { userId, from, to, assetId, amount }: CommandByKind['transferBetweenAccounts'],
): Answer {
  const user = world.users.get(userId)
  if (user === undefined) return no('userNotFound')
  if (from === to || from === 'debt' || to === 'debt') return no('badParameter')
  const isContract = from === 'contract' || to === 'contract'
  if (isContract && !world.perp.traders.has(userId)) return no('contractNotOpened')
  if (amount <= 0n) return no('badNumber')
  const source = userAccount(userId, assetId, 'available', from)
  if (balanceAt(world, source) < amount) return no('insufficientBalance')
  if (from === 'contract') {
    if (transferableOf(world, userId, assetId) < amount) return no('insufficientBalance')
    if (crossOf(world, userId, assetId).isBroken) return no('inLiquidation')
  }
  if (user.status === 'disabled') return no('accountDisabled')
  if (user.status === 'frozen' || owes(world, userId)) return no('accountFrozen')
  move(world, source, userAccount(userId, assetId, 'available', to), amount)
  if (from === 'contract') keepPromises(world, userId, assetId)
  return ok(world.seq)
}
