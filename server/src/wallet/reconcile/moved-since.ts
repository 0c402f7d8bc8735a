/** What the house itself did to customers' addresses in some blocks: sweeps, and coins for their fees. To the chain's unit, fees included. */
import type { ChainPort } from '@agio/chain/port.ts'
import type { AddressId, NetworkId } from '@agio/engine/ids/id.ts'
import type { ListedPayment, PaymentHistory } from '../../projections/rows/payment-rows.ts'
import { readCancels, readPlan } from '../pay/plan-json.ts'
import type { EqualMark } from './kept-balances.ts'
import { NotYet } from './not-yet.ts'

const PAGE = 100

export interface MovedParts {
  readonly networkId: NetworkId
  readonly history: Pick<PaymentHistory, 'paymentList'>
  readonly port: Pick<ChainPort, 'find'>
  readonly deadDepth: number
}

/**
 * Growth of each address in the chain's own coin, in blocks behind a mark up to a height.
 * @throws NotYet where the node does not know what one cost; ChainFault
 */
export async function movedSince(parts: MovedParts, mark: EqualMark, upTo: number): Promise<ReadonlyMap<AddressId, bigint>> {
  const grown = new Map<AddressId, bigint>()
  const add = (addressId: AddressId, units: bigint): void => void grown.set(addressId, (grown.get(addressId) ?? 0n) + units)
  for (const payment of await paymentsSince(parts, mark)) {
    const stored = readPlan(payment.plan)
    const isInside = payment.height > mark.height && payment.height <= upTo
    if (!isInside || stored?.purpose.kind !== 'move' || payment.tx === undefined) continue
    const [payer] = stored.payers
    const { target } = stored.purpose
    if (payer?.place !== 'addresses' && target.place !== 'addresses') continue
    const found = await parts.port.find(payment.tx, stored.plan.slot, parts.deadDepth)
    if (found.state !== 'mined' || found.block.height !== payment.height)
      throw new NotYet(`the node does not know what payment ${payment.paymentId} cost`)
    const isCancelled = payment.signed.some(({ tx, fee }) => tx === payment.tx && readCancels(fee))
    const coins = stored.plan.payments.reduce((sum, { token, amount }) => (token === null ? sum + amount : sum), 0n)
    const moved = found.succeeded && !isCancelled ? coins : 0n
    if (payer?.place === 'addresses') add(payer.addressId, -moved - found.fee)
    if (target.place === 'addresses') add(target.addressId, moved)
  }
  return grown
}

/** Those under way at the mark, and all that were begun since: a payment's number is its entry's. */
async function paymentsSince({ history, networkId }: MovedParts, { seq, underWay }: EqualMark): Promise<readonly ListedPayment[]> {
  const found: ListedPayment[] = []
  for (let from = 0; from < underWay.length; from += PAGE) {
    const paymentIds = underWay.slice(from, from + PAGE)
    found.push(...(await history.paymentList({ paymentIds, pageNo: 1, pageSize: PAGE })).rows)
  }
  for (let pageNo = 1, asOf: number | undefined; ; pageNo += 1) {
    const page = await history.paymentList({ networkId, pageNo, pageSize: PAGE, ...(asOf !== undefined && { asOf }) })
    asOf = page.asOf
    const younger = page.rows.filter(({ paymentId }) => paymentId > seq)
    found.push(...younger)
    if (younger.length < PAGE) return found
  }
}
