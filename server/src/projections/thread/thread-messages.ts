/** What the main thread and the projection thread say to each other. */
import type { MailedMessage } from '../messages/message-source.ts'
import type { SqlRows, Statement } from '../store/sql-connection.ts'

export interface ThreadTenant {
  readonly tenantId: string
  readonly journalDir: string
  /** Where the journal ends when the thread is told. */
  readonly durableSeq: number
}

/** `workerData`. One of the two stores is used: PGlite in `directory`, or PostgreSQL at `databaseUrl`. */
export interface ThreadStart {
  readonly directory: string
  readonly databaseUrl: string | undefined
  /** Do not trust the PGlite folder: the last thread died over it. */
  readonly drop: boolean
}

export type ToThread =
  /** Said once, before all else: whom to follow. The database opens without knowing it. */
  | { readonly kind: 'tenants'; readonly tenants: readonly ThreadTenant[] }
  | {
      readonly kind: 'batch'
      readonly tenantId: string
      readonly firstSeq: number
      readonly lastSeq: number
      readonly events: Uint8Array<ArrayBuffer>
    }
  /** The journal is durable up to `seq`, but the batch was not sent: the thread is behind and reads the journal. */
  | { readonly kind: 'durable'; readonly tenantId: string; readonly seq: number }
  | { readonly kind: 'hurry'; readonly tenantId: string }
  | { readonly kind: 'read'; readonly readId: number; readonly statements: readonly Statement[] }
  | { readonly kind: 'stop' }

export type FromThread =
  | { readonly kind: 'opened'; readonly positions: Readonly<Record<string, number>> }
  | {
      readonly kind: 'moved'
      readonly tenantId: string
      readonly seq: number
      readonly takenBytes: number
      readonly mails: readonly MailedMessage[]
    }
  | { readonly kind: 'answer'; readonly readId: number; readonly answers: readonly SqlRows[] }
  | { readonly kind: 'refusal'; readonly readId: number; readonly message: string }
  | { readonly kind: 'failed'; readonly message: string }
  /** Something went wrong that no row depends on. */
  | { readonly kind: 'warned'; readonly message: string }
  /** The journal has lost entries that the rows hold. The thread does nothing more. */
  | { readonly kind: 'ahead'; readonly tenantId: string; readonly storedSeq: number; readonly durableSeq: number }
  | { readonly kind: 'stopped' }
