/** user-web: one coin into another. */
import { inverseOf } from '@agio/engine/convert/quote.ts'
import { convertStateOf, convertUsedToday } from '@agio/engine/convert/read-convert.ts'
import type { Outcome } from '@agio/engine/event.ts'
import { asAssetId, type UserId } from '@agio/engine/ids/id.ts'
import { formatDecimal, parseDecimal } from '@agio/engine/money/decimal.ts'
import { balanceOf } from '@agio/engine/read.ts'
import type { RequestOf, ResponseOf } from '@agio/wire/call.ts'
import { convertConfig, convertPrice, convertQuote, convertRecords, convertTrade } from '@agio/wire/convert/convert.ts'
import { CONVERTED, conversionView, priceView, quoteView } from '@agio/wire/convert/view.ts'
import { wireNameOf } from '@agio/wire/reasons.ts'
import type { FastifyInstance } from 'fastify'
import { valueText } from '../../../convert/converter.ts'
import type { Quote } from '../../../convert/quotes.ts'
import { Failure, type FailureParams } from '../../../core/failure.ts'
import type { ListedAsset } from '../../../feeds/listings.ts'
import type { HistoryRow } from '../../../projections/histories.ts'
import type { Tenant } from '../../../tenant/tenant.ts'
import { userRoute } from '../../calls/user-route.ts'
import { AGAIN, type DeedCall, type Done, deedRoute, done, refused } from '../../deeds/deed-route.ts'
import { submit } from '../../deeds/submit.ts'
import { timeRange } from '../../reads/range.ts'
import { historyReached, wholeHistory } from '../../reads/whole-history.ts'

const PAGE_SIZE = 20
/** A closed pair by the API's number; those that are open stand nowhere. */
const PAIR_CLOSED = 2
const NO_ASSET = asAssetId(0)

function configAnswer(tenant: Tenant, userId: UserId) {
  const { exchange, convert, content } = tenant
  const { converter } = convert
  const { settings } = converter
  const balance = ({ assetId, scale }: ListedAsset) => formatDecimal(balanceOf(exchange.state, userId, assetId).available, scale)
  const coins = converter.coins().map((coin) => ({
    coinId: String(coin.assetId),
    coinName: coin.symbol,
    iconUrl: coin.iconUrl,
    scale: coin.scale,
    balance: balance(coin),
  }))
  return {
    flashConvertSwitch: content.isFeatureOpen('flashConvert') && !converter.isClosed ? (1 as const) : (0 as const),
    minTradeU: valueText(settings.minTrade),
    maxTradeU: valueText(settings.maxTrade),
    quoteSeconds: settings.quoteSeconds,
    dailyLimitU: valueText(convertStateOf(exchange.state).dailyLimit),
    usedTodayU: valueText(convertUsedToday(exchange.state, userId)),
    sendCoins: coins,
    receiveCoins: coins,
    pairs: settings.closedPairs.map((pair) => {
      const [send = '', receive = ''] = pair.split('/')
      return { send, receive, status: PAIR_CLOSED as 1 | 2 }
    }),
  }
}

function registerPrices(app: FastifyInstance): void {
  userRoute(app, convertConfig, ({ tenant, userId }) => configAnswer(tenant, userId))

  userRoute(app, convertPrice, ({ tenant, request: { send, receive } }) => {
    const price = tenant.convert.converter.price(send, receive)
    const time = tenant.exchange.now()
    return { sendCoin: send, receiveCoin: receive, price: priceView(price), inversePrice: priceView(inverseOf(price)), time }
  })

  userRoute(app, convertQuote, ({ tenant, request, userId }) => {
    const { send, receive, sendAmount, receiveAmount } = request
    // The schema lets one of the two through.
    const side = sendAmount == null ? 'receive' : 'send'
    const { quote, ...beside } = tenant.convert.converter.quote({ userId, send, receive, side, amount: sendAmount ?? receiveAmount ?? '' })
    return quoteView({ ...quote, ...beside })
  })
}

type Trade = DeedCall<RequestOf<typeof convertTrade>>
type Conversion = HistoryRow<'conversions'>
type ConversionView = ResponseOf<typeof convertTrade>

type Named = { readonly id: number } | { readonly where: { readonly quoteId: number } }

async function conversionOf(tenant: Tenant, userId: UserId, named: Named): Promise<Conversion | undefined> {
  await wholeHistory(tenant)
  const [row] = (await tenant.models.history('conversions', { userId, ...named, pageNo: 1, pageSize: 1 })).rows
  return row
}

const viewOf = (tenant: Tenant, row: Conversion) => conversionView(row, tenant.feeds.listings.assetFacts)

type Shown = Pick<Trade['request'], 'sendCoin' | 'receiveCoin' | 'sendAmount'>

/** Coins and amount say what the customer saw: they must be those of the quote. */
function fits({ sendCoin, receiveCoin, sendAmount }: Shown, send: ListedAsset, receive: ListedAsset, amount: bigint): boolean {
  return sendCoin === send.symbol && receiveCoin === receive.symbol && parseDecimal(sendAmount, send.scale) === amount
}

/** What fits no quote never came to the engine: with a key that it knows it is another request. */
const misfit = ({ key, isRepeat }: Trade): Failure =>
  isRepeat ? new Failure('IDEMPOTENCY_CONFLICT', { key }) : new Failure('QUOTE_NOT_FOUND')

/** The quote that a request accepts. @throws Failure QUOTE_NOT_FOUND, IDEMPOTENCY_CONFLICT */
function quoteOf(call: Trade): Quote {
  const { request } = call
  const quote = call.tenant.convert.converter.find(call.userId, request.quoteId)
  if (quote === undefined) throw new Failure('QUOTE_NOT_FOUND')
  if (!fits(request, quote.send, quote.receive, quote.sendAmount)) throw misfit(call)
  return quote
}

/**
 * Of a quote that this process does not know: what the first request of the same key was answered, if it was done. One that was refused
 * moved nothing, and of which quote it was nobody knows any more: it is answered as any quote that is not known.
 * @throws Failure IDEMPOTENCY_CONFLICT where the key stands for anything else
 */
async function earlierAnswer(call: Trade): Promise<Done<ConversionView> | undefined> {
  const { tenant, request, userId, first } = call
  if (first?.reason !== 'none') return undefined
  // A conversion has the number of its entry.
  const row = await conversionOf(tenant, userId, { id: first.seq })
  const { assetFacts } = tenant.feeds.listings
  const isSame = row !== undefined && String(row.quoteId) === request.quoteId
  if (!isSame || !fits(request, assetFacts(row.sendAssetId), assetFacts(row.receiveAssetId), row.sendAmount)) throw misfit(call)
  return done(viewOf(tenant, row), AGAIN)
}

/** Of one that is used up: which conversion it became. */
async function conversionIdOf(tenant: Tenant, { userId, quoteId, conversionId }: Quote): Promise<number> {
  if (conversionId !== undefined) return conversionId
  return (await conversionOf(tenant, userId, { where: { quoteId } }))?.id ?? 0
}

/** A newer quote of the same direction took its place. @throws Failure QUOTE_EXPIRED */
function mustBeUnreplaced({ replacedAt }: Quote): void {
  if (replacedAt !== undefined) throw new Failure('QUOTE_EXPIRED', { validTimestamp: replacedAt })
}

async function refusal({ tenant, request, userId }: Trade, reason: Exclude<Outcome['reason'], 'none'>, quote: Quote): Promise<Failure> {
  const { state } = tenant.exchange
  const { send } = quote
  const sent = (amount: bigint): string => formatDecimal(amount, send.scale)
  const figures = async (): Promise<FailureParams> => {
    switch (reason) {
      case 'clientIdConflict':
        return { key: request.clientId }
      case 'quoteExpired':
        return { validTimestamp: quote.validUntil }
      case 'quoteUsed':
        return { id: String(await conversionIdOf(tenant, quote)) }
      case 'convertClosed':
        return { feature: 'flashConvert' }
      case 'dailyLimit':
        return { limitU: valueText(convertStateOf(state).dailyLimit), usedU: valueText(convertUsedToday(state, userId)) }
      case 'insufficientBalance':
        return { coinName: send.symbol, need: sent(quote.sendAmount), available: sent(balanceOf(state, userId, send.assetId).available) }
      default:
        return tenant.convert.converter.boundsParams(reason, send.symbol, quote.receive.symbol)
    }
  }
  return new Failure(wireNameOf(reason), await figures())
}

async function trade(call: Trade): Promise<Done<ConversionView>> {
  const { tenant, request, userId, caller, key, isRepeat } = call
  const { converter } = tenant.convert
  const earlier = converter.find(userId, request.quoteId) === undefined ? await earlierAnswer(call) : undefined
  if (earlier !== undefined) return earlier
  if (!isRepeat && converter.isClosed) throw new Failure('FEATURE_OFF', { feature: 'flashConvert' })
  const quote = quoteOf(call)
  if (!isRepeat) converter.mustBeOpenFor(quote)
  if (!isRepeat) mustBeUnreplaced(quote)
  const { send, receive, sendAmount, receiveAmount, sendIndex, receiveIndex, spread, validUntil, value } = quote
  const facts = {
    ...{ userId, quoteId: quote.quoteId, sendAssetId: send.assetId, receiveAssetId: receive.assetId },
    ...{ sendAmount, receiveAmount, sendIndex, receiveIndex, spread, validUntil, value },
  }
  const give = () => submit(tenant, { kind: 'acceptQuote', caller, ...facts }, key)
  const { outcome, executed } = await converter.execute(quote, give)
  if (outcome.reason !== 'none') return refused(await refusal(call, outcome.reason, quote), outcome)
  quote.conversionId = outcome.value
  const { assetFacts } = tenant.feeds.listings
  if (!isRepeat && executed !== undefined)
    return done(conversionView({ ...facts, ...executed, id: outcome.value, at: outcome.at }, assetFacts), outcome)
  const first = await conversionOf(tenant, userId, { id: outcome.value })
  if (first === undefined) throw new Error(`conversion ${outcome.value} is not in the history`)
  return done(viewOf(tenant, first), outcome)
}

function registerRecords(app: FastifyInstance): void {
  userRoute(app, convertRecords, async ({ tenant, request, userId }) => {
    const pageNo = request.pageNo ?? 1
    const pageSize = request.pageSize ?? PAGE_SIZE
    const { listings } = tenant.feeds
    // Nobody ever converted a coin that does not exist.
    const assetId = (name: string) => listings.assetBySymbol(name)?.assetId ?? NO_ASSET
    const where = {
      ...(request.sendCoin != null && { sendAssetId: assetId(request.sendCoin) }),
      ...(request.receiveCoin != null && { receiveAssetId: assetId(request.receiveCoin) }),
    }
    const isAnyStatus = request.status == null || request.status === CONVERTED
    const range = timeRange(request, tenant.exchange.now())
    const page = request.asOf == null ? { pageNo, pageSize } : { pageNo, pageSize, asOf: request.asOf }
    const rebuilding = await historyReached(tenant)
    const query = { userId, where, range, ...page, ...(!isAnyStatus && { id: 0 }) }
    const { rows, total, asOf } = await tenant.models.history('conversions', query)
    const list = rows.map((row) => viewOf(tenant, row))
    return { list, total, pageNo, pageSize, asOf, ...(rebuilding !== undefined && { rebuilding }) }
  })
}

/** Conversion at a quote: what it costs, taking it, and what was taken. */
export function registerConvertRoutes(app: FastifyInstance): void {
  registerPrices(app)
  deedRoute(app, convertTrade, { run: trade })
  registerRecords(app)
}
