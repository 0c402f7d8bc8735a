/**
 * Keeps a development node (anvil) for the demo and for tests: it starts with the state of its folder, mines when it is asked, and what it
 * mined is on the disk before the caller hears of it. Killed at any moment, node or keeper, it starts again with the last state saved;
 * blocks mined since are gone, and whoever follows the chain sees them leave.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { Rpc } from '../evm/rpc.ts'
import { ChainFault } from '../port.ts'
import { EvmStates } from './evm-states.ts'
import { endFormer, rememberProcess } from './former-process.ts'
import { freePort, isFree } from './free-port.ts'

export interface EvmNodeOptions {
  /** Its own; made when it is not there. */
  readonly folder: string
  /** Of the loopback; 0: a free one. */
  readonly port: number
  readonly chainId: number
  /** Wei of the first block's base fee. */
  readonly baseFee?: number
}

export interface EvmNode {
  readonly url: string
  readonly pid: number
  /** False when it begins a new chain, because its folder had no state. */
  readonly restored: boolean
  /** Calls of the node itself, also those of its kind alone (`anvil_setBalance`). What they change is saved with the next block. */
  readonly rpc: Rpc
  /** What waits goes into the first of the blocks; all of them are on the disk afterwards. */
  mine(blocks: number): Promise<void>
  /** Does a transaction wait for a block? */
  waits(): Promise<boolean>
  /** Resolves when the process ended, for whatever reason. */
  readonly ended: Promise<void>
  stop(): Promise<void>
}

/** States that it keeps in memory: re-organisations and balances go back so far. */
const HISTORY = 256
const START_MS = 20_000
const STOP_MS = 5_000
const CALL_MS = 30_000
const POLL_MS = 25
const PORT_TRIES = 5

const unzip = promisify(gunzip)

/** @throws Error where no package has a node for this machine */
export function anvilPath(): string {
  const machine = { x64: 'amd64', arm64: 'arm64' }[process.arch as string] ?? process.arch
  const name = `@foundry-rs/anvil-${process.platform}-${machine}`
  try {
    const folder = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))
    return join(folder, 'bin', process.platform === 'win32' ? 'anvil.exe' : 'anvil')
  } catch {
    throw new Error(`no development node: ${name} is not installed`)
  }
}

/** @throws Error when it does not start with any state of the folder: a chain that customers have coins on is not begun anew silently */
export async function startEvmNode({ folder, ...rest }: EvmNodeOptions): Promise<EvmNode> {
  const options = { ...rest, folder: resolve(folder) }
  const states = new EvmStates(options.folder)
  const files = await states.list()
  await endFormer(options.folder)
  // Another program there would be taken for the node, and pays nobody.
  if (options.port !== 0 && !(await isFree(options.port))) throw new Error(`port ${options.port} of the development node is taken`)
  const words: string[] = []
  for (const file of files.length === 0 ? [null] : files) {
    const started = await startWith(options, file)
    if (typeof started !== 'string') return keep(started, states, file !== null)
    words.push(started)
  }
  throw new Error(`the development node in ${options.folder} does not start: ${words.join('; ')}`)
}

interface Started {
  readonly child: ChildProcess
  readonly pid: number
  readonly url: string
  readonly rpc: Rpc
  readonly ended: Promise<void>
}

/** @returns its last words when it ended before it answered */
async function startWith(options: EvmNodeOptions, file: string | null): Promise<Started | string> {
  for (let tried = 1; ; tried += 1) {
    const port = options.port === 0 ? await freePort() : options.port
    const started = await startAt(options, file, port)
    const taken = typeof started === 'string' && started.includes('in use')
    if (!taken || options.port !== 0 || tried === PORT_TRIES) return started
  }
}

async function startAt(options: EvmNodeOptions, file: string | null, port: number): Promise<Started | string> {
  const child = spawn(anvilPath(), argumentsFor(options, file, port), { stdio: ['ignore', 'ignore', 'pipe'] })
  let words = ''
  child.stderr?.on('data', (part) => {
    words = `${words}${part}`.slice(-1000)
  })
  const ended = new Promise<void>((done) => {
    child.once('error', (error) => {
      words = error.message
      done()
    })
    child.once('close', () => done())
  })
  const url = `http://127.0.0.1:${port}`
  const rpc = new Rpc({ urls: [url], timeoutMs: CALL_MS })
  const { pid } = child
  if (pid !== undefined) await rememberProcess(options.folder, pid)
  const answers = await answersBefore(rpc, options.chainId, ended)
  if (pid !== undefined && answers) return { child, pid, url, rpc, ended }
  child.kill('SIGKILL')
  await ended
  return words.trim() === '' ? 'no answer' : words.trim()
}

function argumentsFor({ folder, chainId, baseFee }: EvmNodeOptions, file: string | null, port: number): readonly string[] {
  const listen = ['--quiet', '--host', '127.0.0.1', '--port', String(port)]
  // The folder in its arguments tells this node from any other process (former-process.ts).
  const chain = [
    '--chain-id',
    String(chainId),
    '--accounts',
    '0',
    '--no-mining',
    '--prune-history',
    String(HISTORY),
    '--cache-path',
    folder,
  ]
  const fee = baseFee === undefined ? [] : ['--block-base-fee-per-gas', String(baseFee)]
  return [...listen, ...chain, ...fee, ...(file === null ? [] : ['--load-state', file])]
}

/** @returns false when the process ended, or says nothing for too long */
async function answersBefore(rpc: Rpc, chainId: number, ended: Promise<void>): Promise<boolean> {
  let over = false
  void ended.then(() => {
    over = true
  })
  for (const until = performance.now() + START_MS; performance.now() < until && !over; ) {
    try {
      if ((await rpc.call('eth_chainId')) === `0x${chainId.toString(16)}`) return !over
    } catch (error) {
      if (!(error instanceof ChainFault)) throw error
    }
    await Promise.race([ended, pause(POLL_MS)])
  }
  return false
}

function keep({ child, pid, url, rpc, ended }: Started, states: EvmStates, restored: boolean): EvmNode {
  let saving: Promise<void> = Promise.resolve()
  const save = async (): Promise<void> => {
    const dumped = await rpc.call('anvil_dumpState')
    if (typeof dumped !== 'string') throw new ChainFault('nonsense', 'the development node dumped no state')
    await states.add(await unzip(Buffer.from(dumped.slice(2), 'hex')))
  }
  return {
    url,
    pid,
    restored,
    rpc,
    ended,
    mine: async (blocks) => {
      await rpc.call('anvil_mine', `0x${blocks.toString(16)}`)
      // One after the other; one that failed is told to whoever mined, and the next is tried all the same.
      saving = saving.catch(() => undefined).then(save)
      await saving
    },
    waits: async () => {
      const { pending } = (await rpc.call('txpool_status')) as { readonly pending?: unknown }
      return pending !== '0x0'
    },
    stop: async () => {
      await saving.catch(() => undefined)
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
      await ended
      clearTimeout(timer)
    },
  }
}
