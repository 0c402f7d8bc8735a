/** Messages in a plain array, made of the same events by the same rule as the SQL rows. For tests only. */
import type { Event, Order } from '@agio/engine/event.ts'
import type { UserId } from '@agio/engine/ids/id.ts'
import { Mailed } from '../projections/messages/mailed.ts'
import {
  isMailed,
  isWanted,
  MESSAGE_KINDS,
  MESSAGE_MARKS,
  MESSAGES_KEPT,
  type MessageFact,
  MessageReader,
  type MessageState,
  type MessageType,
  mailedBy,
  markOf,
  messageIdOf,
  mutedBy,
  SETTINGS,
} from '../projections/messages/message-source.ts'
import type { MessageQuery, MessageRow } from '../projections/port.ts'

type Kept = Omit<MessageRow, 'isRead' | 'order'> & { state: MessageState }

export class MemoryMessages {
  readonly mails = new Mailed()
  readonly #reader = new MessageReader()
  readonly #rows: Kept[] = []
  readonly #mailed = new Map<UserId, ReadonlySet<MessageType>>()
  readonly #muted = new Map<UserId, ReadonlySet<MessageType>>()
  readonly #customers = new Set<UserId>()

  see(event: Event, seq: number, at: number): void {
    if (event.kind === 'userRegistered' && event.role === 'customer') this.#customers.add(event.userId)
    if (event.kind === 'documentSaved') {
      if (event.collection === SETTINGS) {
        this.#muted.set(event.userId, mutedBy(event.document))
        this.#mailed.set(event.userId, mailedBy(event.document))
      }
      if (event.collection === MESSAGE_MARKS) this.#mark(event.userId, markOf(event.document))
    }
    for (const fact of this.#reader.of(event, seq)) if (this.#customers.has(fact.userId)) this.#tell(fact, seq, at)
  }

  #tell(fact: MessageFact, seq: number, at: number): void {
    const better = this.#rows.findIndex((row) => row.userId === fact.userId && row.seq === seq && row.reference === fact.insteadOf)
    if (better !== -1) this.#rows.splice(better, 1)
    if (isMailed(fact.kind, this.#mailed.get(fact.userId))) this.mails.tell([{ ...fact, seq, at }])
    if (!isWanted(fact.kind, this.#muted.get(fact.userId))) return
    this.#rows.push({ ...fact, seq, at, type: MESSAGE_KINDS[fact.kind], state: 'unread' })
  }

  #mark(userId: UserId, mark: ReturnType<typeof markOf>): void {
    if (mark === undefined) return
    for (const row of this.#rows.filter((one) => one.userId === userId && one.state !== 'deleted')) {
      if ('ids' in mark) {
        if (mark.ids.includes(messageIdOf(row))) row.state = mark.state
      } else if (row.seq <= mark.upTo && row.state === 'unread' && (mark.type ?? row.type) === row.type) row.state = mark.state
    }
  }

  find({ userId, type, isRead, ids }: Omit<MessageQuery, 'pageNo' | 'pageSize'>, orders: ReadonlyMap<number, Order>): MessageRow[] {
    return this.#rows
      .filter((row) => row.userId === userId)
      .reverse()
      .slice(0, MESSAGES_KEPT)
      .filter(({ state }) => state !== 'deleted' && (isRead === undefined || isRead === (state === 'read')))
      .filter((row) => (type ?? row.type) === row.type && (ids === undefined || ids.includes(messageIdOf(row))))
      .map(({ state, ...row }) => ({ ...row, isRead: state === 'read', order: orders.get(row.reference) }))
  }
}
