/** Savings of the demo: products in every status, what they earned, and what the demo customer and others put into them. */
import type { ProductTerms, RateTier, Renewal } from '@agio/engine/command.ts'
import { type AssetId, asEarnOrderId, asProductId, type ProductId, type UserId } from '@agio/engine/ids/id.ts'
import { balanceOf } from '@agio/engine/read.ts'
import { siteText } from '../../content/site-texts.ts'
import type { ProductDocument } from '../../earn/product-texts.ts'
import type { DemoMarket } from '../accounts.ts'
import { units } from '../listing.ts'
import type { Happening, Moment } from './happenings.ts'
import { type ListedProduct, OWN_COIN, PRODUCTS, type Rates } from './product-list.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Terms end at 08:00 UTC. */
const MATURITY = 8 * HOUR
const SCALE = 8
const BY = { actor: 'system', why: 'demo' } as const
const AGREEMENT = '/helpCenter/legal/user_agreement'

const rateE8 = (percent: string): number => Number(units(percent, 6))

const tiersOf = (rates: Rates): readonly RateTier[] =>
  typeof rates === 'string'
    ? [{ upTo: null, rateE8: rateE8(rates) }]
    : rates.map(([upTo, rate]) => ({ upTo: upTo === '' ? null : units(upTo, SCALE), rateE8: rateE8(rate) }))

const amount = (text: string | undefined): bigint => (text === undefined ? 0n : units(text, SCALE))

function termsOf(product: ListedProduct, assetId: AssetId, endAt: number): ProductTerms {
  const { days, isCurrent, payout, quota, least, most, step, canLeave = false, canRenew = false, pool, starts, ends } = product
  return {
    assetId,
    type: days === 0 ? 'flexible' : 'fixed',
    rateType: isCurrent ? 'current' : 'fixed',
    payout,
    termDays: days,
    totalQuota: amount(quota),
    userMin: amount(least),
    userMax: amount(most),
    step: amount(step),
    startTime: endAt + starts * DAY,
    endTime: ends === undefined ? 0 : endAt + ends * DAY,
    earlyRedeem: canLeave,
    renewable: canRenew,
    poolLimit: amount(pool),
  }
}

/** In every language, with the coin and the days in it. */
const nameOf = ({ label, days }: ListedProduct, coin: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(siteText(`product.${label}`)).map(([language, text]) => [
      language,
      text.replace('{coin}', coin).replace('{days}', String(days)),
    ]),
  )

/** Rates of current ones as they changed, by days before the end of the lapse. */
const CHANGES: readonly (readonly [daysAgo: number, name: string, rates: Rates])[] = [
  [121, 'flexible', '3.6'],
  [
    96,
    'tiered',
    [
      ['0.5', '2.8'],
      ['2', '1.3'],
      ['', '0.5'],
    ],
  ],
  [77, 'flexible', '4.1'],
  [60, 'fortnight', '5.4'],
  [41, 'flexible', '3.9'],
  [
    33,
    'tiered',
    [
      ['0.5', '3'],
      ['2', '1.5'],
      ['', '0.5'],
    ],
  ],
  [17, 'flexible', '4.4'],
  [12, 'fortnight', '5.1'],
  [6, 'flexible', '4.2'],
]

/** Savings of others, so that a quota is used as it would be. */
const OTHERS: readonly (readonly [daysAgo: number, name: string, amount: string])[] = [
  [150, 'flexible', '18400000'],
  [140, 'tiered', '31.4'],
  [90, 'over', '212000'],
  [58, 'locked', '180'],
  [52, 'paused', '96500'],
  [45, 'shelved', '51000'],
  [21, 'month', '7350000'],
  [13, 'limited', '50000'],
  [11, 'limited', '49000'],
  [9, 'fortnight', '34200'],
]

/** What the demo customer saved; money for it came a little earlier. */
const OWN: readonly (readonly [daysAgo: number, name: string, amount: string])[] = [
  [24, 'flexible', '1500'],
  [16, 'tiered', '0.62'],
  [10, 'limited', '1000'],
  [8, 'fortnight', '12'],
]
const MONTH_DAYS = 30
const FUNDS: readonly (readonly [coin: string, amount: string])[] = [
  ['USDT', '9000'],
  ['BTC', '0.62'],
  ['SOL', '12'],
]

export interface Savings {
  readonly market: DemoMarket
  readonly customer: UserId
  readonly platformCoin: string
  readonly endAt: number
}

/** The next 08:00 UTC. */
function nextMaturity(at: number): number {
  const today = Math.floor(at / DAY) * DAY + MATURITY
  return today > at ? today : today + DAY
}

class Shelf {
  readonly #savings: Savings
  readonly #ids = new Map<string, ProductId>()

  constructor(savings: Savings) {
    this.#savings = savings
  }

  async fill(moment: Moment): Promise<void> {
    const { platformCoin, endAt } = this.#savings
    for (const [sort, product] of PRODUCTS.entries()) {
      const coin = product.coin === OWN_COIN ? platformCoin : product.coin
      const terms = termsOf(product, this.#asset(coin), endAt)
      const text = { name: nameOf(product, coin), agreementUrl: AGREEMENT, sort: sort + 1 }
      const document = { ...text, requiredKycLevel: product.level } satisfies ProductDocument
      const define = { kind: 'defineProduct', terms, tiers: tiersOf(product.rates), document, ...BY } as const
      const productId = asProductId(await moment.does(define))
      this.#ids.set(product.name, productId)
      if (product.isDraft !== true) await moment.does({ kind: 'setProductStatus', productId, status: 'waiting', ...BY })
    }
  }

  id(name: string): ProductId {
    const id = this.#ids.get(name)
    if (id === undefined) throw new Error(`demo: no product ${name}`)
    return id
  }

  buy(moment: Moment, userId: UserId, name: string, text: string, renewal: Renewal = 'none'): Promise<number> {
    const purchase = { kind: 'purchaseProduct', productId: this.id(name), amount: units(text, SCALE), payAccount: 'spot' } as const
    return moment.does({ ...purchase, userId, caller: NOBODYS, renewal })
  }

  /** The takers in turn, but whoever has enough: of some coins there is little. */
  saver({ state }: Moment, index: number, name: string, text: string): UserId {
    const { market, platformCoin, customer } = this.#savings
    const coin = PRODUCTS.find((product) => product.name === name)?.coin ?? ''
    const assetId = this.#asset(coin === OWN_COIN ? platformCoin : coin)
    const inTurn = market.takers.map((_, at) => market.takers[(index + at) % market.takers.length] ?? customer)
    return inTurn.find((userId) => balanceOf(state, userId, assetId).available >= units(text, SCALE)) ?? customer
  }

  async fund(moment: Moment): Promise<void> {
    const { customer } = this.#savings
    for (const [coin, text] of FUNDS) {
      const gift = {
        userId: customer,
        assetId: this.#asset(coin),
        amount: units(text, SCALE),
        cause: 'airdrop',
        reference: 'demo',
      } as const
      await moment.does({ kind: 'creditUser', ...gift })
    }
  }

  #asset(coin: string): AssetId {
    const assetId = this.#savings.market.assetIds.get(coin)
    if (assetId === undefined) throw new Error(`demo: ${coin} is not listed`)
    return assetId
  }
}

/** Owner of the requests' keys: nobody, since these have none. */
const NOBODYS = 0

/** In the order of their instants. */
export function savingsHappenings(savings: Savings): readonly Happening[] {
  const { endAt } = savings
  const shelf = new Shelf(savings)
  const ago = (days: number): number => endAt - days * DAY
  const list: Happening[] = [
    { at: ago(179), run: (moment) => shelf.fill(moment) },
    ...CHANGES.map(([days, name, rates]) => ({
      at: ago(days),
      run: async (moment: Moment) => {
        const change = { productId: shelf.id(name), fromDay: Math.floor(moment.at / DAY) + 1, tiers: tiersOf(rates) }
        await moment.does({ kind: 'setProductRate', ...change, ...BY })
      },
    })),
    ...OTHERS.map(([days, name, text], index) => ({
      at: ago(days),
      run: async (moment: Moment) => void (await shelf.buy(moment, shelf.saver(moment, index, name, text), name, text)),
    })),
    ...PRODUCTS.flatMap(({ name, moved }) =>
      moved === undefined
        ? []
        : [
            {
              at: ago(30),
              run: async (moment: Moment) =>
                void (await moment.does({ kind: 'setProductStatus', productId: shelf.id(name), status: moved, ...BY })),
            },
          ],
    ),
    ...ownHappenings(shelf, savings),
  ]
  return list.sort((a, b) => a.at - b.at)
}

/** One term ended at the last 08:00, the next one ends at the next. */
function ownHappenings(shelf: Shelf, { customer, endAt }: Savings): Happening[] {
  const ago = (days: number): number => endAt - days * DAY
  // Earns on the days behind the one of the purchase, and ends on the morning behind the last of them.
  const boughtForNext = nextMaturity(endAt) - MATURITY - (MONTH_DAYS + 1) * DAY + 11 * HOUR
  let flexible = 0
  return [
    { at: ago(35), run: (moment) => shelf.fund(moment) },
    { at: boughtForNext - DAY, run: async (moment) => void (await shelf.buy(moment, customer, 'month', '2000')) },
    { at: boughtForNext, run: async (moment) => void (await shelf.buy(moment, customer, 'month', '3500')) },
    ...OWN.map(([days, name, text]) => ({
      at: ago(days),
      run: async (moment: Moment) => {
        const order = await shelf.buy(moment, customer, name, text)
        if (name === 'flexible') flexible = order
      },
    })),
    {
      at: ago(5),
      run: async (moment) => {
        const part = { orderId: asEarnOrderId(flexible), amount: units('250', SCALE), toAccount: 'spot' } as const
        await moment.does({ kind: 'redeemProduct', userId: customer, caller: NOBODYS, ...part })
      },
    },
  ]
}
