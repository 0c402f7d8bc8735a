/**
 * What may have come to watched addresses, out of a block's transactions, the logs of listed tokens and its calls. Pure, and fast: a block
 * of thousands of transfers costs little more than to parse it. Candidates count when the receipt of their transaction says so.
 */
import { type Arrival, ChainFault, type WatchWishes } from '../port.ts'
import { checksummed } from './addresses.ts'
import { address, hash, type Json, list, object, quantity, text } from './shapes.ts'

/** keccak256 of Transfer(address,address,uint256) */
export const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

const ZERO_WORDS = '000000000000000000000000'
const TOPIC_CHARACTERS = 66
const WORD = /^0x[0-9a-f]{64}$/

export interface Candidate {
  readonly tx: string
  /** Place of its transaction in the block. */
  readonly order: number
  /** `v`, or `c` with the path of a call; null of a log, whose position its receipt tells. */
  readonly position: string | null
  /** Index of a log in the block; null of coins. */
  readonly logIndex: number | null
  readonly to: string
  readonly from: string
  /** In lower case; null: the coin. */
  readonly token: string | null
  readonly amount: bigint
  readonly watched: number
}

/** A candidate whose transaction succeeded, with its place there. */
export interface Proven {
  readonly candidate: Candidate
  readonly position: string
}

/** Listed tokens in lower case, with the text by which they are listed. */
export function listedTokens(wishes: WatchWishes): ReadonlyMap<string, string> {
  return new Map([...wishes.tokens].map((listed) => [listed.toLowerCase(), listed]))
}

/** Values of transactions. @param transactions of a block, in full */
export function coinCandidates(transactions: readonly unknown[], { addresses }: WatchWishes): Candidate[] {
  const found: Candidate[] = []
  for (const [order, entry] of transactions.entries()) {
    const { to, value, hash: tx, from } = entry as Json
    const watched = typeof to === 'string' ? addresses.find(to) : null
    if (watched === null) continue
    const amount = quantity(value, 'value of a transaction')
    if (amount === 0n) continue
    const who = { to: address(to, 'receiver'), from: address(from, 'sender') }
    found.push({ tx: hash(tx, 'hash of a transaction'), order, position: 'v', logIndex: null, ...who, token: null, amount, watched })
  }
  return found
}

/** A withdrawal of a validator is told in units of 10^9 wei. */
const WEI_OF_WITHDRAWAL = 10n ** 9n

/**
 * Coins that a block gives without a transaction (EIP-4895): nothing of them can fail, and no receipt tells of them. Their numbers count
 * through the whole chain.
 * @param withdrawals of a block; a chain that knows none, or a block from before, has no list
 */
export function withdrawalArrivals(withdrawals: unknown, { addresses }: WatchWishes): readonly Arrival[] {
  if (withdrawals === undefined || withdrawals === null) return []
  return list(withdrawals, 'withdrawals').flatMap((entry): Arrival[] => {
    const { index, address: to, amount } = object(entry, 'withdrawal')
    const watched = typeof to === 'string' ? addresses.find(to) : null
    if (watched === null) return []
    const units = quantity(amount, 'amount of a withdrawal') * WEI_OF_WITHDRAWAL
    if (units === 0n) return []
    const tx = `withdrawal-${quantity(index, 'number of a withdrawal')}`
    const where = { tx, position: 'w', to: checksummed(address(to, 'receiver of a withdrawal')), tag: null, from: null, token: null }
    return [{ ...where, amount: units, watched }]
  })
}

/** @returns hashes of transactions that were asked for, in the block's order */
export function ownOf(transactions: readonly unknown[], { own }: WatchWishes): string[] {
  if (own.size === 0) return []
  return transactions.map((entry) => text((entry as Json).hash, 'hash of a transaction')).filter((tx) => own.has(tx))
}

/** Transfers of listed tokens. Logs of other contracts are left out, whatever a node answers; so is what is no ERC-20 transfer (NFTs). */
export function tokenCandidates(
  logs: readonly unknown[],
  tokens: ReadonlyMap<string, string>,
  { addresses }: WatchWishes,
  block: string,
): Candidate[] {
  const found: Candidate[] = []
  for (const entry of logs) {
    const log = entry as Json
    const { topics } = log
    if (!Array.isArray(topics) || topics.length !== 3 || topics[0] !== TRANSFER) continue
    const receiver = addressOfTopic(topics[2])
    const watched = receiver === null ? null : addresses.find(receiver)
    if (receiver === null || watched === null) continue
    const token = address(log.address, 'contract of a log')
    if (!tokens.has(token) || log.removed === true) continue
    if (hash(log.blockHash, 'block of a log') !== block) throw new ChainFault('nonsense', 'a node gave logs of another block')
    const amount = wordOf(log.data)
    if (amount === null || amount === 0n) continue
    found.push({
      tx: hash(log.transactionHash, 'transaction of a log'),
      order: Number(quantity(log.transactionIndex, 'place of a transaction')),
      position: null,
      logIndex: Number(quantity(log.logIndex, 'index of a log')),
      to: receiver.toLowerCase(),
      from: (addressOfTopic(topics[1]) ?? receiver).toLowerCase(),
      token,
      amount,
      watched,
    })
  }
  return found
}

export function addressOfTopic(topic: unknown): string | null {
  if (typeof topic !== 'string' || topic.length !== TOPIC_CHARACTERS || !topic.startsWith(ZERO_WORDS, 2)) return null
  return `0x${topic.slice(26)}`
}

/** Exactly one word of data, as a number; null for anything else. */
export function wordOf(data: unknown): bigint | null {
  return typeof data === 'string' && WORD.test(data) ? BigInt(data) : null
}

/** A call that moved coins, with its path of indexes below its transaction. */
interface MovedCall {
  readonly path: readonly number[]
  readonly from: unknown
  readonly to: unknown
  readonly value: unknown
}

/** Coins by calls inside transactions. @param traces of `debug_traceBlockByHash` with `callTracer`, one for each transaction */
export function debugCandidates(traces: readonly unknown[], transactions: readonly unknown[], wishes: WatchWishes): Candidate[] {
  if (traces.length !== transactions.length) throw new ChainFault('nonsense', 'a node traced other transactions than the block has')
  const found: Candidate[] = []
  for (const [order, entry] of traces.entries()) {
    const { result, txHash } = object(entry, 'trace')
    const { hash: tx } = transactions[order] as Json
    if (txHash !== undefined && txHash !== tx) throw new ChainFault('nonsense', 'a node gave traces in another order')
    const top = object(result, 'trace of a transaction')
    // Most transactions call nothing, and a block has thousands.
    if (top.calls === undefined) continue
    const calls: MovedCall[] = []
    walk(top, [], calls)
    found.push(...callCandidates(calls, hash(tx, 'hash of a transaction'), order, wishes))
  }
  return found
}

/** Calls that lend their caller's value to code, or cannot have one. */
const MOVES_NOTHING = new Set(['DELEGATECALL', 'STATICCALL', 'CALLCODE'])

function walk(frame: Json, path: readonly number[], calls: MovedCall[]): void {
  // What failed was undone with all that is below it.
  if (frame.error !== undefined) return
  if (path.length > 0 && !MOVES_NOTHING.has(text(frame.type, 'kind of a call'))) calls.push({ path, ...movedBy(frame) })
  if (frame.calls === undefined) return
  for (const [index, below] of list(frame.calls, 'calls').entries()) walk(object(below, 'call'), [...path, index], calls)
}

function movedBy({ from, to, value }: Json): Omit<MovedCall, 'path'> {
  return { from, to, value: value ?? '0x0' }
}

/** Coins by calls inside transactions. @param traces of `trace_block`, flat, with an address in the tree for each */
export function flatCandidates(traces: readonly unknown[], transactions: readonly unknown[], wishes: WatchWishes): Candidate[] {
  const calls = new Map<string, { path: readonly number[]; frame: Json; failed: boolean }[]>()
  for (const entry of traces) {
    const frame = object(entry, 'trace')
    // Rewards of a block have no transaction.
    if (typeof frame.transactionHash !== 'string') continue
    const path = list(frame.traceAddress, 'place of a call').map(Number)
    const call = { path, frame, failed: frame.error !== undefined }
    const before = calls.get(frame.transactionHash)
    if (before === undefined) calls.set(frame.transactionHash, [call])
    else before.push(call)
  }
  return transactions.flatMap((entry, order) => {
    const tx = hash((entry as Json).hash, 'hash of a transaction')
    const all = calls.get(tx) ?? []
    const undone = new Undone()
    for (const { path, failed } of all) if (failed) undone.add(path)
    const moved = all
      .filter(({ path }) => path.length > 0 && !undone.covers(path))
      .map(({ path, frame }) => ({ path, ...flatValueOf(frame) }))
    return callCandidates(moved, tx, order, wishes)
  })
}

/** Places of calls that failed, as a tree: all below one was undone with it. Somebody may pay for a block of many thousands of them. */
class Undone {
  #isPlace = false
  readonly #below = new Map<number, Undone>()

  add(path: readonly number[]): void {
    let at: Undone = this
    for (const step of path) {
      let next = at.#below.get(step)
      if (next === undefined) {
        next = new Undone()
        at.#below.set(step, next)
      }
      at = next
    }
    at.#isPlace = true
  }

  covers(path: readonly number[]): boolean {
    let at: Undone | undefined = this
    for (const step of path) {
      if (at.#isPlace) return true
      at = at.#below.get(step)
      if (at === undefined) return false
    }
    return at.#isPlace
  }
}

function flatValueOf(frame: Json): Omit<MovedCall, 'path'> {
  const action = object(frame.action, 'action of a trace')
  if (frame.type === 'suicide') return { from: action.address, to: action.refundAddress, value: action.balance }
  const lends = frame.type === 'call' && action.callType !== 'call'
  return { from: action.from, to: action.to, value: lends || frame.type !== 'call' ? '0x0' : action.value }
}

function callCandidates(calls: readonly MovedCall[], tx: string, order: number, { addresses }: WatchWishes): Candidate[] {
  return calls.flatMap(({ path, from, to, value }) => {
    const watched = typeof to === 'string' ? addresses.find(to) : null
    if (watched === null) return []
    const amount = quantity(value, 'value of a call')
    if (amount === 0n) return []
    const who = { to: address(to, 'receiver of a call'), from: address(from, 'sender of a call') }
    return [{ tx, order, position: `c${path.join('.')}`, logIndex: null, ...who, token: null, amount, watched }]
  })
}
