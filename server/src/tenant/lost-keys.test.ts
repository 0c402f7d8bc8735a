/** What a start does when the keys of the journal's customers are gone, all or some: it names them, and changes nothing. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { userStatusOf } from '@agio/engine/read.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { accountKeyOf, emailName } from '../auth/account/account-name.ts'
import { registerCustomer } from '../auth/account/accounts.ts'
import type { Log } from '../core/log.ts'
import { MemoryExchange } from '../testing/memory-exchange.ts'
import { memoryModels } from '../testing/memory-models.ts'
import type { Vault } from '../vault/vault.ts'
import { refuseLostKeys } from './lost-keys.ts'
import { openVault } from './open-identity.ts'

const log: Log = { info: () => undefined, warn: () => undefined, error: () => undefined }
const names = ['ann@example.com', 'bob@example.com', 'eve@example.com'].map(emailName)

let dir = ''
let exchange = new MemoryExchange()
let models = memoryModels(exchange)
let vault: Vault
const open = (lostKeysAccepted = 0): Promise<Vault> =>
  openVault({ dir, config: { tenantId: 'agio' }, profile: 'demo', masterKey: undefined, exchange, lostKeysAccepted })
const check = (own: Vault, accepted = 0): Promise<void> => refuseLostKeys({ vault: own, exchange, models, accepted, log }, () => false)
const keyFile = (): string => join(dir, 'keys', 'data-keys.jsonl')

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'agio-lost-'))
  exchange = new MemoryExchange()
  models = memoryModels(exchange)
  vault = await open()
  for (const name of names) await registerCustomer({ vault, exchange }, { name, password: 'a-Long-one-97', lang: 'en_US' })
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

it('SEC-007 [part] without its keys folder an exchange with customers does not open, and a known address cannot register again', async () => {
  rmSync(join(dir, 'keys'), { recursive: true })
  await expect(open()).rejects.toThrow(/master\.key is missing and the journal has customers/)
  expect(existsSync(join(dir, 'keys', 'master.key'))).toBe(false)
  // As in production, where the master key is elsewhere.
  const elsewhere = {
    dir,
    config: { tenantId: 'agio' },
    profile: 'demo',
    masterKey: Buffer.alloc(32, 'abcdefghijklmnop').toString('hex'),
  } as const
  await expect(openVault({ ...elsewhere, exchange, lostKeysAccepted: 9 })).rejects.toThrow('0 keys and the journal has 3 customers')
})

it('SEC-007 [part] a file with fewer keys than customers stops the start, with the numbers and the way out', async () => {
  const lines = readFileSync(keyFile(), 'utf8').trim().split(/\n+/)
  writeFileSync(keyFile(), `${lines.slice(0, 2).join('\n')}\n`)
  await expect(open()).rejects.toThrow(/holds 2 keys and the journal has 3 customers: 1 keys are missing.*AGIO_LOST_KEYS/)
  expect((await open(1)).keyCount).toBe(2)
})

it('SEC-007 [part] a missing key is named with its user, though others that nobody uses make up the number', async () => {
  const [first = '', ...rest] = readFileSync(keyFile(), 'utf8').trim().split(/\n+/)
  writeFileSync(keyFile(), `${rest.join('\n')}\n`)
  await (await open(1)).createKey()
  const again = await open()
  const keyId = /"keyId":"([^"]+)"/.exec(first)?.[1] ?? ''
  const userId = [...exchange.state.userByAccountKey.values()][0]
  await expect(check(again)).rejects.toThrow(`user ${userId} (key ${keyId})`)
  await check(again, 1)
})

it('SEC-007 [part] whole keys open, and so do those of an exchange whose closed accounts have none', async () => {
  await check(vault)
  const [name] = names
  if (name === undefined) throw new Error('no name')
  const userId = exchange.state.userByAccountKey.get(accountKeyOf(vault, name))
  if (userId === undefined) throw new Error('no user')
  exchange.must({ kind: 'setUserStatus', userId: userId as never, status: 'disabled', actor: 'closure', why: '' })
  expect(userStatusOf(exchange.state, userId as never)).toBe('disabled')
  const row = await models.user(userId as never)
  await vault.destroyKey(String(row?.document.keyId))
  await check(await open())
})
