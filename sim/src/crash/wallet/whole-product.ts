/** All that `npm start` starts: server, signer, the keeper of development nodes and the nodes. Each of them can be killed by itself. */
import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort, root } from '../../bench/processes.ts'
import { askOperator } from '../product.ts'

const START_MS_MAX = 300_000
const PORT_TRIES = 5
/** What was killed before is started again by whoever looks after it, on a machine with many times its work to do. */
const PART_MS_MAX = 120_000
const LOOK_MS = 50
const OUTPUT_KEPT = 20_000

/** By what stands in the command line of the process. */
const PARTS = {
  server: /server\/src\/main\.ts/,
  signer: /chain\/src\/signer\/main\.ts/,
  keeper: /demo\/chains\/keeper\.ts/,
  evm: /\banvil\b/,
  bitcoin: /launch\.cjs|bitcoind/,
} as const
export type Part = keyof typeof PARTS
export const PART_NAMES = Object.keys(PARTS) as readonly Part[]

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

interface Running {
  readonly pid: number
  readonly parent: number
  readonly command: string
}

function processes(): readonly Running[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8').replace(/^.*\) /, '')
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ')
      return [{ pid: Number(name), parent: Number(stat.split(' ')[1]), command }]
    } catch {
      return []
    }
  })
}

export class WholeProduct {
  readonly base: string
  /** Of the futures host. */
  readonly futuresBase: string
  readonly #dataDir: string
  readonly #child: ChildProcess
  readonly #exited: Promise<void>
  #output = ''

  /**
   * Started and ready. A port that something else took meanwhile is not the product's fault: it is started again on others.
   * @param dataDir readable for users other than root, where root starts it
   */
  static async open(dataDir: string): Promise<WholeProduct> {
    for (let tries = 1; ; tries += 1) {
      const product = await WholeProduct.#start(dataDir)
      try {
        await product.#ready()
        return product
      } catch (error) {
        await product.stop()
        if (tries === PORT_TRIES || !/EADDRINUSE|port \d+ is in use/.test(String(error))) throw error
      }
    }
  }

  static async #start(dataDir: string): Promise<WholeProduct> {
    const [port, futuresPort, consolePort] = [await freePort(), await freePort(), await freePort()]
    return new WholeProduct(
      dataDir,
      { port, futuresPort },
      {
        PORT: String(port),
        FUTURES_PORT: String(futuresPort),
        CONSOLE_PORT: String(consolePort),
        AGIO_DATA_DIR: dataDir,
        AGIO_PROFILE: 'test',
        AGIO_DEMO: 'off',
        AGIO_CHAINS: 'on',
        AGIO_EVM_RPC_PORT: '0',
        AGIO_BTC_RPC_PORT: '0',
      },
    )
  }

  private constructor(
    dataDir: string,
    { port, futuresPort }: { readonly port: number; readonly futuresPort: number },
    env: NodeJS.ProcessEnv,
  ) {
    this.base = `http://localhost:${port}`
    this.futuresBase = `http://localhost:${futuresPort}`
    this.#dataDir = dataDir
    const options = { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] as ('ignore' | 'pipe')[], cwd: root }
    this.#child = spawn(process.execPath, [join(root, 'scripts/start.mjs')], options)
    const keep = (chunk: Buffer): void => {
      this.#output = (this.#output + chunk.toString()).slice(-OUTPUT_KEPT)
    }
    this.#child.stdout?.on('data', keep)
    this.#child.stderr?.on('data', keep)
    this.#exited = new Promise((resolve) => this.#child.once('exit', () => resolve()))
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null
  }

  get output(): string {
    return this.#output
  }

  async #ready(): Promise<void> {
    const until = performance.now() + START_MS_MAX
    while (!/\bready\b/.test(this.#output)) {
      if (!this.isRunning || performance.now() > until) throw new Error(`the product did not start:\n${this.#output}`)
      await pause(LOOK_MS)
    }
  }

  /** The process of a part, undefined while it does not run. */
  pidOf(part: Part): number | undefined {
    const all = processes()
    const own = new Set<number>([this.#child.pid ?? 0])
    // a child's number may be below its parent's once numbers began again
    for (let before = 0; before !== own.size; ) {
      before = own.size
      for (const { pid, parent } of all) if (own.has(parent)) own.add(pid)
    }
    return all.find(({ pid, command }) => own.has(pid) && PARTS[part].test(command))?.pid
  }

  /**
   * kill -9, once it runs. With the server all ends; what else was killed is started again by whoever looks after it.
   * @returns false when it never did
   */
  async kill(part: Part): Promise<boolean> {
    const until = performance.now() + PART_MS_MAX
    let pid = this.pidOf(part)
    for (; pid === undefined && this.isRunning && performance.now() < until; pid = this.pidOf(part)) await pause(LOOK_MS)
    if (pid === undefined) return false
    process.kill(pid, 'SIGKILL')
    if (part === 'server') await this.#exited
    return true
  }

  /** Asks it to stop. */
  async stop(): Promise<void> {
    if (this.isRunning) this.#child.kill('SIGTERM')
    await this.#exited
  }

  /** As an operator types it, and another one where it takes two. @returns its text; undefined when the server ended before it answered @throws OperatorRefusal */
  async operate(command: string, given: Readonly<Record<string, string>>): Promise<string | undefined> {
    const ask = (actor: string) => askOperator(this.#dataDir, { tenantId: 'agio', command, given, actor, why: 'kill round' })
    const text = await ask('sim')
    return text?.includes('another operator has to give the same command') === true ? ask('sim-two') : text
  }
}
