/** What a customer was answered against what the product shows: nothing lost, nothing twice, and every sum that two lists tell is the same. */
import { formatDecimal, parseDecimal } from '@agio/engine/money/decimal.ts'
import type { Deed } from './deeds.ts'
import type { Histories } from './histories.ts'

const SCALE = 8
const DAY_MS = 86_400_000
const PURCHASE = 1
const REDEMPTION = 2
const INTEREST = 3
const FUNDING = 6
const FLEXIBLE_TYPE = 2

export type Answered = ReadonlyMap<string, { readonly deed: Deed; readonly fact: string }>

function units(text: string): bigint {
  const isBelow = text.startsWith('-')
  const value = parseDecimal(isBelow ? text.slice(1) : text, SCALE)
  if (typeof value === 'string') throw new Error(`${text}: ${value}`)
  return isBelow ? -value : value
}

const shown = (amount: bigint): string => formatDecimal(amount, SCALE)
const sumOf = (texts: readonly string[]): bigint => texts.reduce((sum, text) => sum + units(text), 0n)
const magnitude = (amount: bigint): bigint => (amount < 0n ? -amount : amount)

/** Rows of a list against the ids that were answered: the same ones, each once. */
function sameIds(what: string, ids: readonly string[], answered: readonly string[]): string[] {
  const found = new Set(ids)
  const known = new Set(answered)
  return [
    ...(found.size === ids.length ? [] : [`${what}: an id is there twice`]),
    ...answered.filter((id) => !found.has(id)).map((id) => `${what} ${id} was answered, and is not there`),
    ...ids.filter((id) => !known.has(id)).map((id) => `${what} ${id} is there, and was never answered`),
  ]
}

export function compareDeeds(answered: Answered, histories: Histories): string[] {
  const of = (kind: Deed['kind']) => [...answered.values()].filter(({ deed }) => deed.kind === kind)
  const facts = (kind: Deed['kind']) => of(kind).map(({ fact }) => fact)
  const { conversions, transfers, savings, liveOrders, endedOrders } = histories
  const own = [...liveOrders, ...endedOrders].filter(({ clientOrderId }) => answered.has(clientOrderId))
  const live = new Set(liveOrders.map(({ id }) => id))
  return [
    ...sameIds('conversion', ids(conversions), facts('convert')),
    ...sameIds(
      'quote',
      conversions.map(({ quoteId }) => quoteId),
      of('convert').map(({ deed }) => deed.about),
    ),
    ...sameIds('transfer', ids(transfers), facts('transfer')),
    ...sameIds(
      'savings order',
      savings.map(({ orderNo }) => orderNo),
      facts('purchase'),
    ),
    ...sameIds('contract order', ids(own), facts('order')),
    ...facts('cancel')
      .filter((id) => live.has(id))
      .map((id) => `contract order ${id} was cancelled, and is open`),
    ...compareRedemptions(of('redeem'), histories),
  ]
}

const ids = (rows: readonly { readonly id: string }[]): readonly string[] => rows.map(({ id }) => id)

/** Of a flexible order what was taken out is what was answered; what is in it is what came in less that. */
function compareRedemptions(redeemed: readonly { readonly deed: Deed; readonly fact: string }[], histories: Histories): string[] {
  return histories.savings.flatMap(({ orderNo, type, principal }) => {
    const bills = (kind: number) => histories.savingsBills.filter((bill) => bill.orderNo === orderNo && bill.type === kind)
    const put = magnitude(sumOf(bills(PURCHASE).map(({ amount }) => amount)))
    const taken = magnitude(sumOf(bills(REDEMPTION).map(({ amount }) => amount)))
    if (type !== FLEXIBLE_TYPE) return []
    const told = sumOf(redeemed.filter(({ deed }) => deed.about === orderNo).map(({ fact }) => fact.split(' ')[1] ?? '0'))
    const faults = told === taken ? [] : [`savings order ${orderNo}: ${shown(taken)} was taken out, ${shown(told)} was answered`]
    if (put - taken !== units(principal)) faults.push(`savings order ${orderNo}: ${principal} is in it, ${shown(put - taken)} by its bills`)
    return faults
  })
}

/** Balances against the newest lines, interest against its days, funding of a position against its lines. */
export function compareSums({ balances, bills, savings, savingsBills, positions, transactions, contractBalance }: Histories): string[] {
  const faults: string[] = []
  for (const { coinId, coinName, total } of balances) {
    const after = bills.get(coinId)?.balanceAfter ?? '0'
    if (after !== total) faults.push(`${coinName}: ${total}, but the newest bill says ${after}`)
  }
  const after = transactions[0]?.balanceAfter ?? '0'
  if (units(after) !== units(contractBalance)) faults.push(`contract account: ${contractBalance}, but the newest line says ${after}`)
  for (const { orderNo, paidInterest } of savings) {
    const lines = savingsBills.filter((bill) => bill.orderNo === orderNo && bill.type === INTEREST)
    if (sumOf(lines.map(({ amount }) => amount)) !== units(paidInterest))
      faults.push(`savings order ${orderNo}: paid ${paidInterest}, not by its lines`)
    const days = new Set(lines.map(({ createTime }) => Math.floor(createTime / DAY_MS)))
    if (days.size !== lines.length) faults.push(`savings order ${orderNo}: two lines of interest on one day`)
  }
  for (const { id, capitalFee } of positions) {
    const lines = transactions.filter(({ type, refId }) => type === FUNDING && refId === id)
    const paid = sumOf(lines.map(({ amount }) => amount))
    if (magnitude(paid) !== magnitude(units(capitalFee))) faults.push(`position ${id}: funding ${capitalFee}, ${shown(paid)} by its lines`)
  }
  return faults
}
