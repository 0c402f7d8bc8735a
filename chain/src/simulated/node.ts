/**
 * A node of a simulated network, and the hand that moves the network around it. It answers questions with plain data, as nodes do, so that
 * it may stand in another thread or process than its adapter; and it can fail as nodes do. It is a simulation and says so.
 */
import { hex } from '@scure/base'
import { writeSimulated } from '../address/simulated.ts'
import type { BlockHead, Payment } from '../port.ts'
import { type Answer, answerOf, type Question } from './answers.ts'
import { NO_LOG, type OperationLog, openLog } from './operation-log.ts'
import { type Operation, rowOf } from './operations.ts'
import { SimulatedChain, type SimulatedNetwork, type Verdict } from './simulated-chain.ts'
import { hashOf } from './transaction.ts'

/** `lost`: what is asked happens, and the answer does not come back. */
export type NodeFailure = 'silent' | 'lost' | 'nonsense' | 'error'

export interface NewBranch {
  /** So many of the newest blocks leave the chain. */
  readonly depth: number
  readonly ahead?: Payment | null
  readonly again?: readonly string[]
  /** What becomes of the other transactions that left. */
  readonly others?: 'gone' | 'waiting'
}

const BLOCK_MS = 1_000

export class SimulatedNode {
  readonly chain: SimulatedChain
  readonly #log: OperationLog
  #failure: NodeFailure | null = null
  #lag = 0
  #repeats = false
  #strangers = 0

  constructor(chain: SimulatedChain, log: OperationLog) {
    this.chain = chain
    this.#log = log
  }

  // ---- what an adapter asks ----

  /** Waits until all that it could tell is on the disk: nothing is seen that a crash takes back. */
  async ask(question: Question): Promise<unknown> {
    if (this.#failure === 'silent') throw new Error('no answer')
    if (this.#failure === 'error') throw new Error('the node says that it failed')
    if (this.#failure === 'nonsense') return { answer: 'of something else' }
    const answer = question.kind === 'send' ? this.#send(question.bytes) : answerOf(this.chain, question, this.#lag, this.#repeats)
    await this.#log.settled()
    if (this.#failure === 'lost') throw new Error('no answer')
    return answer
  }

  /** What is refused leaves no trace in the file. */
  #send(bytes: string): Answer {
    const operation: Operation = { kind: 'send', bytes }
    const verdict = this.chain.apply(operation) as Verdict
    if (verdict.verdict === 'taken') this.#log.append(operation)
    return verdict
  }

  // ---- the hand ----

  async #do(operation: Operation): Promise<string> {
    const tx = this.chain.apply(operation)
    this.#log.append(operation)
    await this.#log.settled()
    return typeof tx === 'string' ? tx : ''
  }

  get head(): BlockHead {
    const { height, hash, parent, time } = this.chain.state.head
    return { height, hash, parent, time }
  }

  /** Somebody outside pays, in one transaction. It waits for a block. @returns its hash */
  pay(payments: readonly Payment[]): Promise<string> {
    return this.#do({ kind: 'pay', payments: payments.map(rowOf), how: 'good' })
  }

  /** As `pay`, and it fails in its block. */
  payInVain(payments: readonly Payment[]): Promise<string> {
    return this.#do({ kind: 'pay', payments: payments.map(rowOf), how: 'fails' })
  }

  /** A contract of somebody else says that tokens moved, which did not. */
  forge(payments: readonly Payment[]): Promise<string> {
    return this.#do({ kind: 'pay', payments: payments.map(rowOf), how: 'forged' })
  }

  /** @param time of the first new block, ms since 1970; at least 1 ms after the block before. Without it a second after. */
  async mine(blocks = 1, time = this.head.time + BLOCK_MS): Promise<BlockHead> {
    await this.#do({ kind: 'mine', blocks, time })
    return this.head
  }

  async reorganise(branch: NewBranch): Promise<BlockHead> {
    const { depth, ahead = null, again = [], others = 'gone' } = branch
    const time = this.head.time + BLOCK_MS
    await this.#do({ kind: 'reorganise', depth, time, ahead: ahead === null ? null : rowOf(ahead), again, others })
    return this.head
  }

  async delay(tx: string, blocks: number): Promise<void> {
    await this.#do({ kind: 'delay', tx, blocks })
  }

  async drop(tx: string): Promise<void> {
    await this.#do({ kind: 'drop', tx })
  }

  /** Least rate that is mined from now on: what pays less waits, and is bumped or not. */
  async setFloor(rate: bigint): Promise<void> {
    await this.#do({ kind: 'floor', rate: String(rate) })
  }

  /** A valid address of which nobody has a key. */
  stranger(): string {
    this.#strangers += 1
    const { network, seed } = this.chain.network
    return writeSimulated(network, hex.decode(hashOf(`stranger ${seed} ${this.#strangers}`).slice(0, 40)))
  }

  // ---- how the node itself fails; none of it is kept ----

  fail(failure: NodeFailure | null): void {
    this.#failure = failure
  }

  /** The node knows so many blocks less than there are. */
  lag(blocks: number): void {
    this.#lag = blocks
  }

  /** The node tells each transfer twice. */
  repeat(repeats: boolean): void {
    this.#repeats = repeats
  }

  async close(): Promise<void> {
    await this.#log.close()
  }
}

/** A node whose chain is gone with it. */
export function newSimulatedNode(network: SimulatedNetwork): SimulatedNode {
  return new SimulatedNode(new SimulatedChain(network), NO_LOG)
}

/** A node whose chain is kept in a file and goes on where it was. @param network of a new file */
export async function openSimulatedNode(path: string, network: SimulatedNetwork): Promise<SimulatedNode> {
  const { log, network: kept, operations } = await openLog(path, network)
  const chain = new SimulatedChain(kept)
  for (const operation of operations) chain.apply(operation, 'believed')
  return new SimulatedNode(chain, log)
}
