/** What a tenant keeps about contracts: keys of receipts over restarts, settings, and answers to closing everything. */
import { createPublicKey, randomBytes, verify } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asInstrumentId, asUserId, type UserId } from '@agio/engine/ids/id.ts'
import { type Canonical, canonicalJson } from '@agio/wire/canonical-json.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type HttpWorld, httpWorld } from '../testing/http-world.ts'
import { MemoryExchange } from '../testing/memory-exchange.ts'
import { memoryModels } from '../testing/memory-models.ts'
import { Closings, closingKey } from './close-all.ts'
import { ContractSettingsStore, FIRST_SETTINGS } from './contract-settings.ts'
import { ReceiptKeys } from './receipt-keys.ts'

let world: HttpWorld
let dir: string
beforeAll(async () => {
  world = await httpWorld()
  dir = await mkdtemp(join(tmpdir(), 'agio-receipts-'))
})
afterAll(async () => {
  await world.close()
  await rm(dir, { recursive: true, force: true })
})

const open = (keyFile: string, faults: unknown[] = []) =>
  ReceiptKeys.open({ vault: world.agio.vault, random: (count) => randomBytes(count), keyFile, onError: (error) => faults.push(error) })

it('PERP-043 [part] the key of receipts outlives a restart, is sealed on the disk, and signs the same receipt alike', async () => {
  const keyFile = join(dir, 'keys')
  const first = await open(keyFile)
  const receipt = { receiptId: '9', kind: 'full', fills: [{ volume: '2', price: '1' }] }
  const signed = first.sign(receipt)
  const again = await open(keyFile)
  expect(again.published).toEqual(first.published)
  expect(again.sign(receipt)).toEqual(signed)
  const { signature, ...content } = signed
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: first.published[signed.keyId] ?? '' }, format: 'jwk' })
  const isGood = (of: Canonical): boolean => verify(null, Buffer.from(canonicalJson(of)), key, Buffer.from(signature, 'base64url'))
  expect([isGood(content), isGood({ ...content, kind: 'adl' })]).toEqual([true, false])
  expect(await readFile(keyFile, 'utf8')).not.toContain(signed.keyId)
})

it('a file of keys that cannot be opened is set aside, and a new key signs', async () => {
  const keyFile = join(dir, 'damaged')
  const first = await open(keyFile)
  await writeFile(keyFile, 'x')
  const faults: unknown[] = []
  const second = await open(keyFile, faults)
  expect(Object.keys(second.published)).not.toEqual(Object.keys(first.published))
  expect(String(faults[0])).toContain('set aside')
  expect(await readFile(`${keyFile}.damaged`, 'utf8')).toBe('x')
})

it('RFC 8785: keys in the order of code units, at any depth, and nothing between', () => {
  const value = { b: [true, null, { z: 1, a: 'é"\n' }], a: 0, ü: 'x', A: -5 }
  expect(canonicalJson(value)).toBe('{"A":-5,"a":0,"b":[true,null,{"a":"é\\"\\n","z":1}],"ü":"x"}')
})

let exchange: MemoryExchange
let models: ReturnType<typeof memoryModels>
let ann: UserId
beforeEach(() => {
  exchange = new MemoryExchange()
  models = memoryModels(exchange)
  ann = asUserId(exchange.must({ kind: 'registerUser', accountKey: 'ann', document: {}, role: 'customer' }).value)
})

it('settings of pages keep what was not changed, and a document of another form counts for nothing', async () => {
  const settings = new ContractSettingsStore({ exchange, models })
  expect(await settings.page(ann)).toEqual(FIRST_SETTINGS)
  await settings.changePage(ann, { expireDays: 30 })
  await settings.changePage(ann, { unit: 'contracts' })
  expect(await settings.page(ann)).toEqual({ ...FIRST_SETTINGS, expireDays: 30, unit: 'contracts' })
  await settings.setFavorites(ann, [asInstrumentId(3), asInstrumentId(2)])
  expect(await settings.favorites(ann)).toEqual([3, 2])
  const saved = { kind: 'saveDocument', userId: ann, collection: 'contracts', id: 'page', actor: 'x' } as const
  exchange.must({ ...saved, document: { expireDays: 31 } })
  expect(await settings.page(ann)).toEqual(FIRST_SETTINGS)
})

it('REL-007 [part] closing everything runs once under a key, also for one who asks twice at once, and is told again', async () => {
  const closings = new Closings({ exchange, models })
  const row = { positionId: '1', orderId: '8', result: 1, code: '0' } as const
  let runs = 0
  const close = async () => {
    runs += 1
    await Promise.resolve()
    return [row]
  }
  const asked = { userId: ann, caller: 0, key: 'all', contractId: '' }
  const [first, second] = await Promise.allSettled([closings.once(asked, close), closings.once(asked, close)])
  expect(first).toMatchObject({ status: 'fulfilled', value: { list: [row], isRepeat: false } })
  expect(second).toMatchObject({ status: 'rejected', reason: { errorName: 'IDEMPOTENCY_IN_PROGRESS' } })
  expect(await closings.once(asked, close)).toEqual({ list: [row], isRepeat: true })
  // Another process that reads the same documents knows it too; another caller has keys of his own.
  expect(await new Closings({ exchange, models }).once(asked, close)).toMatchObject({ isRepeat: true })
  expect(await closings.once({ ...asked, caller: 1 }, close)).toMatchObject({ isRepeat: false })
  await expect(closings.once({ ...asked, contractId: '2' }, close)).rejects.toMatchObject({ errorName: 'IDEMPOTENCY_CONFLICT' })
  expect(runs).toBe(2)
  exchange.clock += 86_400_000
  expect(await closings.once(asked, close)).toMatchObject({ isRepeat: false })
  expect([closingKey({ key: '' }, 1), closingKey({ key: 'a' }, 1) === closingKey({ key: 'a' }, 2)]).toEqual(['', false])
})
