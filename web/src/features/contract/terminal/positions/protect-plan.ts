/** Take profit and stop loss of a position: which there are, and what has to be done so that it is protected as typed. Pure. */
import { formatDecimal } from '@agio/engine/money/decimal.ts'
import type { Protection } from '../../../../data/contract/contract-actions.ts'
import { type ContractOrder, isWaiting, type TriggerBy } from '../../../../data/contract/contract-order.ts'
import type { ContractTerms } from '../../../../data/contract/contract-terms.ts'
import type { Position } from '../../../../data/contract/position.ts'
import { ticksOf } from '../../../../terminal/market.ts'
import { readEntry } from '../../../../terminal/model/amount-entry.ts'
import { contractsOfShare } from '../model/share.ts'

const ZERO = 0n
export const LEGS = ['takeProfit', 'stopLoss'] as const
export type Leg = (typeof LEGS)[number]
export type Texts = Readonly<Record<Leg, string>>

/**
 * A take profit or stop loss as its position tells it. One about the whole position has no size of its own: the list of orders keeps the size
 * from when it was told, the position tells the present one. Other orders, and one that was changed since the position was told, are what
 * they are.
 */
export function asOfPosition(order: ContractOrder, positions: readonly Position[]): ContractOrder {
  const leg = positions.flatMap(({ protection }) => protection).find(({ orderId }) => orderId === order.orderId)
  return leg !== undefined && leg.updatedAt >= order.updatedAt ? leg : order
}

/**
 * A position with all that waits to close it. A new order is told at once, its position again when something of it changes: until then the
 * list of orders alone knows of it.
 */
export function withLegs(position: Position, orders: readonly ContractOrder[]): Position {
  const side = position.isShort ? 'buy' : 'sell'
  const closesIt = (order: ContractOrder) => order.contractId === position.contractId && order.closes && order.side === side
  const untold = orders.filter(
    (order) => closesIt(order) && isWaiting(order) && position.protection.every(({ orderId }) => orderId !== order.orderId),
  )
  return untold.length === 0 ? position : { ...position, protection: [...position.protection, ...untold] }
}

/** The position that an order waits to close, with all that waits beside it. */
export const closedBy = (order: ContractOrder, positions: readonly Position[], orders: readonly ContractOrder[]): Position | undefined =>
  positions
    .map((position) => withLegs(position, orders))
    .find(({ protection }) => protection.some(({ orderId }) => orderId === order.orderId))

/** Those about the whole position: one of each at most. */
export const wholeLeg = (position: Position, leg: Leg): ContractOrder | undefined =>
  position.protection.find((order) => order.triggerKind === leg && order.closesAll)

/** Those about a part of it. */
export const partLegs = (position: Position): readonly ContractOrder[] => position.protection.filter(({ closesAll }) => !closesAll)

/**
 * What stands in the fields: what was typed, and in a field that nobody has touched what waits now. It may have come, moved or gone while
 * the dialog was open: only what its reader changed may be changed.
 */
export const shownTexts = (position: Position, typed: Partial<Texts>): Texts => {
  const text = (leg: Leg): string => typed[leg] ?? wholeLeg(position, leg)?.triggerPrice ?? ''
  return { takeProfit: text('takeProfit'), stopLoss: text('stopLoss') }
}

/** What was typed so far, with the fields that now differ from what they showed. */
export const typedTexts = (typed: Partial<Texts>, shown: Texts, next: Texts): Partial<Texts> => ({
  ...typed,
  ...Object.fromEntries(LEGS.filter((leg) => next[leg] !== shown[leg]).map((leg) => [leg, next[leg]])),
})

/** A price that is typed, in ticks; 0 = none. */
export function ticksIn(text: string, terms: ContractTerms): bigint | 'faulty' {
  const entry = readEntry(text, terms.priceScale)
  if (entry.kind === 'empty') return ZERO
  if (entry.kind === 'fault') return 'faulty'
  return entry.value === ZERO || entry.value % BigInt(terms.tick) > ZERO ? 'faulty' : entry.value
}

export interface Plan {
  readonly moved: readonly (readonly [ContractOrder, string])[]
  /** New take profit and stop loss. Each replaces the position's present order of its kind. */
  readonly added: readonly Protection[]
  readonly removed: readonly string[]
}

/**
 * For the whole position.
 * @param by what was chosen to test against; undefined = what each is tested against already
 * @param otherwise what a new one is tested against as long as nothing was chosen
 */
export function planOf(position: Position, terms: ContractTerms, texts: Texts, by: TriggerBy | undefined, otherwise: TriggerBy): Plan {
  const moved: [ContractOrder, string][] = []
  const added: Protection[] = []
  const removed: string[] = []
  for (const leg of LEGS) {
    const ticks = ticksIn(texts[leg], terms)
    const known = wholeLeg(position, leg)
    if (ticks === 'faulty') continue
    const triggerPrice = formatDecimal(ticks, terms.priceScale)
    if (ticks === ZERO) {
      if (known !== undefined) removed.push(known.orderId)
    } else if (known === undefined) added.push({ kind: leg, triggerPrice, by: by ?? otherwise })
    else if (by !== undefined && by !== known.triggerBy) added.push({ kind: leg, triggerPrice, by, ...limitOf(known) })
    else if (BigInt(ticksOf(known.triggerPrice, terms.priceScale)) !== ticks) moved.push([known, triggerPrice])
  }
  return { moved, added, removed }
}

/** The limit price of a protection that does not close at market. */
export const limitOf = ({ kind, price }: Pick<ContractOrder, 'kind' | 'price'>): { readonly price?: string } =>
  kind === 'market' || !/[1-9]/.test(price) ? {} : { price }

/** Whole contracts in so many percent of a position, at least one. */
export function partOf(position: Pick<Position, 'volume'>, share: number): bigint {
  return contractsOfShare(/^\d+$/.test(position.volume) ? BigInt(position.volume) : ZERO, share)
}

/** What is added for a part; a part that is all of it is the whole, and stays so when the position grows. */
export function partPlan(position: Position, terms: ContractTerms, texts: Texts, contracts: bigint, by: TriggerBy): readonly Protection[] {
  return LEGS.flatMap((kind) => {
    const ticks = ticksIn(texts[kind], terms)
    if (ticks === 'faulty' || ticks === ZERO || contracts === ZERO) return []
    const volume = contracts.toString()
    return [{ kind, triggerPrice: formatDecimal(ticks, terms.priceScale), by, ...(volume !== position.volume && { volume }) }]
  })
}
