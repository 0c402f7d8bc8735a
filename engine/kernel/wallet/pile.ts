/**
 * The sum of what is too little by itself at one address. What no chain takes back any more needs no row of its own: it is added to the oldest
 * of its address and coin that came so far. History keeps each, with the one that it is part of.
 */
import { confirmationsOf, forget, tellPart, uncount, unlockDepthOf } from './deposit'
import { Deposit, none } from '../../generated/rows'
import { DEPOSIT_BELOW_MIN } from '../constants/code'

/** So many blocks behind its depth: a chain that goes back further is a matter for a person. */
const PILED_BEHIND: f64 = 100

/** Is it too little, and deep enough to be part of a sum? */
function isForPile(deposit: Deposit): bool {
  return deposit.status == DEPOSIT_BELOW_MIN && confirmationsOf(deposit) >= unlockDepthOf(deposit) + PILED_BEHIND
}

/** Adds a deposit that is too little to the sum of its address, once it is deep enough. Its row is gone then. */
export function pileUp(deposit: Deposit): void {
  if (deposit.pile || !deposit.wallet.exists || !isForPile(deposit)) return
  const pile = pileOf(deposit)
  if (pile == deposit) return
  tellPart(deposit, pile)
  pile.amount += deposit.amount
  pile.dust += deposit.dust
  pile.count += deposit.count
  pile.height = max(pile.height, deposit.height)
  forget(deposit)
}

/** The sum that a deposit is to be part of, which stays one when the chain goes back. Where there is none yet, the oldest that is deep enough becomes it. */
function pileOf(deposit: Deposit): Deposit {
  let oldest = none<Deposit>()
  for (let other = deposit.wallet.deposits; other.exists; other = other.nextOwn) {
    if (other.listing != deposit.listing || other.address != deposit.address) continue
    if (other.pile != 0 && other.status == DEPOSIT_BELOW_MIN) return other
    if (!isForPile(other)) continue
    if (!oldest.exists || other.id < oldest.id) oldest = other
  }
  // there is one of an address and a coin: it counts for no bound
  uncount(oldest)
  oldest.pile = 1
  return oldest
}
