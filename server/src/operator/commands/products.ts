/** Savings products: what they are, when they are sold, what they earn. */
import type { JsonObject, ProductStatus, ProductTerms, RateTier } from '@agio/engine/command.ts'
import { AMOUNT_MOST, TERM_MOST_DAYS } from '@agio/engine/earn/product-admin.ts'
import { RATE_MOST_E8 } from '@agio/engine/earn/rates.ts'
import { type Product, productAt, productsOf } from '@agio/engine/earn/read-earn.ts'
import { asProductId } from '@agio/engine/ids/id.ts'
import { formatDecimal, parseDecimal } from '@agio/engine/money/decimal.ts'
import { TIERS_MOST } from '@agio/engine/schema/earn.ts'
import { dec, ms, optional, switch01 } from '@agio/wire/fields.ts'
import * as z from 'zod/mini'
import { issuesOf } from '../../core/issues.ts'
import { productDocument } from '../../earn/product-texts.ts'
import { STATUS_NUMBERS } from '../../earn/product-view.ts'
import { baseRate, DAY_MS, dayOf, rateText, tiersOn } from '../../earn/rates.ts'
import type { ListedAsset } from '../../feeds/listings.ts'
import { type OperatorCall, type OperatorTenant, operatorCommand, refuse, submitted } from '../operator-command.ts'

const RATE_SCALE = 8
const ID = { id: 'the product’s number' } as const

/** Fields of a product as the API names them; what is left out is as plain as can be. */
const given = z.strictObject({
  ...productDocument.shape,
  coinName: optional(z.string()),
  coinId: optional(z.string()),
  type: z.union([z.literal(1), z.literal(2)]),
  rateType: optional(z.union([z.literal(1), z.literal(2)])),
  termDays: optional(z.int()),
  annualRate: optional(dec),
  tiers: optional(z.array(z.object({ upTo: z.nullable(dec), annualRate: dec }))),
  totalQuota: dec,
  userMin: dec,
  userMax: optional(dec),
  step: optional(dec),
  startTime: optional(ms),
  endTime: optional(ms),
  payoutMode: optional(z.union([z.literal(1), z.literal(2)])),
  earlyRedeem: optional(switch01),
  /** Of a flexible product: what may be redeemed of it in a UTC day. */
  redeemPoolLeft: optional(dec),
  autoPurchase: optional(switch01),
  /** 0: it is not released yet; 1 and 2: it is, and on sale from its start time. */
  status: optional(z.int()),
})
type Given = z.output<typeof given>

/** What a product has of itself, and the API tells with it. */
const MADE: readonly string[] = ['id', 'iconUrl', 'sevenDayRate', 'soldQuota', 'leftQuota', 'userQuotaLeft', 'interestStart']

/** @throws Refusal for what is no JSON object */
function fieldsIn(text: string): Readonly<Record<string, unknown>> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return refuse('the product is not JSON')
  }
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : refuse('the product is no JSON object')
}

function checked<Schema extends z.ZodMiniType>(schema: Schema, fields: Readonly<Record<string, unknown>>): z.output<Schema> {
  const own = Object.entries(fields).filter(([name, field]) => field !== null && !MADE.includes(name))
  const found = z.safeParse(schema, Object.fromEntries(own))
  if (found.success) return found.data
  return refuse(
    issuesOf(found.error, fields)
      .map(({ path, rule }) => `${path} ${rule}`.trim())
      .join('; '),
  )
}

function amountOf(name: string, text: string | null | undefined, { scale }: ListedAsset): bigint {
  const amount = parseDecimal(text ?? '0', scale)
  if (typeof amount !== 'bigint') return refuse(`${name}: ${text} is no amount with ${scale} decimals at most`)
  return amount < AMOUNT_MOST ? amount : refuse(`${name}: ${text} is too much`)
}

function rateOf(text: string): number {
  const rate = parseDecimal(text, RATE_SCALE)
  if (typeof rate !== 'bigint') return refuse(`${text} is no rate with ${RATE_SCALE} decimals at most`)
  return rate <= RATE_MOST_E8 ? Number(rate) : refuse(`${text} is above the highest rate of a year, ${rateText(RATE_MOST_E8)}`)
}

function assetOf({ feeds, tenantId }: OperatorTenant, { coinName, coinId }: Pick<Given, 'coinName' | 'coinId'>): ListedAsset {
  const { listings } = feeds
  const found = coinName == null ? listings.asset(Number(coinId ?? 0)) : listings.assetBySymbol(coinName)
  return found ?? refuse(`no coin ${coinName ?? coinId ?? ''} at ${tenantId}`)
}

function tiersOf({ tiers, annualRate }: Pick<Given, 'tiers' | 'annualRate'>, asset: ListedAsset): readonly RateTier[] {
  if (tiers == null || tiers.length === 0) return [{ upTo: null, rateE8: rateOf(annualRate ?? refuse('annualRate is missing')) }]
  if (tiers.length > TIERS_MOST) refuse(`tiers: ${TIERS_MOST} at most`)
  let lower = 0n
  return tiers.map(({ upTo, annualRate: rate }, position) => {
    const isLast = position === tiers.length - 1
    if (isLast !== (upTo === null)) refuse('tiers: the last one has the upTo null, and no other')
    const upper = upTo === null ? null : amountOf('tiers', upTo, asset)
    if (upper !== null && upper <= lower) refuse(`tiers: upTo ${upTo} is not above the one before it`)
    lower = upper ?? lower
    return { upTo: upper, rateE8: rateOf(rate) }
  })
}

/** What the engine would refuse without a name. @throws Refusal */
function checkTerms(terms: ProductTerms): ProductTerms {
  const { type, termDays, userMin, userMax, startTime, endTime, renewable } = terms
  if (type === 'fixed' && (termDays < 1 || termDays > TERM_MOST_DAYS)) refuse(`termDays ${termDays}: 1 to ${TERM_MOST_DAYS}`)
  if (type === 'flexible' && renewable) refuse('autoPurchase 1: only a term, type 1, can be renewed')
  if (userMax !== 0n && userMax < userMin) refuse('userMax is below userMin')
  if (endTime !== 0 && endTime <= startTime) refuse('endTime is not behind startTime')
  return terms
}

function termsOf(fields: Given, asset: ListedAsset, now: number): ProductTerms {
  const isTerm = fields.type === 1
  const amount = (name: 'totalQuota' | 'userMin' | 'userMax' | 'step' | 'redeemPoolLeft') => amountOf(name, fields[name], asset)
  const totalQuota = amount('totalQuota')
  if (totalQuota === 0n) refuse('totalQuota is 0: nobody could buy it')
  // What only the other kind has would be dropped without a word.
  if (!isTerm && (fields.termDays ?? 0) !== 0) refuse(`termDays ${fields.termDays}: a flexible product, type 2, has no term`)
  const poolLimit = amount('redeemPoolLeft')
  if (isTerm && poolLimit !== 0n) refuse(`redeemPoolLeft ${fields.redeemPoolLeft}: a term, type 1, has no pool`)
  return checkTerms({
    assetId: asset.assetId,
    type: isTerm ? 'fixed' : 'flexible',
    rateType: (fields.rateType ?? (isTerm ? 1 : 2)) === 1 ? 'fixed' : 'current',
    payout: (fields.payoutMode ?? (isTerm ? 2 : 1)) === 1 ? 'daily' : 'atEnd',
    termDays: isTerm ? (fields.termDays ?? refuse('termDays is missing')) : 0,
    totalQuota,
    userMin: amount('userMin'),
    userMax: amount('userMax'),
    step: amount('step'),
    startTime: fields.startTime ?? now,
    endTime: fields.endTime ?? 0,
    earlyRedeem: fields.earlyRedeem === 1,
    renewable: fields.autoPurchase === 1,
    poolLimit,
  })
}

/** A product begins before or with its sale; every other status is a move. @throws Refusal */
function checkBeginning({ status, startTime }: Given, now: number): void {
  if (status == null) return
  if (status < 0 || status > 2) refuse(`status ${status}: a product begins as 0 not released, 1 on sale or 2 waiting for its startTime`)
  if (status === 1 && (startTime ?? now) > now) refuse('status 1: its startTime is still to come; until then it has status 2')
}

/** Fields of terms that orders hold by, as the API names them. */
const KEPT = { assetId: 'coinId', type: 'type', rateType: 'rateType', payout: 'payoutMode', termDays: 'termDays' } as const

/** @throws Refusal */
function checkKept(terms: ProductTerms, old: ProductTerms): void {
  const changed = (Object.keys(KEPT) as (keyof typeof KEPT)[]).filter((name) => terms[name] !== old[name]).map((name) => KEPT[name])
  if (changed.length > 0) refuse(`${changed.join(', ')}: stays as it is, orders hold by it; make another product`)
}

const documentOf = ({ name, isRealname, requiredKycLevel, agreementUrl, sort }: Given): JsonObject => ({
  name,
  ...(isRealname !== undefined && { isRealname }),
  ...(requiredKycLevel !== undefined && { requiredKycLevel }),
  ...(agreementUrl !== undefined && { agreementUrl }),
  ...(sort !== undefined && { sort }),
})

function knownProduct({ exchange, tenantId }: OperatorTenant, id: string): Product {
  const product = /^[1-9][0-9]{0,8}$/.test(id) ? productAt(exchange.state, Number(id)) : undefined
  return product ?? refuse(`no product ${id} at ${tenantId}`)
}

const lineOf = (tenant: OperatorTenant, { productId, status }: Product): string =>
  `product ${productId} (${tenant.productTexts.nameOf(productId, 'en_US')}) has status ${STATUS_NUMBERS[status]} ${status}`

export const productsCreate = operatorCommand({
  name: 'products create',
  summary: 'A new savings product, released at once unless its status is 0; on sale from its start time.',
  arguments: { json: 'fields of a product as the API has them; @product.json reads them from a file' },
  options: {},
  needsReason: true,
  async run(call) {
    const { tenant, actor, why } = call
    const fields = checked(given, fieldsIn(call.given.json))
    const asset = assetOf(tenant, fields)
    checkBeginning(fields, tenant.exchange.now())
    const terms = termsOf(fields, asset, tenant.exchange.now())
    const tiers = tiersOf(fields, asset)
    const outcome = await submitted(call, { kind: 'defineProduct', terms, tiers, document: documentOf(fields), actor, why })
    const productId = asProductId(outcome.value)
    if (fields.status !== 0) await submitted(call, { kind: 'setProductStatus', productId, status: 'waiting', actor, why })
    return lineOf(tenant, knownProduct(tenant, String(productId)))
  },
})

export const productsChange = operatorCommand({
  name: 'products change',
  summary: 'Changes quotas, bounds, times, names of a product; not its coin, type, kind of rate, payout or term.',
  arguments: { ...ID, json: 'the fields that change; @product.json reads them from a file' },
  options: {},
  needsReason: true,
  async run(call) {
    const { tenant, actor, why } = call
    const { productId, terms: old } = knownProduct(tenant, call.given.id)
    const changes = fieldsIn(call.given.json)
    const asset = tenant.feeds.listings.assetFacts(old.assetId)
    const text = (minor: bigint): string => formatDecimal(minor, asset.scale)
    const known: Given = {
      ...tenant.productTexts.of(productId),
      coinId: String(old.assetId),
      type: old.type === 'fixed' ? 1 : 2,
      rateType: old.rateType === 'fixed' ? 1 : 2,
      termDays: old.termDays,
      totalQuota: text(old.totalQuota),
      userMin: text(old.userMin),
      userMax: text(old.userMax),
      step: text(old.step),
      startTime: old.startTime,
      endTime: old.endTime,
      payoutMode: old.payout === 'daily' ? 1 : 2,
      earlyRedeem: old.earlyRedeem ? 1 : 0,
      redeemPoolLeft: text(old.poolLimit),
      autoPurchase: old.renewable ? 1 : 0,
    }
    if ('status' in changes) refuse('a status is changed by `products start`, `suspend`, `end` and `off-shelf`')
    if ('annualRate' in changes || 'tiers' in changes) refuse('rates are changed by `rates set`')
    const fields = checked(given, { ...known, ...changes })
    const terms = termsOf(fields, assetOf(tenant, fields), tenant.exchange.now())
    checkKept(terms, old)
    await submitted(call, { kind: 'changeProduct', productId, terms, document: documentOf(fields), actor, why })
    return lineOf(tenant, knownProduct(tenant, String(productId)))
  },
})

type ById = OperatorCall<typeof ID, Record<string, never>>

async function move(call: ById, status: ProductStatus): Promise<string> {
  const { tenant, actor, why } = call
  const product = knownProduct(tenant, call.given.id)
  const { productId } = product
  const badParameter = `${lineOf(tenant, product)}; from there it cannot go to ${STATUS_NUMBERS[status]} ${status}`
  const { seq } = await submitted(call, { kind: 'setProductStatus', productId, status, actor, why }, { badParameter })
  return `${lineOf(tenant, knownProduct(tenant, call.given.id))}, entry ${seq}`
}

/** Releases what is not released, sells on what is suspended; one that is sold stays as it is. */
async function start(call: ById): Promise<string> {
  const product = knownProduct(call.tenant, call.given.id)
  const { status } = product
  if (status === 'onSale' || status === 'waiting') return lineOf(call.tenant, product)
  return move(call, status === 'notReleased' ? 'waiting' : 'onSale')
}

const moving = (name: string, summary: string, run: (call: ById) => Promise<string>) =>
  operatorCommand({ name: `products ${name}`, summary, arguments: ID, options: {}, needsReason: true, run })

export const productsStart = moving('start', 'Releases a product, or sells a suspended one again.', start)
export const productsSuspend = moving('suspend', 'Stops the sale of a product for a while.', (call) => move(call, 'suspended'))
export const productsEnd = moving('end', 'Ends the sale of a product for good; what is held runs on.', (call) => move(call, 'ended'))
export const productsOffShelf = moving('off-shelf', 'Takes a product out of all lists; what is held runs on.', (call) =>
  move(call, 'offShelf'),
)

export const productsList = operatorCommand({
  name: 'products list',
  summary: 'Every savings product with its status, rate and what is sold of it.',
  arguments: {},
  options: {},
  needsReason: false,
  run: async ({ tenant }) => {
    const today = dayOf(tenant.exchange.now())
    return productsOf(tenant.exchange.state)
      .map((product) => {
        const { symbol, scale } = tenant.feeds.listings.assetFacts(product.terms.assetId)
        const sold = `${formatDecimal(product.sold, scale)} of ${formatDecimal(product.terms.totalQuota, scale)} ${symbol}`
        return `${lineOf(tenant, product)}, rate ${rateText(baseRate(tiersOn(product, today)))}, sold ${sold}`
      })
      .join('\n')
  },
})

const dayText = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)

/** UTC day since 1970 from which a rate is set. @throws Refusal */
function rateDayOf(from: string | undefined, today: number): number {
  if (from === undefined) return today
  const day = dayOf(Date.parse(`${from}T00:00:00.000Z`))
  // A day that its month does not have would be one of the next month.
  if (!Number.isFinite(day) || dayText(day) !== from) refuse(`${from} is no day: YYYY-MM-DD`)
  if (day < today) refuse(`${from} is over: a rate is set from ${dayText(today)} on`)
  return day <= today + TERM_MOST_DAYS ? day : refuse(`${from} is more than ${TERM_MOST_DAYS} days ahead`)
}

export const ratesSet = operatorCommand({
  name: 'rates set',
  summary: 'What a product earns from a UTC day on, today at the earliest; orders of a fixed rate keep theirs.',
  arguments: { ...ID, rate: 'a fraction of a year such as 0.05, or brackets as JSON: [{"upTo":"500","annualRate":"0.1"},{"upTo":null,…}]' },
  options: { from: 'YYYY-MM-DD; default today' },
  needsReason: true,
  async run(call) {
    const { tenant, actor, why } = call
    const { productId, terms } = knownProduct(tenant, call.given.id)
    const asset = tenant.feeds.listings.assetFacts(terms.assetId)
    const { rate, from } = call.given
    const brackets = rate.trim().startsWith('[') ? checked(z.pick(given, { tiers: true }), fieldsIn(`{"tiers":${rate}}`)) : {}
    const tiers = tiersOf({ annualRate: rate, ...brackets }, asset)
    const fromDay = rateDayOf(from, dayOf(tenant.exchange.now()))
    await submitted(call, { kind: 'setProductRate', productId, fromDay, tiers, actor, why })
    return `product ${productId} earns ${rate} from ${dayText(fromDay)} on`
  },
})

export const PRODUCT_COMMANDS = [
  productsCreate,
  productsChange,
  productsStart,
  productsSuspend,
  productsEnd,
  productsOffShelf,
  productsList,
  ratesSet,
]
