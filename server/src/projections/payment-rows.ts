/** What history keeps of the house's payments and of where withdrawals go: the engine keeps amounts and states alone. */
import type { JsonObject } from '@agio/engine/command.ts'
import type { PaymentId, WithdrawalId } from '@agio/engine/ids/id.ts'

/** Bytes that the chain may take, as `signPayment` journaled them. */
export interface SignedRow {
  readonly tx: string
  /** Hexadecimal. */
  readonly bytes: string
  /** What it offered the chain; null = nobody said. */
  readonly fee: JsonObject | null
}

export interface PaymentRow {
  readonly paymentId: PaymentId
  /** As `beginPayment` journaled it. */
  readonly plan: JsonObject
  readonly actor: string
  /** The first one and what replaced it, the newest last. */
  readonly signed: readonly SignedRow[]
}

/** Reads of whoever pays, at a start: as of the position that history has reached. */
export interface PaymentHistory {
  /** Payments by their ids, as far as history knows them. */
  payments(ids: readonly PaymentId[]): Promise<readonly PaymentRow[]>
  /** Documents of withdrawals by their ids, as far as history knows them. */
  withdrawalDocuments(ids: readonly WithdrawalId[]): Promise<ReadonlyMap<WithdrawalId, JsonObject>>
}
