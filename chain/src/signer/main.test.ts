/** The process at its start: where its secret comes from, and what it refuses. */
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeSeed, POLICY_FILE, seededTenants, UNLOCK_FILE } from './folder.ts'
import { prepareKeys } from './key-files.ts'
import { COST_OF_RANDOM } from './seed-file.ts'
import { openPolicy } from './testing/open-policy.ts'

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url))
const SECRET = 'a secret that is long enough'

let root: string
let dir: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'agio-signer-main-'))
  dir = join(root, 'signer')
  prepareKeys(dir, join(root, 'keys'))
  mkdirSync(join(root, 'socket'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const seeded = async (): Promise<void> => {
  await makeSeed(dir, { tenant: 'agio', secret: SECRET, cost: COST_OF_RANDOM, now: 1 }, (words) => words)
  writeFileSync(join(dir, POLICY_FILE), JSON.stringify(openPolicy(['agio'])))
}

/** @returns `unlocked`, or what it said when it ended */
async function start(profile: string, secret: string): Promise<string> {
  const args = ['--dir', dir, '--socket', join(root, 'socket', 'signer.sock'), '--profile', profile, '--tenants', 'agio,nova']
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN, ...args], {
    env: { PATH: process.env.PATH, AGIO_UNLOCK: SECRET },
    stdio: ['pipe', 'ignore', 'pipe', 'ipc'],
  })
  let said = ''
  child.stderr?.on('data', (text) => {
    said += String(text)
  })
  child.stdin?.end(secret)
  const silent = new Promise((resolve) => child.stderr?.once('end', resolve))
  const ended = new Promise<string>((resolve) => child.once('exit', (code) => void silent.then(() => resolve(`${code} ${said}`))))
  const started = new Promise<string>((resolve) => child.once('message', (message) => resolve(String(message))))
  const outcome = await Promise.race([started, ended])
  // As it goes when the start script is killed.
  if (child.connected) child.disconnect()
  await ended
  return outcome
}

it('in demo and test makes what is missing, its seeds and a policy, and asks nobody', async () => {
  expect(await start('demo', `${SECRET}\n`)).toBe('unlocked')
  expect(seededTenants(dir)).toEqual(['agio', 'nova'])
  expect(await start('test', SECRET)).toBe('unlocked')
  expect(await start('demo', 'another long secret\n')).toContain('1 signer  the unlock secret does not open this seed')
})

it('in production takes its secret from the standard input alone, makes nothing, and ends without it', async () => {
  expect(await start('production', `${SECRET}\n`)).toContain('has no seed')
  expect(seededTenants(dir)).toEqual([])
  await seeded()
  expect(await start('production', '')).toContain('no answer came')
  expect(await start('production', 'another long secret\n')).toContain('does not open this seed')
  expect(await start('production', `${SECRET}\n`)).toBe('unlocked')
})

it('in production does not run beside a file that has the secret', async () => {
  await seeded()
  writeFileSync(join(dir, UNLOCK_FILE), SECRET)
  expect(await start('production', `${SECRET}\n`)).toContain('production does not take from a file')
})

it('does not run without a policy, or with one that it does not understand', async () => {
  await seeded()
  rmSync(join(dir, POLICY_FILE))
  expect(await start('production', `${SECRET}\n`)).toContain('without a policy nothing is signed')
  writeFileSync(join(dir, POLICY_FILE), JSON.stringify({ form: 1, tenants: { agio: { assets: {}, networks: {}, anything: 1 } } }))
  expect(await start('production', `${SECRET}\n`)).toContain('policy.tenants.agio.anything is unknown')
})
