/** A message as the wire has it: templates in the reader's language and the values that fill them, printed from the facts of the event. */
import { asAssetId } from '@agio/engine/ids/id.ts'
import { formatDecimal } from '@agio/engine/money/decimal.ts'
import type { Message } from '@agio/wire/inform.ts'
import { orderView } from '@agio/wire/spot-view.ts'
import { walletTxNameOf } from '@agio/wire/wallet-view.ts'
import type { Listings } from '../../feeds/listings.ts'
import { type MessageKind, messageIdOf } from '../../projections/message-source.ts'
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

/** Of a deposit or a withdrawal the page that shows it. */
const linkOf = ({ kind, params: { txId } }: MessageRow): string =>
  txId === undefined ? LINKS[kind] : `${walletTxNameOf(txId)?.kind === 'withdrawal' ? WITHDRAWALS : DEPOSITS}?id=${txId}`

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

/** Amounts, which are stored in minor units. */
const AMOUNTS = ['amount', 'interest', 'arrived', 'owed'] as const

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

/** UTC, so that it is true wherever it is read. */
const moments = byLanguage((tag) => new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }))
const timeText = (at: number, language: string): string => moments(`${language.replace('_', '-')}-u-nu-latn`).format(at)

export function messageView(row: MessageRow, language: string, listings: Listings): Message {
  return {
    id: messageIdOf(row),
    titleTemplate: wordIn(language, `${row.kind}.title`),
    contentTemplate: wordIn(language, `${row.kind}.content`),
    params: {
      time: `${timeText(row.at, language)} UTC`,
      ...ownParams(row, listings, language),
      ...orderParams(row, listings, language),
    },
    createTime: row.at,
    isRead: row.isRead ? 1 : 0,
    link: linkOf(row),
    bizType: row.type,
  }
}
