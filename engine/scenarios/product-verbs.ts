/** Rows of scenarios about index prices, conversion and savings. Prices of an index are in USDT, amounts have 8 decimals. */
import type { Payout, ProductStatus, ProductTerms, ProductType, RateTier, RateType, SourcePrice } from '../src/command.ts'
import type { AccountKind } from '../src/event.ts'
import { asAssetId, asEarnOrderId, asProductId, asUserId } from '../src/ids/id.ts'
import { parseDecimal } from '../src/money/decimal.ts'
import type { CONVERT_COMMANDS } from '../src/schema/commands/convert.ts'
import type { EARN_COMMANDS } from '../src/schema/commands/earn.ts'
import type { INDEX_COMMANDS } from '../src/schema/commands/index-price.ts'
import type { CommandByKind } from '../src/schema/commands.ts'
import { INDEX_SCALE } from '../src/schema/index-price.ts'
import { PLAIN_PRODUCT } from './rich-products.ts'
import type { Row } from './verbs.ts'

const ADMIN = { actor: 'ops', why: 'test' } as const
const SCALE = 8
const DAY_MS = 86_400_000

type Verbs<Kind extends keyof CommandByKind> = Readonly<Record<string, (row: Row) => CommandByKind[Kind]>>

/** A decimal of a cell in minor units; nothing stands for 0. */
export function minorOf(text: string, scale = SCALE): bigint {
  const value = parseDecimal(text === '' ? '0' : text.replace(/^-/, ''), scale)
  if (typeof value === 'string') throw new RangeError(`${text}: ${value}`)
  return text.startsWith('-') ? -value : value
}

const listOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '')
const assetOf = ({ cell }: Row): ReturnType<typeof asAssetId> => asAssetId(Number(cell('asset')))

/** What sources say, by number: `60000 70000! 60010*  60000@30001 - .` is said, crossed, pinned, 30,001 ms old, silent, nothing said. */
function saidBy(row: Row): SourcePrice[] {
  return listOf(row.cell('says')).flatMap((word, source): SourcePrice[] => {
    if (word === '.') return []
    const [, price = '', mark = '', age = '0'] = /^([\d.]*)([!*-]?)(?:@(\d+))?$/.exec(word) ?? []
    const state = ({ '!': 'crossed', '*': 'pinned', '-': 'silent' } as const)[mark] ?? 'live'
    return [{ assetId: assetOf(row), source, state, price: minorOf(price, INDEX_SCALE), at: row.now - Number(age) }]
  })
}

/** `cap=0.01 fresh=30000 a b c`, and weights as `asset:source:weight`. */
function indexTermsOf(row: Row): CommandByKind['setIndexTerms'] {
  const words = listOf(row.cell('says'))
  const option = (name: string, usual: string): string => words.find((word) => word.startsWith(`${name}=`))?.split('=')[1] ?? usual
  const sources = words.filter((word) => !word.includes('=') && !word.includes(':'))
  const weights = new Map<number, number[]>()
  for (const word of words.filter((one) => one.includes(':'))) {
    const [asset = 0, source = 0, weight = 1] = word.split(':').map(Number)
    const ofAsset = weights.get(asset) ?? sources.map(() => 1)
    ofAsset[source] = weight
    weights.set(asset, ofAsset)
  }
  return {
    kind: 'setIndexTerms',
    unitAssetId: asAssetId(Number(option('unit', '2'))),
    sources,
    freshMs: Number(option('fresh', '30000')),
    capE8: Number(minorOf(option('cap', '0.01'))),
    weights: [...weights].map(([assetId, of]) => ({ assetId: asAssetId(assetId), weights: of })),
    ...ADMIN,
  }
}

/** `personShare=0.1 lookTimes=3*`: shares and values have 8 decimals, what ends with a star is a count. */
function rulesOf(text: string): Record<string, string> {
  const words = listOf(text).map((word) => word.split('=') as [string, string])
  return Object.fromEntries(words.map(([name, rule]) => [name, rule.endsWith('*') ? rule.slice(0, -1) : String(minorOf(rule))]))
}

function quoteOf({ userId, cell, quote }: Row): CommandByKind['acceptQuote'] {
  const made = quote(cell('label'))
  const value = cell('amount') === '' ? made.value : minorOf(cell('amount'))
  return { kind: 'acceptQuote', userId, ...made, value }
}

/** `500:0.1 0.02`: 10 % up to 500, 2 % above. */
function tiersOf(text: string): RateTier[] {
  return listOf(text).map((word) => {
    const parts = word.split(':')
    return { upTo: parts.length === 2 ? minorOf(parts[0] ?? '') : null, rateE8: Number(minorOf(parts.at(-1) ?? '')) }
  })
}

/** `type=fixed pays=atEnd days=30 …`: what is not said is as in a flexible product without bounds. Times are days from the scenario's start. */
function termsOf({ cell, start }: Row): ProductTerms {
  const said = new Map(listOf(cell('terms')).map((word) => word.split('=') as [string, string]))
  const amount = (name: string): bigint => minorOf(said.get(name) ?? '')
  const time = (name: string): number => (said.has(name) ? start + Number(said.get(name)) * DAY_MS : 0)
  return {
    ...PLAIN_PRODUCT,
    assetId: asAssetId(Number(said.get('asset') ?? '2')),
    type: (said.get('type') ?? 'flexible') as ProductType,
    rateType: (said.get('rate') ?? 'current') as RateType,
    payout: (said.get('pays') ?? 'daily') as Payout,
    termDays: Number(said.get('days') ?? '0'),
    totalQuota: amount('total'),
    userMin: amount('min'),
    userMax: amount('max'),
    step: amount('step'),
    startTime: time('start'),
    endTime: time('end'),
    earlyRedeem: said.get('early') === 'on',
    renewable: said.get('renew') === 'on',
    poolLimit: amount('pool'),
  }
}

const productOf = ({ cell }: Row): ReturnType<typeof asProductId> => asProductId(Number(cell('product') || '1'))
const orderOf = ({ cell }: Row): ReturnType<typeof asEarnOrderId> => asEarnOrderId(Number(cell('order') || '1'))
const status =
  (to: ProductStatus) =>
  (row: Row): CommandByKind['setProductStatus'] => ({ kind: 'setProductStatus', productId: productOf(row), status: to, ...ADMIN })

type Kind = keyof typeof INDEX_COMMANDS | keyof typeof CONVERT_COMMANDS | keyof typeof EARN_COMMANDS

export const PRODUCT_VERBS: { readonly [K in Kind]: Verbs<K> } = {
  reportPrices: { report: (row) => ({ kind: 'reportPrices', items: saidBy(row) }) },
  setIndexTerms: { sources: indexTermsOf },
  acceptQuote: { accept: quoteOf },
  setConvertTerms: {
    convertTerms: ({ userId, cell }) => ({
      kind: 'setConvertTerms',
      dailyLimit: minorOf(cell('daily')),
      lossBound: minorOf(cell('loss')),
      deskUserId: cell('who') === '' ? asUserId(0) : userId,
      isClosed: cell('label') === 'closed',
      ...(cell('label') === 'opened' && { opensLoss: true }),
      ...(cell('says') !== '' && { rules: rulesOf(cell('says')) }),
      ...ADMIN,
    }),
  },
  fundInventory: {
    fund: (row) => ({ kind: 'fundInventory', assetId: assetOf(row), amount: minorOf(row.cell('amount')), reference: '', ...ADMIN }),
  },
  setStockTerms: {
    stockTerms: (row) => {
      const said = new Map(listOf(row.cell('says')).map((word) => word.split('=') as [string, string]))
      const [target, least, most] = ['target', 'least', 'most'].map((name) => (said.has(name) ? minorOf(said.get(name) ?? '') : -1n))
      return { kind: 'setStockTerms', assetId: assetOf(row), target: target ?? -1n, least: least ?? -1n, most: most ?? -1n, ...ADMIN }
    },
  },
  purchaseProduct: {
    buy: (row) => ({
      kind: 'purchaseProduct',
      userId: row.userId,
      productId: productOf(row),
      amount: minorOf(row.cell('amount')),
      payAccount: (row.cell('from') || 'spot') as AccountKind,
      renewal: (row.cell('renewal') || 'none') as CommandByKind['setRenewal']['renewal'],
    }),
  },
  redeemProduct: {
    redeem: (row) => ({
      kind: 'redeemProduct',
      userId: row.userId,
      orderId: orderOf(row),
      amount: minorOf(row.cell('amount')),
      toAccount: (row.cell('to') || 'spot') as AccountKind,
    }),
  },
  setRenewal: {
    renewal: (row) => ({
      kind: 'setRenewal',
      userId: row.userId,
      orderId: orderOf(row),
      renewal: row.cell('renewal') as CommandByKind['setRenewal']['renewal'],
    }),
  },
  defineProduct: {
    define: (row) => ({ kind: 'defineProduct', terms: termsOf(row), tiers: tiersOf(row.cell('says')), document: {}, ...ADMIN }),
  },
  changeProduct: {
    change: (row) => ({ kind: 'changeProduct', productId: productOf(row), terms: termsOf(row), document: {}, ...ADMIN }),
  },
  setProductStatus: {
    release: status('waiting'),
    sell: status('onSale'),
    suspend: status('suspended'),
    end: status('ended'),
    offShelf: status('offShelf'),
    sellOut: status('soldOut'),
  },
  setProductRate: {
    rates: (row) => ({
      kind: 'setProductRate',
      productId: productOf(row),
      fromDay: Math.floor(row.now / DAY_MS) + Number(row.cell('day') || '0'),
      tiers: tiersOf(row.cell('says')),
      ...ADMIN,
    }),
  },
}
