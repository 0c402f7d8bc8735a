/** A block whose calls no node gives holds nobody up for ever; one that nodes are merely silent about is waited for. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type BlockRef, ChainFault, type ChainPort } from '../port.ts'
import { KeyFilter } from '../watch/filter.ts'
import { withQuorum } from '../watch/quorum.ts'
import { type EvmPort, evmPort } from './evm-port.ts'
import { evmKeyForm } from './key-form.ts'
import { Rpc } from './rpc.ts'
import { type FickleNode, openFickleNode } from './testing/fickle-node.ts'

const TX = `0x${'1'.repeat(64)}`
const OWN = `0x${'ab'.repeat(20)}`
const OTHER = `0x${'cd'.repeat(20)}`
const hashOf = (height: number): string => `0x${height.toString(16).padStart(64, 'f')}`
const blockOf = (height: number): BlockRef => ({ height, hash: hashOf(height) })

const wishes = { addresses: new KeyFilter(evmKeyForm), tokens: new Set<string>(), own: new Set<string>() }
wishes.addresses.add(OWN, 7)

let first: FickleNode
let second: FickleNode
let now: number
let port: EvmPort
/** What a node says about calls. */
let traces: unknown
let withdrawals: unknown

beforeEach(async () => {
  ;[first, second] = [await openFickleNode(null), await openFickleNode(null)]
  now = 0
  traces = new Error('execution timeout')
  withdrawals = undefined
  for (const node of [first, second]) node.alter = answer
  port = evmPort(new Rpc({ urls: [first.url, second.url], timeoutMs: 20_000 }), settings, () => now)
})
afterEach(async () => {
  await Promise.all([first.close(), second.close()])
})

const settings = { chainId: 1n, internalCalls: 'debug', measuredTokens: [], tipLeast: 0n } as const

/** One transaction with a value, which calls something with another one. */
function answer(method: string, _: unknown, [given]: readonly unknown[]): unknown {
  if (method === 'debug_traceBlockByHash') return traces
  if (method === 'eth_getTransactionReceipt') return { transactionHash: TX, blockHash: hashOf(current), status: '0x1', logs: [] }
  current = Number(given)
  const head = { number: given, hash: hashOf(current), parentHash: hashOf(current - 1), timestamp: '0x1' }
  return { ...head, transactions: [{ hash: TX, from: OTHER, to: OWN, value: '0x5' }], ...(withdrawals !== undefined && { withdrawals }) }
}
let current = 0

const TRACED = [{ txHash: TX, result: { type: 'CALL', calls: [{ type: 'CALL', from: OTHER, to: OWN, value: '0x3' }] } }]
const read = (height: number) => port.read(blockOf(height), wishes)
const positions = (found: Awaited<ReturnType<ChainPort['read']>>) => found?.arrivals.map(({ position, amount }) => [position, amount])
const asked = (node: FickleNode): number => node.asked.filter((method) => method === 'debug_traceBlockByHash').length

it('WAL-014 [part] a block whose calls no node gives is read without them, named, after some tries over all nodes and a minute and a half', async () => {
  for (let tried = 0; tried < 6; tried += 1) await expect(read(5), `try ${tried}`).rejects.toThrow('the calls inside block 5 cannot be had')
  expect([asked(first), asked(second)], 'each begins with another node').toEqual([3, 3])
  now = 89_999
  await expect(read(5)).rejects.toBeInstanceOf(ChainFault)
  now = 90_000
  const found = await read(5)
  expect(positions(found)).toEqual([['v', 5n]])
  expect(found?.untraced).toContain('execution timeout')
})

it('few tries are not enough, however long ago the first was', async () => {
  await expect(read(5)).rejects.toBeInstanceOf(ChainFault)
  now = 500_000
  for (let tried = 0; tried < 2; tried += 1) await expect(read(5)).rejects.toBeInstanceOf(ChainFault)
  expect((await read(5))?.untraced).toBeDefined()
})

it('what geth says of one transaction, an error and no result, is no answer either; silence is no word about calls', async () => {
  traces = [{ txHash: TX, error: 'tracing failed' }]
  await expect(read(5)).rejects.toBeInstanceOf(ChainFault)
  now = 100_000
  for (const node of [first, second]) node.fault = 'silent'
  for (let tried = 0; tried < 8; tried += 1) await expect(read(5)).rejects.toMatchObject({ why: 'unreachable' })
  for (const node of [first, second]) node.fault = null
  await expect(read(5), 'the second try').rejects.toThrow('cannot be had')
  traces = TRACED
  const found = await read(5)
  expect([positions(found), found?.untraced]).toEqual([
    [
      ['v', 5n],
      ['c0', 3n],
    ],
    undefined,
  ])
})

it('patience is spent once: the next blocks are asked of each node once, until one has its calls again', async () => {
  for (let tried = 0; tried < 4; tried += 1) await expect(read(5)).rejects.toBeInstanceOf(ChainFault)
  now = 90_000
  expect((await read(5))?.untraced).toBeDefined()
  await expect(read(6)).rejects.toBeInstanceOf(ChainFault)
  expect((await read(6))?.untraced).toBeDefined()
  traces = TRACED
  expect((await read(7))?.untraced).toBeUndefined()
  traces = new Error('execution timeout')
  for (let tried = 0; tried < 4; tried += 1) await expect(read(8)).rejects.toBeInstanceOf(ChainFault)
})

it('what large calls brought counts by balances where the second node gives none of them, and not while it may give them', async () => {
  const second = (over: { readonly untraced?: string }): ChainPort => ({
    ...port,
    read: async (block, wanted) => {
      const found = await port.read(block, wanted)
      return found && { ...found, arrivals: found.arrivals.filter(({ position }) => position === 'v'), ...over }
    },
  })
  traces = TRACED
  const both = (other: ChainPort) => withQuorum(port, other, () => 1n).read(blockOf(5), wishes)
  await expect(both(second({}))).rejects.toMatchObject({ why: 'disagreement' })
  const found = await both(second({ untraced: 'too large' }))
  expect([positions(found), found?.untraced]).toEqual([[['v', 5n]], 'the second node: too large'])
})

it('WAL-010 [part] what a block gives without a transaction is found by its number, in units of 10^9 wei', async () => {
  traces = TRACED
  withdrawals = [
    { index: '0x11', validatorIndex: '0x2', address: OTHER, amount: '0x1' },
    { index: '0x12', validatorIndex: '0x2', address: OWN, amount: '0x7' },
    { index: '0x13', validatorIndex: '0x2', address: OWN, amount: '0x0' },
  ]
  expect((await read(5))?.arrivals.at(-1)).toEqual({
    ...{ tx: 'withdrawal-18', position: 'w', tag: null, from: null, token: null, amount: 7_000_000_000n, watched: 7 },
    to: '0xABaBaBaBABabABabAbAbABAbABabababaBaBABaB',
  })
  withdrawals = {}
  await expect(read(6)).rejects.toBeInstanceOf(ChainFault)
})
