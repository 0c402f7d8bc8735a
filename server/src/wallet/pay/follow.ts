/**
 * Follows what was sent and that no block has: sends again what a node forgot, offers more for what waits too long, and gives up what is
 * proven dead. Of payments with nonces the first alone is looked at: nothing behind it can be mined before it.
 */
import type { FeeQuote } from '@agio/chain/port.ts'
import type { NetworkChain } from '../parts.ts'
import type { Lane } from './lane.ts'
import type { NetworkDesk } from './network-desk.ts'
import type { BookedPayment } from './payment-book.ts'
import type { StoredPlan } from './plan-json.ts'
import { feeOf } from './purse.ts'
import { waiting } from './waiting.ts'

/** More than so many times what the market asks for soon is not offered: something else is wrong then. */
const DEAREST = 4n

type State = 'mined' | 'waiting' | 'unseen' | 'dead'

interface Found {
  readonly state: State
  /** Of the newest version. */
  readonly newest: State
}

/** @param isOrdered payments of the lane have nonces */
export async function followLane(desk: NetworkDesk, lane: Lane, isOrdered: boolean): Promise<void> {
  const { port, network } = desk
  if (port === undefined || network === undefined) return
  for (const payment of lane.payments) {
    if (desk.isStopping) return
    if (payment.signed.length === 0) {
      if (isOrdered) return
      continue
    }
    const found = await whereabouts(port, payment, network.document.deadDepth)
    await settle(desk, lane, payment, found)
    if (isOrdered && found.state !== 'mined') return
  }
}

async function settle(desk: NetworkDesk, lane: Lane, payment: BookedPayment, { state, newest }: Found): Promise<void> {
  const { paymentId, stored, signed } = payment
  if (state === 'mined' || stored === undefined || desk.payment(paymentId)?.mined !== 'no') return
  if (state === 'dead') {
    const txs = signed.map(({ tx }) => tx).join(', ')
    await desk.drop(
      payment,
      stored.purpose.kind === 'withdrawals',
      `what it spends was spent by another transaction, or expired, deep enough: ${txs}`,
    )
    return
  }
  // What was not handed in yet is the lane's to hand in.
  const isTooCheap = lane.isTooCheap(paymentId)
  if (!lane.isOut(paymentId) && !isTooCheap) return
  if (isTooCheap || isOld(desk, payment)) {
    if (!isTooCheap && state === 'waiting' && newest !== 'waiting')
      lane.note(paymentId, waiting('sendRefused', 'the node takes no replacement'))
    else if (stored.plan.slot.kind !== 'blockhash' && desk.port !== undefined && (await bump(lane, desk.port, payment))) return
  }
  if (state === 'unseen' && !isTooCheap) lane.sendAgain(paymentId)
}

function isOld(desk: NetworkDesk, { signed }: BookedPayment): boolean {
  const { bumpAfterMs = Number.POSITIVE_INFINITY } = desk.network?.document ?? {}
  return desk.now() - (signed.at(-1)?.at ?? 0) >= bumpAfterMs
}

/** Of all that was ever signed for a payment: any of it may be mined, and it is dead when all of it is. */
async function whereabouts(port: NetworkChain, { signed, stored }: BookedPayment, deadDepth: number): Promise<Found> {
  const slot = stored?.plan.slot
  if (slot === undefined) return { state: 'unseen', newest: 'unseen' }
  const states: State[] = []
  for (const { tx } of signed.toReversed()) {
    const { state } = await port.find(tx, slot, deadDepth)
    if (state === 'mined') return { state, newest: states[0] ?? state }
    states.push(state)
  }
  const [newest = 'unseen'] = states
  if (states.every((state) => state === 'dead')) return { state: 'dead', newest }
  return { state: states.includes('waiting') ? 'waiting' : 'unseen', newest }
}

/** The same slot and the same payments for a higher fee. @returns whether there is a new version */
async function bump(lane: Lane, port: NetworkChain, payment: BookedPayment): Promise<boolean> {
  const { stored, paymentId } = payment
  const paid = feeOf(payment)
  if (stored === undefined || paid === undefined) return false
  const market = await port.fee(2)
  if (paid.rate >= market.rate * DEAREST) {
    lane.note(paymentId, waiting('nodeTrouble', 'it offers several times what the market does, and waits all the same'))
    return false
  }
  const fee = await port.bump(paid, market)
  if (!(await raises(port, stored, paid, fee))) {
    lane.note(paymentId, waiting('noFunds', 'what it spends leaves no more for a fee'))
    return false
  }
  if ((await lane.sign(payment, fee)) !== 'done') return false
  lane.sendAgain(paymentId)
  return true
}

/** Whether the same plan can pay more: coins without change, or with too little, cannot. */
async function raises(port: NetworkChain, { plan }: StoredPlan, paid: FeeQuote, fee: FeeQuote): Promise<boolean> {
  if (plan.slot.kind !== 'coins') return true
  try {
    const [one, other] = await Promise.all([paid, fee].map((offered) => port.build({ ...plan, fee: offered })))
    return one?.bytes !== other?.bytes
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}
