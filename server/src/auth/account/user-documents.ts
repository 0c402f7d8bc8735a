/**
 * Small sealed documents of customers, such as passkeys and API keys: each change is a command, the text in it is sealed under the
 * customer's data key, and what was read once is kept in memory beside the projections it came from.
 */
import type { JsonObject } from '@agio/engine/command.ts'
import type { UserId } from '@agio/engine/ids/id.ts'
import type { Collection, UserCollection } from '@agio/engine/schema/documents.ts'
import * as z from 'zod/mini'
import { Failure } from '../../core/failure.ts'
import { TurnsByKey } from '../../core/turns.ts'
import type { ReadModels } from '../../projections/port.ts'
import { PositionTimeout } from '../../projections/thread/projection-position.ts'
import type { Exchange } from '../../sequencer/exchange.ts'
import { DataKeyGone, type Vault } from '../../vault/vault.ts'
import type { Accounts } from './accounts.ts'

export interface DocumentParts {
  readonly exchange: Exchange
  readonly models: ReadModels
  readonly vault: Vault
  readonly accounts: Pick<Accounts, 'get'>
}

const USERS_KEPT = 20_000

const sealedSchema = z.object({ sealed: z.string() })

/**
 * The plain value of a sealed document; undefined when its key was destroyed or it is of another form.
 * @throws Error when it was sealed for another place
 */
export function openDocument<Schema extends z.ZodMiniType>(
  vault: Vault,
  keyId: string,
  place: string,
  document: JsonObject,
  schema: Schema,
): z.output<Schema> | undefined {
  const outer = z.safeParse(sealedSchema, document)
  if (!outer.success) return undefined
  try {
    const inner = z.safeParse(schema, JSON.parse(vault.open(keyId, place, outer.data.sealed)))
    return inner.success ? inner.data : undefined
  } catch (error) {
    if (error instanceof DataKeyGone) return undefined
    throw error
  }
}

/** Saves or removes a document of a customer or of the house; durable when it resolves. @returns the sequence of its entry @throws Failure ENGINE_BUSY @throws Refused */
export async function submitDocument(
  { exchange }: Pick<DocumentParts, 'exchange'>,
  place: { readonly userId: UserId; readonly collection: Collection; readonly id: string; readonly actor?: string },
  document: JsonObject | null,
): Promise<number> {
  const { userId, collection, id, actor = 'user' } = place
  const outcome = await exchange.submit({ kind: 'saveDocument', userId, collection, id, document, actor })
  if (outcome.reason !== 'none') throw new Failure('ENGINE_BUSY', { retryAfter: 1 })
  return outcome.seq
}

export class UserDocuments<Schema extends z.ZodMiniType> {
  readonly #parts: DocumentParts
  readonly #collection: UserCollection<'sealed'>
  readonly #schema: Schema
  readonly #kept = new Map<UserId, Promise<Map<string, z.output<Schema>>>>()
  /** Last entry that may hold a change of one of these documents: an older picture is not believed. */
  #changedSeq: number
  readonly #turns = new TurnsByKey<UserId>()

  constructor(parts: DocumentParts, collection: UserCollection<'sealed'>, schema: Schema) {
    this.#parts = parts
    this.#collection = collection
    this.#schema = schema
    this.#changedSeq = parts.exchange.durableSeq
  }

  /** By id. Not to be changed. */
  all(userId: UserId): Promise<ReadonlyMap<string, z.output<Schema>>> {
    return this.#all(userId)
  }

  /** @param facts what projections may read, without personal data */
  async save(userId: UserId, id: string, value: z.output<Schema>, facts: JsonObject = {}): Promise<void> {
    const kept = await this.#all(userId)
    const { vault, accounts } = this.#parts
    const { keyId } = await accounts.get(userId)
    const sealed = vault.seal(keyId, this.#placeOf(id), JSON.stringify(value))
    const seq = await submitDocument(this.#parts, { userId, collection: this.#collection, id }, { ...facts, sealed })
    this.#changedSeq = Math.max(this.#changedSeq, seq)
    kept.set(id, value)
  }

  async remove(userId: UserId, id: string): Promise<void> {
    const kept = await this.#all(userId)
    const seq = await submitDocument(this.#parts, { userId, collection: this.#collection, id }, null)
    this.#changedSeq = Math.max(this.#changedSeq, seq)
    kept.delete(id)
  }

  /** Runs a check and the change that depends on it without another of the same user between them. */
  exclusive<Result>(userId: UserId, work: () => Promise<Result>): Promise<Result> {
    return this.#turns.run(userId, work)
  }

  forget(userId: UserId): void {
    this.#kept.delete(userId)
  }

  #placeOf(id: string): string {
    return `${this.#collection}|${id}`
  }

  #all(userId: UserId): Promise<Map<string, z.output<Schema>>> {
    const kept = this.#kept.get(userId)
    if (kept !== undefined) return kept
    const loading = this.#load(userId)
    if (this.#kept.size >= USERS_KEPT) this.#kept.clear()
    this.#kept.set(userId, loading)
    loading.catch(() => this.#kept.delete(userId))
    return loading
  }

  /** What is read here is kept as long as the process lives, so that a picture that may be incomplete is refused. @throws Failure ENGINE_BUSY */
  async #load(userId: UserId): Promise<Map<string, z.output<Schema>>> {
    const { models, vault } = this.#parts
    await this.#reached()
    const rows = await models.documents(userId, this.#collection)
    const found = new Map<string, z.output<Schema>>()
    if (rows.length === 0) return found
    const keyId = await this.#keyOf(userId)
    if (keyId === undefined) return found
    for (const { id, document } of rows) {
      const value = openDocument(vault, keyId, this.#placeOf(id), document, this.#schema)
      if (value !== undefined) found.set(id, value)
    }
    return found
  }

  async #reached(): Promise<void> {
    const { models } = this.#parts
    if (models.position() >= this.#changedSeq) return
    // A rebuild takes minutes: nobody is kept waiting for what will not come in time.
    if (models.rebuilding() !== null) throw new Failure('ENGINE_BUSY', { retryAfter: 1 })
    try {
      await models.reached(this.#changedSeq)
    } catch (error) {
      if (error instanceof PositionTimeout) throw new Failure('ENGINE_BUSY', { retryAfter: 1 })
      throw error
    }
  }

  /** The data key of a customer; undefined once the account is closed, when nothing can be read. */
  async #keyOf(userId: UserId): Promise<string | undefined> {
    try {
      return (await this.#parts.accounts.get(userId)).keyId
    } catch (error) {
      if (error instanceof DataKeyGone) return undefined
      throw error
    }
  }
}
