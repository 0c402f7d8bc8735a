/** Everything that the exchange keeps about one customer, as files: what a person reads as JSON, what a sheet reads as CSV. */
import { asInstrumentId, type UserId } from '@agio/engine/ids/id.ts'
import { instrumentOf } from '@agio/engine/read.ts'
import { transferSchema } from '@agio/wire/assets/transfers.ts'
import { billSchema } from '@agio/wire/assets/types.ts'
import { billView, transferView } from '@agio/wire/assets/view.ts'
import { convertRecordSchema } from '@agio/wire/convert/types.ts'
import { conversionView } from '@agio/wire/convert/view.ts'
import { earnOrderSchema } from '@agio/wire/earn/types.ts'
import { coOrderView, coTradeView } from '@agio/wire/futures/order-view.ts'
import { historyPositionSchema, transactionSchema } from '@agio/wire/futures/position-types.ts'
import { historyPositionView, transactionView } from '@agio/wire/futures/position-view.ts'
import { coOrderSchema, coTradeSchema } from '@agio/wire/futures/types.ts'
import { spotFillSchema, spotOrderSchema } from '@agio/wire/spot/types.ts'
import { fillView, orderView } from '@agio/wire/spot/view.ts'
import { addressSchema, walletTxSchema } from '@agio/wire/wallet/types.ts'
import type { Accounts } from '../auth/account/accounts.ts'
import type { DeviceParts } from '../auth/device-parts.ts'
import type { SessionStore } from '../auth/login/sessions.ts'
import type { Contracts } from '../contract/open-contract.ts'
import { begunOrder, listedOrder } from '../earn/order-view.ts'
import type { SavingsParts } from '../earn/parts.ts'
import type { FileStore } from '../files/file-store.ts'
import type { Identities } from '../identity/identities.ts'
import type { Listing, Page, ReadModels } from '../projections/port.ts'
import { csvText, plainCells } from '../sheets/csv-file.ts'
import type { Wallet } from '../wallet/open-wallet.ts'
import { addressView } from '../wallet/request/address-view.ts'
import type { Withdrawals } from '../wallet/request/open-requests.ts'
import { walletTxOf } from '../wallet/tx-place.ts'
import { type ZipEntry, zipStream } from './zip-stream.ts'

/** Whatever holds something of a customer. */
export interface ArchiveParts extends Pick<SavingsParts, 'exchange' | 'feeds' | 'content' | 'productTexts'> {
  readonly models: ReadModels
  readonly accounts: Accounts
  readonly sessions: SessionStore
  readonly passkeys: DeviceParts['passkeys']
  readonly apiKeys: DeviceParts['apiKeys']
  readonly loginHistory: DeviceParts['loginHistory']
  readonly files: FileStore
  readonly identities: Identities
  readonly wallet: Pick<Wallet, 'book' | 'addresses'>
  readonly contracts: Pick<Contracts, 'settings'>
  readonly withdrawals: Pick<Withdrawals, 'addresses'>
}

const PAGE = 500
const BOM = '\ufeff'

/** Rows of a list, page by page as they were at the first one. */
async function* pages<Row>(read: (page: Page) => Promise<Listing<Row>>): AsyncGenerator<readonly Row[]> {
  const first = await read({ pageNo: 1, pageSize: PAGE })
  yield first.rows
  for (let pageNo = 2, count = first.rows.length; count < first.total; pageNo += 1) {
    const { rows } = await read({ pageNo, pageSize: PAGE, asOf: first.asOf })
    if (rows.length === 0) return
    count += rows.length
    yield rows
  }
}

type Cells = Parameters<typeof csvText>[1][number]

/** One file from many pages: the names of the columns stand in the first piece alone. */
async function* csvPieces(fields: readonly string[], source: AsyncIterable<readonly Cells[]>): AsyncGenerator<string> {
  let isFirst = true
  for await (const rows of source) {
    const text = csvText(fields, rows, 'UTC')
    yield isFirst ? text : text.slice(BOM.length + fields.join(',').length + 2)
    isFirst = false
  }
}

async function* mapped<Row, View>(source: AsyncIterable<readonly Row[]>, view: (row: Row) => View): AsyncGenerator<View[]> {
  for await (const rows of source) yield rows.map(view)
}

const json = (value: unknown): string[] => [`${JSON.stringify(value, null, 2)}\n`]

const README = `What is in this archive

profile.json     your addresses, methods and dates
settings.json    what you chose
identity.json    what you sent for verification, and its state; the pictures are in identity/
logins.csv       logins, successful and not
sessions.json    devices that are logged in
passkeys.json    names and dates of your passkeys
api-keys.json    your API keys without their secrets
favourites.json  pairs that you marked
orders.csv       your orders
fills.csv        your side of each trade
conversions.csv  what you converted, at which price
savings.csv      what you put into savings, and how it ended
contract-pages.json       what you set for contracts, and those that you marked
contract-orders.csv       your orders of contracts
contract-fills.csv        your side of each trade of a contract
contract-positions.csv    positions that you had
contract-bills.csv        every change of your contract account
transfers.csv    what you moved between your accounts
deposits-withdrawals.csv  what came over networks, and what you sent there
deposit-addresses.json    addresses at which you receive
address-book.csv          addresses that you saved
statement.csv    every change of a balance, but what contracts did

Times are UTC. Amounts are decimal numbers in the unit that the row names.
`

type Sheet = (name: string, shape: object, source: () => AsyncIterable<readonly object[]>) => ZipEntry

const sheetAt =
  (at: number): Sheet =>
  (name, shape, source) => ({ name, at, content: () => csvPieces(Object.keys(shape), source() as AsyncIterable<readonly Cells[]>) })

function tradingEntries(tenant: ArchiveParts, userId: UserId, sheet: Sheet): ZipEntry[] {
  const { models, feeds } = tenant
  const { pairFacts, assetFacts } = feeds.listings
  return [
    sheet('orders.csv', spotOrderSchema.shape, () =>
      mapped(
        pages((page) => models.orders({ userId, state: 'all', ...page })),
        (order) => orderView(order, pairFacts(order.instrumentId), assetFacts),
      ),
    ),
    sheet('fills.csv', spotFillSchema.shape, () =>
      mapped(
        pages((page) => models.fills({ userId, ...page })),
        (fill) => fillView(fill, pairFacts(fill.instrumentId), assetFacts),
      ),
    ),
  ]
}

function contractEntries({ models, feeds }: ArchiveParts, userId: UserId, sheet: Sheet): ZipEntry[] {
  const { contractFacts, assetFacts } = feeds.listings
  const ordersOf = (state: 'live' | 'closed') => pages((page) => models.contractOrders({ userId, state, ...page }))
  const orders = async function* () {
    for (const state of ['live', 'closed'] as const)
      yield* mapped(ordersOf(state), ({ order, realised }) =>
        plainCells(coOrderView(order, contractFacts(order.instrumentId), { realised })),
      )
  }
  return [
    sheet('contract-orders.csv', coOrderSchema.shape, orders),
    sheet('contract-fills.csv', coTradeSchema.shape, () =>
      mapped(
        pages((page) => models.contractFills({ userId, ...page })),
        (fill) => coTradeView(fill, contractFacts(fill.instrumentId)),
      ),
    ),
    sheet('contract-positions.csv', historyPositionSchema.shape, () =>
      mapped(
        pages((page) => models.positionHistory({ userId, ...page })),
        (position) => historyPositionView(position, contractFacts(position.instrumentId)),
      ),
    ),
    sheet('contract-bills.csv', transactionSchema.shape, () =>
      mapped(
        pages((page) => models.contractLines({ userId, ...page })),
        ({ instrumentId, ...line }) => {
          const contract = instrumentId === 0 ? undefined : contractFacts(instrumentId)
          return transactionView({ ...line, contract }, assetFacts(line.assetId))
        },
      ),
    ),
  ]
}

function moneyEntries(tenant: ArchiveParts, userId: UserId, lang: string, sheet: Sheet): ZipEntry[] {
  const { models, feeds } = tenant
  const { assetFacts } = feeds.listings
  const viewer = { tenant, lang, userId }
  return [
    sheet('conversions.csv', convertRecordSchema.shape, () =>
      mapped(
        pages((page) => models.history('conversions', { userId, ...page })),
        (row) => conversionView(row, assetFacts),
      ),
    ),
    sheet('savings.csv', earnOrderSchema.shape, () =>
      mapped(
        pages((page) => models.earnOrders({ userId, ...page })),
        (row) => listedOrder(viewer, userId, row) ?? begunOrder(viewer, row),
      ),
    ),
    sheet('transfers.csv', transferSchema.shape, () =>
      mapped(
        pages((page) => models.history('transfers', { userId, ...page })),
        (row) => transferView(row, assetFacts(row.assetId)),
      ),
    ),
    sheet('statement.csv', billSchema.shape, () =>
      mapped(
        pages((page) => models.statement({ userId, ...page })),
        (line) => billView(line, assetFacts(line.assetId)),
      ),
    ),
  ]
}

function walletEntries(tenant: ArchiveParts, userId: UserId, sheet: Sheet): ZipEntry[] {
  const { models, withdrawals } = tenant
  const book = async function* () {
    const use = { onlyListed: (await tenant.accounts.get(userId)).whitelist, now: tenant.exchange.now() }
    yield (await withdrawals.addresses.list(userId)).map((entry) => addressView(tenant, entry, use))
  }
  return [
    sheet('deposits-withdrawals.csv', walletTxSchema.shape, () =>
      mapped(
        pages((page) => models.walletTxs({ userId, ...page })),
        (row) => walletTxOf(tenant, row),
      ),
    ),
    sheet('address-book.csv', addressSchema.shape, book),
  ]
}

async function depositAddresses({ wallet }: ArchiveParts, userId: UserId): Promise<object[]> {
  const found: object[] = []
  for (const network of wallet.book.networks())
    for (const { text = '', tag, label, createdAt } of await wallet.addresses.list(userId, network))
      found.push({ network: network.document.name, address: text, memo: tag, label, createdAt })
  return found
}

const LOGIN_FIELDS = ['time', 'result', 'reason', 'method', 'ip', 'region', 'device', 'os', 'browser'] as const

async function favourites(tenant: ArchiveParts, userId: UserId): Promise<string[]> {
  const marks = await tenant.models.documents(userId, 'favorites')
  return marks.flatMap(({ id }) => instrumentOf(tenant.exchange.state, asInstrumentId(Number(id)))?.terms.symbol ?? [])
}

/** Settings of the pages of contracts, and the names of those he marked. */
async function contractPages({ contracts, feeds }: ArchiveParts, userId: UserId): Promise<object> {
  const [settings, favorites] = await Promise.all([contracts.settings.page(userId), contracts.settings.favorites(userId)])
  return { settings, favorites: favorites.map((id) => feeds.listings.contract(id)?.symbol ?? String(id)) }
}

async function* entriesOf(tenant: ArchiveParts, userId: UserId, at: number): AsyncGenerator<ZipEntry> {
  const { accounts, sessions, passkeys, apiKeys, loginHistory, files, identities } = tenant
  const file = (name: string, value: unknown): ZipEntry => ({ name, at, content: () => json(value) })
  yield { name: 'README.txt', at, content: () => [README] }
  const { keyId, email, phone, name, createdAt, passwordAt, lang, factors, loginMode, antiPhishing } = await accounts.get(userId)
  const profile = {
    userId: String(userId),
    registeredWith: name,
    email,
    phone,
    createdAt,
    passwordAt,
    lang,
    factors,
    loginMode,
    antiPhishing,
  }
  yield file('profile.json', profile)
  yield file('settings.json', await accounts.settings(userId))
  yield file('identity.json', await identities.exported(userId))
  for (const key of await files.documentKeys(userId)) {
    const bytes = await files.document(userId, keyId, key)
    if (bytes !== undefined) yield { name: `identity/${key}.jpg`, at, content: () => [bytes] }
  }
  const logins = (await loginHistory.all(userId)).map((login) => ({ ...login, time: login.at }))
  yield { name: 'logins.csv', at, content: () => [csvText(LOGIN_FIELDS, logins, 'UTC')] }
  yield file(
    'sessions.json',
    sessions.list(userId).map(({ createdAt: since, lastAt, device }) => ({ since, lastAt, ...device })),
  )
  yield file('passkeys.json', await passkeys.list(userId))
  yield file('api-keys.json', await apiKeys.list(userId))
  yield file('favourites.json', await favourites(tenant, userId))
  yield file('contract-pages.json', await contractPages(tenant, userId))
  yield file('deposit-addresses.json', await depositAddresses(tenant, userId))
  const sheet = sheetAt(at)
  yield* tradingEntries(tenant, userId, sheet)
  yield* contractEntries(tenant, userId, sheet)
  yield* moneyEntries(tenant, userId, lang ?? 'en_US', sheet)
  yield* walletEntries(tenant, userId, sheet)
}

/** The archive, piece by piece. The history it is made of has to be whole. */
export const personalArchive = (tenant: ArchiveParts, userId: UserId, at: number): AsyncGenerator<Buffer> =>
  zipStream(entriesOf(tenant, userId, at))
