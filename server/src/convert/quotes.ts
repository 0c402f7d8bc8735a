/** Quotes that were given, until they are of no use any more. Soft: a process that begins anew knows none of them. */
import type { UserId } from '@agio/engine/ids/id.ts'
import { OldestFirst } from '../core/oldest-first.ts'
import type { ListedAsset } from '../feeds/listings.ts'

/** A quote, whole: what the command that accepts it carries. */
export interface Quote {
  readonly quoteId: number
  readonly userId: UserId
  readonly side: 'send' | 'receive'
  readonly send: ListedAsset
  readonly receive: ListedAsset
  readonly sendAmount: bigint
  readonly receiveAmount: bigint
  readonly sendIndex: bigint
  readonly receiveIndex: bigint
  /** 1e-8 of the middle price. */
  readonly spread: bigint
  /** 1e-8 of the unit asset, at the middle price. */
  readonly value: bigint
  readonly createdAt: number
  readonly validUntil: number
  /** Whose account it is. */
  readonly person: number
  /** Set once it was executed. */
  conversionId?: number
  /** A newer one of the same direction took its place then. */
  replacedAt?: number
}

/** How long one that expired is remembered, so that it is called expired and not unknown. */
const KEPT_MS = 3_600_000
/** Quotes that a person may hold open at once. */
export const OPEN_MOST = 3
/** Quotes kept a customer: the newest ones, besides those that are valid. */
const PER_USER = 20
const ALL_MOST = 200_000
/** Ids that are remembered in their order, of quotes that are gone too. */
const ORDER_MOST = 4 * ALL_MOST
/** An id is the time at which the process began, and a count: for a million quotes a second none is given twice. */
const IDS_PER_MS = 1000

export class Quotes {
  readonly #byId = new Map<number, Quote>()
  readonly #order = new OldestFirst<number>()
  readonly #byUser = new Map<UserId, OldestFirst<number>>()
  /** Open ones by person; what is not open any more goes with the next look. */
  readonly #open = new Map<number, Quote[]>()
  #lastId: number

  /** @param now of the exchange, which no restart sets back, ms */
  constructor(now: number) {
    this.#lastId = now * IDS_PER_MS
  }

  /**
   * The open quotes of a person that a new one of these coins leaves open: a direction and coin has one quote alone.
   * @param unit what is left out: money goes into every coin
   */
  beside({ person, send, receive }: Pick<Quote, 'person' | 'send' | 'receive'>, unit: number, now: number): readonly Quote[] {
    return this.#openOf(person, now).filter(
      (quote) =>
        (quote.send.assetId !== send.assetId || send.assetId === unit) &&
        (quote.receive.assetId !== receive.assetId || receive.assetId === unit),
    )
  }

  #openOf(person: number, now: number): readonly Quote[] {
    const known = this.#open.get(person) ?? []
    return known.filter((quote) => quote.conversionId === undefined && quote.replacedAt === undefined && quote.validUntil >= now)
  }

  /** @param beside open quotes of the same person that stay so; the others are replaced */
  keep(given: Omit<Quote, 'quoteId' | 'conversionId' | 'replacedAt'>, beside: readonly Quote[]): Quote {
    const quote = this.#remember(given)
    for (const other of this.#openOf(quote.person, quote.createdAt)) if (!beside.includes(other)) other.replacedAt = quote.createdAt
    this.#open.set(quote.person, [...beside, quote])
    return quote
  }

  #remember(given: Omit<Quote, 'quoteId' | 'conversionId' | 'replacedAt'>): Quote {
    this.#lastId += 1
    const quote: Quote = { ...given, quoteId: this.#lastId }
    this.#drop(quote.createdAt)
    this.#byId.set(quote.quoteId, quote)
    this.#order.add(quote.quoteId)
    const own = this.#byUser.get(quote.userId) ?? new OldestFirst<number>()
    own.add(quote.quoteId)
    this.#byUser.set(quote.userId, own)
    const oldest = own.size > PER_USER ? this.#byId.get(own.oldest ?? 0) : undefined
    if (oldest !== undefined && oldest.validUntil < quote.createdAt) this.#remove(oldest)
    return quote
  }

  /** One that was given to this customer. */
  find(userId: UserId, quoteId: string): Quote | undefined {
    const quote = /^[1-9]\d{0,15}$/.test(quoteId) ? this.#byId.get(Number(quoteId)) : undefined
    return quote?.userId === userId ? quote : undefined
  }

  /** Oldest first, as they were given: all that is too old, and whatever is one too many. */
  #drop(now: number): void {
    for (let id = this.#order.oldest; id !== undefined; id = this.#order.oldest) {
      const quote = this.#byId.get(id)
      const isWanted = quote !== undefined && quote.validUntil + KEPT_MS >= now
      if (isWanted && this.#byId.size < ALL_MOST && this.#order.size < ORDER_MOST) return
      this.#order.dropOldest()
      if (quote !== undefined) this.#remove(quote)
    }
  }

  /** The oldest of its customer, as the oldest of all is too. */
  #remove({ quoteId, userId, person }: Quote): void {
    this.#byId.delete(quoteId)
    if (this.#open.get(person)?.every((open) => this.#byId.get(open.quoteId) !== open) === true) this.#open.delete(person)
    const own = this.#byUser.get(userId)
    own?.dropOldest()
    if (own?.size === 0) this.#byUser.delete(userId)
  }
}
