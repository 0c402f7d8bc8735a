/** Quotes that were given, until they are of no use any more. Soft: a process that begins anew knows none of them. */
import type { UserId } from '@agio/engine/ids/id.ts'
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
  /** Set once it was executed. */
  conversionId?: number
}

/** How long one that expired is remembered, so that it is called expired and not unknown. */
const KEPT_MS = 3_600_000
/** So many of one customer, the newest, and all that are valid: how often somebody may ask bounds them. */
const PER_USER = 20
const ALL_MOST = 200_000
/** An id is the time at which the process began, and a count: for a million quotes a second none is given twice. */
const IDS_PER_MS = 1000

export class Quotes {
  readonly #byId = new Map<number, Quote>()
  readonly #byUser = new Map<UserId, number[]>()
  #lastId: number

  /** @param now of the exchange, which no restart sets back, ms */
  constructor(now: number) {
    this.#lastId = now * IDS_PER_MS
  }

  keep(given: Omit<Quote, 'quoteId' | 'conversionId'>): Quote {
    this.#lastId += 1
    const quote: Quote = { ...given, quoteId: this.#lastId }
    this.#drop(quote.createdAt)
    this.#byId.set(quote.quoteId, quote)
    const own = this.#byUser.get(quote.userId) ?? []
    own.push(quote.quoteId)
    this.#byUser.set(quote.userId, own)
    const oldest = own.length > PER_USER ? this.#byId.get(own[0] ?? 0) : undefined
    if (oldest !== undefined && oldest.validUntil < quote.createdAt) this.#remove(oldest.quoteId)
    return quote
  }

  /** One that was given to this customer. */
  find(userId: UserId, quoteId: string): Quote | undefined {
    const quote = /^[1-9]\d{0,15}$/.test(quoteId) ? this.#byId.get(Number(quoteId)) : undefined
    return quote?.userId === userId ? quote : undefined
  }

  /** Oldest first, as they were given: all that is too old, and whatever is one too many. */
  #drop(now: number): void {
    for (const { quoteId, validUntil } of this.#byId.values()) {
      if (validUntil + KEPT_MS >= now && this.#byId.size < ALL_MOST) return
      this.#remove(quoteId)
    }
  }

  #remove(quoteId: number): void {
    const quote = this.#byId.get(quoteId)
    if (quote === undefined) return
    this.#byId.delete(quoteId)
    const own = this.#byUser.get(quote.userId)?.filter((id) => id !== quoteId) ?? []
    if (own.length === 0) this.#byUser.delete(quote.userId)
    else this.#byUser.set(quote.userId, own)
  }
}
