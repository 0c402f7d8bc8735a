/** Conversion: its limits, what quotes are made by, and what cannot be converted. */
import type { JsonObject } from '@agio/engine/command.ts'
import { convertStateOf, stockStateOf } from '@agio/engine/convert/read-convert.ts'
import { formatDecimal, parseDecimal } from '@agio/engine/money/decimal.ts'
import { assetsOf } from '@agio/engine/read.ts'
import * as z from 'zod/mini'
import { CONVERT, type ConvertDocument, convertDocument, SETTINGS } from '../../convert/settings.ts'
import { changeTerms } from '../convert-terms.ts'
import { type OperatorCall, type OperatorTenant, operatorCommand, refuse, savedDocument } from '../operator-command.ts'
import { leaveConversion } from '../trading-stop.ts'
import { inTurn } from '../versions.ts'
import { rulesText } from './convert-rules.ts'

const VALUE_SCALE = 8
export const CONVERT_TARGET = { collection: CONVERT, id: SETTINGS } as const
type Call = Pick<OperatorCall<Readonly<Record<never, string>>, Readonly<Record<never, string>>>, 'tenant' | 'actor' | 'why'>

const valueText = (value: bigint): string => formatDecimal(value, VALUE_SCALE)
const boundText = (value: bigint): string => (value === 0n ? 'none' : valueText(value))

/** @throws Refusal */
function typedValue(name: string, text: string): bigint {
  const value = parseDecimal(text, VALUE_SCALE)
  return typeof value === 'bigint' ? value : refuse(`${name}: an amount in USDT such as 5000, at most 8 decimals; 0 = no bound`)
}

/** @throws Refusal while nobody knows what is there */
export function presentDocument(tenant: OperatorTenant): ConvertDocument {
  try {
    return tenant.convert.settings.current.document
  } catch {
    return refuse('history is not complete yet; nothing was done, try again in a moment')
  }
}

/** A document that fits, as JSON. @throws Refusal that names the field */
function checked(document: ConvertDocument): JsonObject {
  const parsed = z.safeParse(convertDocument, document)
  if (parsed.success) return JSON.parse(JSON.stringify(parsed.data)) as JsonObject
  const [issue] = parsed.error.issues
  return refuse(`convert: ${issue?.path.map(String).join('.') ?? ''} ${issue?.message ?? 'does not fit'}`)
}

/** Saves what becomes of the document, one change after another. @throws Refusal */
export function changeDocument(call: Call, change: (document: ConvertDocument) => ConvertDocument): Promise<number> {
  return inTurn(call, CONVERT_TARGET, async () => {
    const { seq } = await savedDocument(call, CONVERT_TARGET, checked(change(presentDocument(call.tenant))))
    return seq
  })
}

/** The coin of a name in any case. @throws Refusal */
export function coinOf(tenant: OperatorTenant, name: string) {
  const symbol = name.toUpperCase()
  return assetsOf(tenant.exchange.state).find((asset) => asset.symbol === symbol) ?? refuse(`no coin ${symbol} at ${tenant.tenantId}`)
}

/** An ordered pair of coins that there are: what is sent, then what is received. @throws Refusal */
function orderedPair(tenant: OperatorTenant, name: string): string {
  const [send = '', receive = '', ...more] = name.split('/')
  if (receive === '' || more.length > 0) refuse(`${name} is no pair such as USDT/BTC, what is sent first`)
  return [send, receive].map((coin) => coinOf(tenant, coin).symbol).join('/')
}

export const convertShow = operatorCommand({
  name: 'convert show',
  summary: 'Shows whether conversion is open, its limits, what the stock earned or lost today, and what quotes are made by.',
  arguments: {},
  options: {},
  needsReason: false,
  async run({ tenant }) {
    const { dailyLimit, lossBound, deskUserId, isClosedByLoss, isClosedByOperator, ...day } = convertStateOf(tenant.exchange.state)
    const closings = [
      ...(tenant.content.isFeatureOpen('flashConvert') ? [] : ['the switch flashConvertSwitch is off']),
      ...(isClosedByOperator ? ['closed by an operator'] : []),
      ...(isClosedByLoss ? ['closed by the loss of today, until 00:00 UTC'] : []),
      ...closedCoins(tenant).map((coin) => `${coin} closed by its loss of today, until 00:00 UTC`),
    ]
    return [
      closings.length === 0 ? 'open' : closings.join('; '),
      `limit of a customer and day ${boundText(dailyLimit)}, loss bound of a day ${boundText(lossBound)}, desk ${deskUserId || 'none'}`,
      `stock ${valueText(day.value)} USDT, today ${valueText(day.value - day.dayValue - day.funded)} (funded ${valueText(day.funded)})`,
      rulesText(tenant),
      JSON.stringify(presentDocument(tenant), undefined, 2),
    ].join('\n')
  },
})

/** Coins that lost too much today. */
const closedCoins = ({ exchange: { state } }: OperatorTenant): string[] =>
  assetsOf(state).flatMap(({ assetId, symbol }) => (stockStateOf(state, assetId).isClosedByLoss ? [symbol] : []))

/** What the loss of today means for conversion after a change, for who made it; '' where it means nothing. */
function lossText(tenant: OperatorTenant): string {
  const { isClosedByLoss, lossBound, day, dayValue, funded, value } = convertStateOf(tenant.exchange.state)
  if (isClosedByLoss) return '; the loss of today keeps it closed until 00:00 UTC, unless convert open --loss yes'
  const coins = closedCoins(tenant)
  if (coins.length > 0) return `; their losses of today keep ${coins.join(', ')} closed until 00:00 UTC, unless convert open --loss yes`
  const loss = dayValue + funded - value
  if (day === 0 || lossBound === 0n || loss <= lossBound) return ''
  return `; the loss of today, ${valueText(loss)}, is beyond its bound of ${valueText(lossBound)}: the next price closes it, unless convert limit --loss-u`
}

/** With other bounds of one conversion. @throws Refusal where none would lie between them */
function bounded(document: ConvertDocument, bounds: ConvertDocument): ConvertDocument {
  const changed = { ...document, ...bounds }
  checked(changed)
  const { minTradeU = '0', maxTradeU = '0' } = changed
  const most = typedValue('max-u', maxTradeU)
  if (most !== 0n && typedValue('min-u', minTradeU) > most)
    refuse(`convert limit: min-u ${minTradeU} is above max-u ${maxTradeU}, nothing could be converted`)
  return changed
}

export const convertLimit = operatorCommand({
  name: 'convert limit',
  summary: 'Sets what one conversion, one customer in a day and the loss of the house in a day may come to.',
  arguments: {},
  options: {
    'daily-u': 'USDT that a customer may convert in a UTC day; 0 = no bound',
    'loss-u': 'USDT that the house may lose in a UTC day before conversion closes; 0 = no bound',
    'min-u': 'least value of one conversion in USDT',
    'max-u': 'most value of one conversion in USDT; 0 = no bound',
    'quote-seconds': 'how long a quote holds, 1 to 60',
  },
  needsReason: true,
  async run(call) {
    const { given } = call
    const [daily, loss] = [given['daily-u'], given['loss-u']]
    const [min, max, seconds] = [given['min-u'], given['max-u'], given['quote-seconds']]
    const terms = {
      ...(daily !== undefined && { dailyLimit: typedValue('daily-u', daily) }),
      ...(loss !== undefined && { lossBound: typedValue('loss-u', loss) }),
    }
    const bounds = {
      ...(min !== undefined && { minTradeU: min }),
      ...(max !== undefined && { maxTradeU: max }),
      ...(seconds !== undefined && { quoteSeconds: Number(seconds) }),
    }
    if (Object.keys(terms).length + Object.keys(bounds).length === 0) refuse('convert limit: nothing to set; see help convert limit')
    // What may be refused comes first, so that nothing is done by half.
    if (Object.keys(bounds).length > 0) bounded(presentDocument(call.tenant), bounds)
    const entries = [
      ...(Object.keys(terms).length > 0 ? [await changeTerms(call, terms)] : []),
      ...(Object.keys(bounds).length > 0 ? [await changeDocument(call, (document) => bounded(document, bounds))] : []),
    ]
    return `convert limit: done, entry ${entries.join(', ')}${lossText(call.tenant)}`
  },
})

const SPREADS = {
  base: 'share of the middle price: 0.0005 is 5 bps, the least',
  volatility: 'share of how far the index went within a minute',
  size: 'share for each 100,000 USDT above the first 1,000',
  skew: 'share where a stock is at one of its limits',
} as const

export const convertSpread = operatorCommand({
  name: 'convert spread',
  summary: 'Sets the spread of a coin, of an ordered pair or of all; without options a coin or pair goes back to that of all.',
  arguments: { of: 'all, a coin such as BTC, or a pair such as USDT/BTC, what is sent first' },
  options: SPREADS,
  needsReason: true,
  async run(call) {
    const { tenant, given } = call
    const rates = Object.fromEntries(
      Object.keys(SPREADS).flatMap((name) => {
        const rate = given[name as keyof typeof SPREADS]
        return rate === undefined ? [] : [[name, rate]]
      }),
    )
    const isAll = given.of.toLowerCase() === 'all'
    const name = isAll ? 'all' : given.of.includes('/') ? orderedPair(tenant, given.of) : coinOf(tenant, given.of).symbol
    if (isAll && Object.keys(rates).length === 0) refuse('convert spread all: nothing to set')
    const seq = await changeDocument(call, (document) => {
      if (isAll) return { ...document, spread: { ...document.spread, ...rates } }
      const { [name]: own, ...others } = document.spreads ?? {}
      return { ...document, spreads: Object.keys(rates).length === 0 ? others : { ...others, [name]: { ...own, ...rates } } }
    })
    return `convert spread ${name}: done, entry ${seq}`
  },
})

type Closing = Pick<OperatorCall<Readonly<Record<never, string>>, { coin: string; pair: string }>, 'tenant' | 'actor' | 'why' | 'given'>

/** All of it, a coin, or one direction of a pair. @param opensLoss also what the loss of today closed @throws Refusal */
async function setClosed(call: Closing, isClosed: boolean, opensLoss = false): Promise<string> {
  const { tenant, given } = call
  const word = isClosed ? 'close' : 'open'
  if (given.coin !== undefined && given.pair !== undefined) refuse(`convert ${word}: a coin or a pair, not both`)
  if (given.coin !== undefined) {
    const { symbol } = coinOf(tenant, given.coin)
    const seq = await changeDocument(call, (document) => {
      const own = document.coins?.[symbol]
      return { ...document, coins: { ...document.coins, [symbol]: { ...own, isClosed } } }
    })
    return `convert ${word} ${symbol}: done, entry ${seq}`
  }
  if (given.pair !== undefined) {
    const pair = orderedPair(tenant, given.pair)
    const seq = await changeDocument(call, (document) => {
      const others = (document.closedPairs ?? []).filter((name) => name !== pair)
      return { ...document, closedPairs: isClosed ? [...others, pair] : others }
    })
    return `convert ${word} ${pair}: done, entry ${seq}`
  }
  await leaveConversion(call, isClosed)
  const seq = await changeTerms(call, { isClosed, ...(opensLoss && { opensLoss }) })
  return `convert ${word}: done, entry ${seq}${isClosed ? '' : lossText(tenant)}`
}

const WHAT = { coin: 'only this coin, such as BTC', pair: 'only this direction, such as USDT/BTC, what is sent first' } as const

export const convertClose = operatorCommand({
  name: 'convert close',
  summary: 'Closes conversion, a coin of it, or an ordered pair; quotes that were given for it are refused from then on.',
  arguments: {},
  options: WHAT,
  needsReason: true,
  run: (call) => setClosed(call, true),
})

export const convertOpen = operatorCommand({
  name: 'convert open',
  summary: 'Opens conversion again, or a coin of it, or an ordered pair; what the loss of today closed opens with --loss yes alone.',
  arguments: {},
  options: { ...WHAT, loss: 'yes opens again what the loss of today closed as well' },
  needsReason: true,
  run(call) {
    const { loss, coin, pair } = call.given
    if (loss !== undefined && (loss !== 'yes' || coin !== undefined || pair !== undefined))
      refuse('convert open --loss: yes, for all of conversion, or nothing')
    return setClosed(call, false, loss === 'yes')
  },
})

const DAY_MS = 86_400_000
const DAYS_DEFAULT = 30

export const convertDays = operatorCommand({
  name: 'convert days',
  summary: 'Shows by UTC day what the stock was worth, what was put in, and what it earned or lost at the index prices; today first.',
  arguments: {},
  options: { days: `how many; default ${DAYS_DEFAULT}` },
  needsReason: false,
  async run({ tenant, given }) {
    const { exchange, models } = tenant
    const wanted = Number(given.days ?? DAYS_DEFAULT)
    if (!Number.isInteger(wanted) || wanted < 1 || wanted > 1000) refuse('days: 1 to 1000')
    await models.reached(exchange.durableSeq).catch(() => refuse('history is not complete yet; try again in a moment'))
    const now = convertStateOf(exchange.state)
    if (now.day === 0) return 'there never was a stock'
    const today = { ...now, wasClosed: now.isClosedByLoss || now.isClosedByOperator }
    const over = (await models.convertDays(wanted + 1)).filter(({ day }) => day < now.day)
    const lines = [today, ...over].slice(0, wanted).map(({ day, dayValue, funded, value, wasClosed }) => {
      const date = new Date(day * DAY_MS).toISOString().slice(0, 10)
      const result = valueText(value - dayValue - funded)
      return `${date}  began with ${valueText(dayValue)}  funded ${valueText(funded)}  ended with ${valueText(value)}  result ${result}${wasClosed ? '  closed' : ''}`
    })
    return lines.join('\n')
  },
})
