/** One tenant's tables and the way rows get there: projectors fold, and a commit stores their rows together with the journal position. */
import type { JsonObject } from '@agio/engine/command.ts'
import type { Event } from '@agio/engine/event.ts'
import { type AssetId, asInstrumentId, asUserId, type InstrumentId, type UserId } from '@agio/engine/ids/id.ts'
import { Kysely } from 'kysely'
import { HISTORY_NAMES } from '../histories.ts'
import { type MailedMessage, mailedBy, mutedBy, SETTINGS } from '../messages/message-source.ts'
import { AddressesProjector } from '../projectors/addresses.ts'
import { BalanceDaysProjector } from '../projectors/balance-days.ts'
import { CandlesProjector } from '../projectors/candles.ts'
import { ContractFillsProjector } from '../projectors/contract-fills.ts'
import { FUNDINGS, insuranceLines } from '../projectors/contract-history.ts'
import { ContractLinesProjector } from '../projectors/contract-lines.ts'
import { CONTRACT_ORDERS } from '../projectors/contract-orders.ts'
import { ContractPositionsProjector } from '../projectors/contract-positions.ts'
import { ContractReceiptsProjector } from '../projectors/contract-receipts.ts'
import { ContractsProjector } from '../projectors/contracts.ts'
import { ConvertDaysProjector } from '../projectors/convert-days.ts'
import { DocumentsProjector } from '../projectors/documents.ts'
import { EarnProjector } from '../projectors/earn.ts'
import { EventRowsProjector } from '../projectors/event-rows.ts'
import { FillsProjector } from '../projectors/fills.ts'
import { HistoryProjector } from '../projectors/history.ts'
import { IndexMinutesProjector } from '../projectors/index-minutes.ts'
import { MarkMinutesProjector } from '../projectors/mark-minutes.ts'
import { type MessageMemory, MessagesProjector } from '../projectors/messages.ts'
import type { MinuteRow } from '../projectors/minute-rows.ts'
import { OrdersProjector } from '../projectors/orders.ts'
import { PaymentsProjector } from '../projectors/payments.ts'
import { PositionDaysProjector } from '../projectors/position-days.ts'
import { PriceCandlesProjector } from '../projectors/price-candles.ts'
import { dayStart, FOLDED, type Moment, type Projector } from '../projectors/projector.ts'
import { StatementProjector } from '../projectors/statement.ts'
import { type TickerState, TickersProjector } from '../projectors/tickers.ts'
import type { Asides } from '../projectors/total-changes.ts'
import { pruneTrades, TradesProjector, tradesKeptFrom } from '../projectors/trades.ts'
import { UsersProjector } from '../projectors/users.ts'
import { WalletTxsProjector } from '../projectors/wallet-txs.ts'
import { asidesNow } from '../reads/aside-reads.ts'
import { minutesNow } from '../reads/index-reads.ts'
import { marksNow } from '../reads/mark-reads.ts'
import { dropSchema, migrate } from '../store/migrations.ts'
import { connectionDialect, type SqlWriter } from '../store/sql-connection.ts'
import { schemaOf, type Tables } from '../store/tables.ts'

/** Rows know of entries that their own journal does not hold: it has lost what was durable. */
export class HistoryAhead extends Error {
  readonly storedSeq: number
  constructor(schema: string, storedSeq: number, durableSeq: number) {
    super(`projections: ${schema} holds entry ${storedSeq}, the journal ends at ${durableSeq}`)
    this.name = 'HistoryAhead'
    this.storedSeq = storedSeq
  }
}

/** Another projector moved the position: two servers write the same schema. */
export class PositionTaken extends Error {
  constructor(schema: string, seq: number) {
    super(`projections: position of ${schema} is no longer ${seq}: another process projects into it`)
    this.name = 'PositionTaken'
  }
}

interface StoredPosition {
  readonly seq: number
  /** Of the entry, ms. */
  readonly at: number
  readonly lastLineId: number
  readonly journalMark: string
}

export class ProjectionWriter {
  readonly #connection: SqlWriter
  readonly #schema: string
  readonly #projectors: readonly Projector[]
  /** Who folds an event, in the order of the projectors. */
  readonly #folding: ReadonlyMap<Event['kind'], readonly Projector[]>
  readonly #statement: StatementProjector
  readonly #messages: MessagesProjector
  readonly #index: IndexMinutesProjector
  readonly #marks: MarkMinutesProjector
  #stored: StoredPosition
  #prunedFrom = 0

  private constructor(connection: SqlWriter, schema: string, stored: StoredPosition, parts: LoadedParts, mailsAfter: number) {
    this.#connection = connection
    this.#schema = schema
    this.#stored = stored
    const users = new UsersProjector(schema, parts.customers)
    const contracts = new ContractsProjector(schema, parts.contracts)
    const fills = new FillsProjector(schema, users, contracts)
    const days = new BalanceDaysProjector(schema, dayStart(stored.at))
    const bills = new ContractLinesProjector(schema)
    this.#statement = new StatementProjector(schema, users, fills, days, bills, { lastLineId: stored.lastLineId, asides: parts.asides })
    this.#messages = new MessagesProjector(schema, users, parts.messages, mailsAfter)
    this.#index = new IndexMinutesProjector(schema, parts.index)
    const last = new Map([...parts.tickers].map(([instrumentId, { lastPrice }]) => [instrumentId, lastPrice]))
    this.#marks = new MarkMinutesProjector(schema, contracts, { minutes: parts.marks, last })
    this.#projectors = [
      users,
      contracts,
      new OrdersProjector(schema, users),
      this.#statement,
      fills,
      days,
      new EarnProjector(schema, users, this.#statement),
      ...HISTORY_NAMES.map((name) => new HistoryProjector(schema, name, users)),
      new ConvertDaysProjector(schema),
      new WalletTxsProjector(schema),
      new PaymentsProjector(schema),
      new AddressesProjector(schema),
      bills,
      ...this.#ofContracts(users),
      new TradesProjector(schema),
      new CandlesProjector(schema),
      new TickersProjector(schema, parts.tickers),
      new DocumentsProjector(schema),
      this.#messages,
      this.#index,
      this.#marks,
    ]
    this.#folding = byKind(this.#projectors)
  }

  #ofContracts(users: UsersProjector): readonly Projector[] {
    const schema = this.#schema
    return [
      new OrdersProjector(schema, users, CONTRACT_ORDERS),
      new ContractFillsProjector(schema, users, this.#statement),
      new ContractPositionsProjector(schema, users),
      new PositionDaysProjector(schema, users, dayStart(this.#stored.at)),
      new ContractReceiptsProjector(schema),
      new EventRowsProjector(schema, FUNDINGS),
      new EventRowsProjector(schema, insuranceLines(this.#statement)),
      new PriceCandlesProjector(schema),
    ]
  }

  /**
   * Opens a tenant's schema, made or migrated as needed. Rows of another journal are dropped.
   * @param journal identity of the journal ('' while it is empty) and its last durable sequence
   * @throws HistoryAhead for rows of this journal that are ahead of it
   */
  static async open(
    connection: SqlWriter,
    tenantId: string,
    journal: { readonly mark: string; readonly durableSeq: number },
  ): Promise<ProjectionWriter> {
    const schema = schemaOf(tenantId)
    const db = new Kysely<Tables>({ dialect: connectionDialect(connection) })
    await migrate(db, schema)
    let stored = await storedPosition(db, schema)
    const isOfAnother = stored.journalMark !== '' && stored.journalMark !== journal.mark
    if (!isOfAnother && stored.seq > journal.durableSeq) throw new HistoryAhead(schema, stored.seq, journal.durableSeq)
    if (isOfAnother) {
      await dropSchema(db, schema)
      await migrate(db, schema)
      stored = await storedPosition(db, schema)
    }
    return new ProjectionWriter(connection, schema, stored, await loadParts(db, schema), journal.durableSeq)
  }

  /** Position of the last commit. */
  get storedSeq(): number {
    return this.#stored.seq
  }

  get journalMark(): string {
    return this.#stored.journalMark
  }

  /** Rows gathered and not stored yet. */
  get pending(): number {
    let rows = 0
    for (const projector of this.#projectors) rows += projector.pending
    return rows
  }

  /** Events come in journal order, each once. */
  fold(event: Event, moment: Moment): void {
    for (const projector of this.#folding.get(event.kind) ?? []) projector.fold(event, moment)
  }

  /**
   * Stores the gathered rows and the position in one transaction.
   * @param moment of the last entry folded; everything up to it has been folded
   * @throws PositionTaken, or what the database says; the writer is unusable then and a new one starts from the stored position
   */
  async commit(moment: Moment, journalMark: string): Promise<void> {
    const writes = this.#projectors.flatMap((projector) => projector.take())
    const run = this.#connection.run.bind(this.#connection)
    await run({ sql: 'begin', parameters: [] })
    try {
      for (const write of writes) await ('lines' in write ? this.#connection.copy(write) : run(write))
      const lastLineId = this.#statement.lastLineId
      const moved = await run({
        sql: `update "${this.#schema}"."position" set seq = $1, at = $2, last_line_id = $3, journal_mark = $4 where seq = $5`,
        parameters: [moment.seq, moment.at, lastLineId, journalMark, this.#stored.seq],
      })
      if (moved.affectedRows !== 1) throw new PositionTaken(this.#schema, this.#stored.seq)
      await run({ sql: 'commit', parameters: [] })
      this.#stored = { seq: moment.seq, at: moment.at, lastLineId, journalMark }
    } catch (error) {
      await run({ sql: 'rollback', parameters: [] }).catch(() => undefined)
      throw error
    }
  }

  /** Between two transactions, after rows were stored or removed: what the database does for itself now and then. */
  settle(): Promise<void> {
    return this.#connection.settle()
  }

  /** Messages to mail of what was folded since the last call: it is durable, whether or not its rows are stored yet. */
  takeMails(): readonly MailedMessage[] {
    return this.#messages.takeMails()
  }

  /** Removes a part of the trades, minutes of indexes and marks, and messages that are too old, when nothing is pending. @returns true when there may be more */
  async prune(now: number): Promise<boolean> {
    const run = this.#connection.run.bind(this.#connection)
    if (this.#prunedFrom >= tradesKeptFrom(now)) return this.#messages.tidy(run)
    const trades = await run(pruneTrades(this.#schema, now))
    const minutes = await run(this.#index.prune(now))
    const marks = await run(this.#marks.prune(now))
    if (trades.affectedRows + minutes.affectedRows + marks.affectedRows === 0) this.#prunedFrom = tradesKeptFrom(now)
    return true
  }
}

function byKind(projectors: readonly Projector[]): ReadonlyMap<Event['kind'], readonly Projector[]> {
  return new Map([...FOLDED].map((kind) => [kind, projectors.filter(({ kinds }) => kinds.some((own) => own === kind))]))
}

interface LoadedParts {
  readonly customers: Set<UserId>
  readonly contracts: Set<InstrumentId>
  readonly tickers: Map<InstrumentId, TickerState>
  readonly messages: MessageMemory
  readonly asides: Asides
  readonly index: Map<AssetId, MinuteRow>
  readonly marks: Map<InstrumentId, MinuteRow>
}

async function storedPosition(db: Kysely<Tables>, schema: string): Promise<StoredPosition> {
  const tenant = db.withSchema(schema)
  const row = await tenant.selectFrom('position').selectAll().executeTakeFirst()
  if (row !== undefined)
    return { seq: Number(row.seq), at: Number(row.at), lastLineId: Number(row.last_line_id), journalMark: row.journal_mark }
  await tenant.insertInto('position').values({ one: 1, seq: '0', at: '0', last_line_id: '0', journal_mark: '' }).execute()
  return { seq: 0, at: 0, lastLineId: 0, journalMark: '' }
}

async function loadParts(db: Kysely<Tables>, schema: string): Promise<LoadedParts> {
  const tenant = db.withSchema(schema)
  const customers = await tenant.selectFrom('users').select('user_id').where('role', '=', 'customer').execute()
  const contracts = await tenant.selectFrom('contracts').selectAll().execute()
  const tickers = await tenant.selectFrom('tickers').selectAll().execute()
  const counts = await tenant
    .selectFrom('messages')
    .select((of) => ['user_id', of.fn.countAll<string>().as('count')])
    .groupBy('user_id')
    .execute()
  const settings = await tenant.selectFrom('documents').select(['user_id', 'document']).where('collection', '=', SETTINGS).execute()
  const wishes = settings.map((row) => [asUserId(Number(row.user_id)), JSON.parse(row.document) as JsonObject] as const)
  return {
    messages: {
      counts: new Map(counts.map((row) => [asUserId(Number(row.user_id)), Number(row.count)])),
      muted: new Map(wishes.map(([userId, wish]) => [userId, mutedBy(wish)] as const).filter(([, muted]) => muted.size > 0)),
      mailed: new Map(wishes.map(([userId, wish]) => [userId, mailedBy(wish)])),
    },
    index: await minutesNow(tenant),
    marks: await marksNow(tenant),
    asides: await asidesNow(tenant),
    contracts: new Set(contracts.map((row) => asInstrumentId(row.instrument_id))),
    customers: new Set(customers.map((row) => asUserId(Number(row.user_id)))),
    tickers: new Map(
      tickers.map((row) => [
        asInstrumentId(row.instrument_id),
        {
          lastPrice: Number(row.last_price),
          lastAt: Number(row.last_at),
          dayAt: Number(row.day_at),
          openPrice: Number(row.open_price),
          previousClose: Number(row.previous_close),
        },
      ]),
    ),
  }
}
