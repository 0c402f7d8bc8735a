/** Registered users with their sealed documents; also the set of customers that the other projectors ask. */
import type { Event } from '@agio/engine/event.ts'
import type { UserId } from '@agio/engine/ids/id.ts'
import type { CopyIn, Statement } from '../store/sql-connection.ts'
import { type Customers, foldedBy, type Moment, type Projector } from './projector.ts'
import { RowBatch, type RowTarget, takeAll } from './row-batch.ts'

const USERS: RowTarget = {
  table: 'users',
  columns: { user_id: 'bigint', account_key: 'text', role: 'text', created_at: 'bigint', document: 'text' },
  onConflict: 'do nothing',
}

export class UsersProjector implements Projector, Customers {
  readonly kinds = foldedBy('users')
  readonly #rows: RowBatch
  readonly #customers: Set<UserId>

  /** @param customers as stored; owned by the projector from here on */
  constructor(schema: string, customers: Set<UserId>) {
    this.#rows = new RowBatch(schema, USERS)
    this.#customers = customers
  }

  get pending(): number {
    return this.#rows.size
  }

  has(userId: UserId): boolean {
    return this.#customers.has(userId)
  }

  fold(event: Event, { at }: Moment): void {
    if (event.kind !== 'userRegistered') return
    if (event.role === 'customer') this.#customers.add(event.userId)
    this.#rows.add([event.userId, event.accountKey, event.role, at, JSON.stringify(event.document)])
  }

  take(): readonly (Statement | CopyIn)[] {
    return takeAll(this.#rows)
  }
}
