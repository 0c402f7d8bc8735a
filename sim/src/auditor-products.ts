/**
 * Reads what happened to conversions and savings as a stranger would: each conversion has its two postings, each line of interest is what
 * rate and principal say by the documents of its product, and what an order was paid is the sum of its lines.
 */
import type { ProductTerms, RateTier } from '@agio/engine/command.ts'
import type { Event } from '@agio/engine/event.ts'
import type { EventByKind } from '@agio/engine/schema/events.ts'

type EarnChange = EventByKind['earnChanged']
type Posting = EventByKind['balanceChanged']

interface Version {
  readonly fromDay: number
  readonly tiers: readonly RateTier[]
}

interface Known {
  readonly terms: ProductTerms
  /** In the order in which they were given. */
  readonly rates: Version[]
}

const DAY_MS = 86_400_000
const YEAR = 365n * 100_000_000n

/** Of a principal that lies on what its owner holds by older orders. */
function interestOf(tiers: readonly RateTier[], below: bigint, principal: bigint): bigint {
  let sum = 0n
  let from = 0n
  for (const { upTo, rateE8 } of tiers) {
    const lower = below > from ? below : from
    const upper = upTo === null || below + principal < upTo ? below + principal : upTo
    if (upper > lower) sum += (upper - lower) * BigInt(rateE8)
    from = upTo ?? upper
  }
  return sum / YEAR
}

/** Of the versions that begin no later than a day the latest, and of those the last given. */
function tiersOn({ rates }: Known, day: number): readonly RateTier[] {
  let found: Version = { fromDay: -1, tiers: [] }
  for (const version of rates) if (version.fromDay <= day && version.fromDay >= found.fromDay) found = version
  return found.tiers
}

export interface ProductAuditor {
  /** Takes the events of one entry and returns what is wrong with them. */
  audit(events: readonly { readonly at: number; readonly event: Event }[]): string[]
  /** Interest that was paid less what was taken back of it, by asset. */
  readonly paid: ReadonlyMap<number, bigint>
}

export function createProductAuditor(): ProductAuditor {
  const products = new Map<number, Known>()
  const orders = new Map<number, EarnChange>()
  /** Of a fixed rate what held when an order began. */
  const fixed = new Map<number, readonly RateTier[]>()
  /** Lines by order and day. */
  const lines = new Set<string>()
  const paid = new Map<number, bigint>()
  /** Principal by order, of each customer in each product. */
  const held = new Map<string, Map<number, bigint>>()

  const heldBy = ({ userId, productId }: EarnChange): Map<number, bigint> => {
    const name = `${userId}/${productId}`
    const known = held.get(name) ?? new Map<number, bigint>()
    held.set(name, known)
    return known
  }

  function auditLine(at: number, event: EarnChange): string[] {
    const { orderId, day, principal, interest, productId, startAt } = event
    const product = products.get(productId)
    if (product === undefined) return [`order ${orderId} is of no product`]
    let below = 0n
    for (const [other, held] of heldBy(event)) if (other < orderId) below += held
    const expected = interestOf(fixed.get(orderId) ?? tiersOn(product, day), below, principal)
    const faults: string[] = []
    if (interest !== expected) faults.push(`order ${orderId}, day ${day}: ${interest} of interest, ${expected} by its rate`)
    if (at !== (day + 1) * DAY_MS) faults.push(`order ${orderId}, day ${day}: posted at ${at}`)
    if (day <= Math.floor(startAt / DAY_MS)) faults.push(`order ${orderId}: day ${day} is not after its beginning`)
    if (lines.has(`${orderId}/${day}`)) faults.push(`order ${orderId}, day ${day}: a second line`)
    lines.add(`${orderId}/${day}`)
    return faults
  }

  function auditChange(at: number, event: EarnChange): string[] {
    const before = orders.get(event.orderId)
    const { orderId, assetId, change, expireAt } = event
    orders.set(orderId, event)
    if (event.principal === 0n) heldBy(event).delete(orderId)
    else heldBy(event).set(orderId, event.principal)
    const more = event.paid - (before?.paid ?? 0n)
    const product = products.get(event.productId)
    // of what is forfeited of an order that is paid day by day, all was paid
    const back = product?.terms.payout === 'daily' ? event.forfeited : 0n
    paid.set(assetId, (paid.get(assetId) ?? 0n) + event.interest - back)
    const faults = change === 'interest' ? auditLine(at, event) : []
    const isFirst = change === 'purchased' || change === 'renewed'
    if (isFirst && product?.terms.rateType === 'fixed') fixed.set(orderId, tiersOn(product, Math.floor(event.startAt / DAY_MS)))
    if (isFirst !== (before === undefined)) faults.push(`order ${orderId}: ${change}, which it was before or never`)
    if (more !== event.interest) faults.push(`order ${orderId}: paid grew by ${more}, not ${event.interest}`)
    if (change === 'matured' && at !== expireAt) faults.push(`order ${orderId}: matured at ${at}, not at ${expireAt}`)
    if (before !== undefined && (change === 'redeemed' || change === 'matured') && before.principal - event.principal !== event.amount)
      faults.push(`order ${orderId}: ${before.principal} less ${event.amount} is not ${event.principal}`)
    return faults
  }

  return {
    paid,
    audit(events) {
      const faults: string[] = []
      const postings = events.flatMap(({ event }) => (event.kind === 'balanceChanged' ? [event] : []))
      for (const { at, event } of events) {
        if (event.kind === 'productDefined') products.set(event.productId, { terms: event.terms, rates: [] })
        if (event.kind === 'productRateSet') products.get(event.productId)?.rates.push({ fromDay: event.fromDay, tiers: event.tiers })
        if (event.kind === 'converted') faults.push(...auditConversion(event, postings))
        if (event.kind === 'earnChanged') faults.push(...auditChange(at, event))
      }
      return [...faults, ...auditPostings(events, postings)]
    },
  }
}

/** −sent and +received, both with the id of the conversion. */
function auditConversion(event: EventByKind['converted'], postings: readonly Posting[]): string[] {
  const mine = postings.filter(({ cause, reference }) => cause === 'convert' && reference === event.conversionId)
  const [sent, received] = mine
  const isSent = sent?.assetId === event.sendAssetId && sent.availableDelta === -event.sendAmount && sent.userId === event.userId
  const isReceived =
    received?.assetId === event.receiveAssetId && received.availableDelta === event.receiveAmount && received.userId === event.userId
  return mine.length === 2 && isSent && isReceived ? [] : [`conversion ${event.conversionId} has ${mine.length} postings, not its own two`]
}

const totalOf = (postings: readonly Posting[], causes: readonly string[]): bigint =>
  postings.reduce((sum, { cause, availableDelta, heldDelta }) => (causes.includes(cause) ? sum + availableDelta + heldDelta : sum), 0n)

/** Over an entry, what customers got by savings is the interest of the records less what was taken back. */
function auditPostings(events: readonly { readonly event: Event }[], postings: readonly Posting[]): string[] {
  const got = totalOf(postings, ['earnInterest', 'earnPurchase', 'earnRedeem'])
  const changes = events.flatMap(({ event }) => (event.kind === 'earnChanged' ? [event] : []))
  const interest = changes.reduce((sum, event) => sum + event.interest, 0n)
  const forfeited = changes.reduce((sum, event) => sum + event.forfeited, 0n)
  return got <= interest && got >= interest - forfeited ? [] : [`savings brought ${got}, records say ${interest} less at most ${forfeited}`]
}
