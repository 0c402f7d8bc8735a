/** What scenarios ask of index prices, conversion and savings, and the quotes that they make as the server would. */
import { ACCOUNT_AVAILABLE } from '../generated/layout.ts'
import { priceOf, receivedFor, sentFor, valueAtMid } from '../src/convert/quote.ts'
import { convertStateOf, convertUsedToday, inventoryOf, stockStateOf, wideningOf } from '../src/convert/read-convert.ts'
import { earnOrdersOf, productAt, productsOf } from '../src/earn/read-earn.ts'
import { type AssetId, asAssetId, type UserId } from '../src/ids/id.ts'
import { indexOf } from '../src/index/read-index.ts'
import { EXPENSE_SAVINGS_INTEREST } from '../src/ledger/chart-of-accounts.ts'
import { formatDecimal } from '../src/money/decimal.ts'
import { balanceOf } from '../src/read.ts'
import type { EventByKind } from '../src/schema/events.ts'
import { INDEX_SCALE } from '../src/schema/index-price.ts'
import type { ExchangeDriver } from './exchange-driver.ts'
import { minorOf } from './product-verbs.ts'
import type { Quote } from './verbs.ts'

const SCALE = 8
const QUOTE_MS = 10_000
const SCALES = { send: SCALE, receive: SCALE }
/** Those who joined, and the ids of assets by their symbols. */
export interface Names {
  readonly users: ReadonlyMap<string, UserId>
  readonly assets: readonly string[]
}

const show = (amount: bigint): string => formatDecimal(amount, SCALE)
const textOf = (at: number): string => new Date(at).toISOString().replace(/:00\.000Z$/, '')
const assetOf = ({ assets }: Names, symbol: string): AssetId => asAssetId(assets.indexOf(symbol) + 1)

/** `quote q USDT BTC send=100 spread=0.0005`, or `receive=0.001`: the amounts follow from the index as it is. */
export function makeQuote(exchange: ExchangeDriver, names: Names, number: number, words: readonly string[]): Quote {
  const [, send = '', receive = '', ...options] = words
  const option = (name: string): string => options.find((word) => word.startsWith(`${name}=`))?.split('=')[1] ?? ''
  const [sendAssetId, receiveAssetId] = [assetOf(names, send), assetOf(names, receive)]
  const [sendIndex, receiveIndex] = [sendAssetId, receiveAssetId].map((assetId) => indexOf(exchange.state, assetId).price || 1n) as [
    bigint,
    bigint,
  ]
  const spread = minorOf(option('spread'))
  const price = priceOf(sendIndex, receiveIndex, spread)
  const wanted = minorOf(option('receive'))
  const sendAmount = wanted === 0n ? minorOf(option('send')) : sentFor(wanted, price, SCALES)
  return {
    sendAssetId,
    receiveAssetId,
    quoteId: number,
    sendAmount,
    receiveAmount: wanted === 0n ? receivedFor(sendAmount, price, SCALES) : wanted,
    sendIndex,
    receiveIndex,
    spread,
    validUntil: exchange.now + QUOTE_MS,
    value: valueAtMid(sendAmount, sendIndex, SCALE),
  }
}

const BEYOND: Readonly<Record<number, string>> = { 1: 'tooMuch', [-1]: 'tooLittle' }

type Fact = (exchange: ExchangeDriver, names: Names, rest: readonly string[]) => string

/** Answers in the form in which they are asked. */
export const PRODUCT_FACTS: Readonly<Record<string, Fact>> = {
  index: ({ state }, names, [symbol = '']) => {
    const { price, live } = indexOf(state, assetOf(names, symbol))
    return `${symbol} ${formatDecimal(price, INDEX_SCALE)} of ${live}`
  },
  indexSince: ({ state, startedAt }, names, [symbol = '']) => `${symbol} ${indexOf(state, assetOf(names, symbol)).at - startedAt}`,
  stock: ({ state }, names, [symbol = '']) => `${symbol} ${show(inventoryOf(state, assetOf(names, symbol)))}`,
  stockValue: ({ state }) => {
    const { dayValue, funded, value } = convertStateOf(state)
    return `${show(dayValue)} funded ${show(funded)} now ${show(value)}`
  },
  /** What there should be, and whether it is beyond a limit or closed. */
  stockState: ({ state }, names, [symbol = '']) => {
    const { target, beyond, isClosedByLoss } = stockStateOf(state, assetOf(names, symbol))
    return [`${symbol} target ${show(target)}`, BEYOND[beyond] ?? '', isClosedByLoss ? 'closed' : '']
      .filter((word) => word !== '')
      .join(' ')
  },
  /** What conversion of a coin earned today, what all of its stock did, and what a hedge may cost. */
  earned: ({ state }, names, [symbol = '']) => {
    const { result, swing, spread } = stockStateOf(state, assetOf(names, symbol))
    return `${symbol} ${show(result)} swing ${show(swing)} spread ${show(spread)}`
  },
  pausedFor: (exchange, names, [symbol = '']) =>
    `${symbol} ${Math.max(0, stockStateOf(exchange.state, assetOf(names, symbol)).pausedUntil - exchange.now)}`,
  wider: ({ state }, names, [side = '', symbol = '']) =>
    `${side} ${symbol} ${show(wideningOf(state, assetOf(names, symbol), side === 'to'))}`,
  closed: ({ state }) => {
    const { isClosedByLoss, isClosedByOperator } = convertStateOf(state)
    return [isClosedByOperator ? 'operator' : '', isClosedByLoss ? 'loss' : ''].filter((why) => why !== '').join(' ') || 'none'
  },
  used: ({ state }, { users }, [user = '']) => `${user} ${show(convertUsedToday(state, users.get(user) as UserId))}`,
  savings: ({ state }, names, [user = '', symbol = '']) =>
    `${user} ${symbol} ${show(balanceOf(state, names.users.get(user) as UserId, assetOf(names, symbol), 'financial').held)}`,
  product: ({ state }, _names, [id = '']) => {
    const product = productAt(state, Number(id))
    if (product === undefined) return `${id} unknown`
    return `${id} ${product.status} left ${product.left === null ? 'any' : show(product.left)}`
  },
  /** What may still be redeemed of a product today. */
  pool: ({ state }, _names, [id = '']) => `${id} ${show(productAt(state, Number(id))?.poolLeft ?? 0n)}`,
  earn: ({ state }, { users }, [id = '', ...asked]) => {
    const order = [...users.values()].flatMap((userId) => [...earnOrdersOf(state, userId)]).find(({ orderId }) => orderId === Number(id))
    if (order === undefined) return `${id} none`
    const facts = new Map([
      ['product', String(order.productId)],
      ['principal', show(order.principal)],
      ['accrued', show(order.accrued)],
      ['paid', show(order.paid)],
      ['renewal', order.renewal],
      ['starts', textOf(order.startAt)],
      ['ends', order.expireAt === 0 ? 'never' : textOf(order.expireAt)],
    ])
    return `${id} ${asked.map((fact) => `${fact.split('=')[0]}=${facts.get(fact.split('=')[0] ?? '')}`).join(' ')}`
  },
  /** Lines of interest and ends of an order: what happened, how much interest, when it was due. */
  lines: (exchange, _names, [id = '']) =>
    `${id} ${exchange.stamped
      .flatMap(({ at, event }) =>
        event.kind === 'earnChanged' && event.orderId === Number(id) && ['interest', 'matured', 'redeemed'].includes(event.change)
          ? [`${event.change}:${show(event.interest)}@${textOf(at)}`]
          : [],
      )
      .join(' ')}`.trim(),
  interest: (exchange, _names, [id = '']) => `${id} ${show(sumOf(exchange, Number(id), ({ interest }) => interest))}`,
  /** What the last record of an order says that it was paid. */
  paid: ({ stamped }, _names, [id = '']) => {
    const last = stamped.findLast(({ event }) => event.kind === 'earnChanged' && event.orderId === Number(id))?.event
    return `${id} ${show(last?.kind === 'earnChanged' ? last.paid : 0n)}`
  },
  forfeited: (exchange, _names, [id = '']) => `${id} ${show(sumOf(exchange, Number(id), ({ forfeited }) => forfeited))}`,
}

function sumOf({ stamped }: ExchangeDriver, orderId: number, part: (event: EventByKind['earnChanged']) => bigint): bigint {
  let sum = 0n
  for (const { event } of stamped) if (event.kind === 'earnChanged' && event.orderId === orderId) sum += part(event)
  return sum
}

/** What must hold of savings at any time: holds explained by orders, quotas by principals, the expense by what was paid. */
export function savingsFaults(exchange: ExchangeDriver): string[] {
  const { state, users } = exchange
  const orders = users.flatMap((userId) => [...earnOrdersOf(state, userId)].map((order) => ({ userId, ...order })))
  const faults: string[] = []
  for (const { productId, sold, terms } of productsOf(state)) {
    const held = orders.filter((order) => order.productId === productId).reduce((sum, { principal }) => sum + principal, 0n)
    if (held !== sold) faults.push(`product ${productId} sold ${sold}, its orders hold ${held}`)
    if (sold < 0n) faults.push(`product ${productId} of asset ${terms.assetId} sold ${sold}`)
  }
  for (const { assetId } of state.assets) {
    for (const userId of users) {
      const ofAsset = orders.filter((order) => order.userId === userId && productAt(state, order.productId)?.terms.assetId === assetId)
      const principal = ofAsset.reduce((sum, order) => sum + order.principal, 0n)
      const { held } = balanceOf(state, userId, assetId, 'financial')
      if (held !== principal) faults.push(`user ${userId} asset ${assetId}: ${held} on hold, orders hold ${principal}`)
    }
    const paid = paidOf(exchange, assetId)
    const account = state.kernel.findAccount(EXPENSE_SAVINGS_INTEREST, assetId, 0)
    const expense = account === 0 ? 0n : state.accounts.view.getBigInt64(account + ACCOUNT_AVAILABLE, true)
    if (expense !== -paid) faults.push(`asset ${assetId}: interest of ${paid} was paid, the house spent ${-expense}`)
  }
  return faults
}

/** Interest that orders of an asset were paid, less what was taken back: of a term that is paid day by day, all that it forfeits. */
function paidOf({ state, stamped }: ExchangeDriver, assetId: AssetId): bigint {
  let paid = 0n
  for (const { event } of stamped) {
    if (event.kind !== 'earnChanged' || event.assetId !== assetId) continue
    paid += event.interest
    if (productAt(state, event.productId)?.terms.payout === 'daily') paid -= event.forfeited
  }
  return paid
}
