/**
 * Follows what was sent and that no block has: sends again what a node forgot, offers more for what waits too long, spends the slot of what no
 * node takes on nothing, and gives up what is proven dead. Of payments with nonces the first alone is looked at: nothing behind it can be mined before it.
 */
import type { FeeQuote, Slot } from '@agio/chain/port.ts'
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
  /** The version that a node has. */
  readonly waitingTx: string | undefined
}

/** Told of a payment whose version waits in a node and that cannot be replaced. */
export type Hurry = (payment: BookedPayment, tx: string) => void

/** @param isOrdered payments of the lane have nonces */
export async function followLane(desk: NetworkDesk, lane: Lane, isOrdered: boolean, hurry: Hurry): Promise<void> {
  const { port, network } = desk
  if (port === undefined || network === undefined) return
  for (const payment of lane.payments) {
    if (desk.isStopping) return
    if (payment.signed.length === 0) {
      if (isOrdered) return
      continue
    }
    const found = await whereabouts(desk, port, payment, network.document.deadDepth)
    await settle(desk, lane, payment, found, hurry)
    if (isOrdered && found.state !== 'mined') return
  }
}

async function settle(desk: NetworkDesk, lane: Lane, payment: BookedPayment, found: Found, hurry: Hurry): Promise<void> {
  const { paymentId, stored, signed } = payment
  const { state, newest, waitingTx } = found
  if (state === 'mined' || stored === undefined || desk.payment(paymentId)?.mined !== 'no') return
  if (state === 'dead') {
    const txs = signed.map(({ tx }) => tx).join(', ')
    const why = `what it spends was spent by another transaction, or expired, deep enough: ${txs}`
    await desk.drop(payment, stored.purpose.kind === 'withdrawals', why)
    return
  }
  if (state !== 'waiting' && lane.isInvalid(paymentId) && (await cancel(desk, lane, payment))) return
  // What was not handed in yet is the lane's to hand in.
  const isTooCheap = lane.isTooCheap(paymentId)
  if (!lane.isOut(paymentId) && !isTooCheap) return
  if (isTooCheap || isOld(desk, payment)) {
    if (!isTooCheap && waitingTx !== undefined && newest !== 'waiting') {
      lane.note(paymentId, waiting('sendRefused', 'the node takes no replacement'))
      hurry(payment, waitingTx)
    } else if (stored.plan.slot.kind !== 'blockhash' && desk.port !== undefined && (await bump(lane, desk.port, payment))) return
  }
  if (state === 'unseen' && !isTooCheap) lane.sendAgain(paymentId)
}

/**
 * Spends the slot of what no node takes on nothing, so that nothing waits behind it. Whichever of both a block has, the other never is in one:
 * when it is the cancelling one, and that is final, its withdrawals come back. @returns whether there is such a version now
 */
async function cancel(desk: NetworkDesk, lane: Lane, payment: BookedPayment): Promise<boolean> {
  const { stored, signed, paymentId } = payment
  const { port } = desk
  if (port === undefined || stored === undefined || stored.plan.slot.kind === 'blockhash') return false
  // A node that refuses even that is for a person to look at.
  if (signed.some(({ cancels }) => cancels)) return false
  const paid = feeOf(payment)
  const fee = paid === undefined ? await port.fee(1) : await port.bump(paid, await port.fee(1))
  if ((await lane.sign(payment, fee, true)) !== 'done') return false
  desk.parts.log.warn('a node calls a payment invalid: its slot is spent on nothing', { network: desk.networkId, payment: paymentId })
  lane.sendAgain(paymentId)
  return true
}

function isOld(desk: NetworkDesk, { signed }: BookedPayment): boolean {
  const { bumpAfterMs = Number.POSITIVE_INFINITY } = desk.network?.document ?? {}
  return desk.now() - (signed.at(-1)?.at ?? 0) >= bumpAfterMs
}

/** Looks at all that was ever signed for a payment: any of it may be mined, and the payment is dead when all of it is. */
async function whereabouts(desk: NetworkDesk, port: NetworkChain, payment: BookedPayment, deadDepth: number): Promise<Found> {
  const slot = payment.stored?.plan.slot
  if (slot === undefined) return { state: 'unseen', newest: 'unseen', waitingTx: undefined }
  const states: State[] = []
  let waitingTx: string | undefined
  for (const { tx } of payment.signed.toReversed()) {
    const { state } = await port.find(tx, slot, deadDepth)
    if (state === 'mined') return { state, newest: states[0] ?? state, waitingTx: undefined }
    if (state === 'waiting') waitingTx ??= tx
    states.push(state)
  }
  const [newest = 'unseen'] = states
  if (states.every((state) => state === 'dead')) return { state: 'dead', newest, waitingTx: undefined }
  if (waitingTx === undefined && (await isOrphan(desk, port, slot, deadDepth))) return { state: 'dead', newest, waitingTx }
  return { state: waitingTx === undefined ? 'unseen' : 'waiting', newest, waitingTx }
}

/** What spends a coin of another payment that never came to be: another version of that one is in a block, that deep. */
async function isOrphan(desk: NetworkDesk, port: NetworkChain, slot: Slot, deadDepth: number): Promise<boolean> {
  const parents = slot.kind === 'coins' ? slot.coins.filter(({ height }) => height === null).map(({ tx }) => tx) : []
  for (const tx of parents) {
    const parent = desk.parts.payments.under(desk.networkId).find(({ txs }) => txs.includes(tx))
    if (parent !== undefined && (await port.find(tx, parent.slot, deadDepth)).state === 'dead') return true
  }
  return false
}

/** The same slot and the same payments for a higher fee. @returns whether there is a new version */
async function bump(lane: Lane, port: NetworkChain, payment: BookedPayment): Promise<boolean> {
  const { stored, paymentId, signed } = payment
  const paid = feeOf(payment)
  if (stored === undefined || paid === undefined) return false
  const cancels = signed.at(-1)?.cancels === true
  const market = await port.fee(2)
  if (paid.rate >= market.rate * DEAREST) {
    lane.note(paymentId, waiting('nodeTrouble', 'it offers several times what the market does, and waits all the same'))
    return false
  }
  const fee = await port.bump(paid, market)
  if (!cancels && !(await raises(port, stored, paid, fee))) {
    lane.note(paymentId, waiting('noFunds', 'what it spends leaves no more for a fee'))
    return false
  }
  if ((await lane.sign(payment, fee, cancels)) !== 'done') return false
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
