/** Rows of amendments that keep an order's place: the order's own row tells the last quantity alone. */
import type { Order } from '@agio/engine/event.ts'
import type { Statement } from '../store/sql-connection.ts'
import type { OrderRows } from './orders.ts'
import type { Moment } from './projector.ts'
import { arraysOf, type Cell, type SqlType } from './row-batch.ts'

const COLUMNS = {
  user_id: 'bigint',
  order_id: 'bigint',
  seq: 'bigint',
  at: 'bigint',
  quantity: 'bigint',
  lowered_to: 'bigint',
  executed_quantity: 'bigint',
} as const satisfies Readonly<Record<string, SqlType>>

export class Lowerings {
  readonly #sql: string
  #rows: (readonly Cell[])[] = []

  /** @param table where the orders stand */
  constructor(schema: string, table: OrderRows['table']) {
    const names = Object.keys(COLUMNS)
    const arrays = Object.values(COLUMNS).map((type, index) => `$${index + 1}::text::${type}[]`)
    const cells = names.map((name) => (name === 'quantity' ? 'coalesce(made.quantity, stored.quantity)' : `made.${name}`))
    this.#sql = [
      `insert into "${schema}"."order_lowerings" (${names.join(', ')})`,
      `select ${cells.join(', ')} from unnest(${arrays.join(', ')}) as made (${names.join(', ')})`,
      `left join "${schema}"."${table}" as stored on stored.user_id = made.user_id and stored.order_id = made.order_id`,
    ].join(' ')
  }

  get size(): number {
    return this.#rows.length
  }

  /**
   * One row.
   * @param order behind the amendment
   * @param quantity before it, lots; null = as the order's row is stored
   */
  add({ userId, orderId, quantity: loweredTo, executedQuantity }: Order, quantity: number | null, { seq, at }: Moment): void {
    this.#rows.push([userId, orderId, seq, at, quantity, loweredTo, executedQuantity])
  }

  /** The insert, which reads rows of orders as they are before this commit changes them; undefined when there is nothing to insert. */
  take(): Statement | undefined {
    if (this.#rows.length === 0) return undefined
    const parameters = arraysOf(Object.values(COLUMNS), this.#rows)
    this.#rows = []
    return { sql: this.#sql, parameters }
  }
}
