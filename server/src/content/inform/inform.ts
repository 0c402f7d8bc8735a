/** Everything that a tenant tells its customers: announcements, help, messages, and what of it is unread. */
import { hash } from 'node:crypto'
import type { UserId } from '@agio/engine/ids/id.ts'
import type { BizType, Message, UnreadInfo } from '@agio/wire/content/inform.ts'
import { DEFAULT_LANGUAGE } from '@agio/wire/headers.ts'
import type { Listings } from '../../feeds/listings.ts'
import type { MessageSource } from '../../feeds/message-feed.ts'
import { MESSAGE_MARKS, type MessageMark, markDocument, messageIdOf } from '../../projections/messages/message-source.ts'
import type { Listing, MessageQuery, ReadModels } from '../../projections/port.ts'
import type { Exchange } from '../../sequencer/exchange.ts'
import { AnnouncementReads } from './announcement-reads.ts'
import { ANNOUNCEMENT_READS, ANNOUNCEMENTS } from './documents.ts'
import { DueAnnouncements } from './due-announcements.ts'
import { Library } from './library.ts'
import { messageView } from './message-view.ts'
import { bulletinOf, publishedIds } from './shelves.ts'

/** Messages of one push; whoever got more reads the list. */
const PUSHED_MAX = 5

export interface InformParts {
  readonly exchange: Exchange
  readonly models: ReadModels
  readonly listings: Listings
}

interface Reader {
  readonly language: string
  readonly pushed: ReadonlySet<BizType>
}

export class Inform {
  readonly library: Library
  readonly reads: AnnouncementReads
  readonly #parts: InformParts
  readonly #due: DueAnnouncements
  #version: string | undefined
  readonly #dueListeners = new Set<(id: string) => void>()

  constructor(parts: InformParts) {
    this.#parts = parts
    const { exchange, models } = parts
    this.library = new Library(exchange, models, () => {
      this.#version = undefined
      this.#due.look()
    })
    const tell = (id: string): void => {
      this.#version = undefined
      for (const listener of this.#dueListeners) listener(id)
    }
    this.#due = new DueAnnouncements(this.library.announcements, () => exchange.now(), tell)
    this.reads = new AnnouncementReads(parts.exchange, parts.models)
  }

  /** Changes with what is in the lists of announcements, by a hand or by the clock. */
  get version(): string {
    if (this.#version === undefined) {
      const listed = publishedIds(this.library, this.#parts.exchange.now()).map((id) => [id, this.library.announcements.get(id)])
      this.#version = hash('sha256', JSON.stringify(listed), 'base64url').slice(0, 8)
    }
    return this.#version
  }

  /** What the channels of the socket say. @param readerOf what a user reads messages in, and which the browser is to show */
  channels(readerOf: (userId: UserId) => Promise<Reader>): MessageSource {
    return {
      collections: { reads: ANNOUNCEMENT_READS, announcements: ANNOUNCEMENTS },
      unread: (userId) => this.unread(userId),
      since: async (userId, seq) => {
        const { exchange, models, listings } = this.#parts
        await models.reached(exchange.durableSeq)
        const { rows } = await models.messages({ userId, pageNo: 1, pageSize: PUSHED_MAX })
        const fresh = rows.filter((row) => row.seq > seq).reverse()
        const { language, pushed } = await readerOf(userId)
        const messages = fresh.map((row) => ({
          message: messageView(row, language, listings),
          push: pushed.has(row.type) ? (1 as const) : (0 as const),
        }))
        return { messages, seq: fresh.at(-1)?.seq ?? seq }
      },
      announcement: (id) => {
        const facts = this.library.announcements.get(id)
        const now = this.#parts.exchange.now()
        const isShown = facts !== undefined && facts.releaseAt <= now && (facts.endAt === null || facts.endAt > now)
        return isShown ? bulletinOf(this.library, id, DEFAULT_LANGUAGE) : undefined
      },
      onDue: (listener) => void this.#dueListeners.add(listener),
    }
  }

  /** The clock was put ahead: what came or went meanwhile is told now. */
  followClock(): void {
    this.#due.look()
  }

  stop(): void {
    this.#due.stop()
    this.library.stop()
    this.reads.stop()
  }

  /** Counts as of the newest durable entry, the caller's own marks included. @throws PositionTimeout or HistoryUnavailable */
  async unread(userId: UserId): Promise<UnreadInfo> {
    const { exchange, models } = this.#parts
    await models.reached(exchange.durableSeq)
    const { account, assets, transaction } = await models.unreadMessages(userId)
    const isRead = await this.reads.of(userId)
    const published = publishedIds(this.library, exchange.now())
    const released = (id: string): number => this.library.announcements.get(id)?.releaseAt ?? 0
    const latestId = published.reduce<string | null>(
      (newest, id) => (newest === null || released(id) > released(newest) ? id : newest),
      null,
    )
    return {
      count: published.filter((id) => !isRead(id, released(id))).length,
      latestId,
      messageCount: account + assets + transaction,
      byType: { account, assets, transaction },
    }
  }

  /** @throws PositionTimeout or HistoryUnavailable */
  async messages(query: MessageQuery, language: string): Promise<Omit<Listing<Message>, 'asOf'>> {
    const { exchange, models, listings } = this.#parts
    await models.reached(exchange.durableSeq)
    const { rows, total } = await models.messages(query)
    return { rows: rows.map((row) => messageView(row, language, listings)), total }
  }

  /** The given messages that exist, with whether they are read. */
  async existing(userId: UserId, ids: readonly string[]): Promise<readonly { readonly id: string; readonly isRead: boolean }[]> {
    const { exchange, models } = this.#parts
    await models.reached(exchange.durableSeq)
    const { rows } = await models.messages({ userId, ids, pageNo: 1, pageSize: 100 })
    return rows.map((row) => ({ id: messageIdOf(row), isRead: row.isRead }))
  }

  /** Durable when it resolves. */
  mark(userId: UserId, ids: readonly string[], state: 'read' | 'unread' | 'deleted'): Promise<void> {
    return ids.length === 0 ? Promise.resolve() : this.#save(userId, { state, ids })
  }

  /** Marks every message there is as read, or those of a kind. @returns how many were unread */
  async markAll(userId: UserId, type: BizType | null): Promise<number> {
    const { exchange, models } = this.#parts
    await models.reached(exchange.durableSeq)
    const upTo = models.position()
    const unread = await models.unreadMessages(userId)
    const count = type === null ? unread.account + unread.assets + unread.transaction : unread[type]
    if (count > 0) await this.#save(userId, { state: 'read', upTo: Math.max(upTo, unread.asOf), type })
    return count
  }

  async #save(userId: UserId, mark: MessageMark): Promise<void> {
    const outcome = await this.#parts.exchange.submit({
      kind: 'saveDocument',
      userId,
      collection: MESSAGE_MARKS,
      id: 'newest',
      document: markDocument(mark),
      actor: 'user',
    })
    if (outcome.reason !== 'none') throw new Error(`message mark: ${outcome.reason}`)
  }
}
