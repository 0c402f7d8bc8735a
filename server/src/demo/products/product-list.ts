/** Savings products of the demo, as an operator would list them: figures in decimals, in every status. */
import type { Payout, ProductStatus } from '@agio/engine/command.ts'

/** Rates by parts of the principal; a number alone is the rate of all of it. In per cent. */
export type Rates = string | readonly (readonly [upTo: string, rate: string])[]

export interface ListedProduct {
  readonly name: string
  readonly coin: string
  /** 0 = flexible. */
  readonly days: number
  readonly isCurrent: boolean
  readonly rates: Rates
  readonly payout: Payout
  readonly quota: string
  readonly least: string
  readonly most?: string
  readonly step: string
  readonly canLeave?: boolean
  readonly canRenew?: boolean
  readonly pool?: string
  /** Verification that a buyer needs; 0 = none. */
  readonly level: 0 | 1
  /** Days after the end of the lapse, negative = before. */
  readonly starts: number
  readonly ends?: number
  readonly label: 'flexible' | 'term' | 'limited'
  /** Where an operator moved it in the end; absent = where clock and quota do. */
  readonly moved?: ProductStatus
  /** Never released: in no list. */
  readonly isDraft?: true
}

const since = { starts: -180 }

/** Stands for the platform's own coin. */
export const OWN_COIN = 'own'

export const PRODUCTS: readonly ListedProduct[] = [
  // These two are for everybody, and for small amounts.
  {
    ...since,
    name: 'flexible',
    coin: 'USDT',
    days: 0,
    isCurrent: true,
    rates: '3.2',
    payout: 'daily',
    quota: '2000000000',
    least: '100',
    step: '1',
    level: 0,
    label: 'flexible',
  },
  {
    ...since,
    name: 'month',
    coin: 'USDT',
    days: 30,
    isCurrent: false,
    rates: '5.2',
    payout: 'atEnd',
    quota: '2000000000',
    least: '100',
    step: '1',
    canLeave: true,
    canRenew: true,
    level: 0,
    label: 'term',
  },
  {
    ...since,
    name: 'tiered',
    coin: 'BTC',
    days: 0,
    isCurrent: true,
    rates: [
      ['0.5', '2.4'],
      ['2', '1.2'],
      ['', '0.4'],
    ],
    payout: 'daily',
    quota: '500',
    least: '0.001',
    most: '50',
    step: '0.0001',
    pool: '40',
    level: 0,
    label: 'flexible',
  },
  {
    ...since,
    name: 'locked',
    coin: 'ETH',
    days: 60,
    isCurrent: false,
    rates: '3.1',
    payout: 'daily',
    quota: '9000',
    least: '0.05',
    most: '200',
    step: '0.01',
    canRenew: true,
    level: 1,
    label: 'term',
  },
  {
    ...since,
    name: 'fortnight',
    coin: 'SOL',
    days: 14,
    isCurrent: true,
    rates: '4.8',
    payout: 'atEnd',
    quota: '120000',
    least: '1',
    most: '40000',
    step: '0.1',
    canLeave: true,
    canRenew: true,
    level: 0,
    label: 'term',
  },
  {
    name: 'limited',
    coin: 'USDT',
    days: 90,
    isCurrent: false,
    rates: '8',
    payout: 'atEnd',
    quota: '100000',
    least: '100',
    most: '50000',
    step: '10',
    level: 0,
    starts: -14,
    label: 'limited',
  },
  {
    name: 'coming',
    coin: OWN_COIN,
    days: 90,
    isCurrent: false,
    rates: [
      ['5000', '12'],
      ['', '6'],
    ],
    payout: 'atEnd',
    quota: '2000000',
    least: '50',
    most: '20000',
    step: '1',
    canLeave: true,
    level: 1,
    starts: 3,
    label: 'limited',
  },
  {
    ...since,
    name: 'paused',
    coin: 'DOT',
    days: 0,
    isCurrent: true,
    rates: '6.5',
    payout: 'daily',
    quota: '400000',
    least: '5',
    most: '100000',
    step: '1',
    pool: '20000',
    level: 0,
    label: 'flexible',
    moved: 'suspended',
  },
  {
    ...since,
    name: 'over',
    coin: 'ADA',
    days: 30,
    isCurrent: false,
    rates: '4',
    payout: 'atEnd',
    quota: '500000',
    least: '100',
    most: '250000',
    step: '10',
    level: 0,
    ends: -20,
    label: 'term',
  },
  {
    ...since,
    name: 'shelved',
    coin: 'XRP',
    days: 0,
    isCurrent: true,
    rates: '2',
    payout: 'daily',
    quota: '800000',
    least: '50',
    most: '60000',
    step: '1',
    level: 0,
    label: 'flexible',
    moved: 'offShelf',
  },
  {
    ...since,
    name: 'draft',
    coin: 'LTC',
    days: 7,
    isCurrent: false,
    rates: '3',
    payout: 'atEnd',
    quota: '9000',
    least: '1',
    step: '0.1',
    level: 0,
    label: 'term',
    isDraft: true,
  },
]
