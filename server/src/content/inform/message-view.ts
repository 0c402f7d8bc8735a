/** A message as the wire has it: templates in the reader's language and the values that fill them, printed from the facts of the event. */
import { asAssetId } from '@agio/engine/ids/id.ts'
import { formatDecimal, pow10 } from '@agio/engine/money/decimal.ts'
import { divideHalfUp } from '@agio/engine/money/rounding.ts'
import type { Message } from '@agio/wire/content/inform.ts'
import { coSymbol } from '@agio/wire/futures/view.ts'
import { orderView } from '@agio/wire/spot/view.ts'
import { walletTxNameOf } from '@agio/wire/wallet/view.ts'
import type { Listings } from '../../feeds/listings.ts'
import { type MessageKind, messageIdOf } from '../../projections/messages/message-source.ts'
import type { MessageRow } from '../../projections/port.ts'
import { byLanguage } from '../by-language.ts'
import { informText } from './inform-texts.ts'

type Texts = Readonly<Record<string, string>>

const wordIn = (language: string, key: string): string => informText(language, `message.${key}`) ?? ''

const HISTORY = '/spotOrder?tab=history'
const BILLS = '/billDetails'
const SAVINGS = '/financialOrder'
const DEPOSITS = '/assets/spot/topUp'
const WITHDRAWALS = '/assets/spot/withdrawMoney'
const CONTRACTS = '/trade'
const CONTRACT_ORDERS = '/contractOrder'
const ADDRESSES = '/assets/address'
const SECURITY = '/userCenter/safeCenter'
const IDENTITY = '/userCenter/identity'

/** Where a message leads, an address inside the application. */
const LINKS: Readonly<Record<MessageKind, string>> = {
  orderFilled: HISTORY,
  orderPartlyFilled: HISTORY,
  orderNotFilled: HISTORY,
  orderExpired: HISTORY,
  orderCanceled: HISTORY,
  orderRejected: HISTORY,
  depositCredited: BILLS,
  depositBelowMin: DEPOSITS,
  depositHeld: DEPOSITS,
  depositReversed: DEPOSITS,
  depositOwed: DEPOSITS,
  withdrawalReview: WITHDRAWALS,
  withdrawalApproved: WITHDRAWALS,
  withdrawalRejected: WITHDRAWALS,
  withdrawalTakenBack: WITHDRAWALS,
  withdrawalSent: WITHDRAWALS,
  withdrawalCompleted: WITHDRAWALS,
  withdrawalFailed: WITHDRAWALS,
  withdrawalExpired: WITHDRAWALS,
  airdropCredited: BILLS,
  balanceAdjusted: BILLS,
  earnInterest: SAVINGS,
  earnMatured: SAVINGS,
  earnRenewed: SAVINGS,
  earnNotRenewed: SAVINGS,
  marginWarning: CONTRACTS,
  crossMarginWarning: CONTRACTS,
  positionReduced: CONTRACT_ORDERS,
  positionLiquidated: CONTRACT_ORDERS,
  positionDeleveraged: CONTRACT_ORDERS,
  fundingPaid: CONTRACT_ORDERS,
  fundingReceived: CONTRACT_ORDERS,
  newDevice: SECURITY,
  passwordChanged: SECURITY,
  factorChanged: SECURITY,
  apiKeyCreated: SECURITY,
  accountFrozen: SECURITY,
  whitelistClosed: ADDRESSES,
  loginLocked: SECURITY,
  codesTried: SECURITY,
  identityApproved: IDENTITY,
  identityRejected: IDENTITY,
}

/** Of a deposit, a withdrawal or a liquidation the page that shows it. */
function linkOf({ kind, params: { txId, receipt, contract, side } }: MessageRow): string {
  if (txId !== undefined) return `${walletTxNameOf(txId)?.kind === 'withdrawal' ? WITHDRAWALS : DEPOSITS}?id=${txId}`
  if (receipt !== undefined) return `${CONTRACT_ORDERS}?receipt=${receipt}`
  // What an order came to stands under the orders of its kind.
  return contract !== undefined && side !== undefined ? CONTRACT_ORDERS : LINKS[kind]
}

function orderParams({ order }: MessageRow, listings: Listings, language: string): Texts {
  if (order === undefined) return {}
  const view = orderView(order, listings.pairFacts(order.instrumentId), listings.assetFacts)
  const [base = '', quote = ''] = view.symbol.split('/')
  return {
    orderId: view.orderId,
    side: wordIn(language, `side.${order.side}`),
    symbol: view.symbol,
    base,
    quote,
    executed: view.tradedAmount,
    average: view.avgPrice ?? '',
    total: view.tradedTurnover,
    fee: view.fee,
    feeAsset: view.feeCoin,
  }
}

/** What a message about a contract says: everything stands in the message itself, amounts in minor units of the margin coin. */
function contractParams({ params }: MessageRow, listings: Listings, language: string): Texts {
  const { contract: id, receipt, quantity, mark, side, executed, value, fee, amount, maintenance, equity } = params
  const contract = listings.contractFacts(Number(id))
  const { base, quote, priceScale, terms } = contract
  const money = (text: string): string => formatDecimal(BigInt(text), quote.scale)
  const shown: Record<string, string> = { symbol: coSymbol(contract), asset: quote.symbol }
  for (const [name, text] of Object.entries({ amount, maintenance, equity, fee })) if (text !== undefined) shown[name] = money(text)
  if (receipt !== undefined) shown.receipt = receipt
  if (quantity !== undefined) shown.quantity = quantity
  if (mark !== undefined) shown.mark = formatDecimal(BigInt(mark), priceScale)
  if (side === undefined || executed === undefined || value === undefined) return shown
  const coins = BigInt(executed) * BigInt(contract.contract.multiplier)
  const average = coins === 0n ? 0n : divideHalfUp(BigInt(value) * pow10(priceScale + terms.quantityScale), coins * pow10(quote.scale))
  return {
    ...shown,
    side: wordIn(language, `side.${side}`),
    base: base.symbol,
    quote: quote.symbol,
    executed: formatDecimal(coins, terms.quantityScale),
    average: formatDecimal(average, priceScale),
    total: money(value),
    feeAsset: quote.symbol,
  }
}

/** Amounts, which are stored in minor units. */
const AMOUNTS = ['amount', 'interest', 'arrived', 'owed', 'maintenance', 'equity'] as const

/** Stored amounts are in minor units; a method is a word of ours; the rest is text as it is. */
function ownParams({ params }: MessageRow, listings: Listings, language: string): Texts {
  const { asset, method, txId: _, ...rest } = params
  const credited: Record<string, string> = {}
  if (asset !== undefined) {
    const facts = listings.assetFacts(asAssetId(Number(asset)))
    for (const name of AMOUNTS) {
      const amount = params[name]
      if (amount !== undefined) credited[name] = formatDecimal(BigInt(amount), facts.scale)
    }
    credited.asset = facts.symbol
  }
  return { ...rest, ...credited, ...(method !== undefined && { method: wordIn(language, `factor.${method}`) || method }) }
}

/** UTC, so that it is true wherever it is read; days and hours as the pages write them. */
const moments = byLanguage(
  (tag) =>
    new Intl.DateTimeFormat(tag, {
      ...{ year: 'numeric', month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' },
      ...{ hourCycle: 'h23', timeZone: 'UTC' },
    }),
)
const timeText = (at: number, language: string): string => moments(`${language.replace('_', '-')}-u-ca-gregory-nu-latn`).format(at)

export function messageView(row: MessageRow, language: string, listings: Listings): Message {
  return {
    id: messageIdOf(row),
    titleTemplate: wordIn(language, `${row.kind}.title`),
    contentTemplate: wordIn(language, `${row.kind}.content`),
    params: {
      time: `${timeText(row.at, language)} UTC`,
      ...(row.params.contract === undefined
        ? { ...ownParams(row, listings, language), ...orderParams(row, listings, language) }
        : contractParams(row, listings, language)),
    },
    createTime: row.at,
    isRead: row.isRead ? 1 : 0,
    link: linkOf(row),
    bizType: row.type,
  }
}
