/** The real process of the signer for tests, in a folder of its own that is gone afterwards. */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeSeed, POLICY_FILE } from '../folder.ts'
import { prepareKeys } from '../key-files.ts'
import { COST_OF_RANDOM } from '../seed-file.ts'
import { openPolicy } from './open-policy.ts'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))

export interface StartSignerOptions {
  /** Each gets a seed. */
  readonly tenants?: readonly string[]
  /** What the policy file holds; else `openPolicy(tenants)`. */
  readonly policy?: object
  /** Folder of an earlier one, which `stop({ keep: true })` left. */
  readonly root?: string
  /** Of the folder at `root`. */
  readonly secret?: string
}

export interface StartedSigner {
  /** What a client of the signer needs: path of the socket, folder of the exchange's keys. */
  readonly socket: string
  readonly keysDir: string
  readonly root: string
  readonly secret: string
  /** Folder of seeds, policy and log. */
  readonly dir: string
  readonly pid: number
  /** What it said on its standard error. */
  said(): string
  /** Words of the seeds by tenant, of those that were made by this start. */
  readonly words: ReadonlyMap<string, readonly string[]>
  kill(): Promise<void>
  stop(options?: { readonly keep?: boolean }): Promise<void>
}

/** @returns when it signs. @throws Error with what it said when it ends before */
export async function startSigner({ tenants = ['agio', 'nova'], policy, root, secret }: StartSignerOptions = {}): Promise<StartedSigner> {
  const home = root ?? mkdtempSync(join(tmpdir(), 'agio-signer-'))
  const [dir, keysDir, socketDir] = [join(home, 'signer'), join(home, 'signer-keys'), join(home, 'signer-socket')]
  const known = secret ?? randomBytes(32).toString('base64url')
  const words = new Map<string, readonly string[]>()
  prepareKeys(dir, keysDir)
  mkdirSync(socketDir, { recursive: true, mode: 0o700 })
  if (root === undefined || policy !== undefined)
    writeFileSync(join(dir, POLICY_FILE), JSON.stringify(policy ?? openPolicy(tenants)), { mode: 0o600 })
  if (root === undefined)
    for (const tenant of tenants)
      await makeSeed(dir, { tenant, secret: known, cost: COST_OF_RANDOM, now: Date.now() }, (shown) => {
        words.set(tenant, shown)
        return shown
      })
  const socket = join(socketDir, 'signer.sock')
  const args = [
    '--disable-warning=ExperimentalWarning',
    MAIN,
    '--dir',
    dir,
    '--socket',
    socket,
    '--profile',
    'test',
    '--tenants',
    tenants.join(','),
  ]
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'ignore', 'pipe', 'ipc'], env: { PATH: process.env.PATH } })
  let said = ''
  child.stderr?.on('data', (text) => {
    said += String(text)
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.stdin?.end(`${known}\n`)
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve())
    child.once('exit', () => reject(new Error(`the signer ended: ${said}`)))
  })
  const end = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
    child.kill(signal)
    await ended
  }
  return {
    socket,
    keysDir,
    root: home,
    secret: known,
    dir,
    pid: child.pid ?? 0,
    said: () => said,
    words,
    kill: () => end('SIGKILL'),
    async stop({ keep = false } = {}) {
      await end('SIGTERM')
      if (!keep) rmSync(home, { recursive: true, force: true })
    },
  }
}
