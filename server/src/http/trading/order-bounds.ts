/** Which of a pair's bounds an order and its child would pass: the engine says only that one is passed. */
import type { OrderTerms, PlaceOrder } from '@agio/engine/command.ts'
import type { Order } from '@agio/engine/event.ts'
import type { ListedPair } from '../../feeds/listings.ts'

type Kind = 'open' | 'trigger'

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

/** The first bound that is passed, in the order in which the engine looks; the bound of lists when it is none of the others. */
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
  return { max: bounds.maxOrderLists, kind: 'trigger' }
}
