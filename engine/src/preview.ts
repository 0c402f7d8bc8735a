/** What an order would come to now, by the engine's own checks and arithmetic; nothing changes. */
import { ENTRIES } from '../generated/map.ts'
import { BUY, SELL } from '../generated/vocabularies.ts'
import type { OrderTerms, PlaceOrder, SelfTradeMode } from './command.ts'
import { encodeEntry } from './entry.ts'
import { type AssetId, asAssetId } from './ids/id.ts'
import type { Instrument } from './market/instrument.ts'
import { asHandle, type Handle } from './memory/handle.ts'
import { feeOf } from './money/notional.ts'
import { REASONS, type Reason, reasonCode } from './reason.ts'
import { paysInFeeAsset } from './spot/fee-asset.ts'
import { type FeeInAsset, FeesAhead } from './spot/fees-ahead.ts'
import { makersAhead } from './spot/makers-ahead.ts'
import { instrumentAt, type State } from './state.ts'
import { priceBoundOf } from './user/order-bound.ts'
import { userHandle } from './user/user.ts'

/** Roles: of whoever trades at once, and of whoever waits. */
const TAKER = 0
const MAKER = 1
const GTD_LIFE_MIN_MS = 60_000
/** Reasons up to this one come before a look at the order's terms. */
const LAST_OF_PAIR = reasonCode('pairHalted')

export interface Preview {
  /** 'none' or why it would be refused. */
  readonly reason: Reason
  /** Hold at placement, minor units of `heldAssetId`. */
  readonly held: bigint
  readonly heldAssetId: AssetId
  /** Taker fee of what would trade at once, but for what is paid in the fee asset; each fill rounded up within its hold, minor units of `feeAssetId`. */
  readonly fee: bigint
  readonly feeAssetId: AssetId
  /**
   * Taker fee of the same trades where it would be paid in the fee asset at its discount: minor units of that asset, and its worth in quote
   * minor units. Undefined for users who do not pay so.
   */
  readonly discounted: { readonly assetId: AssetId; readonly fee: bigint; readonly worth: bigint } | undefined
  /** Fee of what would wait, filled whole at its price, where the fee asset is going to pay it; on top of `discounted`. */
  readonly waiting: FeeInAsset | undefined
  /** Lots and quote minor units that would trade at once. */
  readonly executedQuantity: number
  readonly executedQuote: bigint
}

/** Previews a placeOrder at engine time or at `at`, whichever is later (only the date of a GTD order depends on it). */
export function previewOrder(state: State, command: PlaceOrder, at: number): Preview {
  const { terms } = command
  const user = command.userId === 0 ? 0 : userHandle(state, command.userId)
  const instrument = instrumentAt(state, command.instrumentId)
  const refused = (reason: Reason): Preview => ({ ...nothing(instrument, terms), reason })
  if (user === 0) return refused('userNotFound')
  const reason = check(state, command)
  if (reason !== 'none' && reasonCode(reason) <= LAST_OF_PAIR) return refused(reason)
  if (instrument === undefined) return refused('instrumentNotFound')
  if (terms.timeInForce === 'gtd' && terms.expireAt - Math.max(at, state.at) < GTD_LIFE_MIN_MS) return refused('badExpiry')
  if (reason !== 'none' && reason !== 'insufficientBalance') return refused(reason)
  const held = state.scalars.need
  if (reason !== 'none') return { ...refused(reason), held }
  return { ...nothing(instrument, terms), ...simulate(state, instrument, user, command, held), held }
}

/** What the engine would answer now. It leaves the need of the hold behind when the order was refused for nothing but funds, or for nothing. */
function check(state: State, command: PlaceOrder): Reason {
  encodeEntry(state.entries, 0, state.seq, state.at, '', command)
  return REASONS[state.kernel.checkEntry(asHandle(ENTRIES))] ?? 'none'
}

function nothing(instrument: Instrument | undefined, terms: OrderTerms): Preview {
  const isBuy = terms.side === 'buy'
  const base = asAssetId(instrument?.baseAssetId ?? 0)
  const quote = asAssetId(instrument?.quoteAssetId ?? 0)
  return {
    reason: 'none',
    held: 0n,
    heldAssetId: isBuy ? quote : base,
    fee: 0n,
    feeAssetId: isBuy && instrument?.feeInQuote !== true ? base : quote,
    discounted: undefined,
    waiting: undefined,
    executedQuantity: 0,
    executedQuote: 0n,
  }
}

interface Executed {
  quantity: number
  quote: bigint
}

type Execution = Pick<Preview, 'fee' | 'discounted' | 'waiting' | 'executedQuantity' | 'executedQuote'>

function simulate(state: State, instrument: Instrument, user: Handle<'user'>, command: PlaceOrder, held: bigint): Execution {
  const { terms } = command
  const isBuy = terms.side === 'buy'
  const rateAs = (role: number): bigint => state.kernel.rateOf(user, instrument.address, isBuy ? BUY : SELL, role)
  const rate = rateAs(TAKER)
  const fees = new FeesAhead(state, instrument, { user, isBuy, held, rate })
  const done: Executed = { quantity: 0, quote: 0n }
  const told = (waits: number): Execution => ({
    fee: fees.fee,
    discounted: paysInFeeAsset(state, user)
      ? { assetId: asAssetId(state.fees.feeAssetId), fee: fees.inFeeAsset, worth: fees.worth }
      : undefined,
    waiting: waitingFee(instrument, terms, waits, (value, role) => fees.ofWaiting(value, rateAs(role))),
    executedQuantity: done.quantity,
    executedQuote: done.quote,
  })
  const isResting = rests(terms)
  const nobody = told(isResting ? terms.quantity : 0)
  if (terms.type !== 'limit' && terms.type !== 'market') return nobody
  if (instrument.status !== 'trading') return nobody
  let holdRate = rateAs(MAKER)
  if (holdRate < rate) holdRate = rate
  const desk = state.kernel.findDesk(state.users.at(user).id, instrument.instrumentId)
  let left = terms.quoteAmount !== 0n ? Infinity : terms.quantity
  const lotsAt = (price: number, shown: number): number => {
    const spent = instrument.feeInQuote ? done.quote + fees.fee : done.quote
    return Math.min(left, shown, affordable(state, instrument, terms, price, held - released - spent, rate))
  }
  let released = 0n
  const bound = priceBoundOf(state, command.userId, command.instrumentId)
  for (const { price, shown, isOwn } of makersAhead(state, instrument, terms, command.selfTrade === 'none' ? 0 : desk, bound)) {
    let waiting = shown
    let quantity = lotsAt(price, waiting)
    if (quantity >= 1 && isOwn) {
      if (ends(command.selfTrade)) return told(0)
      if (command.selfTrade !== 'decrement') continue
      if (terms.quoteAmount !== 0n) released += notionalOf(instrument, price, quantity)
      left -= quantity
      if (quantity < waiting) break
      continue
    }
    // A budget that a fee was expected of and that it did not use goes on to buy from the same order.
    for (; quantity >= 1; quantity = lotsAt(price, waiting)) {
      const notional = notionalOf(instrument, price, quantity)
      const slack = slackOf(instrument, terms, { left, quantity, notional, holdRate })
      fees.charge({ notional, amount: BigInt(quantity) * instrument.lotUnit, slack })
      done.quantity += quantity
      done.quote += notional
      left -= quantity
      waiting -= quantity
    }
    if (waiting > 0) break
  }
  return terms.timeInForce === 'fok' && left > 0 ? nobody : told(isResting ? left : 0)
}

/** Does what cannot trade at once wait, in the book or for its trigger? */
const rests = ({ type, timeInForce }: OrderTerms): boolean =>
  type === 'limit' ? timeInForce !== 'ioc' && timeInForce !== 'fok' : type !== 'market'

/** What waits trades at its limit or, without one, around its trigger; in the book it waits as a maker. */
function waitingFee(
  instrument: Instrument,
  terms: OrderTerms,
  lots: number,
  feeOf: (value: bigint, role: number) => FeeInAsset | undefined,
): FeeInAsset | undefined {
  const price = terms.price || terms.triggerPrice || instrument.marketPrice()
  if (lots < 1 || price === 0) return undefined
  return feeOf(notionalOf(instrument, price, lots), terms.type === 'limit' || terms.type === 'oneCancelsOther' ? MAKER : TAKER)
}

interface Fill {
  /** Lots before it. */
  readonly left: number
  readonly quantity: number
  readonly notional: bigint
  /** Rate that the hold includes: a taker's or a maker's, whichever is higher. */
  readonly holdRate: bigint
}

/** What a fill and the need of the rest leave of a limit buy's hold. Undefined for other orders. */
function slackOf(instrument: Instrument, terms: OrderTerms, { left, quantity, notional, holdRate }: Fill): bigint | undefined {
  if (terms.side !== 'buy' || terms.type !== 'limit') return undefined
  const need = (lots: number): bigint => {
    const value = notionalOf(instrument, terms.price, lots)
    return instrument.feeInQuote ? value + feeOf(value, holdRate) : value
  }
  return need(left) - notional - need(left - quantity)
}

/** Does an own order in the way end the taker? */
const ends = (selfTrade: SelfTradeMode): boolean => selfTrade !== 'expireMaker' && selfTrade !== 'decrement'

/** Quote minor units of lots at a price. */
function notionalOf(instrument: Instrument, price: number, quantity: number): bigint {
  return BigInt(price) * BigInt(quantity) * instrument.notionalUnit
}

/** Lots that a market buy's hold covers at a price; unlimited for orders that hold by quantity. */
function affordable(state: State, instrument: Instrument, terms: OrderTerms, price: number, left: bigint, rate: bigint): number {
  if (terms.side === 'sell' || terms.type === 'limit') return Infinity
  const lot = notionalOf(instrument, price, 1)
  return instrument.feeInQuote ? state.kernel.affordableLots(left, lot, rate) : Number(left / lot)
}
