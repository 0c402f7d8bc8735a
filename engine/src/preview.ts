/** What an order would come to now, by the engine's own checks and arithmetic; nothing changes. */
import { BUY, SELL, TRADING } from './codec/code.ts'
import type { OrderTerms, PlaceOrder, SelfTradeMode } from './command.ts'
import { encodeEntry } from './entry.ts'
import { type AssetId, asAssetId } from './ids/id.ts'
import * as layout from './layout.ts'
import { ASKS, BIDS, type Instrument } from './market/instrument.ts'
import { ENTRIES, S_NEED } from './memory/map.ts'
import { affordableLots, feeOf } from './money/notional.ts'
import { REASONS, type Reason, reasonCode } from './reason.ts'
import { instrumentAt, type State } from './state.ts'
import { userHandle } from './user/user.ts'

const { LEVEL_HEAD, LEVEL_PRICE, LEVEL_WORSE, ORDER_DESK, ORDER_NEXT, ORDER_REMAINING, USER_ID } = layout

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
  /** Taker fee of what would trade at once, each fill rounded up within its hold, minor units of `feeAssetId`. */
  readonly fee: bigint
  readonly feeAssetId: AssetId
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
  const held = state.memory.getBigInt64(S_NEED, true)
  if (reason !== 'none') return { ...refused(reason), held }
  return { ...nothing(instrument, terms), ...simulate(state, instrument, user, command, held), held }
}

/** What the engine would answer now. It leaves the need of the hold behind when the order was refused for nothing but funds, or for nothing. */
function check(state: State, command: PlaceOrder): Reason {
  encodeEntry(state.entries, 0, state.seq, state.at, '', command)
  return REASONS[state.kernel.checkEntry(ENTRIES)] ?? 'none'
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
    executedQuantity: 0,
    executedQuote: 0n,
  }
}

interface Execution {
  fee: bigint
  executedQuantity: number
  executedQuote: bigint
}

function simulate(state: State, instrument: Instrument, user: number, command: PlaceOrder, held: bigint): Execution {
  const { terms } = command
  const result: Execution = { fee: 0n, executedQuantity: 0, executedQuote: 0n }
  if (terms.type !== 'limit' && terms.type !== 'market') return result
  if (instrument.status !== TRADING) return result
  const isBuy = terms.side === 'buy'
  const rateAs = (role: number): bigint => state.kernel.rateOf(user, instrument.address, isBuy ? BUY : SELL, role)
  const rate = rateAs(TAKER)
  let holdRate = rateAs(MAKER)
  if (holdRate < rate) holdRate = rate
  const desk = state.kernel.findDesk(state.users.view.getInt32(user + USER_ID, true), instrument.instrumentId)
  let left = terms.quoteAmount !== 0n ? Infinity : terms.quantity
  for (const maker of makersFor(state, instrument, terms)) {
    if (maker.desk === desk && desk !== 0 && command.selfTrade !== 'none') {
      if (ends(command.selfTrade)) break
      if (command.selfTrade === 'decrement') left -= Math.min(left, maker.quantity)
      continue
    }
    const quantity = Math.min(left, maker.quantity, affordable(instrument, terms, maker.price, held - spent(instrument, result), rate))
    if (quantity < 1) break
    const notional = notionalOf(instrument, maker.price, quantity)
    const fee = feeOf(isBuy && !instrument.feeInQuote ? BigInt(quantity) * instrument.lotUnit : notional, rate)
    const room = feeRoom(instrument, terms, { left, quantity, notional, holdRate })
    result.fee += room !== undefined && fee > room ? room : fee
    result.executedQuantity += quantity
    result.executedQuote += notional
    left -= quantity
  }
  return terms.timeInForce === 'fok' && left > 0 ? { fee: 0n, executedQuantity: 0, executedQuote: 0n } : result
}

interface Fill {
  /** Lots before it. */
  readonly left: number
  readonly quantity: number
  readonly notional: bigint
  /** Rate that the hold includes: a taker's or a maker's, whichever is higher. */
  readonly holdRate: bigint
}

/**
 * The most that a fill's fee may be: a limit buy pays a fee in quote out of its hold, and never what its rest needs there. So fees of several
 * fills, each rounded up, come to no more than the fee of all. Undefined for orders without such a bound.
 */
function feeRoom(instrument: Instrument, terms: OrderTerms, { left, quantity, notional, holdRate }: Fill): bigint | undefined {
  if (terms.side !== 'buy' || terms.type !== 'limit' || !instrument.feeInQuote) return undefined
  const need = (lots: number): bigint => {
    const value = notionalOf(instrument, terms.price, lots)
    return value + feeOf(value, holdRate)
  }
  return need(left) - notional - need(left - quantity)
}

/** Does an own order in the way end the taker? */
const ends = (selfTrade: SelfTradeMode): boolean => selfTrade !== 'expireMaker' && selfTrade !== 'decrement'

/** Quote minor units of lots at a price. */
function notionalOf(instrument: Instrument, price: number, quantity: number): bigint {
  return BigInt(price) * BigInt(quantity) * instrument.notionalUnit
}

function spent(instrument: Instrument, result: Execution): bigint {
  return instrument.feeInQuote ? result.executedQuote + result.fee : result.executedQuote
}

/** Lots that a market buy's hold covers at a price; unlimited for orders that hold by quantity. */
function affordable(instrument: Instrument, terms: OrderTerms, price: number, left: bigint, rate: bigint): number {
  if (terms.side === 'sell' || terms.type === 'limit') return Infinity
  const lot = notionalOf(instrument, price, 1)
  return instrument.feeInQuote ? affordableLots(left, lot, rate) : Number(left / lot)
}

interface Maker {
  readonly price: number
  readonly quantity: number
  readonly desk: number
}

/** Resting orders that the order would meet, in matching order, hidden parts included. */
function* makersFor(state: State, instrument: Instrument, terms: OrderTerms): Generator<Maker> {
  const levels = state.levels.view
  const orders = state.orders.view
  const isBuy = terms.side === 'buy'
  const band = instrument.band()
  const limit = terms.type === 'limit' ? terms.price : isBuy ? Infinity : 0
  const worst = isBuy ? Math.min(limit, band.high) : Math.max(limit, band.low)
  for (let level = instrument.best(isBuy ? ASKS : BIDS); level !== 0; level = levels.getInt32(level + LEVEL_WORSE, true)) {
    const price = levels.getFloat64(level + LEVEL_PRICE, true)
    if (isBuy ? price > worst : price < worst) return
    for (let order = levels.getInt32(level + LEVEL_HEAD, true); order !== 0; order = orders.getInt32(order + ORDER_NEXT, true))
      yield {
        price,
        quantity: orders.getFloat64(order + ORDER_REMAINING, true),
        desk: orders.getInt32(order + ORDER_DESK, true),
      }
  }
}
