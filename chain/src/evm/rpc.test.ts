import { afterEach, beforeEach, expect, it } from 'vitest'
import { Rpc } from './rpc.ts'
import { sendRaw } from './send.ts'
import { type FickleNode, openFickleNode } from './testing/fickle-node.ts'

let first: FickleNode
let second: FickleNode

beforeEach(async () => {
  ;[first, second] = [await openFickleNode(null), await openFickleNode(null)]
  first.alter = (method, _, params) => `first ${method} ${params.join()}`
  second.alter = (method, _, params) => `second ${method} ${params.join()}`
})
afterEach(async () => {
  await Promise.all([first.close(), second.close()])
})

const both = (timeoutMs = 20_000): Rpc => new Rpc({ urls: [first.url, second.url], timeoutMs })

it('asks the next node when one fails, and stays with the one that answered', async () => {
  const rpc = both()
  expect(await rpc.call('a', 1)).toBe('first a 1')
  for (const fault of ['silent', 'nonsense'] as const) {
    first.fault = fault
    expect(await rpc.call('b', 2), fault).toBe('second b 2')
  }
  first.fault = null
  const { length } = first.asked
  expect(await rpc.call('c')).toBe('second c ')
  expect(first.asked).toHaveLength(length)
  second.fault = 'silent'
  expect(await rpc.call('d')).toBe('first d ')
})

it('an error of a node is its answer: no other is asked, and its words are told', async () => {
  first.alter = () => new Error('header not found')
  await expect(both().call('a')).rejects.toMatchObject({ why: 'noHistory', message: 'a: header not found (-32000)' })
  first.alter = () => new Error('no such method')
  await expect(both().call('a')).rejects.toMatchObject({ why: 'nonsense' })
  expect(second.asked).toEqual([])
})

it('names all nodes that failed, without what their URLs carry', async () => {
  first.fault = 'silent'
  second.fault = 'nonsense'
  const failed = new Rpc({ urls: [`${first.url}/key-of-ours`, second.url], timeoutMs: 20_000 }).call('a')
  await expect(failed).rejects.toMatchObject({ why: 'nonsense' })
  const text = await failed.catch(String)
  expect(text).toContain(new URL(first.url).host)
  expect(text).not.toContain('key-of-ours')
})

it('waits for no answer beyond its time limit', async () => {
  first.fault = 'hangs'
  await expect(new Rpc({ urls: [first.url], timeoutMs: 50 }).call('a')).rejects.toMatchObject({ why: 'unreachable' })
})

it('splits what is more than a node takes, and keeps the order', async () => {
  const rpc = new Rpc({ urls: [first.url], timeoutMs: 20_000, batchMost: 7 })
  const calls = Array.from({ length: 50 }, (_, index) => ({ method: 'm', params: [index] }))
  expect(await rpc.results(calls)).toEqual(calls.map((_, index) => `first m ${index}`))
})

it('reads no answer of more bytes than it is told', async () => {
  first.alter = () => 'x'.repeat(10_000)
  const rpc = new Rpc({ urls: [first.url], timeoutMs: 20_000, bytesMost: 5_000 })
  await expect(rpc.call('a')).rejects.toMatchObject({ why: 'unreachable' })
})

it('a call that a batch leaves without an answer is nonsense', async () => {
  first.alter = () => undefined
  await expect(new Rpc({ urls: [first.url], timeoutMs: 20_000 }).call('a')).rejects.toMatchObject({ why: 'nonsense' })
})

const TX = `0x${'a'.repeat(64)}`
const WORDS: readonly (readonly [string, string])[] = [
  ['already known', 'alreadyKnown'],
  ['transaction already imported', 'alreadyKnown'],
  ['nonce too low', 'slotUsed'],
  ['nonce too low: next nonce 5, tx nonce 4', 'slotUsed'],
  ['replacement transaction underpriced', 'tooCheap'],
  ['transaction underpriced', 'tooCheap'],
  ['max fee per gas less than block base fee: address 0x1, maxFeePerGas: 1, baseFee: 9', 'tooCheap'],
  ['insufficient funds for gas * price + value: balance 0, tx cost 1, overshot 1', 'noFunds'],
  ['intrinsic gas too low', 'invalid'],
  ['exceeds block gas limit', 'invalid'],
  ['invalid chain id for signer', 'invalid'],
  ['rlp: element is larger than containing list', 'invalid'],
  ['txpool is full', 'unknown'],
  ['internal error', 'unknown'],
  ['rate limit exceeded', 'unknown'],
]

it.each(WORDS)('WAL-025 takes "%s" for %s', async (words, meaning) => {
  first.alter = (method) => (method === 'eth_sendRawTransaction' ? new Error(words) : null)
  const said = await sendRaw(new Rpc({ urls: [first.url], timeoutMs: 20_000 }), { tx: TX, bytes: '02' })
  expect(said.outcome === 'refused' ? said.why : said.outcome).toBe(meaning)
})

it('WAL-025 a nonce that this very transaction used is no refusal, and another hash than was signed leaves it open', async () => {
  const rpc = new Rpc({ urls: [first.url], timeoutMs: 20_000 })
  first.alter = (method) => (method === 'eth_sendRawTransaction' ? new Error('nonce too low') : { hash: TX })
  expect(await sendRaw(rpc, { tx: TX, bytes: '02' })).toEqual({ outcome: 'alreadyKnown' })
  first.alter = () => `0x${'b'.repeat(64)}`
  expect(await sendRaw(rpc, { tx: TX, bytes: '02' })).toEqual({ outcome: 'unknown' })
})
