/**
 * Lists of what customers did, a row an event, each described once: the table, the projector that fills it and the read that filters it are
 * made of the description. What is more than a row an event (orders, fills, statement lines) has files of its own.
 */
import type { UserId } from '@agio/engine/ids/id.ts'
import type { EventByKind } from '@agio/engine/schema/events.ts'
import type { FoldedBy } from './projectors/projector.ts'

/** `amount`: int64; `number`: an id, a time or a count, a safe integer; `text`: a word. */
export type ColumnKind = 'amount' | 'number' | 'text'
type KindOf<Value> = Value extends bigint ? 'amount' : Value extends number ? 'number' : Value extends string ? 'text' : never

/** Events that name the customer who is asked for his list. */
type OwnEvent = Extract<FoldedBy<'history'>, { readonly userId: UserId }>['kind']
type ColumnsOf<Kind extends OwnEvent> = { readonly [Name in keyof EventByKind[Kind]]?: KindOf<EventByKind[Kind][Name]> }

export interface History<Kind extends OwnEvent = OwnEvent, Columns = Readonly<Record<string, ColumnKind>>> {
  readonly event: Kind
  /** Name of the migration that makes the table: a released one never changes. */
  readonly since: string
  /** Field of the event that rises with every row of a customer. */
  readonly id: keyof EventByKind[Kind] & string
  readonly columns: Columns
}

const history = <Kind extends OwnEvent, const Columns extends ColumnsOf<Kind>>(described: History<Kind, Columns>): typeof described =>
  described

/** By the names of their tables. */
export const HISTORIES = {
  transfers: history({
    event: 'transferred',
    since: '0008 transfers',
    id: 'transferId',
    columns: { assetId: 'number', from: 'text', to: 'text', amount: 'amount' },
  }),
  conversions: history({
    event: 'converted',
    since: '0011 conversions',
    id: 'conversionId',
    columns: {
      ...{ quoteId: 'number', sendAssetId: 'number', receiveAssetId: 'number' },
      ...{ sendAmount: 'amount', receiveAmount: 'amount', sendIndex: 'amount', receiveIndex: 'amount', spread: 'amount', value: 'amount' },
    },
  }),
} as const

type Histories = typeof HISTORIES
export type HistoryName = keyof Histories
export const HISTORY_NAMES = Object.keys(HISTORIES) as readonly HistoryName[]
type EventOf<Name extends HistoryName> = EventByKind[Histories[Name]['event']]
type ColumnNames<Name extends HistoryName> = keyof Histories[Name]['columns'] & keyof EventOf<Name>

export type HistoryFacts<Name extends HistoryName> = { readonly [Column in ColumnNames<Name>]: EventOf<Name>[Column] }
export type HistoryRow<Name extends HistoryName> = HistoryFacts<Name> & { readonly id: number; readonly at: number }

export interface HistoryQuery<Name extends HistoryName> {
  readonly userId: UserId
  readonly id?: number
  /** Rows that have all of these. */
  readonly where?: Partial<HistoryFacts<Name>>
  readonly range?: { readonly from: number; readonly to: number }
  readonly pageNo: number
  readonly pageSize: number
  readonly asOf?: number
}

/** The same without its types, for what treats all of them alike. */
export const historyOf = (name: HistoryName): History => HISTORIES[name] as unknown as History
