/**
 * A child that pays for its parent: where a node takes no replacement, or none could pay more, the change of what waits is spent on to the
 * same hot address for a fee that is worth a miner's while for both. It is a move of the house like any other.
 */
import { childPlannerOf } from '@agio/chain/adapters.ts'
import type { PaymentId } from '@agio/engine/ids/id.ts'
import { toChain, toLedger } from './amounts.ts'
import type { PlannedMove } from './moves.ts'
import type { NetworkDesk } from './network-desk.ts'
import type { BookedPayment } from './payment-book.ts'

/** It spends coins that no block has. */
export const isChild = ({ stored }: BookedPayment): boolean =>
  stored?.plan.slot.kind === 'coins' && stored.plan.slot.coins.some(({ height }) => height === null)

/** Whether something under way spends what a transaction brings. */
function isSpentOn(desk: NetworkDesk, tx: string): boolean {
  return desk.unmined().some(({ stored }) => {
    const slot = stored?.plan.slot
    return slot?.kind === 'coins' && slot.coins.some((coin) => coin.tx === tx)
  })
}

/**
 * @param tx the version that a node has
 * @returns undefined where there is nothing to be done: it has a child, is one, brings no change, or a block has it by now
 * @throws ChainFault; RangeError where what comes back is not worth both fees
 */
export async function planChild(desk: NetworkDesk, paymentId: PaymentId, tx: string): Promise<PlannedMove | undefined> {
  const { port, network } = desk
  const payment = desk.payment(paymentId)
  const version = payment?.signed.find((known) => known.tx === tx)
  const [change] = payment?.stored?.change ?? []
  if (payment?.stored === undefined || payment.mined !== 'no' || version === undefined || change === undefined) return undefined
  if (port === undefined || network === undefined || isChild(payment) || isSpentOn(desk, tx)) return undefined
  const paid = version.fee ?? payment.stored.plan.fee
  const planChildOf = await childPlannerOf(network.document.adapter)
  const { feeMost: fee } = await port.build({ ...payment.stored.plan, fee: paid, ...(version.cancels && { payments: [] }) })
  const { rate } = await port.bump(paid, await port.fee(2))
  const plan = planChildOf?.({ parent: { tx, bytes: version.bytes }, fee, change: change.address, rate })
  const listing = desk.listing(payment.listingId)
  if (plan?.slot.kind !== 'coins' || listing === undefined) return undefined
  const [coin] = plan.slot.coins
  if (coin === undefined) return undefined
  const { feeMost } = await port.build(plan)
  const amount = toLedger(coin.amount - feeMost, listing.units)
  const payments = [{ to: change.address, tag: null, token: null, amount: toChain(amount, listing.units) }]
  const { place, addressId } = change
  return {
    amount,
    stored: {
      ...{ plan: { ...plan, payments }, payers: [change], change: [], feeMost },
      purpose: { kind: 'move', target: { place, addressId }, why: `pays for payment ${paymentId} too` },
    },
  }
}
