/** Blocks of a network: what follows from a new height, and what is undone when the chain went another way. */
import { makeSure } from '../events/out'
import { unbookCrowds } from './crowd'
import { forgetOld, isBooked, judgeDepth, settleDepth, unbook } from './deposit'
import { finishPayment, leavePaymentBlock } from './payment'
import { pileUp } from './pile'
import { BlockRecord } from '../../generated/records'
import { Network } from '../../generated/rows'

/** The last booked block of a network is this one from now on. */
export function reachBlock(network: Network, height: f64, block: u64): void {
  network.height = height
  network.block = block
  makeSure()
  const record = BlockRecord.begin()
  record.networkId = network.id
  record.height = height
}

/** Brings everything of a network to its height: credits, unlocks, what is final; forgets what is long past. */
export function settleNetwork(network: Network): void {
  // all that is credited comes before anything is unlocked: what bounds an account does not depend on their order
  for (let seen = network.waiting; seen.exists; seen = seen.next) judgeDepth(seen)
  let deposit = network.waiting
  while (deposit.exists) {
    const next = deposit.next
    settleDepth(deposit)
    pileUp(deposit)
    deposit = next
  }
  let payment = network.payments
  while (payment.exists) {
    const next = payment.next
    if (payment.mined != 0 && network.height - payment.height + 1 >= <f64>payment.listing.unlockAt) finishPayment(payment)
    payment = next
  }
  forgetOld(network)
}

/** Takes back what blocks above a height brought, payments first: what they moved came from deposits. */
export function unbookAbove(network: Network, height: f64): void {
  for (let payment = network.payments; payment.exists; payment = payment.next)
    if (payment.mined != 0 && payment.height > height) leavePaymentBlock(payment)
  let deposit = network.settledLast
  while (deposit.exists) {
    const previous = deposit.previous
    // what a sum of an address is made of was as deep as no chain goes back by itself
    if (isBooked(deposit) && deposit.height > height && !deposit.pile) unbook(deposit, height)
    deposit = previous
  }
  deposit = network.waitingLast
  while (deposit.exists) {
    const previous = deposit.previous
    if (isBooked(deposit) && deposit.height > height && !deposit.pile) unbook(deposit, height)
    deposit = previous
  }
  unbookCrowds(network, height)
}
