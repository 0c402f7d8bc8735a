/**
 * K2: a block of 5,000 transfers against a million watched addresses: from the bytes of a node's answer (block in full, logs, traces) to what
 * may have come to a watched address, against JSON.parse of the same bytes; and what an address takes in memory. Pure: no node runs.
 */
import { callsFor, candidatesIn } from '@agio/chain/evm/block-answer.ts'
import { listedTokens } from '@agio/chain/evm/candidates.ts'
import type { EvmConfig } from '@agio/chain/evm/config.ts'
import { evmKeyForm } from '@agio/chain/evm/key-form.ts'
import { answersIn, resultOf } from '@agio/chain/evm/rpc.ts'
import { type Json, list, object } from '@agio/chain/evm/shapes.ts'
import type { WatchWishes } from '@agio/chain/port.ts'
import { KeyFilter } from '@agio/chain/watch/filter.ts'
import { type Measure, median } from './measure.ts'

const WATCHED = 1_000_000
const TRANSFERS = 5_000
/** One transfer in so many comes to a watched address. */
const OURS_IN = 100
const ROUNDS = 15
const BLOCK = { height: 1, hash: `0x${'b'.repeat(64)}` }
const TOKEN = `0x${'7'.repeat(40)}`
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const CONFIG: EvmConfig = { chainId: 1n, internalCalls: 'debug', measuredTokens: [], tipLeast: 0n }

/** Digits that a number decides, spread as those of hashes are. */
function digits(number: number, count: number): string {
  let made = ''
  for (let word = 0; made.length < count; word += 1) {
    let mixed = Math.imul(number + 1, 0x9e37_79b1) ^ Math.imul(word + 1, 0x85eb_ca6b)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0xc2b2_ae35)
    made += ((mixed ^ (mixed >>> 13)) >>> 0).toString(16).padStart(8, '0')
  }
  return made.slice(0, count)
}

const addressOf = (number: number): string => `0x${digits(number, 40)}`

function transferOf(order: number): { transaction: Json; log: Json; trace: Json } {
  const to = order % OURS_IN === 0 ? addressOf(order * 7) : addressOf(WATCHED + order)
  const [from, hash, index] = [addressOf(2 * WATCHED + order), `0x${digits(3 * WATCHED + order, 64)}`, `0x${order.toString(16)}`]
  const data = `0x${digits(order, 60).padStart(64, '0')}`
  const place = { blockHash: BLOCK.hash, blockNumber: '0x1', transactionIndex: index }
  const input = `0xa9059cbb${'0'.repeat(24)}${to.slice(2)}${data.slice(2)}`
  const fees = { gas: '0xfde8', gasPrice: '0x3b9aca00', maxFeePerGas: '0x77359400', maxPriorityFeePerGas: '0x3b9aca00', type: '0x2' }
  const signature = { r: `0x${digits(order + 1, 64)}`, s: `0x${digits(order + 2, 64)}`, v: '0x0', yParity: '0x0', chainId: '0x1' }
  const topics = [TRANSFER, `0x${'0'.repeat(24)}${from.slice(2)}`, `0x${'0'.repeat(24)}${to.slice(2)}`]
  return {
    transaction: { ...place, hash, from, to: TOKEN, value: '0x0', nonce: index, input, accessList: [], ...fees, ...signature },
    log: { address: TOKEN, topics, data, ...place, transactionHash: hash, logIndex: index, removed: false },
    trace: {
      txHash: hash,
      result: { type: 'CALL', from, to: TOKEN, gas: '0xfde8', gasUsed: '0xcafe', value: '0x0', input, output: '0x01' },
    },
  }
}

/** What a node answers to the calls about a block, in the bytes of one batch. */
function answerBytes(): Uint8Array {
  const transfers = Array.from({ length: TRANSFERS }, (_, order) => transferOf(order))
  const head = { number: '0x1', hash: BLOCK.hash, parentHash: `0x${'a'.repeat(64)}`, timestamp: '0x1' }
  const results = [
    { ...head, transactions: transfers.map(({ transaction }) => transaction) },
    transfers.map(({ log }) => log),
    transfers.map(({ trace }) => trace),
  ]
  return Buffer.from(JSON.stringify(results.map((result, id) => ({ jsonrpc: '2.0', id, result }))))
}

function candidatesOf(bytes: Uint8Array, wishes: WatchWishes): number {
  const tokens = listedTokens(wishes)
  const calls = callsFor(CONFIG, BLOCK, [...tokens.keys()])
  const [block, ...answers] = answersIn(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8'), calls.length, '')
  if (block === undefined) throw new Error('no block in the answer')
  const transactions = list(object(resultOf(block, 'block'), 'block').transactions, 'transactions')
  return candidatesIn({ block: BLOCK.hash, transactions, calls: calls.slice(1), answers }, tokens, wishes).length
}

/** Of the processor: others share the machine. */
function milliseconds(work: () => void): number {
  const { user } = process.cpuUsage()
  work()
  return process.cpuUsage({ user, system: 0 }).user / 1000
}

/** The bytes of the block, and what reads them: a million addresses are watched. @throws Error when it finds other candidates than there are */
export function watchedBlock(): { readonly bytes: Uint8Array; readonly filter: KeyFilter; read(): void } {
  const filter = new KeyFilter(evmKeyForm)
  for (let index = 0; index < WATCHED; index += 1) filter.add(addressOf(index), index)
  const wishes: WatchWishes = { addresses: filter, tokens: new Set([TOKEN]), own: new Set() }
  const bytes = answerBytes()
  const read = (): void => {
    const found = candidatesOf(bytes, wishes)
    if (found !== TRANSFERS / OURS_IN) throw new Error(`${found} candidates of ${TRANSFERS / OURS_IN}`)
  }
  read()
  return { bytes, filter, read }
}

export function chainMeasures(): readonly Measure[] {
  const { bytes, filter, read } = watchedBlock()
  const text = Buffer.from(bytes)
  const rounds = Array.from({ length: ROUNDS }, () => ({
    parse: milliseconds(() => JSON.parse(text.toString('utf8'))),
    ours: milliseconds(read),
  }))
  const [ours, parse] = [median(rounds.map((round) => round.ours)), median(rounds.map((round) => round.parse))]
  const ratio = median(rounds.map((round) => round.ours / round.parse))
  const size = filter.bytes / filter.size
  return [
    {
      id: 'K2',
      title: `a block of 5,000 transfers (${(bytes.length / 1e6).toFixed(1)} MB) against 1 M watched addresses, to candidates`,
      value: ours,
      unit: 'ms',
      peer: 'JSON.parse',
      peerValue: parse,
      ratio,
      goal: '<= 2',
    },
    { id: 'K2', title: 'a watched address in memory', value: size, unit: 'bytes', peer: '', peerValue: 0, ratio: size, goal: '<= 64' },
  ]
}
