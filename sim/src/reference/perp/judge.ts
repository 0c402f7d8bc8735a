/**
 * What a fill would make of one side of it, and whether that side may have it: nobody is brought to a liquidation by an own fill, and nobody
 * loses in one what is not his yet. Figures are values: each step makes new ones, so that a walk through a book can be tried without a trace.
 */
import { feeOn } from '../fees.ts'
import { larger, RATE_ONE, smaller } from '../model.ts'
import { initialOf, partOf, signOf } from './value.ts'

type Side = 'buy' | 'sell'

/** What stays as it is while orders of one customer in one contract are filled. */
export interface Rules {
  readonly mark: number
  /** Is a position of so many lots worth more at the mark than sums have room for? */
  readonly isUncountable: (lots: number) => boolean
  /** What a price may be worse than the mark, 1e-8. */
  readonly slack: bigint
  readonly leverage: number
  readonly isIsolated: boolean
  readonly isHedged: boolean
  readonly valueAt: (price: number, lots: number) => bigint
  readonly needOf: (value: bigint) => bigint
}

/** One position of the contract. */
export interface Leg {
  readonly isShort: boolean
  readonly quantity: number
  readonly entry: bigint
  readonly settled: bigint
  /** What its fills lost against the mark, not given back while it is open. */
  readonly booked: bigint
  /** 0 of a crossed one. */
  readonly margin: bigint
}

/** What one customer has, as far as fills in one contract ask for it. */
export interface Figures {
  /** His money in that coin with the profits of crossed positions, reserves counted. */
  readonly equity: bigint
  /** R: what of his money is his whatever open positions come to. */
  readonly own: bigint
  readonly free: bigint
  /** What his orders hold. */
  readonly reserve: bigint
  /** Maintenance of crossed positions in other contracts, and how many there are. */
  readonly otherNeed: bigint
  readonly others: number
  readonly legs: readonly Leg[]
}

export interface Fill {
  readonly side: Side
  readonly isClose: boolean
  readonly price: number
  readonly lots: number
  readonly rateE8: number
  /** What of its reserve the fill gives back. */
  readonly freed: bigint
  /** What goes on to be held by orders that do not give way: it pays nothing. */
  readonly bound: bigint
}

interface Part {
  readonly price: number
  readonly lots: number
  readonly fee: bigint
  readonly bound: bigint
}

export const gainOf = ({ mark, valueAt }: Rules, leg: Leg): bigint => signOf(leg) * (valueAt(mark, leg.quantity) - leg.entry)

const needOfLegs = ({ mark, valueAt, needOf }: Rules, legs: readonly Leg[]): bigint =>
  legs.reduce((sum, { quantity }) => sum + needOf(valueAt(mark, quantity)), 0n)

/** The position that an order is about. */
export const legFor = ({ isHedged }: Rules, { legs }: Figures, side: Side, isClose: boolean): Leg | undefined =>
  legs.find(({ isShort }) => !isHedged || isShort === ((side === 'sell') !== isClose))

/** Contracts that an order would close. */
export function opposedIn(rules: Rules, figures: Figures, side: Side, isClose: boolean): number {
  const leg = legFor(rules, figures, side, isClose)
  return leg !== undefined && leg.isShort === (side === 'buy') ? leg.quantity : 0
}

/** His figures behind a fill; undefined where he may not have it. What it closes comes first, what it opens stands on what that left. */
export function judge(rules: Rules, before: Figures, fill: Fill): Figures | undefined {
  const { side, isClose, price, lots, rateE8, freed, bound } = fill
  const figures = { ...before, reserve: before.reserve - freed, own: before.own + (rules.isIsolated ? freed : 0n) }
  const leg = legFor(rules, figures, side, isClose)
  const closing = Math.min(lots, opposedIn(rules, figures, side, isClose))
  const fee = feeOn(rules.valueAt(price, lots), rateE8)
  const closingFee = partOf(fee, closing, lots)
  const close = rules.isIsolated ? closeIsolated : closeCross
  const closed = leg === undefined || closing === 0 ? figures : close(rules, figures, leg, { price, lots: closing, fee: closingFee, bound })
  if (closed === undefined) return undefined
  const open = rules.isIsolated ? openIsolated : openCross
  // what an order holds is there for it, whatever its owner lacks elsewhere
  const means = freed + larger(0n, closed.free)
  const opened = closing === lots ? closed : open(rules, closed, side, { price, lots: lots - closing, fee: fee - closingFee, bound }, means)
  return opened === undefined ? undefined : { ...opened, free: opened.free + freed }
}

/** A position without some of its contracts, its margin left out of account. */
const without = (leg: Leg, lots: number): Leg => ({
  ...leg,
  quantity: leg.quantity - lots,
  entry: leg.entry - partOf(leg.entry, lots, leg.quantity),
  settled: leg.settled - partOf(leg.settled, lots, leg.quantity),
  booked: leg.booked - partOf(leg.booked, lots, leg.quantity),
})

const replaced = (legs: readonly Leg[], leg: Leg | undefined, by: Leg): readonly Leg[] =>
  [...legs.filter((one) => one !== leg), by].filter(({ quantity }) => quantity > 0)

interface Standing {
  readonly need: bigint
  readonly equity: bigint
}

/** A closing fill leaves a ratio below 1, or nothing but what is not below 0, or a ratio that is no higher than it was. */
function staysSound(before: Standing, after: Standing, isNothingLeft: boolean): boolean {
  if (before.equity <= 0n) return false
  if (isNothingLeft) return after.equity >= 0n
  return after.equity > 0n && (after.need < after.equity || after.need * before.equity <= before.need * after.equity)
}

/** What a loss against the mark has beyond what a price may be worse. */
const excessOf = ({ slack }: Rules, loss: bigint, atMark: bigint): bigint => larger(0n, loss - (atMark * slack) / RATE_ONE)

function closeCross(rules: Rules, figures: Figures, leg: Leg, { price, lots, fee, bound }: Part): Figures | undefined {
  const sign = signOf(leg)
  const value = rules.valueAt(price, lots)
  const gain = sign * (value - partOf(leg.entry, lots, leg.quantity))
  const rest = without(leg, lots)
  const legs = replaced(figures.legs, leg, rest)
  const equity = figures.equity + gain + gainOf(rules, rest) - gainOf(rules, leg) - fee
  const before = { need: figures.otherNeed + needOfLegs(rules, figures.legs), equity: figures.equity }
  const after = { need: figures.otherNeed + needOfLegs(rules, legs), equity }
  if (!staysSound(before, after, legs.length === 0 && figures.others === 0)) return undefined
  if (equity < bound) return undefined
  const atMark = rules.valueAt(rules.mark, lots)
  const excess = excessOf(rules, sign * (atMark - value), atMark)
  if (excess > 0n && excess > larger(0n, figures.own) + larger(0n, gain)) return undefined
  const backed = initialOf(leg.entry, rules.leverage) - initialOf(rest.entry, rules.leverage)
  return {
    ...figures,
    equity,
    legs,
    own: figures.own + gain - fee + partOf(leg.booked, lots, leg.quantity),
    free: figures.free + equity - figures.equity + backed,
  }
}

function closeIsolated(rules: Rules, figures: Figures, leg: Leg, { price, lots, fee }: Part): Figures | undefined {
  const gain = signOf(leg) * (rules.valueAt(price, lots) - partOf(leg.entry, lots, leg.quantity))
  const marginPart = partOf(leg.margin, lots, leg.quantity)
  const proceeds = marginPart + gain - partOf(leg.settled, lots, leg.quantity) - fee
  const margin = leg.margin - marginPart + smaller(0n, proceeds)
  if (margin < 0n) return undefined
  const rest = { ...without(leg, lots), margin }
  const isNothingLeft = rest.quantity === 0
  const before = { need: needOfLegs(rules, [leg]), equity: leg.margin + gainOf(rules, leg) - leg.settled }
  const after = {
    need: needOfLegs(rules, [rest]),
    equity: isNothingLeft ? proceeds : margin + gainOf(rules, rest) - rest.settled,
  }
  if (!staysSound(before, after, isNothingLeft)) return undefined
  const back = larger(0n, proceeds)
  return {
    ...figures,
    equity: figures.equity + back,
    own: figures.own + back,
    free: figures.free + back,
    legs: replaced(figures.legs, leg, rest),
  }
}

/** What a fill that opens asks for: margin by the larger of both values, and what its price is worse than the mark. */
export interface Opening {
  readonly value: bigint
  readonly atMark: bigint
  readonly initial: bigint
  readonly loss: bigint
}

export function openingOf(value: bigint, atMark: bigint, isShort: boolean, leverage: number): Opening {
  const loss = larger(0n, isShort ? atMark - value : value - atMark)
  return { value, atMark, initial: initialOf(larger(value, atMark), leverage), loss }
}

/** What of it is booked on a crossed position. */
export const bookedOf = ({ loss, atMark }: Opening, slack: bigint): bigint => larger(0n, loss - (atMark * slack) / RATE_ONE)

/** What becomes the margin of an isolated one: the open loss as far as it is free and his own, else out of the initial margin itself. */
export const movedOf = ({ initial, loss }: Opening, means: bigint, own: bigint, fee: bigint): bigint =>
  initial + smaller(loss, larger(0n, smaller(means, own) - initial - fee))

function withOpened(rules: Rules, figures: Figures, side: Side, value: bigint, lots: number): { old: Leg | undefined; leg: Leg } {
  const isShort = side === 'sell'
  const old = figures.legs.find((leg) => !rules.isHedged || leg.isShort === isShort)
  const known = old ?? { isShort, quantity: 0, entry: 0n, settled: 0n, booked: 0n, margin: 0n }
  return { old, leg: { ...known, quantity: known.quantity + lots, entry: known.entry + value } }
}

function openCross(rules: Rules, figures: Figures, side: Side, { price, lots, fee }: Part, means: bigint): Figures | undefined {
  const { mark, valueAt, leverage } = rules
  const opening = openingOf(valueAt(price, lots), valueAt(mark, lots), side === 'sell', leverage)
  if (opening.initial + fee > means || figures.equity <= 0n) return undefined
  const gain = side === 'sell' ? opening.value - opening.atMark : opening.atMark - opening.value
  const { old, leg } = withOpened(rules, figures, side, opening.value, lots)
  if (rules.isUncountable(leg.quantity)) return undefined
  const equity = figures.equity + gain - fee
  const booked = bookedOf(opening, rules.slack)
  const legs = replaced(figures.legs, old, { ...leg, booked: leg.booked + booked })
  if (figures.otherNeed + needOfLegs(rules, legs) >= equity) return undefined
  if (booked > 0n && booked > larger(0n, figures.own)) return undefined
  const backing = initialOf(leg.entry, leverage) - initialOf(old?.entry ?? 0n, leverage)
  return { ...figures, equity, legs, own: figures.own - fee - booked, free: figures.free + gain - fee - backing }
}

function openIsolated(rules: Rules, figures: Figures, side: Side, { price, lots, fee }: Part, means: bigint): Figures | undefined {
  const { mark, valueAt, leverage } = rules
  const opening = openingOf(valueAt(price, lots), valueAt(mark, lots), side === 'sell', leverage)
  if (opening.initial + fee > smaller(means, figures.own)) return undefined
  const moved = movedOf(opening, means, figures.own, fee)
  const { old, leg } = withOpened(rules, figures, side, opening.value, lots)
  if (rules.isUncountable(leg.quantity)) return undefined
  if (old !== undefined && old.margin + gainOf(rules, old) - old.settled <= 0n) return undefined
  const opened = { ...leg, margin: leg.margin + moved }
  if (needOfLegs(rules, [opened]) >= opened.margin + gainOf(rules, opened) - opened.settled) return undefined
  const equity = figures.equity - moved - fee
  if (figures.otherNeed > 0n && figures.otherNeed >= equity) return undefined
  return {
    ...figures,
    equity,
    own: figures.own - moved - fee,
    free: figures.free - moved - fee,
    legs: replaced(figures.legs, old, opened),
  }
}

/**
 * The most lots of a fill that a side may have: the whole, or what a search between nothing and the whole finds, which tries the part that
 * only closes first.
 */
export function searchLots(wanted: number, opposed: number, passes: (lots: number) => boolean): number {
  if (wanted === 0 || passes(wanted)) return wanted
  const closing = Math.min(wanted, opposed)
  const isBetween = closing > 0 && closing < wanted
  let [low, high] = isBetween ? (passes(closing) ? [closing, wanted - 1] : [0, closing - 1]) : [0, wanted - 1]
  while (low < high) {
    const middle = Math.floor((low + high + 1) / 2)
    if (passes(middle)) low = middle
    else high = middle - 1
  }
  return low
}

export type Meeting = 'takerStops' | 'makerEnds' | { readonly lots: number; readonly isMakerCut: boolean; readonly isTakerCut: boolean }

/** Two orders meet: so many lots as both can bear, found by asking one and then the other for what that one left. */
export function meet(wanted: number, takerBears: (lots: number) => number, makerBears: (lots: number) => number): Meeting {
  let asked = wanted
  let isMakerCut = false
  for (;;) {
    const lots = takerBears(asked)
    if (lots === 0) return isMakerCut ? 'makerEnds' : 'takerStops'
    const borne = makerBears(lots)
    if (borne === 0) return 'makerEnds'
    if (borne === lots) return { lots, isMakerCut, isTakerCut: lots < asked }
    asked = borne
    isMakerCut = true
  }
}
