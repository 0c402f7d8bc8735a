/**
 * Keeps a regtest node for demo and tests: bcoin, or the `bitcoind` that BITCOIND_PATH names. It starts with the blocks of its folder, mines
 * when it is asked, and what it mined is on the disk before the caller hears of it. Killed at any moment, node or keeper, it starts again with
 * every block saved; a block mined since is gone, and whoever follows the chain sees by the head that the node came back older, or empty.
 *
 * Regtest halves its subsidy every 150 blocks: 50 BTC each for the first 150, under 15,000 BTC in all. Coins of a block can be spent in the
 * hundredth block after it. 2,100 BTC that can be spent are 42 subsidies, so 42 + 100 = 142 blocks: `BLOCKS_FOR_2100_BTC`.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { BitcoinRpc, httpTransport, NodeRefusal } from '../bitcoin/rpc.ts'
import { ChainFault } from '../port.ts'
import { BlockFile, blockHash } from './block-file.ts'
import { endFormer, rememberProcess } from './former-process.ts'
import { freePort, isFree } from './free-port.ts'

export const BLOCKS_FOR_2100_BTC = 142

export interface BitcoinNodeOptions {
  /** Its own; made when it is not there. */
  readonly folder: string
  /** Of the loopback; 0: a free one. */
  readonly port: number
}

export interface BitcoinNode {
  readonly kind: 'bcoin' | 'bitcoind'
  /** With user and password where the node asks for them. bcoin asks for none: play money, on the loopback alone. */
  readonly url: string
  readonly pid: number
  /** Blocks of the folder that it knows again; 0: it begins a new chain. */
  readonly restored: number
  /** Calls of the node itself. Blocks that come by them are saved with the next `mine` or `save`. */
  readonly rpc: BitcoinRpc
  /** What waits goes into the first of the blocks; all of them are on the disk afterwards. @returns their hashes */
  mine(blocks: number, to: string): Promise<readonly string[]>
  /** Puts blocks on the disk that others mined or sent. */
  save(): Promise<void>
  /** Does a transaction wait for a block? */
  waits(): Promise<boolean>
  /** Resolves when the process ended, for whatever reason. */
  readonly ended: Promise<void>
  stop(): Promise<void>
}

/** What scripts/bitcoin-node.mjs prints. */
interface Program {
  readonly kind: 'bcoin' | 'bitcoind'
  readonly command: readonly string[]
  readonly cwd: string
}

const FINDER = fileURLToPath(new URL('../../../scripts/bitcoin-node.mjs', import.meta.url))
const START_MS = 60_000
const STOP_MS = 10_000
const CALL_MS = 60_000
const POLL_MS = 50
const PORT_TRIES = 5
const USER = 'agio'
const DUPLICATE = /^duplicate/

const run = promisify(execFile)

/** Installs the node if it is missing, which takes some ten seconds. @throws Error with the reason when it cannot be installed */
async function findProgram(): Promise<Program> {
  const { stdout } = await run(process.execPath, [FINDER], { maxBuffer: 1 << 26 })
  return JSON.parse(stdout) as Program
}

/** @throws Error when it does not start */
export async function startBitcoinNode({ folder, port }: BitcoinNodeOptions): Promise<BitcoinNode> {
  const home = resolve(folder)
  await mkdir(home, { recursive: true })
  const program = await findProgram()
  await endFormer(home)
  // Another program there would be taken for the node, and pays nobody.
  if (port !== 0 && !(await isFree(port))) throw new Error(`port ${port} of the Bitcoin node is taken`)
  const { file, blocks } = await BlockFile.open(join(home, 'blocks.hex'))
  try {
    const started = await startWith(program, home, port)
    return await keep(program.kind, started, file, blocks)
  } catch (error) {
    await file.close()
    throw error
  }
}

interface Header {
  readonly height: number
  readonly previousblockhash?: string | null
}

interface Started {
  readonly child: ChildProcess
  readonly pid: number
  readonly url: string
  readonly rpc: BitcoinRpc
  readonly ended: Promise<void>
}

async function startWith(program: Program, home: string, port: number): Promise<Started> {
  for (let tried = 1; ; tried += 1) {
    const started = await startAt(program, home, port === 0 ? await freePort() : port)
    if (typeof started !== 'string') return started
    const taken = /EADDRINUSE|in use|unable to bind/i.test(started)
    if (!taken || port !== 0 || tried === PORT_TRIES) throw new Error(`the Bitcoin node in ${home} does not start: ${started}`)
  }
}

/** @returns its last words when it ended before it answered */
async function startAt(program: Program, home: string, port: number): Promise<Started | string> {
  const [command = '', ...first] = program.command
  const { args, url, name } = program.kind === 'bcoin' ? forBcoin(home, port) : forBitcoind(home, port)
  // bcoin ends with its standard input, so a keeper that was killed leaves none behind.
  const child = spawn(command, [...first, ...args], { ...name, cwd: program.cwd, stdio: ['pipe', 'ignore', 'pipe'] })
  let words = ''
  child.stderr?.on('data', (part) => {
    words = `${words}${part}`.slice(-2000)
  })
  child.stdin?.on('error', () => undefined)
  const ended = new Promise<void>((done) => {
    child.once('error', (error) => {
      words = error.message
      done()
    })
    child.once('close', () => done())
  })
  const rpc = new BitcoinRpc(httpTransport(url, CALL_MS))
  const { pid } = child
  if (pid !== undefined) await rememberProcess(home, pid)
  if (pid !== undefined && (await answersBefore(rpc, ended))) return { child, pid, url, rpc, ended }
  child.kill('SIGKILL')
  await ended
  return words.trim() === '' ? 'no answer' : words.trim()
}

interface Launch {
  readonly args: readonly string[]
  readonly url: string
  readonly name: { readonly argv0?: string }
}

/** The folder stands among the arguments by itself, which tells this node from any other process (former-process.ts). */
function forBcoin(home: string, port: number): Launch {
  const args = [home, `--prefix=${join(home, 'bcoin')}`, `--http-port=${port}`, '--no-auth=true']
  return { args, url: `http://127.0.0.1:${port}`, name: {} }
}

function forBitcoind(home: string, port: number): Launch {
  // The same for a folder each time, so that a node outlives its keeper's memory; it guards play money.
  const password = createHash('sha256').update(home).digest('hex').slice(0, 32)
  const place = [`-datadir=${home}`, '-regtest', '-server=1', `-rpcport=${port}`, '-rpcbind=127.0.0.1', '-rpcallowip=127.0.0.1']
  const alone = ['-listen=0', '-dnsseed=0', '-fixedseeds=0', '-connect=0', '-disablewallet=1', '-printtoconsole=0']
  const know = ['-txindex=1', '-fallbackfee=0.00001', `-rpcuser=${USER}`, `-rpcpassword=${password}`]
  // It takes no argument that is no option; its name is one, too.
  return { args: [...place, ...alone, ...know], url: `http://${USER}:${password}@127.0.0.1:${port}`, name: { argv0: home } }
}

/** @returns false when the process ended, or says nothing for too long */
async function answersBefore(rpc: BitcoinRpc, ended: Promise<void>): Promise<boolean> {
  let over = false
  void ended.then(() => {
    over = true
  })
  for (const until = performance.now() + START_MS; performance.now() < until && !over; ) {
    try {
      await rpc.call('getblockcount')
      return !over
    } catch (error) {
      // Core refuses everything while it loads (−28).
      if (!(error instanceof ChainFault || error instanceof NodeRefusal)) throw error
    }
    await Promise.race([ended, pause(POLL_MS)])
  }
  return false
}

/** @returns how many of the blocks the node knows now. One that it refuses is told by its head: all that stand on it are refused, too. */
async function submitAgain(rpc: BitcoinRpc, blocks: readonly string[]): Promise<number> {
  const answers = await rpc.batch(blocks.map((block) => ({ method: 'submitblock', params: [block] })))
  return answers.filter((answer) => answer === null || (typeof answer === 'string' && DUPLICATE.test(answer))).length
}

async function keep(kind: BitcoinNode['kind'], started: Started, file: BlockFile, blocks: readonly string[]): Promise<BitcoinNode> {
  const { child, pid, url, rpc, ended } = started
  const saved = new Set(blocks.map(blockHash))
  const restored = await submitAgain(rpc, blocks)
  /** Walks back from the head to what is saved. The first block of all is in every node. */
  const saveNew = async (): Promise<void> => {
    const fresh: string[] = []
    let hash = String(await rpc.call('getbestblockhash'))
    const names: string[] = []
    for (;;) {
      const block = saved.has(hash) ? null : ((await rpc.call('getblockheader', hash)) as Header)
      if (block === null || block.height === 0) {
        await file.add(fresh.reverse())
        for (const name of names) saved.add(name)
        return
      }
      fresh.push(String(await rpc.call('getblock', hash, kind === 'bcoin' ? false : 0)))
      names.push(hash)
      hash = String(block.previousblockhash)
    }
  }
  let saving: Promise<void> = Promise.resolve()
  // One after the other; one that failed is told to whoever asked, and the next is tried all the same.
  const save = (): Promise<void> => {
    saving = saving.catch(() => undefined).then(saveNew)
    return saving
  }
  const closed = ended.then(() => saving.catch(() => undefined)).then(() => file.close())
  return {
    kind,
    url,
    pid,
    restored,
    rpc,
    ended: closed,
    mine: async (count, to) => {
      const hashes = (await rpc.call('generatetoaddress', count, to)) as readonly string[]
      await save()
      return hashes
    },
    save,
    waits: async () => ((await rpc.call('getrawmempool')) as readonly string[]).length > 0,
    stop: async () => {
      await saving.catch(() => undefined)
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
      await closed
      clearTimeout(timer)
    },
  }
}
