/** The process that `npm start` runs, on a data folder of its own: started, waited for, and ended in one of three ways. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { controlSocketPath } from '@agio/server/operator/control-socket.ts'
import { freePort, root } from '../bench/processes.ts'

/** A machine with many times its work to do is slow, not wrong. */
const START_MS_MAX = 300_000
const OUTPUT_KEPT = 20_000
const PORT_TRIES = 5

/** The operator's command was understood and not done. */
export class OperatorRefusal extends Error {}

export class Product {
  readonly base: string
  readonly futuresBase: string
  readonly #dataDir: string
  readonly #child: ChildProcess
  readonly #exited: Promise<number | null>
  #output = ''

  /** Starts it; a small exchange without the demo world, whose only customers are ours. */
  static async start(dataDir: string): Promise<Product> {
    const [port, futuresPort, consolePort] = [await freePort(), await freePort(), await freePort()]
    return new Product(
      dataDir,
      { port, futuresPort },
      {
        PORT: String(port),
        FUTURES_PORT: String(futuresPort),
        CONSOLE_PORT: String(consolePort),
        AGIO_DATA_DIR: dataDir,
        AGIO_PROFILE: 'test',
        AGIO_CHAINS: 'off',
        AGIO_DEMO: 'off',
      },
    )
  }

  /** Started and ready. A port that something else took meanwhile is not the product's fault: it is started again on others. */
  static async open(dataDir: string): Promise<Product> {
    for (let tries = 1; ; tries += 1) {
      const product = await Product.start(dataDir)
      try {
        await product.ready()
        return product
      } catch (error) {
        if (tries === PORT_TRIES || !/EADDRINUSE|port \d+ is in use/.test(String(error))) throw error
      }
    }
  }

  private constructor(dataDir: string, ports: { readonly port: number; readonly futuresPort: number }, env: NodeJS.ProcessEnv) {
    this.base = `http://localhost:${ports.port}`
    this.futuresBase = `http://localhost:${ports.futuresPort}`
    this.#dataDir = dataDir
    const main = join(root, 'server/src/main.ts')
    this.#child = spawn(process.execPath, [main], { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
    const keep = (chunk: Buffer): void => {
      this.#output = (this.#output + chunk.toString()).slice(-OUTPUT_KEPT)
    }
    this.#child.stdout?.on('data', keep)
    this.#child.stderr?.on('data', keep)
    this.#exited = new Promise((resolve) => this.#child.once('exit', resolve))
  }

  /** True from the moment it was told to end. */
  get ending(): boolean {
    return this.#child.killed
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  /** The last of what it wrote. */
  get output(): string {
    return this.#output
  }

  /** Resolves when the process is gone: until then it may hold its data folder. */
  async gone(): Promise<void> {
    await this.#exited
  }

  /** @throws Error with its output when it has ended by itself */
  mustRun(): void {
    if (this.#child.exitCode !== null) throw new Error(`the server ended with ${this.#child.exitCode}:\n${this.#output}`)
  }

  /** Resolves when it says `ready`. @throws Error with its output when it ends before, unless it was told to */
  async ready(): Promise<void> {
    const said = new Promise<void>((resolve) => {
      const look = (): void => {
        if (/\bready\b/.test(this.#output)) resolve()
      }
      this.#child.stdout?.on('data', look)
      look()
    })
    const late = new Promise<string>((resolve) => setTimeout(resolve, START_MS_MAX, 'was not ready in time').unref())
    const outcome = await Promise.race([said, late, this.#exited.then((code) => `ended with ${code}`)])
    if (outcome !== undefined && !this.ending) {
      await this.kill()
      throw new Error(`the server ${outcome}:\n${this.#output}`)
    }
  }

  /** kill -9; resolves when the process is gone. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL')
    await this.#exited
  }

  /** Asks it to stop. @returns its exit code, null when a signal ended it */
  async stop(): Promise<number | null> {
    this.#child.kill('SIGTERM')
    return this.#exited
  }

  /** Has a snapshot made, as an operator does. @returns whether it was finished before the process ended */
  async snapshot(): Promise<boolean> {
    return (await this.operate('snapshot', {})) !== undefined
  }

  /**
   * What `npm run operator -- <command>` sends. Resolves with its text, or with undefined when the process ended before it answered.
   * @throws OperatorRefusal when the command was refused
   */
  async operate(
    command: string,
    given: Readonly<Record<string, string>>,
    why = 'kill round',
    tenantId = 'agio',
  ): Promise<string | undefined> {
    return await askOperator(this.#dataDir, { tenantId, command, given, actor: 'sim', why })
  }
}

/**
 * Sends an operator's command to the server of a data folder. @returns its text; undefined when the process ended before it answered
 * @throws OperatorRefusal when the command was refused
 */
export async function askOperator(
  dataDir: string,
  request: {
    readonly tenantId: string
    readonly command: string
    readonly given: Readonly<Record<string, string>>
    readonly actor: string
    readonly why: string
  },
): Promise<string | undefined> {
  const text = await new Promise<string>((resolve) => {
    const socket = createConnection(controlSocketPath(dataDir))
    let said = ''
    socket.on('error', () => resolve(''))
    socket.on('connect', () => socket.write(`${JSON.stringify(request)}\n`))
    socket.on('data', (chunk) => {
      said += chunk.toString()
    })
    socket.on('end', () => resolve(said.endsWith('\n') ? said : ''))
  })
  if (text === '') return undefined
  const answer = JSON.parse(text) as { readonly ok: boolean; readonly text: string }
  if (!answer.ok) throw new OperatorRefusal(`${request.command} ${JSON.stringify(request.given)}: ${answer.text}`)
  return answer.text
}
