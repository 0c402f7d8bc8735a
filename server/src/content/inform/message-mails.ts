/**
 * Messages by mail, for whoever wants them so, sent by whoever leads the tenant. What comes in a short while goes in one mail, and a customer gets one a minute at most.
 * What waits is a row in a file, so that a crash or a stop costs no mail; one may come twice.
 */
import { asOrderId, asUserId, type UserId } from '@agio/engine/ids/id.ts'
import { type AppendLog, linesOf } from '../../auth/append-log.ts'
import { fill, type MailText } from '../../auth/mail/mail-texts.ts'
import type { Leadership } from '../../core/leadership.ts'
import type { Listings } from '../../feeds/listings.ts'
import { isMailed, type MailedMessage, MESSAGE_KINDS, type MessageType, messageIdOf } from '../../projections/messages/message-source.ts'
import type { MessageRow, ReadModels } from '../../projections/port.ts'
import { informText } from './inform-texts.ts'
import { messageView } from './message-view.ts'

export interface MessageMailsParts {
  readonly models: Pick<ReadModels, 'onMailed' | 'reached' | 'order'>
  readonly listings: Listings
  /** The kinds that the customer wants by mail now; undefined for one without an e-mail address. */
  wishes(userId: UserId): Promise<ReadonlySet<MessageType> | undefined>
  /** Sends words in the customer's language to the customer's e-mail address. */
  write(userId: UserId, words: (language: string, tenantName: string) => MailText): Promise<void>
  /** What waits, for the next start. */
  readonly log: AppendLog<MailLine>
  readonly leadership: Leadership
  onFault(error: unknown): void
  /** Waits; the real ones unless a test gives shorter ones. */
  readonly waits?: Waits
}

/** A message that waits for its mail, or keys of those that are done. */
export type MailLine = { readonly mail: MailedMessage } | { readonly done: readonly string[] }

const keyOf = (mail: MailedMessage): string => `${mail.userId} ${messageIdOf(mail)}`

interface Waits {
  /** For the company of other messages. */
  readonly firstMs: number
  /** After a mail. */
  readonly betweenMs: number
}

interface Waiting {
  readonly mails: Map<string, MailedMessage>
  /** Messages beyond those that a mail names. */
  more: number
  /** Before its next mail, ms. */
  waitMs: number
  timer: NodeJS.Timeout | undefined
}

const WAITS: Waits = { firstMs: 3000, betweenMs: 60_000 }
const NAMED_MAX = 20

export class MessageMails {
  readonly #parts: MessageMailsParts
  readonly #waits: Waits
  readonly #waiting = new Map<UserId, Waiting>()
  /** Those that no mail has named yet. */
  readonly #rows = new Map<string, MailedMessage>()
  readonly #stopListening: () => void
  readonly #leave: () => Promise<void>
  readonly #writing = new Set<Promise<void>>()
  #isLeading = false

  constructor(parts: MessageMailsParts) {
    this.#parts = parts
    this.#waits = parts.waits ?? WAITS
    this.#stopListening = parts.models.onMailed((mails) => {
      for (const mail of mails) this.#add(mail)
    })
    this.#leave = parts.leadership.join({
      begin: () => {
        this.#isLeading = true
        for (const [userId, waiting] of this.#waiting) this.#arm(userId, waiting)
      },
      end: () => this.#rest(),
    })
  }

  /** Takes over what the last run did not mail. */
  async open(): Promise<void> {
    const { log } = this.#parts
    const left = new Map<string, MailedMessage>()
    for (const line of await log.read()) {
      if ('mail' in line) left.set(keyOf(line.mail), { ...line.mail, userId: asUserId(line.mail.userId) })
      else for (const key of line.done) left.delete(key)
    }
    for (const mail of left.values()) this.#add(mail)
    await log.compact(() => linesOf(this.#rows.values(), (mail) => ({ mail })))
  }

  flush(): Promise<void> {
    return this.#parts.log.flush()
  }

  async stop(): Promise<void> {
    this.#stopListening()
    await this.#leave()
    this.#waiting.clear()
  }

  /** What waits goes on waiting; what is being written is handed over. */
  async #rest(): Promise<void> {
    this.#isLeading = false
    for (const { timer } of this.#waiting.values()) clearTimeout(timer)
    await Promise.allSettled(this.#writing)
  }

  #add(mail: MailedMessage): void {
    const known = this.#waiting.get(mail.userId)
    const waiting: Waiting = known ?? { mails: new Map(), more: 0, waitMs: this.#waits.firstMs, timer: undefined }
    if (known === undefined) {
      this.#waiting.set(mail.userId, waiting)
      this.#arm(mail.userId, waiting)
    }
    const key = messageIdOf(mail)
    if (waiting.mails.size >= NAMED_MAX && !waiting.mails.has(key)) {
      waiting.more += 1
      return
    }
    waiting.mails.set(key, mail)
    this.#rows.set(keyOf(mail), mail)
    this.#parts.log.append({ mail })
  }

  #arm(userId: UserId, waiting: Waiting): void {
    if (this.#isLeading) waiting.timer = setTimeout(() => this.#due(userId, waiting), waiting.waitMs).unref()
  }

  #due(userId: UserId, waiting: Waiting): void {
    const mails = [...waiting.mails.values()]
    const { more } = waiting
    if (mails.length === 0) {
      this.#waiting.delete(userId)
      return
    }
    waiting.mails.clear()
    waiting.more = 0
    waiting.waitMs = this.#waits.betweenMs
    this.#arm(userId, waiting)
    this.#send(userId, mails, more).then(
      (isDone) => (isDone ? this.#done(mails) : this.#again(mails)),
      // Its rows stay for the next start.
      (error: unknown) => this.#parts.onFault(error),
    )
  }

  /** Leading ended before they were written. */
  #again(mails: readonly MailedMessage[]): void {
    for (const mail of mails) this.#add(mail)
  }

  #done(mails: readonly MailedMessage[]): void {
    const done = mails.map(keyOf)
    for (const key of done) this.#rows.delete(key)
    this.#parts.log.append({ done })
  }

  /** @returns false when it is no longer ours to send */
  async #send(userId: UserId, mails: readonly MailedMessage[], more: number): Promise<boolean> {
    const { models, listings, wishes, write } = this.#parts
    const wanted = await wishes(userId)
    const shown = wanted === undefined ? [] : mails.filter(({ kind }) => isMailed(kind, wanted))
    if (shown.length === 0) return true
    await models.reached(Math.max(...shown.map(({ seq }) => seq)))
    const rows: MessageRow[] = []
    for (const { kind, ...mail } of shown) {
      const order = mail.reference > 0 ? await models.order(userId, { orderId: asOrderId(mail.reference) }) : undefined
      rows.push({ ...mail, kind, type: MESSAGE_KINDS[kind], isRead: false, order })
    }
    if (!this.#isLeading) return false
    const written = write(userId, (language, tenantName) => mailOf(rows, more, language, tenantName, listings))
    this.#writing.add(written)
    await written.finally(() => this.#writing.delete(written))
    return true
  }
}

function mailOf(rows: readonly MessageRow[], more: number, language: string, tenant: string, listings: Listings): MailText {
  const text = (key: string): string => informText(language, `mail.${key}`) ?? ''
  const messages = rows.map((row) => {
    const { titleTemplate, contentTemplate, params } = messageView(row, language, listings)
    return { title: fill(titleTemplate, params), content: fill(contentTemplate, params), time: params.time ?? '' }
  })
  const [only] = messages
  const isOne = messages.length === 1 && more === 0 && only !== undefined
  return {
    subject: isOne ? `${tenant}: ${only.title}` : fill(text('several'), { tenant, count: String(messages.length + more) }),
    text: [
      ...messages.map(({ title, content, time }) => `${title}\n${content}\n${time}`),
      ...(more > 0 ? [text('more')] : []),
      text('foot'),
    ].join('\n\n'),
  }
}
