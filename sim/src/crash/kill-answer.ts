/** What a command came to, as far as it must not change however often it is sent. */
import type { Outcome } from '@agio/engine/event.ts'

export interface Answer {
  readonly reason: string
  /** Ids of orders joined by commas, or the id of what came of another command; '0' for none. */
  readonly ids: string
}

export const answerOf = ({ reason, orders, value }: Outcome): Answer => ({
  reason,
  ids: orders.map(({ orderId }) => orderId).join(',') || String(value),
})

export const sameAnswer = (left: Answer, right: Answer): boolean => left.reason === right.reason && left.ids === right.ids
