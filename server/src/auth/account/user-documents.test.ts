/** Sealed documents of customers after a restart whose projections are not there yet. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asUserId } from '@agio/engine/ids/id.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { asFailure } from '../../http/errors.ts'
import { HistoryUnavailable } from '../../projections/history-unavailable.ts'
import type { ReadModels } from '../../projections/port.ts'
import { ProjectionPosition } from '../../projections/thread/projection-position.ts'
import { MemoryExchange } from '../../testing/memory-exchange.ts'
import { memoryModels } from '../../testing/memory-models.ts'
import { Vault } from '../../vault/vault.ts'
import { type DocumentParts, UserDocuments } from './user-documents.ts'

const schema = z.object({ label: z.string() })

let owner = asUserId(0)
let dir: string
let parts: DocumentParts
let keyId: string
let faults: Error[]

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'agio-documents-'))
  const exchange = new MemoryExchange()
  const models = memoryModels(exchange)
  owner = asUserId(exchange.must({ kind: 'registerUser', accountKey: 'a', document: {}, role: 'customer' }).value)
  const vault = await Vault.open(dir, 'agio', new Uint8Array(32).fill(7))
  keyId = await vault.createKey()
  faults = []
  const get = async (): Promise<never> => {
    const fault = faults.shift()
    if (fault !== undefined) throw fault
    // Throws as the reading of an account does when its key is gone.
    vault.seal(keyId, 'profile', '')
    return { keyId } as never
  }
  parts = { exchange, models, vault, accounts: { get } }
  const documents = new UserDocuments(parts, 'apiKey', schema)
  for (const id of ['open', 'revoked']) await documents.save(owner, id, { label: id })
  await documents.remove(owner, 'revoked')
})
afterEach(() => rm(dir, { recursive: true, force: true }))

/** Projections that know the entries up to a position, whichever was asked for. */
function behind(position: ProjectionPosition, rows: ReadModels['documents']): ReadModels {
  const waiting = { position: () => position.seq, rebuilding: () => position.rebuilding() }
  return { ...parts.models, ...waiting, reached: (seq) => position.reached(seq, 20), documents: rows }
}

const failure = (work: Promise<unknown>): Promise<string | undefined> =>
  work.then(
    () => 'answered',
    (error: unknown) => asFailure(error)?.errorName,
  )

it.each([
  ['are made anew', true],
  ['lag', false],
])('USER-015 AUTH-024 [part] while the projections %s nothing that was read too early is believed or kept', async (_, isRebuild) => {
  const { exchange, models } = parts
  const position = new ProjectionPosition(exchange.durableSeq, isRebuild, () => undefined)
  const early = await models.documents(owner, 'apiKey')
  let rows: typeof early = []
  const reopened = new UserDocuments({ ...parts, models: behind(position, async () => rows) }, 'apiKey', schema)
  expect(await failure(reopened.all(owner))).toBe('ENGINE_BUSY')
  // An older picture, in which the key that was revoked still stands.
  rows = early.flatMap((row) => [row, { ...row, id: 'revoked' }])
  expect(await failure(reopened.all(owner))).toBe('ENGINE_BUSY')
  expect(await failure(reopened.save(owner, 'new', { label: 'new' }))).toBe('ENGINE_BUSY')
  rows = early
  position.moved(exchange.durableSeq)
  expect([...(await reopened.all(owner)).keys()]).toEqual(['open'])
})

it('USER-015 [part] a history that cannot be read for a moment is no closed account', async () => {
  const reopened = new UserDocuments(parts, 'apiKey', schema)
  faults = [new HistoryUnavailable('too many reads'), new Error('defect')]
  expect(await failure(reopened.all(owner))).toBe('ENGINE_BUSY')
  await expect(reopened.all(owner)).rejects.toThrow('defect')
  expect([...(await reopened.all(owner)).values()]).toEqual([{ label: 'open' }])
})

it('USER-014 [part] of a closed account nothing is found, and what was moved to another place is a fault', async () => {
  const [row] = await parts.models.documents(owner, 'apiKey')
  const moved = { ...parts.models, documents: async () => [{ id: 'other', document: row?.document ?? {}, savedAt: 0 }] }
  await expect(new UserDocuments({ ...parts, models: moved }, 'apiKey', schema).all(owner)).rejects.toThrow()
  await parts.vault.destroyKey(keyId)
  expect((await new UserDocuments(parts, 'apiKey', schema).all(owner)).size).toBe(0)
})
