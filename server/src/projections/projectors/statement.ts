/**
 * Statement lines: every change of a customer's total of an asset, with what it left. Holds and releases move nothing in or out. Lines of a trade stand in the row of their fill, the others in `other_lines`; the view `statement_lines` is both.
 * What only contracts do to an account stands in `contract_lines` instead, which `contract_bills` shows.
 */
import type { CopyIn, Statement } from '../store/sql-connection.ts'
import type { BalanceDaysProjector } from './balance-days.ts'
import type { ContractLinesProjector } from './contract-lines.ts'
import type { FillsProjector } from './fills.ts'
import { NewRows } from './new-rows.ts'
import { type Customers, type FoldedBy, foldedBy, type Moment, type Projector } from './projector.ts'
import { takeAll } from './row-batch.ts'
import { type Asides, isOfContracts, type TotalChange, TotalChanges } from './total-changes.ts'

const LINES_OF_ENTRY = 1000

const COLUMNS = ['user_id', 'line_id', 'asset_id', 'account', 'cause', 'amount', 'total_after', 'reference', 'fee', 'at', 'seq'] as const

/** Up to three lines with ids that follow on each other, of one user, entry, time and reference. */
export interface LineGroup {
  /** Of the first line. */
  readonly lineId: number
  readonly moment: Moment
  readonly first: TotalChange
  second: TotalChange | undefined
  third: TotalChange | undefined
}

export class StatementProjector implements Projector {
  readonly kinds = foldedBy('statement')
  readonly #customers: Customers
  readonly #changes: TotalChanges
  readonly #days: Pick<BalanceDaysProjector, 'reached'>
  readonly #fills: Pick<FillsProjector, 'attach'>
  readonly #rows: NewRows
  readonly #ofContracts: Pick<ContractLinesProjector, 'posted'>
  #group: LineGroup | undefined
  #lastLineId: number

  /**
   * @param fills takes lines with its rows: it folds an event before this projector, and gives its rows after it
   * @param days takes what a line left
   * @param ofContracts takes the lines of contracts
   * @param stored id of the newest stored line, 0 when there is none, and what was set aside by then
   */
  constructor(
    schema: string,
    customers: Customers,
    fills: Pick<FillsProjector, 'attach'>,
    days: Pick<BalanceDaysProjector, 'reached'>,
    ofContracts: Pick<ContractLinesProjector, 'posted'>,
    { lastLineId, asides }: { readonly lastLineId: number; readonly asides: Asides },
  ) {
    this.#customers = customers
    this.#fills = fills
    this.#days = days
    this.#ofContracts = ofContracts
    this.#changes = new TotalChanges(asides)
    this.#rows = new NewRows(schema, 'other_lines', COLUMNS)
    this.#lastLineId = lastLineId
  }

  get pending(): number {
    return this.#rows.size + (this.#group === undefined ? 0 : 1)
  }

  get lastLineId(): number {
    return this.#lastLineId
  }

  fold(event: Told, moment: Moment): void {
    if (isHold(event) || !this.#customers.has(event.userId)) return
    const line = this.#changes.of(event)
    if (line === undefined) return
    this.#days.reached(line, moment.at)
    if (isOfContracts(line)) {
      this.#ofContracts.posted(line, this.takeLineId(moment), moment)
      return
    }
    const lineId = Math.max(this.#lastLineId + 1, moment.seq * LINES_OF_ENTRY)
    this.#lastLineId = lineId
    const group = this.#group
    if (group !== undefined && belongs(group, line, moment)) {
      if (group.second === undefined) group.second = line
      else group.third = line
      return
    }
    this.#close()
    this.#group = { lineId, moment, first: line, second: undefined, third: undefined }
  }

  /** An id of the same rising row for a line that stands elsewhere. */
  takeLineId({ seq }: Moment): number {
    this.#close()
    this.#lastLineId = Math.max(this.#lastLineId + 1, seq * LINES_OF_ENTRY)
    return this.#lastLineId
  }

  take(): readonly (Statement | CopyIn)[] {
    this.#close()
    return takeAll(this.#rows)
  }

  #close(): void {
    const group = this.#group
    if (group === undefined) return
    this.#group = undefined
    if (this.#fills.attach(group)) return
    for (const [place, line] of [group.first, group.second, group.third].entries()) {
      if (line === undefined) break
      const { userId, assetId, account, cause, amount, totalAfter, reference, fee } = line
      this.#rows.add([
        userId,
        group.lineId + place,
        assetId,
        account,
        cause,
        amount,
        totalAfter,
        reference,
        fee === 0n ? null : fee,
        group.moment.at,
        group.moment.seq,
      ])
    }
  }
}

type Told = FoldedBy<'statement'>

/** Most of the stream are holds: whose they are is not even asked. */
const isHold = (event: Told): boolean => event.kind === 'balanceChanged' && (event.cause === 'hold' || event.cause === 'release')

/** Every line since the group began is in it, so that its ids follow on each other. */
function belongs({ moment, first, third }: LineGroup, line: TotalChange, { seq, at }: Moment): boolean {
  return third === undefined && moment.seq === seq && moment.at === at && first.userId === line.userId && first.reference === line.reference
}
