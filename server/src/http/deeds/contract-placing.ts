/** A contract order on its way to the engine, and what became of it. */
import type { PlaceContractOrder } from '@agio/engine/command.ts'
import type { Outcome, OutcomeOrder } from '@agio/engine/event.ts'
import type { UserId } from '@agio/engine/ids/id.ts'
import { repeatOf } from '@agio/engine/repeat.ts'
import { coStatusOf } from '@agio/wire/futures/order-view.ts'
import { clientOrderIdView } from '@agio/wire/spot/view.ts'
import { FIRST_SETTINGS, type PageSettings } from '../../contract/contract-settings.ts'
import type { ListedContract } from '../../feeds/listings.ts'
import type { Tenant } from '../../tenant/tenant.ts'
import { pastCoOrder } from '../reads/contract-lookups.ts'
import { coRefusal, type Refusal } from './contract-refusal.ts'
import { type DeedCall, type Done, done, refused } from './deed-route.ts'
import { submitTold } from './submit.ts'

const DAY_MS = 86_400_000
/** How long the making of a command may take until it has its entry, ms. */
const LATE_MS_MAX = 2000

/** Settings of who places an order, read only where it leaves something to them. */
export const settingsFor = (
  tenant: Tenant,
  userId: UserId,
  request: { readonly isConditionOrder?: boolean | null | undefined; readonly triggerPxType?: unknown; readonly expireTime?: unknown },
): PageSettings | Promise<PageSettings> =>
  request.isConditionOrder === true && (request.triggerPxType == null || request.expireTime == null)
    ? tenant.contracts.settings.page(userId)
    : FIRST_SETTINGS

/**
 * The end of a conditional order is counted from its placing, and the same request has to be the same command. A repeat ends when the first
 * order did, which was made at most `LATE_MS_MAX` before its entry. Where none of these ends fits, the two are not the same request.
 */
export function endingAsFirst(call: DeedCall<unknown>, command: PlaceContractOrder): PlaceContractOrder {
  const first = command.expireAt === 0 ? undefined : call.first
  if (first === undefined) return command
  const { userId, key } = call
  const { exchange } = call.tenant
  const days = Math.round((command.expireAt - exchange.now()) / DAY_MS)
  return repeatOf(exchange.state, userId, key, endingBefore(command, first.at + days * DAY_MS)) ?? command
}

function* endingBefore(command: PlaceContractOrder, last: number): Generator<PlaceContractOrder> {
  for (let late = 0; late <= LATE_MS_MAX; late += 1) yield { ...command, expireAt: last - late }
}

/** Statuses that say all by themselves; how another ended follows from what was filled of it, which history knows. */
const PLAIN = { pendingNew: 0, pendingTrigger: 1, new: 1, filled: 2, partiallyFilled: 3, expired: 6, rejected: 6 } as const
const isPlain = (status: string): status is keyof typeof PLAIN => Object.hasOwn(PLAIN, status)

const CANCELED = 4

/** The API's status of an order, by the engine's answer. */
export function statusOf(tenant: Tenant, userId: UserId, { orderId, status }: OutcomeOrder): number | Promise<number> {
  if (isPlain(status)) return PLAIN[status]
  const found = pastCoOrder(tenant, userId, 0, { orderId: String(orderId) })
  // It is done: nobody is told to try again because history is away.
  return found.then((row) => (row === undefined ? CANCELED : coStatusOf(row.order))).catch(() => CANCELED)
}

export interface Placed {
  readonly orderId: string
  readonly clientOrderId: string
  readonly status: number
}

const firstOf = (outcome: Outcome): OutcomeOrder => {
  const [order] = outcome.orders
  if (order === undefined) throw new Error('placeContractOrder: an accepted order without an order')
  return order
}

/** @param make what is made of the order as it was placed */
export function placedView<View>(
  tenant: Tenant,
  userId: UserId,
  outcome: Outcome,
  make: (placed: Placed, order: OutcomeOrder) => View | Promise<View>,
): View | Promise<View> {
  const order = firstOf(outcome)
  const view = (status: number): View | Promise<View> =>
    make({ orderId: String(order.orderId), clientOrderId: clientOrderIdView(order), status }, order)
  const status = statusOf(tenant, userId, order)
  return typeof status === 'number' ? view(status) : status.then(view)
}

/** Submits a contract order. @param make the answer to an order that the engine took */
export async function place<Data>(
  command: PlaceContractOrder,
  refusal: Refusal,
  make: (outcome: Outcome) => Data | Promise<Data>,
): Promise<Done<Data>> {
  const { tenant, key = '' } = refusal
  const { outcome, refusal: told } = await submitTold(tenant, command, key, ({ reason }) => coRefusal(reason, { ...refusal, command }))
  return told === undefined ? done(await make(outcome), outcome) : refused(told, outcome)
}

/** What an order or a change of it is refused to. */
export const refusalOf = (tenant: Tenant, userId: UserId, contract: ListedContract, key: string | null | undefined): Refusal => ({
  tenant,
  userId,
  contract,
  key: key ?? '',
})
