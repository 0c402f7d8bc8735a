/**
 * Statement lines: every change of a customer's total of an asset, with what it left. Holds and releases move nothing in or out; what is
 * owed is no account of the contract's, and its postings are no lines. Lines of a trade stand in the row of their fill, the others in `other_lines`; the view `statement_lines` is both.
 */
import type { Event } from '@agio/engine/event.ts'
import type { CopyIn, Statement } from '../store/sql-connection.ts'
import type { FillsProjector } from './fills.ts'
import { NewRows } from './new-rows.ts'
import type { Customers, Moment, Projector } from './projector.ts'
import { takeAll } from './row-batch.ts'

const LINES_OF_ENTRY = 1000

const COLUMNS = ['user_id', 'line_id', 'asset_id', 'account', 'cause', 'amount', 'total_after', 'reference', 'at', 'seq'] as const

type Posting = Extract<Event, { kind: 'balanceChanged' }>

interface Line extends Pick<Posting, 'userId' | 'assetId' | 'account' | 'cause' | 'reference'> {
  readonly amount: bigint
  readonly totalAfter: bigint
}

/** Up to three lines with ids that follow on each other, of one user, entry, time and reference. */
export interface LineGroup {
  /** Of the first line. */
  readonly lineId: number
  readonly moment: Moment
  readonly first: Line
  second: Line | undefined
  third: Line | undefined
}

export class StatementProjector implements Projector {
  readonly kinds = ['balanceChanged'] as const
  readonly #customers: Customers
  readonly #fills: Pick<FillsProjector, 'attach'>
  readonly #rows: NewRows
  #group: LineGroup | undefined
  #lastLineId: number

  /**
   * @param fills takes lines with its rows: it folds an event before this projector, and gives its rows after it
   * @param lastLineId id of the newest stored line, 0 when there is none
   */
  constructor(schema: string, customers: Customers, fills: Pick<FillsProjector, 'attach'>, lastLineId: number) {
    this.#customers = customers
    this.#fills = fills
    this.#rows = new NewRows(schema, 'other_lines', COLUMNS)
    this.#lastLineId = lastLineId
  }

  get pending(): number {
    return this.#rows.size + (this.#group === undefined ? 0 : 1)
  }

  get lastLineId(): number {
    return this.#lastLineId
  }

  fold(event: Event, moment: Moment): void {
    if (
      event.kind !== 'balanceChanged' ||
      event.cause === 'hold' ||
      event.cause === 'release' ||
      event.account === 'debt' ||
      event.account === 'pending'
    )
      return
    const amount = event.availableDelta + event.heldDelta
    if (amount === 0n || !this.#customers.has(event.userId)) return
    const { userId, assetId, account, cause, reference } = event
    const line = { userId, assetId, account, cause, reference, amount, totalAfter: event.available + event.held }
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
      const { userId, assetId, account, cause, amount, totalAfter, reference } = line
      this.#rows.add([
        userId,
        group.lineId + place,
        assetId,
        account,
        cause,
        amount,
        totalAfter,
        reference,
        group.moment.at,
        group.moment.seq,
      ])
    }
  }
}

/** Every line since the group began is in it, so that its ids follow on each other. */
function belongs({ moment, first, third }: LineGroup, line: Line, { seq, at }: Moment): boolean {
  return third === undefined && moment.seq === seq && moment.at === at && first.userId === line.userId && first.reference === line.reference
}
