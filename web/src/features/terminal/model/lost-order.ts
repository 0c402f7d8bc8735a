/** An order whose answer was lost goes again as it went: under its id, and with the end of its life that it had. */
import { CallError } from '../../../data/call-error.ts'
import type { TicketContext } from './context.ts'
import { newClientOrderId, type OrderBody, orderBody } from './order-request.ts'
import type { Ticket } from './resolve.ts'

/** Refusals after which the order may stand all the same. */
const IN_DOUBT: ReadonlySet<string> = new Set(['ENGINE_BUSY', 'IDEMPOTENCY_IN_PROGRESS'])

/** True where nothing can have come of it. @param error what sending threw */
export const isRefused = (error: unknown): error is CallError => error instanceof CallError && !IN_DOUBT.has(error.errorName)

/** Its key may be that of an order that stands, when it is refused for the key. */
export const isNothingHeld = (error: unknown): boolean => isRefused(error) && error.errorName !== 'IDEMPOTENCY_CONFLICT'

/** Orders on their way: the last one is remembered until it was taken or surely refused. */
export class LostOrder {
  #known: { readonly of: string; readonly body: OrderBody } | undefined
  #isInDoubt = false

  /**
   * The body to send. A second press after a lost answer is the same order, not another one; what was changed since is another one.
   * @param now server clock, ms
   */
  bodyOf(ticket: Ticket, context: TicketContext, now: number): OrderBody {
    const of = textOf(ticket, context)
    if (this.#known?.of !== of) this.#known = { of, body: orderBody(ticket, context, newClientOrderId(), now) }
    this.#isInDoubt = false
    return this.#known.body
  }

  /** The answer was lost: nobody knows yet whether it was taken. */
  doubted(): void {
    this.#isInDoubt = this.#known !== undefined
  }

  /** It was taken, or refused so that nothing can have come of it. */
  settled(): void {
    this.#known = undefined
    this.#isInDoubt = false
  }

  /**
   * Whether the lost one has been heard of meanwhile: it was taken, and the next press is another order. Only for who then says so and
   * empties a ticket that still is the lost one: whoever presses it once more without having looked would order twice.
   * @param wasHeard whether the exchange has told of an order with that id
   * @returns `same`: the ticket still is the lost one; undefined: nothing was lost or is known of it
   */
  arrived(wasHeard: (clientOrderId: string) => boolean, ticket: Ticket, context: TicketContext): 'same' | 'other' | undefined {
    if (!this.#isInDoubt || this.#known === undefined || !wasHeard(this.#known.body.clientOrderId)) return undefined
    return this.#known.of === textOf(ticket, context) ? 'same' : 'other'
  }
}

const textOf = (ticket: Ticket, context: TicketContext): string => JSON.stringify(orderBody(ticket, context, '', 0))
