/** Which of a pair's bounds an order and its child would pass: the engine says only that one is passed. */
import type { OrderTerms, PlaceOrder } from '@agio/engine/command.ts'
import type { Order } from '@agio/engine/event.ts'
import type { ListedPair } from '../../feeds/listings.ts'

type Kind = 'open' | 'trigger'

/** Live orders of one customer on all pairs and contracts, and how many of them one placement may come to: the engine's own bound. */
const ORDERS_OF_CUSTOMER = 5_000
const PLACEMENT_ROWS = 8

/** The bound of all that a customer has, where it is passed. @param live all of it */
export const customerBound = (live: readonly Order[], kind: Kind): { readonly max: number; readonly kind: Kind } | undefined =>
  live.length + PLACEMENT_ROWS > ORDERS_OF_CUSTOMER ? { max: ORDERS_OF_CUSTOMER, kind } : undefined

/** What an order counts as once it stands by itself. */
function kindsOf({ type, timeInForce }: Pick<OrderTerms, 'type' | 'timeInForce'>): readonly Kind[] {
  if (type === 'oneCancelsOther') return ['open', 'trigger']
  if (type === 'limit') return timeInForce === 'ioc' || timeInForce === 'fok' ? [] : ['open']
  return type === 'market' ? [] : ['trigger']
}

/** What a live order counts as; one that waits for its parent as what it will be. */
function kindsOfLive(order: Order): readonly Kind[] {
  if (order.status === 'pendingNew') return kindsOf(order)
  return order.status === 'pendingTrigger' ? ['trigger'] : ['open']
}

/** The first bound that is passed, in the order in which the engine looks: the pair's, of open ones, triggers and lists, then the customer's. */
export function boundPassed(
  live: readonly Order[],
  { instrumentId, terms: bounds }: Pick<ListedPair, 'instrumentId' | 'terms'>,
  { terms, child }: Pick<PlaceOrder, 'terms' | 'child'>,
): { readonly max: number; readonly kind: Kind } {
  const known = live.filter((order) => order.instrumentId === instrumentId).flatMap(kindsOfLive)
  const asked = [terms, ...(child === null ? [] : [child])].flatMap(kindsOf)
  const isPassed = (kind: Kind, max: number): boolean =>
    max > 0 && asked.includes(kind) && [...known, ...asked].filter((each) => each === kind).length > max
  if (isPassed('open', bounds.maxOpenOrders)) return { max: bounds.maxOpenOrders, kind: 'open' }
  if (isPassed('trigger', bounds.maxTriggerOrders)) return { max: bounds.maxTriggerOrders, kind: 'trigger' }
  const isList = [terms, ...(child === null ? [] : [child])].some(({ type }) => type === 'oneCancelsOther')
  const lists = { max: bounds.maxOrderLists, kind: 'trigger' } as const
  return isList && bounds.maxOrderLists > 0 ? lists : (customerBound(live, asked[0] ?? 'open') ?? lists)
}
