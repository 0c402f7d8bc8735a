/** What happens on a simulated chain, each as plain data: the same operations in the same order make the same chain, on every machine. */
import type { Payment } from '../port.ts'

export interface PaymentRow {
  readonly to: string
  readonly tag: string | null
  readonly token: string | null
  /** Units, as a decimal: a file of JSON holds no bigint. */
  readonly amount: string
}

export type Operation =
  /** A signed transaction is handed to the node. */
  | { readonly kind: 'send'; readonly bytes: string }
  /** Somebody outside pays. `fails`: it fails in its block. `forged`: nothing moves, and a contract of his says that this token did. */
  | { readonly kind: 'pay'; readonly payments: readonly PaymentRow[]; readonly how: 'good' | 'fails' | 'forged' }
  | { readonly kind: 'mine'; readonly blocks: number; readonly time: number }
  | {
      readonly kind: 'reorganise'
      readonly depth: number
      readonly time: number
      /** Stands first in the first new block. */
      readonly ahead: PaymentRow | null
      /** Hashes of transactions that left, which follow it. */
      readonly again: readonly string[]
      /** All others that left. */
      readonly others: 'gone' | 'waiting'
    }
  /** A transaction that waits is passed over for so many blocks. */
  | { readonly kind: 'delay'; readonly tx: string; readonly blocks: number }
  /** Transactions that pay less for their weight are not mined. */
  | { readonly kind: 'floor'; readonly rate: string }
  /** A transaction that waits is forgotten by all nodes. */
  | { readonly kind: 'drop'; readonly tx: string }

export const rowOf = ({ to, tag, token, amount }: Payment): PaymentRow => ({ to, tag, token, amount: String(amount) })
export const paymentOf = ({ to, tag, token, amount }: PaymentRow): Payment => ({ to, tag, token, amount: BigInt(amount) })
