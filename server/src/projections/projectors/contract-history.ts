/** Public history of contracts that is a row an event: settlements of funding, and the insurance fund. */
import type { EventRows } from './event-rows.ts'
import type { StatementProjector } from './statement.ts'

export const FUNDINGS: EventRows<'fundingSettled'> = {
  kind: 'fundingSettled',
  table: 'contract_fundings',
  columns: ['instrument_id', 'at', 'rate', 'mark', 'next_at', 'open_minutes', 'shut_minutes', 'seq'],
  cells: ({ instrumentId, rate, mark, next, openMinutes, shutMinutes }, { at, seq }) => [
    ...[instrumentId, at, rate, mark, next],
    ...[openMinutes, shutMinutes, seq],
  ],
}

/** @param lineIds gives rows ids that rise with those of all lines */
export const insuranceLines = (lineIds: Pick<StatementProjector, 'takeLineId'>): EventRows<'insuranceChanged'> => ({
  kind: 'insuranceChanged',
  table: 'insurance_lines',
  columns: ['asset_id', 'line_id', 'cause', 'amount', 'balance', 'at', 'seq'],
  cells: ({ assetId, cause, amount, balance }, moment) => [
    ...[assetId, lineIds.takeLineId(moment), cause, amount],
    ...[balance, moment.at, moment.seq],
  ],
})
