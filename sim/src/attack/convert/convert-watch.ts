/**
 * Looks at every command of the attackers and says what they got that they should not have: more than a quote may cost, than spreads left for a
 * hedge, than a person may take, than the brackets of savings pay. By the words of the rules, from balances and records alone.
 */
import type { Command } from '@agio/engine/command.ts'
import { inventoryOf, stockStateOf } from '@agio/engine/convert/read-convert.ts'
import { earnOrdersOf } from '@agio/engine/earn/read-earn.ts'
import type { Event } from '@agio/engine/event.ts'
import { ACCOUNT_AVAILABLE } from '@agio/engine/generated/layout.ts'
import { type AssetId, asAssetId, asUserId } from '@agio/engine/ids/id.ts'
import { indexOf } from '@agio/engine/index/read-index.ts'
import { EXPENSE_SAVINGS_INTEREST } from '@agio/engine/ledger/chart-of-accounts.ts'
import { balanceOf } from '@agio/engine/read.ts'
import type { State } from '@agio/engine/state.ts'
import { ASSETS, ATTACKERS, CASH, COINS, DAY_LIMIT, DAY_MS, DESK, FIRST, PRODUCT, TIERS } from './convert-steps.ts'

const TEN_MINUTES = 600_000
const HOUR = 3_600_000
const RATE_ONE = 10n ** 8n
const LARGE = 1_000n * 10n ** 8n
/** Smallest units of cash that rounding down of values may differ by, for each coin and each account. */
const ROUNDING = BigInt(COINS.length * ATTACKERS)

export const personOf = (userId: number): number => Math.floor((userId - FIRST) / 2)

interface Conversion {
  readonly at: number
  readonly person: number
  readonly send: AssetId
  readonly receive: AssetId
  readonly received: bigint
  readonly value: bigint
}

type Events = readonly { readonly at: number; readonly event: Event }[]

interface Seen {
  readonly at: number
  readonly command: Command
  readonly isDone: boolean
  readonly events: Events
}

export class ConvertWatch {
  readonly faults: string[] = []
  readonly counts = { conversions: 0, outrun: 0, hedges: 0, interest: 0, closed: 0 }
  readonly #state: State
  readonly #isStill: boolean
  readonly #conversions: Conversion[] = []
  /** Most that an account held of the product since its world began. */
  readonly #held = new Map<number, bigint>()
  /** Interest of an account and day. */
  readonly #interest = new Map<string, bigint>()
  #brought: bigint | undefined
  #before: { readonly worth: bigint; readonly prices: string; readonly spread: bigint; readonly stocks: ReadonlyMap<number, bigint> }

  constructor(state: State, isStill: boolean) {
    this.#state = state
    this.#isStill = isStill
    this.#before = this.#look()
  }

  /** @returns whether anything was wrong with it */
  see({ at, command, isDone, events }: Seen): boolean {
    const [before, faults] = [this.#before, this.faults.length]
    const now = this.#look()
    this.#before = now
    const isOpening = command.kind === 'creditUser' || this.#brought === undefined
    for (const { at: eventAt, event } of events) this.#seeEvent(eventAt, event)
    if (command.kind === 'purchaseProduct') this.#noteHeld()
    if (command.kind === 'acceptQuote' && isDone) this.#seeConversion(at, command, before.stocks)
    if (command.kind === 'setProductStatus') this.#brought = now.worth
    if (!isOpening && now.prices === before.prices) this.#seeGain(command, isDone, now.worth - before.worth, before.spread, events)
    if (this.#isStill && this.#brought !== undefined && now.worth > this.#brought + ROUNDING)
      this.#fault(command, `the attackers have ${now.worth - this.#brought} more than they brought`)
    return this.faults.length > faults
  }

  #fault(command: Command, what: string): void {
    this.faults.push(`${command.kind}: ${what}`)
  }

  /** What all attackers have at the index, less the interest that they were paid. */
  #look() {
    const state = this.#state
    let worth = 0n
    for (let at = 0; at < ATTACKERS; at += 1) {
      for (const assetId of ASSETS) {
        const [spot, saved] = (['spot', 'financial'] as const).map((kind) =>
          balanceOf(state, asUserId(FIRST + at), asAssetId(assetId), kind),
        )
        if (spot === undefined || saved === undefined) continue
        worth += this.#worthOf(assetId, spot.available + spot.held + saved.available + saved.held)
      }
    }
    const rows = state.assets.length < ASSETS.length ? [] : COINS.map((assetId) => stockStateOf(state, asAssetId(assetId)))
    return {
      worth: worth - this.#interestPaid(),
      prices: state.assets.map(({ assetId }) => indexOf(state, assetId).price).join(),
      spread: rows.reduce((sum, { spread }) => sum + (spread > 0n ? spread : 0n), 0n),
      stocks: new Map(state.assets.map(({ assetId }) => [Number(assetId), inventoryOf(state, assetId)])),
    }
  }

  #interestPaid(): bigint {
    const account = this.#state.kernel.findAccount(EXPENSE_SAVINGS_INTEREST, asAssetId(CASH), 0)
    return account === 0 ? 0n : -this.#state.accounts.view.getBigInt64(account + ACCOUNT_AVAILABLE, true)
  }

  #worthOf(assetId: number, amount: bigint): bigint {
    return (amount * indexOf(this.#state, asAssetId(assetId)).price) / 10n ** 12n
  }

  /** The index did not move: a quote brings what the last look lets, a hedge what spreads left, nothing else anything. */
  #seeGain(command: Command, isDone: boolean, gained: bigint, spread: bigint, events: Events): void {
    let most = events.some(({ event }) => event.kind === 'traded') ? spread : 0n
    if (command.kind === 'acceptQuote' && isDone) {
      const isOutrun = [command.sendAssetId, command.receiveAssetId].some(
        (assetId, place) => indexOf(this.#state, assetId).price !== (place === 0 ? command.sendIndex : command.receiveIndex),
      )
      if (isOutrun) this.counts.outrun += 1
      const look = 3n * command.spread > 150_000n ? 3n * command.spread : 150_000n
      // what is sent is worth that much less than it was, or what is received that much more
      if (isOutrun) most += (command.value * (look - command.spread)) / (RATE_ONE - look) + 1n
    }
    if (gained > most + ROUNDING) this.#fault(command, `brought ${gained}, at most ${most}`)
  }

  #seeConversion(at: number, command: Extract<Command, { kind: 'acceptQuote' }>, stocks: ReadonlyMap<number, bigint>): void {
    const { userId, sendAssetId: send, receiveAssetId: receive, value } = command
    const person = personOf(userId)
    const stock = stocks.get(receive) ?? 0n
    const left = inventoryOf(this.#state, receive)
    const received = stock - left
    this.counts.conversions += 1
    const taken = this.#sum((one) => one.person === person && one.receive === receive && one.at > at - TEN_MINUTES, 'received')
    if ((taken + received) * 10n > stock + taken) this.#fault(command, `a person took ${taken + received} of ${stock + taken}`)
    const day = Math.floor(at / DAY_MS)
    const used = this.#sum((one) => one.person === person && Math.floor(one.at / DAY_MS) === day, 'value')
    if (used + value > DAY_LIMIT) this.#fault(command, `a person converted ${used + value} in a day`)
    const { target, least = 0n } = stockStateOf(this.#state, receive)
    if (value >= LARGE && left * 5n < target) this.#fault(command, `left ${left} of ${target}`)
    const sent = stockStateOf(this.#state, send)
    const isFar = sent.most !== undefined && sent.amount - sent.target > 2n * (sent.most - sent.target)
    if (isFar || (receive !== CASH && target - left > 2n * (target - least))) this.#fault(command, 'went on at a side that was to close')
    this.#conversions.push({ at, person, send, receive, received, value })
  }

  #sum(counts: (one: Conversion) => boolean, what: 'received' | 'value'): bigint {
    let sum = 0n
    // the last day alone is ever asked for
    for (let place = this.#conversions.length - 1; place >= 0; place -= 1) {
      const one = this.#conversions[place]
      if (one === undefined || one.at < (this.#conversions.at(-1)?.at ?? 0) - 2 * DAY_MS) break
      if (counts(one)) sum += one[what]
    }
    return sum
  }

  #seeEvent(at: number, event: Event): void {
    if (event.kind === 'stockClosed' && event.isClosed) this.counts.closed += 1
    if (event.kind === 'traded' && event.takerUserId === DESK) this.#seeHedge(at, event)
    if (event.kind === 'earnChanged' && event.interest > 0n) this.#seeInterest(event)
  }

  /** The desk trades with nobody whose conversion of that coin, that way, it hedges. */
  #seeHedge(at: number, { instrumentId, takerSide, makerUserId }: Extract<Event, { kind: 'traded' }>): void {
    this.counts.hedges += 1
    const assetId = instrumentId + 1
    const isOwn = this.#conversions.some(
      (one) => one.at > at - HOUR && one.person === personOf(makerUserId) && (takerSide === 'buy' ? one.receive : one.send) === assetId,
    )
    if (isOwn) this.faults.push(`the desk traded with ${makerUserId}, whose conversion of ${assetId} it hedged`)
  }

  /** Many orders of one account are paid as one would be. */
  #seeInterest({ userId, day, interest }: Extract<Event, { kind: 'earnChanged' }>): void {
    const name = `${userId}/${day}`
    const paid = (this.#interest.get(name) ?? 0n) + interest
    this.#interest.set(name, paid)
    this.counts.interest += 1
    const most = interestOf(this.#held.get(userId) ?? 0n)
    if (paid > most) this.faults.push(`account ${userId} was paid ${paid} for a day, one order of all would have been paid ${most}`)
  }

  #noteHeld(): void {
    for (let userId = FIRST; userId < FIRST + ATTACKERS; userId += 1) {
      const held = earnOrdersOf(this.#state, asUserId(userId)).reduce((sum, { principal }) => sum + principal, 0n)
      if (held > PRODUCT.totalQuota / 20n) this.faults.push(`account ${userId} holds ${held} of the product`)
      if (held > (this.#held.get(userId) ?? 0n)) this.#held.set(userId, held)
    }
  }
}

/** What a day of one order pays. */
function interestOf(principal: bigint): bigint {
  let [sum, from] = [0n, 0n]
  for (const { upTo, rateE8 } of TIERS) {
    const to = upTo === null || upTo > principal ? principal : upTo
    if (to > from) sum += (to - from) * BigInt(rateE8)
    from = to
  }
  return sum / (365n * RATE_ONE) + 1n
}
