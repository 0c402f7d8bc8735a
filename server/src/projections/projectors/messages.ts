/**
 * Messages to customers: a row for each, with whether it was read. Marks that come in the same batch as their message change it before
 * it is stored; others become updates. Those too old to be shown go when nothing else is to be done: a delete costs as much as the insert.
 */
import type { Event } from '@agio/engine/event.ts'
import type { UserId } from '@agio/engine/ids/id.ts'
import {
  isMailed,
  isWanted,
  type MailedMessage,
  MESSAGE_KINDS,
  MESSAGE_MARKS,
  MESSAGES_KEPT,
  type MessageFact,
  type MessageKey,
  type MessageMark,
  MessageReader,
  type MessageType,
  mailedBy,
  markOf,
  messageIdOf,
  messageKeyOf,
  mutedBy,
  SETTINGS,
  STATE_NUMBERS,
} from '../messages/message-source.ts'
import type { CopyIn, SqlRows, Statement } from '../store/sql-connection.ts'
import { NewRows } from './new-rows.ts'
import { type Customers, foldedBy, type Moment, type Projector } from './projector.ts'
import { takeAll } from './row-batch.ts'

const COLUMNS = ['user_id', 'seq', 'reference', 'kind', 'type', 'params', 'at', 'state'] as const

interface Row {
  readonly fact: MessageFact
  readonly seq: number
  readonly at: number
  state: number
}

/** As stored; owned by the projector from here on. */
export interface MessageMemory {
  /** Rows of each user that has any. */
  readonly counts: Map<UserId, number>
  readonly muted: Map<UserId, ReadonlySet<MessageType>>
  /** Of those who ever said which messages they want by mail. */
  readonly mailed: Map<UserId, ReadonlySet<MessageType>>
}

/** Removed in one statement, so that a reader does not wait long. */
const REMOVED_AT_ONCE = 1000
/** More in one commit than anybody reads in mails; the messages themselves are all kept. */
const MAILS_MAX = 10_000

export class MessagesProjector implements Projector {
  readonly kinds = foldedBy('messages')
  readonly #reader = new MessageReader()
  readonly #table: string
  readonly #customers: Customers
  readonly #memory: MessageMemory
  readonly #rows: NewRows
  /** In the order of their entries. */
  readonly #gathered = new Map<UserId, Row[]>()
  /** Users with more messages than are worth keeping. */
  readonly #crowded = new Set<UserId>()
  #updates: Statement[] = []
  #size = 0
  readonly #mailsAfter: number
  #mails: MailedMessage[] = []

  /** @param mailsAfter entries up to here happened before this start: nobody is mailed about them again */
  constructor(schema: string, customers: Customers, memory: MessageMemory, mailsAfter: number) {
    this.#mailsAfter = mailsAfter
    this.#table = `"${schema}"."messages"`
    this.#customers = customers
    this.#memory = memory
    this.#rows = new NewRows(schema, 'messages', COLUMNS)
    for (const userId of memory.counts.keys()) this.#count(userId, 0)
  }

  get pending(): number {
    return this.#size + this.#updates.length
  }

  fold(event: Event, moment: Moment): void {
    if (event.kind === 'documentSaved') {
      if (event.collection === SETTINGS) this.#settings(event)
      else if (event.collection === MESSAGE_MARKS) this.#mark(event.userId, markOf(event.document))
    }
    for (const fact of this.#reader.of(event, moment.seq)) if (this.#customers.has(fact.userId)) this.#tell(fact, moment)
  }

  #tell(fact: MessageFact, moment: Moment): void {
    if (fact.insteadOf !== undefined) this.#drop(fact.userId, { seq: moment.seq, reference: fact.insteadOf })
    if (moment.seq > this.#mailsAfter && this.#mails.length < MAILS_MAX && isMailed(fact.kind, this.#memory.mailed.get(fact.userId)))
      this.#mails.push({ ...fact, ...moment })
    if (!isWanted(fact.kind, this.#memory.muted.get(fact.userId))) return
    this.#gather({ fact, seq: moment.seq, at: moment.at, state: STATE_NUMBERS.unread })
  }

  /** Takes back what was gathered in this entry. */
  #drop(userId: UserId, { seq, reference }: MessageKey): void {
    this.#mails = this.#mails.filter((mail) => mail.userId !== userId || mail.seq !== seq || mail.reference !== reference)
    const own = this.#gathered.get(userId) ?? []
    const index = own.findLastIndex((row) => row.seq === seq && row.fact.reference === reference)
    if (index === -1) return
    own.splice(index, 1)
    this.#size -= 1
  }

  /** A second message of the same entry about the same thing takes the place of the first. */
  #gather(row: Row): void {
    const own = this.#gathered.get(row.fact.userId)
    if (own === undefined) this.#gathered.set(row.fact.userId, [row])
    else {
      for (let index = own.length - 1; own[index]?.seq === row.seq; index -= 1) {
        if (own[index]?.fact.reference !== row.fact.reference) continue
        own[index] = row
        return
      }
      own.push(row)
    }
    this.#size += 1
  }

  /** What was folded and is to be mailed. */
  takeMails(): readonly MailedMessage[] {
    const mails = this.#mails
    this.#mails = []
    return mails
  }

  take(): readonly (Statement | CopyIn)[] {
    const statements = this.#updates
    this.#updates = []
    for (const [userId, rows] of this.#gathered) {
      for (const { fact, seq, at, state } of rows) {
        const params = Object.keys(fact.params).length === 0 ? '' : JSON.stringify(fact.params)
        this.#rows.add([userId, seq, fact.reference, fact.kind, MESSAGE_KINDS[fact.kind], params, at, state])
      }
      this.#count(userId, rows.length)
    }
    this.#gathered.clear()
    this.#size = 0
    return [...statements, ...takeAll(this.#rows)]
  }

  /** Removes some messages that are too old to be shown, when everything taken is stored. @returns true when there may be more */
  async tidy(run: (statement: Statement) => Promise<SqlRows>): Promise<boolean> {
    const [userId] = this.#crowded
    if (userId === undefined) return false
    const { affectedRows } = await run(this.#removal(userId))
    this.#memory.counts.set(userId, (this.#memory.counts.get(userId) ?? 0) - affectedRows)
    if (affectedRows < REMOVED_AT_ONCE) this.#crowded.delete(userId)
    return this.#crowded.size > 0
  }

  #count(userId: UserId, more: number): void {
    const count = (this.#memory.counts.get(userId) ?? 0) + more
    this.#memory.counts.set(userId, count)
    if (count > 2 * MESSAGES_KEPT) this.#crowded.add(userId)
  }

  #settings({ userId, document }: Extract<Event, { kind: 'documentSaved' }>): void {
    const muted = mutedBy(document)
    if (muted.size === 0) this.#memory.muted.delete(userId)
    else this.#memory.muted.set(userId, muted)
    this.#memory.mailed.set(userId, mailedBy(document))
  }

  #mark(userId: UserId, mark: MessageMark | undefined): void {
    if (mark === undefined) return
    const own = this.#gathered.get(userId)
    const state = STATE_NUMBERS[mark.state]
    if ('ids' in mark) {
      const ids = new Set(mark.ids)
      for (const row of own ?? []) {
        const isMeant = ids.has(messageIdOf({ seq: row.seq, reference: row.fact.reference }))
        if (isMeant && row.state !== STATE_NUMBERS.deleted) row.state = state
      }
      this.#markStored(userId, state, mark.ids)
      return
    }
    for (const row of own ?? []) {
      const isMeant = row.seq <= mark.upTo && (mark.type === null || MESSAGE_KINDS[row.fact.kind] === mark.type)
      if (isMeant && row.state === STATE_NUMBERS.unread) row.state = state
    }
    this.#updates.push({
      sql: `update ${this.#table} set state = 1 where user_id = $1 and seq <= $2 and state = 0 and ($3 = '' or type = $3)
        and seq >= coalesce((${this.#oldestShown()}), 0)`,
      parameters: [userId, mark.upTo, mark.type ?? ''],
    })
  }

  #markStored(userId: UserId, state: number, ids: readonly string[]): void {
    const keys = ids.flatMap((id) => messageKeyOf(id) ?? [])
    if (keys.length === 0) return
    this.#updates.push({
      sql: `update ${this.#table} set state = $2 where user_id = $1 and state <> 2
        and (seq, reference) in (select * from unnest($3::text::bigint[], $4::text::bigint[]))`,
      parameters: [userId, state, `{${keys.map(({ seq }) => seq).join(',')}}`, `{${keys.map(({ reference }) => reference).join(',')}}`],
    })
  }

  #removal(userId: UserId): Statement {
    const old = `select ctid from ${this.#table} where user_id = $1 order by seq desc, reference desc offset ${MESSAGES_KEPT} limit ${REMOVED_AT_ONCE}`
    return { sql: `delete from ${this.#table} where ctid = any(array(${old}))`, parameters: [userId] }
  }

  /** The entry of the user's oldest message that is shown, when there are as many as are shown. */
  #oldestShown(): string {
    return `select seq from ${this.#table} where user_id = $1 order by seq desc, reference desc offset ${MESSAGES_KEPT - 1} limit 1`
  }
}
