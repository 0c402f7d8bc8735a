/** The keeper as a process with its real nodes: what is killed comes back, and nothing lives longer than the server. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeSimulated } from '@agio/chain/address/simulated.ts'
import { Rpc } from '@agio/chain/evm/rpc.ts'
import { PLAY_TOKENS } from '@agio/chain/node/play-tokens.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ChainKeeper, KeeperFault } from './chain-keeper.ts'
import type { ChainPlan } from './messages.ts'

const CHAINS: readonly ChainPlan[] = [
  { kind: 'evm', blockchain: 'ethereum', port: 0, chainId: 31_337 },
  { kind: 'bitcoin', blockchain: 'bitcoin', port: 0 },
  { kind: 'simulated', blockchain: 'simulated', port: 0, hrp: 'sims', genesis: Date.UTC(2026, 0, 1) },
]
const NAMES = CHAINS.map(({ blockchain }) => blockchain)
const DEPTHS = { ethereum: 3, bitcoin: 2, simulated: 1 }
const TO = '0x00000000000000000000000000000000000000AA'
const MINER_OF_NOBODY = 'bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202'

let folder: string
let keeper: ChainKeeper | undefined
const told: string[] = []
const log = { info: () => undefined, warn: (text: string) => void told.push(text), error: () => undefined }

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'agio-keeper-'))
  told.length = 0
})
afterEach(async () => {
  await keeper?.stop()
  keeper = undefined
  await rm(folder, { recursive: true, force: true })
})

function start(chains = CHAINS): ChainKeeper {
  keeper = new ChainKeeper({ folder, chains, paceMs: 50, log, depths: () => DEPTHS })
  keeper.begin()
  return keeper
}

const allAnswer = (one: ChainKeeper, names = NAMES) =>
  vi.waitFor(() => expect(names.filter((name) => one.of(name).length === 1)).toEqual(names), { timeout: 120_000, interval: 50 })

const pidOf = (blockchain: string): number => Number(readFileSync(join(folder, blockchain, 'node.pid'), 'utf8'))
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
  } catch {
    return false
  }
}
const allGone = (pids: readonly number[]) => vi.waitFor(() => expect(pids.filter(isAlive)).toEqual([]), { timeout: 60_000, interval: 50 })

async function rests(one: ChainKeeper, blockchain: string): Promise<number> {
  let last = -1
  await vi.waitFor(
    async () => {
      const { waits, height } = await one.standing(blockchain)
      const before = last
      last = height
      expect([waits, height]).toEqual([false, before])
    },
    { timeout: 60_000, interval: 400 },
  )
  return last
}

it('starts all nodes, pays on each, mines as many blocks as confirmations are wanted, and stands still else', async () => {
  const one = start()
  await allAnswer(one)
  const before = await one.standing('ethereum')
  const payments = {
    ethereum: { to: TO, tag: null, token: PLAY_TOKENS.DemoDollar, amount: 7_000_000n },
    bitcoin: { to: MINER_OF_NOBODY, tag: null, token: null, amount: 90_000_000n },
    simulated: { to: writeSimulated('sims', new Uint8Array(20).fill(1)), tag: null, token: 'DOT', amount: 5n },
  }
  for (const [blockchain, payment] of Object.entries(payments)) expect(await one.pay(blockchain, [payment])).toHaveLength(1)
  // Its own contracts' blocks are the last used ones before, whose confirmations may be under way.
  expect(await rests(one, 'ethereum')).toBeGreaterThanOrEqual(before.height + 1 + DEPTHS.ethereum)
  expect(await rests(one, 'simulated')).toBe(1 + DEPTHS.simulated)
  const bitcoin = await rests(one, 'bitcoin')
  await one.pay('bitcoin', [payments.bitcoin])
  expect(await rests(one, 'bitcoin')).toBe(bitcoin + 1 + DEPTHS.bitcoin)
  expect(told).toEqual([])
})

it('a node that is killed is started again where it was, with its blocks', async () => {
  const evm = CHAINS.slice(0, 1)
  const one = start(evm)
  await allAnswer(one, ['ethereum'])
  await one.pay('ethereum', [{ to: TO, tag: null, token: null, amount: 77n }])
  const height = await rests(one, 'ethereum')
  const [url] = one.of('ethereum')
  const pid = pidOf('ethereum')
  process.kill(pid, 'SIGKILL')
  await vi.waitFor(() => expect(pidOf('ethereum')).not.toBe(pid), { timeout: 60_000, interval: 20 })
  await allAnswer(one, ['ethereum'])
  expect(one.of('ethereum')).toEqual([url])
  const rpc = new Rpc({ urls: [url ?? ''], timeoutMs: 5000 })
  expect(await rpc.call('eth_getBalance', TO, 'latest')).toBe('0x4d')
  expect((await one.standing('ethereum')).height).toBe(height)
  expect(told).toContain('the node of ethereum ended, and is started again')
})

it('a keeper that is killed is started again, and its nodes are not there twice', async () => {
  const one = start(CHAINS.slice(0, 2))
  await allAnswer(one, ['ethereum', 'bitcoin'])
  const old = [one.pid ?? 0, pidOf('ethereum'), pidOf('bitcoin')]
  process.kill(old[0] ?? 0, 'SIGKILL')
  await vi.waitFor(() => expect(one.of('ethereum')).toEqual([]), { timeout: 60_000, interval: 10 })
  await expect(one.pay('ethereum', [])).rejects.toBeInstanceOf(KeeperFault)
  await allGone(old)
  await allAnswer(one, ['ethereum', 'bitcoin'])
  expect(isAlive(pidOf('ethereum'))).toBe(true)
  expect(one.pid).not.toBe(old[0])
})

/** A server that keeps nodes and does nothing else. */
const SERVER = `
const { ChainKeeper } = await import(process.argv[1])
const options = JSON.parse(process.argv[2])
const log = { info() {}, warn() {}, error() {} }
const keeper = new ChainKeeper({ ...options, log, depths: () => ({}) })
keeper.onChange(() => process.stdout.write(keeper.of('ethereum').length > 0 && keeper.of('bitcoin').length > 0 ? 'up ' + keeper.pid + '\\n' : ''))
keeper.begin()
`

it('killed with kill -9, the server takes its keeper and all nodes with it', async () => {
  const module = fileURLToPath(new URL('./chain-keeper.ts', import.meta.url))
  const options = JSON.stringify({ folder, chains: CHAINS, paceMs: 50 })
  const server: ChildProcess = spawn(process.execPath, ['--input-type=module', '-e', SERVER, module, options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  server.stdout?.on('data', (part) => {
    said += String(part)
  })
  await vi.waitFor(() => expect(said).toMatch(/up \d+/), { timeout: 120_000, interval: 50 })
  const pids = [Number(/up (\d+)/.exec(said)?.[1]), pidOf('ethereum'), pidOf('bitcoin')]
  expect(pids.every(isAlive)).toBe(true)
  server.kill('SIGKILL')
  try {
    await allGone(pids)
  } finally {
    for (const pid of pids.filter(isAlive)) process.kill(pid, 'SIGKILL')
  }
  expect(existsSync(join(folder, 'ethereum'))).toBe(true)
})
