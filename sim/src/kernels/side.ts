/** The engine of one checkout behind the few functions that the comparison needs: entries go in, records and snapshots come out. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Command } from '@agio/engine/command.ts'
import { contentHash } from '@agio/engine/content.ts'
import { createState } from '@agio/engine/create-state.ts'
import { applyAll } from '@agio/engine/engine.ts'
import * as entry from '@agio/engine/entry.ts'
import type { Outcome } from '@agio/engine/event.ts'
import { readEvents, readOutcomes } from '@agio/engine/event-buffer.ts'
import * as rules from '@agio/engine/rules.ts'
import { COMMANDS } from '@agio/engine/schema/commands.ts'
import { decodeSnapshot, encodeSnapshot } from '@agio/engine/snapshot.ts'

export interface Exchange {
  /** Applies entries that stand back to back. @returns their records, valid until the next call */
  apply(entries: Uint8Array): Uint8Array
  snapshot(): Uint8Array
  /** Hash of what the tables hold, whatever their layout. */
  contentHash(): string
}

export interface Side {
  readonly name: string
  /** Kinds of the commands that the engine knows. */
  readonly kinds: ReadonlySet<string>
  /** Newest version of the rules. */
  readonly engineVersion: number
  encode(into: Uint8Array, seq: number, at: number, key: string, command: Command): number
  open(): Exchange
  /** @throws RangeError for bytes of a version that it does not read */
  restore(snapshot: Uint8Array): Exchange
  /** Records as objects with named fields: outcomes, then events. */
  read(records: Uint8Array): readonly unknown[]
}

interface AnyState {
  readonly out: { reset(): void; bytes(): Uint8Array }
}

/** What is taken from the modules of an engine. */
interface Parts<State extends AnyState> {
  createState(): State
  applyAll(state: State, entries: Uint8Array, from: number, to: number): void
  encodeSnapshot(state: State): Uint8Array
  decodeSnapshot(bytes: Uint8Array): State
  encodeEntry(into: Uint8Array, offset: number, seq: number, at: number, key: string, command: Command): number
  readEvents(bytes: Uint8Array): Iterable<unknown>
  readOutcomes(bytes: Uint8Array): Iterable<Outcome>
  /** Descriptions of its commands. */
  readonly COMMANDS: Readonly<Record<string, object>>
  readonly ENGINE_VERSION: number
  contentHash(state: State): string
}

export function sideOf<State extends AnyState>(name: string, parts: Parts<State>): Side {
  const exchangeOf = (state: State): Exchange => ({
    apply(entries) {
      state.out.reset()
      parts.applyAll(state, entries, 0, entries.byteLength)
      return state.out.bytes()
    },
    snapshot: () => parts.encodeSnapshot(state),
    contentHash: () => parts.contentHash(state),
  })
  return {
    name,
    kinds: new Set(Object.keys(parts.COMMANDS)),
    engineVersion: parts.ENGINE_VERSION,
    encode: (into, seq, at, key, command) => parts.encodeEntry(into, 0, seq, at, key, command),
    open: () => exchangeOf(parts.createState()),
    restore: (snapshot) => exchangeOf(parts.decodeSnapshot(snapshot)),
    read: (records) => [...parts.readOutcomes(records), ...parts.readEvents(records)],
  }
}

/** The engine of this checkout. */
export const hereSide = (): Side =>
  sideOf('here', {
    createState,
    applyAll,
    contentHash,
    encodeSnapshot,
    decodeSnapshot,
    readEvents,
    readOutcomes,
    ...entry,
    ...rules,
    COMMANDS,
  })

const MODULES = ['engine', 'create-state', 'snapshot', 'entry', 'event-buffer', 'rules', 'content', 'schema/commands']

/** The engine of another checkout, with its own kernel. @throws Error when there is none */
export async function otherSide(checkout: string): Promise<Side> {
  const load = (name: string): Promise<object> => import(pathToFileURL(join(checkout, 'engine', 'src', `${name}.ts`)).href)
  const loaded = await Promise.all(MODULES.map(load))
  return sideOf('other', Object.assign({}, ...loaded) as Parts<AnyState>)
}
