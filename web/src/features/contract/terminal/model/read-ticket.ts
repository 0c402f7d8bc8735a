/** What is typed into the contract ticket, read into integers and judged. Pure. */
import { formatDecimal } from '@agio/engine/money/decimal.ts'
import { divideFloor } from '@agio/engine/money/rounding.ts'
import type { ContractTerms } from '../../../../data/contract/contract-terms.ts'
import { type Entry, readEntry } from '../../../../terminal/model/amount-entry.ts'
import { type ContractDraft, type ContractText, priced, protectable } from './draft.ts'

export type ContractFaultKey =
  | 'missing'
  | 'zero'
  | 'badNumber'
  | 'marks'
  | 'tooLarge'
  | 'priceStep'
  | 'sizeStep'
  | 'wholeContracts'
  | 'sizeMin'
  | 'sizeMax'
  | 'takeProfitSide'
  | 'stopLossSide'
  | 'protectionMissing'
  | 'callbackRange'

export interface ContractFault {
  readonly field: ContractText
  readonly key: ContractFaultKey
  readonly values: Readonly<Record<string, string>>
}

export interface ContractTicket {
  readonly draft: ContractDraft
  readonly entries: Readonly<Record<ContractText, Entry>>
  /** Ticks of 10^-priceScale; 0 = none. */
  readonly price: bigint
  readonly trigger: bigint
  readonly takeProfit: bigint
  readonly stopLoss: bigint
  /** In the unit of the draft, minor units of `sizeScale`. */
  readonly size: bigint
  readonly sizeScale: number
  /** Whole contracts that it comes to, rounded down as the server does; undefined where the price that it is counted at is not known here. */
  readonly contracts: bigint | undefined
}

/** Percent with two decimals. */
const CALLBACK_SCALE = 2
const CALLBACK_LEAST = 10n
const CALLBACK_MOST = 2000n

export const sizeScaleOf = (draft: Pick<ContractDraft, 'unit'>, terms: ContractTerms): number =>
  draft.unit === 'contracts' ? 0 : draft.unit === 'coin' ? terms.lotScale : Math.min(2, terms.marginScale)

const amountIn = (entry: Entry): bigint => (entry.kind === 'plain' || entry.kind === 'computed' ? entry.value : 0n)

/** @param mark ticks; what a size in value is counted at where the order has no price of its own. 0 = unknown */
export function readContractTicket(draft: ContractDraft, terms: ContractTerms, mark: bigint): ContractTicket {
  const price = (text: string): Entry => readEntry(text, terms.priceScale)
  const sizeScale = sizeScaleOf(draft, terms)
  const entries = {
    price: price(draft.price),
    trigger: price(draft.trigger),
    takeProfit: price(draft.takeProfit),
    stopLoss: price(draft.stopLoss),
    size: readEntry(draft.size, sizeScale),
    callback: readEntry(draft.callback, CALLBACK_SCALE),
  }
  const size = amountIn(entries.size)
  const at = priced(draft) ? amountIn(entries.price) : mark
  return {
    draft,
    entries,
    price: amountIn(entries.price),
    trigger: amountIn(entries.trigger),
    takeProfit: amountIn(entries.takeProfit),
    stopLoss: amountIn(entries.stopLoss),
    size,
    sizeScale,
    contracts: contractsOf(draft, terms, size, sizeScale, at),
  }
}

function contractsOf(draft: ContractDraft, terms: ContractTerms, size: bigint, sizeScale: number, at: bigint): bigint | undefined {
  if (draft.unit === 'contracts') return size
  const lots = BigInt(terms.lotsPerContract)
  if (draft.unit === 'coin') return divideFloor(size, lots)
  if (at === 0n) return undefined
  // Value ÷ (price × coins in a contract), all as whole numbers of their smallest units.
  const scale = BigInt(10) ** BigInt(terms.priceScale + terms.lotScale)
  return divideFloor(size * scale, at * lots * BigInt(10) ** BigInt(sizeScale))
}

/** All faults in the order in which they are worth mending. */
export function contractFaults(ticket: ContractTicket, terms: ContractTerms): readonly ContractFault[] {
  const entries = entryFaults(ticket, terms)
  return entries.length > 0 ? entries : [...sizeFaults(ticket, terms), ...callbackFaults(ticket), ...protectionFaults(ticket)]
}

const fault = (field: ContractText, key: ContractFaultKey, values: Readonly<Record<string, string>> = {}): ContractFault => ({
  field,
  key,
  values,
})

function entryFaults(ticket: ContractTicket, terms: ContractTerms): ContractFault[] {
  const { draft, entries } = ticket
  const required: ContractText[] = []
  if (draft.kind === 'trigger') required.push('trigger')
  if (draft.kind === 'trailing') required.push('callback')
  if (priced(draft)) required.push('price')
  required.push('size')
  const optional: ContractText[] = []
  if (draft.kind === 'trailing') optional.push('trigger')
  if (protects(draft)) optional.push('takeProfit', 'stopLoss')
  const filled = optional.filter((field) => entries[field].kind !== 'empty')
  return [...required, ...filled].flatMap((field) => entryFault(ticket, field, terms) ?? [])
}

const protects = (draft: ContractDraft): boolean => draft.protects && protectable(draft)

function entryFault(ticket: ContractTicket, field: ContractText, terms: ContractTerms): ContractFault | undefined {
  const entry = ticket.entries[field]
  if (entry.kind === 'empty') return fault(field, 'missing')
  if (entry.kind !== 'fault') return entry.value === 0n ? fault(field, 'zero') : stepFault(field, entry.value, terms)
  if (entry.fault === 'noReference') return fault(field, 'badNumber')
  if (entry.fault !== 'tooManyDecimals') return fault(field, entry.fault)
  if (field === 'size') return sizeStepFault(ticket, terms)
  return fault(field, 'priceStep', { step: tickText(terms) })
}

const tickText = (terms: ContractTerms): string => formatDecimal(BigInt(terms.tick), terms.priceScale)

/** A price between two ticks. */
function stepFault(field: ContractText, value: bigint, terms: ContractTerms): ContractFault | undefined {
  if (field === 'size' || field === 'callback') return undefined
  return value % BigInt(terms.tick) === 0n ? undefined : fault(field, 'priceStep', { step: tickText(terms) })
}

function sizeStepFault({ draft, sizeScale }: ContractTicket, terms: ContractTerms): ContractFault {
  if (draft.unit === 'contracts') return fault('size', 'wholeContracts')
  return fault('size', 'sizeStep', { step: draft.unit === 'coin' ? terms.multiplier : formatDecimal(1n, sizeScale) })
}

function sizeFaults(ticket: ContractTicket, terms: ContractTerms): ContractFault[] {
  const { contracts, draft } = ticket
  if (contracts === undefined) return []
  const whole = (text: string): bigint => (/^\d+$/.test(text) ? BigInt(text) : 0n)
  const least = whole(terms.leastVolume)
  const most = whole(draft.kind === 'market' ? terms.mostMarket : terms.mostLimit)
  const told = (volume: bigint) => ({ contracts: volume.toString(), multiplier: terms.multiplier, base: terms.base })
  if (contracts === 0n || contracts < least) return [fault('size', 'sizeMin', told(least > 0n ? least : 1n))]
  return most > 0n && contracts > most ? [fault('size', 'sizeMax', told(most))] : []
}

function callbackFaults({ draft, entries }: ContractTicket): ContractFault[] {
  if (draft.kind !== 'trailing') return []
  const value = amountIn(entries.callback)
  return value < CALLBACK_LEAST || value > CALLBACK_MOST ? [fault('callback', 'callbackRange')] : []
}

/** Take profit lies beyond the order's price for gain, stop loss against it. Without a price of its own the server judges. */
function protectionFaults({ draft, price, takeProfit, stopLoss }: ContractTicket): ContractFault[] {
  if (!protects(draft)) return []
  if (takeProfit === 0n && stopLoss === 0n) return [fault('takeProfit', 'protectionMissing')]
  if (!priced(draft)) return []
  const up = draft.side === 'buy' ? 1n : -1n
  if (takeProfit > 0n && (takeProfit - price) * up <= 0n) return [fault('takeProfit', 'takeProfitSide')]
  return stopLoss > 0n && (price - stopLoss) * up <= 0n ? [fault('stopLoss', 'stopLossSide')] : []
}

/** Coins in so many contracts, a decimal. */
export const coinText = (contracts: bigint, terms: ContractTerms): string =>
  formatDecimal(contracts * BigInt(terms.lotsPerContract), terms.lotScale)

/** Value of so many contracts at a price in ticks, a decimal of the quote; exact. */
export const valueText = (contracts: bigint, ticks: bigint, terms: ContractTerms): string =>
  formatDecimal(contracts * BigInt(terms.lotsPerContract) * ticks, terms.priceScale + terms.lotScale)

/** What so many contracts win (above zero) or lose between two prices, before fees; exact, a signed decimal of the quote. */
export function profitText(side: 'buy' | 'sell', contracts: bigint, from: bigint, to: bigint, terms: ContractTerms): string {
  const moved = side === 'buy' ? to - from : from - to
  return formatDecimal(contracts * BigInt(terms.lotsPerContract) * moved, terms.priceScale + terms.lotScale)
}
