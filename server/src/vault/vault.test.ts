import { appendFile, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parseMasterKey, readMasterKey } from './master-key.ts'
import { Vault } from './vault.ts'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'agio-vault-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

const NEW = { fromEnvironment: undefined, isNew: true }
const KEY = Uint8Array.from({ length: 32 }, (_, index) => index * 7)

it('SEC-007 what is sealed opens after a restart, only in its own place, and not after its key is destroyed', async () => {
  const vault = await Vault.open(dir, 'agio', KEY)
  const [ann, bob] = [await vault.createKey(), await vault.createKey()]
  const sealed = vault.seal(ann, 'profile', 'ann@example.com')
  expect(sealed).not.toContain('ann')
  const again = await Vault.open(dir, 'agio', KEY)
  expect(again.open(ann, 'profile', sealed)).toBe('ann@example.com')
  expect(() => again.open(ann, 'password', sealed)).toThrow()
  expect(() => again.open(bob, 'profile', sealed)).toThrow()
  expect(() =>
    again.open(
      ann,
      'profile',
      sealed.replace(/(?<=\.)./, (first) => (first === 'A' ? 'B' : 'A')),
    ),
  ).toThrow()
  await again.destroyKey(ann)
  expect(() => again.open(ann, 'profile', sealed)).toThrow('destroyed')
  expect(await readFile(join(dir, 'data-keys.jsonl'), 'utf8')).not.toContain(ann)
})

it('SEC-007 another master key cannot open the vault, and each tenant has its own index', async () => {
  const vault = await Vault.open(dir, 'agio', KEY)
  await vault.createKey()
  await expect(
    Vault.open(
      dir,
      'agio',
      KEY.map((byte) => byte ^ 1),
    ),
  ).rejects.toThrow('master key is not the one')
  const nova = await Vault.open(join(dir, 'nova'), 'nova', KEY)
  expect(nova.accountKey('1|a@b.com')).not.toBe(vault.accountKey('1|a@b.com'))
  expect(vault.accountKey('1|a@b.com')).toBe((await Vault.open(dir, 'agio', KEY)).accountKey('1|a@b.com'))
})

it('SEC-007 the master key is made once with mode 0600, and production takes it only from the environment', async () => {
  const key = await readMasterKey(dir, 'demo', NEW)
  expect(await readMasterKey(dir, 'demo', NEW)).toEqual(key)
  expect((await stat(join(dir, 'master.key'))).mode & 0o777).toBe(0o600)
  await expect(readMasterKey(dir, 'production', NEW)).rejects.toThrow('AGIO_MASTER_KEY')
  expect(() => parseMasterKey('00'.repeat(32))).toThrow('placeholder')
  expect(() => parseMasterKey('abc')).toThrow('32 bytes')
})

it('REL-001 SEC-007 a data key that was handed out outlives a restart behind a line that a full disk cut short', async () => {
  const vault = await Vault.open(dir, 'agio', KEY)
  const sealed = vault.seal(await vault.createKey(), 'profile', 'ann')
  const lines = await readFile(join(dir, 'data-keys.jsonl'), 'utf8')
  await appendFile(join(dir, 'data-keys.jsonl'), lines.slice(0, lines.length / 2))
  const second = await Vault.open(dir, 'agio', KEY)
  const bob = await second.createKey()
  const third = await Vault.open(dir, 'agio', KEY)
  expect(third.open(bob, 'profile', second.seal(bob, 'profile', 'bob'))).toBe('bob')
  expect(lines).toContain('keyId')
  expect(third.open(keyIdIn(lines), 'profile', sealed)).toBe('ann')
})

const keyIdIn = (lines: string): string => /"keyId":"([^"]+)"/.exec(lines)?.[1] ?? ''

it('SEC-007 a master key that is there and cannot be used stops the start; it is never replaced', async () => {
  await readMasterKey(dir, 'demo', NEW)
  await truncate(join(dir, 'master.key'), 0)
  await expect(readMasterKey(dir, 'demo', NEW)).rejects.toThrow('32 bytes')
  await rm(join(dir, 'master.key'))
  await writeFile(join(dir, 'file'), '')
  await expect(readMasterKey(join(dir, 'file'), 'demo', NEW)).rejects.toThrow('ENOTDIR')
})

describe('a damaged file of keys', () => {
  const path = (): string => join(dir, 'data-keys.jsonl')
  const threeKeys = async (): Promise<string[]> => {
    const vault = await Vault.open(dir, 'agio', KEY)
    return [await vault.createKey(), await vault.createKey(), await vault.createKey()]
  }

  it('REL-005 SEC-007 [part] is named with its lines, stops the start and is not touched', async () => {
    const [first = '', second = ''] = await threeKeys()
    const whole = await readFile(path(), 'utf8')
    const damages = [
      whole.replace(second, `${second.slice(0, -1)}${second.endsWith('A') ? 'B' : 'A'}`),
      whole.replace(/"wrapped":"v1\.(.{20})./, (_, start: string) => `"wrapped":"v1.${start}!`),
      whole.replace(`{"keyId":"${first}"`, `\0\0\0\0"${first}"`),
      whole.replace('{"keyId"', '{"keyld"'),
    ]
    for (const damaged of damages) {
      expect(damaged).not.toBe(whole)
      await writeFile(path(), damaged)
      await expect(Vault.open(dir, 'agio', KEY)).rejects.toThrow(/data-keys\.jsonl: 1 damaged \(line \d\)/)
      expect(await readFile(path(), 'utf8')).toBe(damaged)
    }
  })

  it('REL-005 SEC-007 [part] an append that a crash cut at any byte keeps every key before it, also behind later ones', async () => {
    const keys = await threeKeys()
    const whole = await readFile(path(), 'utf8')
    const line = whole.trimEnd().split('\n').at(-1) ?? ''
    for (const cut of Array.from({ length: line.length - 1 }, (_, index) => line.slice(0, index + 1))) {
      for (const end of ['', '\0\0\0', whole]) {
        await writeFile(path(), `${whole}${cut}${end === whole ? '\n' : ''}${end}`)
        const vault = await Vault.open(dir, 'agio', KEY)
        expect(keys.every((keyId) => vault.hasKey(keyId))).toBe(true)
      }
    }
  })

  it('SEC-007 [part] a file that was taken away while the exchange runs gets no new key', async () => {
    const vault = await Vault.open(dir, 'agio', KEY)
    await vault.createKey()
    await truncate(path(), 10)
    await expect(vault.createKey()).rejects.toThrow('keys were taken out of this file')
    expect((await stat(path())).size).toBe(10)
  })
})
