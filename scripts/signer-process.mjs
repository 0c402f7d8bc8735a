/** The signer's process beside the server: started, looked after, ended last. Plain JavaScript for Node 20. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { demoSecret, foldersOf, hasSeeds, prepareSigner } from './apart.mjs'
import { node26, root } from './install.mjs'

const MAIN = join(root, 'chain', 'src', 'signer', 'main.ts')
/** Those of `server/src/boot/config.ts`. */
const TENANTS = 'agio,nova'
/** One that ran so long did not end by what it found at its start. */
const WELL_MS = 20_000
/** Before it is started again, the more often it ended the longer. */
const REST_MS = 1000
const REST_MOST_MS = 30_000
const STOP_WITHIN_MS = 5000

export class SignerProcess {
  #dataDir
  #profile
  #users
  #say
  #child
  #stopping = false
  #ends = 0

  /** @param users of `prepareUsers` */
  constructor(dataDir, profile, users, say) {
    this.#dataDir = dataDir
    this.#profile = profile
    this.#users = users
    this.#say = say
  }

  /** Whether there is one to start: production starts none until somebody made a seed. */
  static isWanted(dataDir, { AGIO_PROFILE = 'demo' }) {
    if (process.platform === 'win32' || !existsSync(MAIN)) return false
    return AGIO_PROFILE !== 'production' || hasSeeds(dataDir)
  }

  /** Prepares its folders and starts it. @returns settings by which the server finds it */
  start() {
    const { signer, keys } = prepareSigner(this.#dataDir, this.#users)
    const isProduction = this.#profile === 'production'
    // Nothing of the exchange's settings is its business, its master key least of all.
    const { PATH, TERM } = process.env
    const { signer: cache } = this.#users.caches
    const env = {
      PATH,
      ...(TERM === undefined ? {} : { TERM }),
      ...(cache === undefined ? {} : { NODE_COMPILE_CACHE: join(cache, 'compiled'), HOME: cache }),
    }
    const args = ['--dir', signer, '--socket', this.#socket(), '--profile', this.#profile, '--tenants', TENANTS]
    const startedAt = performance.now()
    this.#child = spawn(node26, ['--disable-warning=ExperimentalWarning', MAIN, ...args], {
      cwd: root,
      env,
      ...this.#users.signer,
      stdio: [isProduction ? 'inherit' : 'pipe', 'inherit', 'inherit', 'ipc'],
    })
    if (!isProduction) {
      this.#child.stdin.on('error', () => undefined)
      this.#child.stdin.end(demoSecret(signer, this.#users))
    }
    this.#child.once('exit', () => this.#again(isProduction, performance.now() - startedAt))
    return { AGIO_SIGNER_SOCKET: this.#socket(), AGIO_SIGNER_KEYS: keys }
  }

  get pid() {
    return this.#child?.pid
  }

  /** Resolves when it signs; rejects when it ends before. */
  async unlocked() {
    const child = this.#child
    await new Promise((resolve, reject) => {
      child.once('message', resolve)
      child.once('exit', () => reject(new Error('the signer ended before it was unlocked')))
    })
  }

  /** Resolves when it ended. */
  async stop() {
    this.#stopping = true
    const child = this.#child
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS)
    await ended
    clearTimeout(timer)
  }

  #socket() {
    return join(foldersOf(this.#dataDir).socket, 'signer.sock')
  }

  /** In production its secret is asked for once a start, and kept by nobody but itself. */
  #again(isProduction, ranFor) {
    if (this.#stopping) return
    if (isProduction) {
      this.#say('the signer ended: nothing is paid out until the next start')
      return
    }
    this.#ends = ranFor < WELL_MS ? this.#ends + 1 : 0
    const rest = Math.min(REST_MS * 2 ** this.#ends, REST_MOST_MS)
    this.#say(`the signer ended, and is started again in ${rest / 1000} s`)
    setTimeout(() => this.#stopping || this.start(), rest)
  }
}
