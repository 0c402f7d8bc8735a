/**
 * How much of an exchange's 4 GiB of addresses everything in it has, and why so much. `npm run kernel` makes the bases in
 * `generated/map.ts` of this list, in its order: what is low from address 0 up, what is high so that it ends with the memory. What lies
 * between is free for products to come. Untouched pages cost nothing, so room costs addresses alone.
 */
import { CLOSED_ORDERS } from './bits.ts'
import { STOCK, TAKER } from './convert.ts'
import { EARN_ORDER, EARN_RATE, PRODUCT } from './earn.ts'
import type { RowDescription } from './field.ts'
import { ASSET_INDEX } from './index-price.ts'
import { INSTRUMENT } from './market.ts'
import { CONDITION, CONTRACT, CROSS, FUND, POSITION, SEAT, TRADER } from './perp.ts'
import { CLOSED_ORDER, FEE_LEVEL } from './places.ts'
import { ACCOUNT, BOUND, DESK, DUE, EXTRA, KEY, LABEL, LEVEL, ORDER, USER, VOLUME } from './rows.ts'
import { ADDRESS, CROWD, DEPOSIT, LISTING, NETWORK, PAYMENT, WALLET, WITHDRAWAL } from './wallet.ts'

/** Whose rows they are. `common` stands for what every product needs. */
export type Product = 'common' | 'spot' | 'due' | 'index' | 'convert' | 'earn' | 'perp' | 'wallet'

export interface Room {
  /** The numbers are `NAME`, its base, `NAME_SPACE`, its bytes, and `NAME_MOST`, its rows. */
  readonly name: string
  readonly product: Product
  readonly about: string
  readonly rows: number
  readonly rowBytes: number
  /** Rows behind those, which admission does not give out. */
  readonly spare: number
  /** low: its base is part of instructions, which the compiler allows below 2^31. high: what hot paths seldom touch, or reach by addresses. */
  readonly stands: 'low' | 'high'
}

const MiB = 2 ** 20

type Parts = Pick<Room, 'rows' | 'about'> & Partial<Room>

/** A table: its first row stands for none. */
const table = (description: RowDescription, { spare = 0, ...parts }: Parts): Room => ({
  name: description.base ?? '',
  product: 'common',
  rowBytes: description.bytes,
  stands: 'low',
  spare: spare + 1,
  ...parts,
})

const rows = (name: string, rowBytes: number, parts: Parts): Room => ({
  name,
  product: 'common',
  rowBytes,
  stands: 'low',
  spare: 0,
  ...parts,
})

const bytes = (name: string, count: number, about: string): Room => rows(name, 1, { rows: count, about })
const high = { stands: 'high' } as const

/** Every live order may need an extra row, a label and a level of its own: these tables hold as many, and some for what is replaced in one entry. */
const ORDERS_MOST = 3_110_000
const REPLACED = 2_000
const DUES_MOST = 2_900_000
/** Slots of an index: a power of two. */
const slots = (name: string, exponent: number, about: string): Room => rows(name, 8, { ...high, rows: 2 ** exponent, about })

export const ROOMS: readonly Room[] = [
  bytes('SCALARS', 0x8000, 'The exchange’s own numbers, those of tables, indexes and lists, and drafts: see `scalars.ts`.'),
  rows('AHEAD', 16, { rows: 16, about: 'Entries whose places are fetched together: see `ahead.ts` of the kernel.' }),
  rows('FEE_LEVELS', FEE_LEVEL.bytes, { rows: 1024, about: 'Fee levels: ten are usual.' }),
  rows('CLOSED', CLOSED_ORDER.bytes, {
    rows: CLOSED_ORDERS,
    about: 'Ends of the last orders: see `orders/closed.ts`.',
  }),
  rows('INSTRUMENTS', INSTRUMENT.bytes, {
    ...high,
    product: 'spot',
    rows: 1024,
    about: 'Pairs: three times what the largest exchanges list.',
  }),
  bytes('ENTRIES', 8 * MiB, 'Entries that are about to be applied: pieces of 64 KiB, and one entry of any length.'),
  table(USER, { rows: 2_100_000, about: 'Registrations without end: no user is ever forgotten.' }),
  table(DESK, { rows: 5_040_000, about: 'Users on pairs: two and a half pairs for each of 2 M users.' }),
  table(ACCOUNT, {
    rows: 8_000_000,
    spare: 0x1_0000,
    about:
      'Users, assets and kinds of account: four for each of 2 M users. To spare: the house’s income of each asset, which a fill opens with the first fee and asks nobody.',
  }),
  table(LEVEL, {
    rows: ORDERS_MOST + 141_000,
    about:
      'Prices of books and trigger books. An order that leaves a level and joins another in one entry has both until the entry ends; no more than live at its start do that.',
  }),
  table(ORDER, { rows: ORDERS_MOST, about: 'Live orders of all products, waiting ones included.' }),
  table(LABEL, { rows: ORDERS_MOST + REPLACED, about: 'A client order id for each live order.' }),
  table(KEY, {
    rows: 4_500_000,
    about:
      'Keys of live orders, which never go, and of a day’s other commands, the last 1,000 of each user at most. 50 orders in 10 s bring a user there in 200 s, so what counts is how many users are busy: besides 1 M live orders there is room for 3,500 who send all they may, or 87,000 with 40 commands a day. Beyond, the older ones are forgotten first.',
  }),
  table(ASSET_INDEX, { ...high, product: 'index', rows: 0x1_0000, about: 'One for each asset that there may be.' }),
  table(STOCK, { product: 'convert', rows: 0x1_0000, about: 'One for each asset that there may be.' }),
  table(TAKER, {
    ...high,
    product: 'convert',
    rows: 100_000,
    about:
      'Persons who converted within an hour, by coin. A person has no more of them than there are coins. Beyond, a conversion is refused.',
  }),
  table(PRODUCT, { product: 'earn', rows: 4_096, about: 'Savings products, ended ones included: a new one each day for ten years.' }),
  table(EARN_RATE, {
    ...high,
    product: 'earn',
    rows: 250_000,
    about: 'Rates that ever were: sixty of each product, or a new one each day for half a year of all that may be there.',
  }),
  table(EARN_ORDER, { ...high, product: 'earn', rows: 1_250_000, about: 'Savings orders that hold: one of every second user.' }),
  table(NETWORK, { ...high, product: 'wallet', rows: 255, about: 'Blockchains.' }),
  table(LISTING, { ...high, product: 'wallet', rows: 2_000, about: 'Coins on networks.' }),
  table(ADDRESS, { ...high, product: 'wallet', rows: 2_000_000, about: 'Addresses: one of nearly every user, or two of every second.' }),
  table(WALLET, { ...high, product: 'wallet', rows: 1_000_000, about: 'Users who have an address, or took coins out: half of all.' }),
  table(DEPOSIT, {
    ...high,
    product: 'wallet',
    rows: 430_000,
    about:
      'Deposits that are not as deep as they need to be, and those of the last 20,000 blocks behind them: a customer has 3,500, and one for each coin of each address.',
  }),
  table(CROWD, {
    ...high,
    product: 'wallet',
    rows: 50_000,
    about: 'Coins in blocks that brought more than their owners have rows for: a thousand blocks of fifty coins.',
  }),
  table(WITHDRAWAL, {
    ...high,
    product: 'wallet',
    rows: 250_000,
    about: 'Withdrawals under way, and those of the last week that were paid: a customer asks for 50 a day.',
  }),
  table(PAYMENT, { ...high, product: 'wallet', rows: 50_000, about: 'Transactions of the house under way.' }),
  table(CONTRACT, { product: 'perp', rows: 1024, about: 'As many as there may be pairs and contracts.' }),
  table(BOUND, {
    ...high,
    rows: 1_000_000,
    about: 'Users with a deposit that may still be undone, and as many who changed their password within a day.',
  }),
  table(TRADER, { ...high, product: 'perp', rows: 500_000, about: 'Users who opened a contract account: every fourth.' }),
  table(CROSS, { product: 'perp', rows: 600_000, about: 'A coin each, few have a second.' }),
  table(SEAT, { product: 'perp', rows: 1_100_000, about: 'Contracts in which a user ever had a position or an order.' }),
  table(POSITION, { product: 'perp', rows: 1_100_000, spare: 4_096, about: 'Open positions. To spare: what the house takes over.' }),
  table(CONDITION, { ...high, product: 'perp', rows: 600_000, about: 'Conditional contract orders, and those with something attached.' }),
  table(FUND, { ...high, product: 'perp', rows: 1024, about: 'A margin coin each.' }),
  table(EXTRA, {
    ...high,
    rows: ORDERS_MOST,
    about: 'Any live order may come to need one. Plain orders have none, so matching seldom comes here.',
  }),
  table(VOLUME, {
    ...high,
    product: 'spot',
    rows: 1_050_000,
    about: 'Users who have a desk: half of all. Fills add to the user’s row, the roll of a day walks here.',
  }),
  table(DUE, {
    ...high,
    product: 'due',
    rows: DUES_MOST,
    about: 'Dated orders and timers of users: nearly every live order may have a date. Beyond, a date or a timer is refused.',
  }),
  slots('ORDER_SLOTS', 22, 'All live orders, three quarters full then.'),
  slots(
    'ACCOUNT_SLOTS',
    23,
    'Accounts behind the newest four of their owner. Were they all of few users, it would be nearly full and slow, but hold them.',
  ),
  slots('DESK_SLOTS', 23, 'Desks behind the newest four of their user.'),
  { ...slots('WALLET_SLOTS', 20, 'Wallets, by user.'), product: 'wallet' },
  { ...slots('TAKER_SLOTS', 18, 'Takers, by person and coin: half full.'), product: 'convert' },
  { ...slots('DEPOSIT_SLOTS', 20, 'Deposits, by their business keys: half full.'), product: 'wallet' },
  { ...slots('DUE_SLOTS', 22, 'All that is due, seven tenths full then.'), product: 'due' },
  rows('DUE_QUEUE', 4, { ...high, product: 'due', rows: DUES_MOST + 1, about: 'The order of what is due: a heap of rows.' }),
  rows('CHANGED', 4, {
    ...high,
    rows: 2_000_000,
    about: 'Levels that one entry changed. Of this list and those below: the entry’s records end before its room.',
  }),
  rows('EMPTIED', 4, { ...high, rows: 2_000_000, about: 'Levels that one entry emptied.' }),
  rows('ENTRANTS', 16, { ...high, rows: 2_000_000, about: 'Orders that enter in one entry.' }),
  rows('HITS', 16, { ...high, rows: 2_000_000, about: 'Orders that one trade hit.' }),
  rows('NAMED', 16, { ...high, rows: 1_500_000, about: 'Orders that one command names: all of a user.' }),
  {
    ...bytes(
      'ARENA',
      288 * MiB,
      'What grows in the order of its need. Ladders: 164 MiB, when all levels stand in chunks of 64, fewer than which two neighbours never have in the mean; 24 for the keys that 1,024 pairs remember; 15 for their directories. Buckets of 4.5 M keys: 42, with the smaller ones before. The rest: children that wait for the end of a halt.',
    ),
    ...high,
  },
  {
    ...bytes(
      'RECORDS',
      336 * MiB,
      'Records of what happened. They are taken when 64 MiB are full, so that one entry has 272 MiB: a cancel of 1.2 M orders. The last part is scratch of auctions.',
    ),
    ...high,
  },
]

/** MiB promised to products that are still to come: hot ones lie below 2^31. */
export interface Promised {
  readonly hot: number
  readonly cold: number
}

export const PROMISED: Readonly<Partial<Record<Product, Promised>>> = {}
