/** The product as a user starts it, for measures and long proofs: `npm start` on a folder and ports of its own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, root, stop } from './processes.ts'

export interface Product {
  readonly base: string
  readonly futuresBase: string
  readonly dataDir: string
  readonly child: ChildProcess
  /** Seconds from the command to the line `ready`. */
  readonly readyAfter: number
  /** E-mail and password of the demo customer, when there is a demo world. */
  login(): { readonly email: string; readonly password: string }
  stop(): Promise<void>
}

const READY_WITHIN_MS = 300_000

function waitForReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = ''
    const timer = setTimeout(() => reject(new Error(`not ready in time:\n${output}`)), READY_WITHIN_MS)
    const read = (chunk: Buffer): void => {
      output = (output + chunk.toString()).slice(-20_000)
      if (!/\bready\b/.test(output)) return
      clearTimeout(timer)
      resolve()
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('exit', (code) => reject(new Error(`ended with ${code}:\n${output}`)))
  })
}

const PORT_TRIES = 5

/**
 * A port that something else took meanwhile is not the product's fault: it is started again on others.
 * @param dataDir an earlier run's folder for a warm start; a fresh one otherwise, removed at the end
 */
export async function startProduct(dataDir?: string, settings: NodeJS.ProcessEnv = {}): Promise<Product> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await startOnce(dataDir, settings)
    } catch (error) {
      if (tries === PORT_TRIES || !/EADDRINUSE|port \d+ is in use/.test(String(error))) throw error
    }
  }
}

async function startOnce(dataDir: string | undefined, settings: NodeJS.ProcessEnv): Promise<Product> {
  const folder = dataDir ?? mkdtempSync(join(tmpdir(), 'agio-product-'))
  const [port, futuresPort, consolePort] = [await freePort(), await freePort(), await freePort()]
  const env = {
    ...process.env,
    AGIO_PROFILE: 'test',
    AGIO_CHAINS: 'off',
    ...settings,
    PORT: String(port),
    FUTURES_PORT: String(futuresPort),
    CONSOLE_PORT: String(consolePort),
    AGIO_DATA_DIR: folder,
  }
  const started = performance.now()
  const child = spawn(process.execPath, [join(root, 'scripts', 'start.mjs')], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const remove = (): void => {
    if (dataDir === undefined) rmSync(folder, { recursive: true, force: true })
  }
  try {
    await waitForReady(child)
  } catch (error) {
    await stop(child)
    remove()
    throw error
  }
  return {
    base: `http://localhost:${port}`,
    futuresBase: `http://localhost:${futuresPort}`,
    dataDir: folder,
    child,
    readyAfter: (performance.now() - started) / 1000,
    login: () => JSON.parse(readFileSync(join(folder, 'demo-logins.json'), 'utf8'))[0],
    async stop() {
      await stop(child)
      remove()
    },
  }
}
