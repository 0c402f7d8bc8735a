/** The server's side of the keeper: starts it, starts it again when it dies, and knows where its nodes answer. */
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Payment } from '@agio/chain/port.ts'
import type { Log } from '../../core/log.ts'
import type { ChainUrls } from '../../wallet/parts.ts'
import type { ChainPlan, Depths, Fault, FromKeeper, Question, Standing, ToKeeper } from './messages.ts'

const PROGRAM = fileURLToPath(new URL('./keeper.ts', import.meta.url))
/** It mines a block now and then: a third less memory matters more. */
const SMALL = ['--max-semi-space-size=1', '--optimize-for-size']
const AGAIN_LEAST_MS = 500
const AGAIN_MOST_MS = 30_000
/** A process that ran this long did not die of its start. */
const STEADY_MS = 60_000
const STOP_WITHIN_MS = 4_000

export interface ChainKeeperOptions {
  readonly folder: string
  readonly chains: readonly ChainPlan[]
  readonly paceMs: number
  readonly log: Log
  /** Blocks behind the last used one, as they are now. */
  depths(): Depths
}

/** What was asked for did not happen, or nobody knows. */
export class KeeperFault extends Error {
  readonly why: Fault['why']
  constructor({ why, text }: Fault) {
    super(text)
    this.name = 'KeeperFault'
    this.why = why
  }
}

interface Asked {
  resolve(message: Extract<FromKeeper, { kind: 'paid' | 'stands' }>): void
  reject(fault: KeeperFault): void
}

export class ChainKeeper implements ChainUrls {
  readonly #options: ChainKeeperOptions
  readonly #listeners = new Set<() => void>()
  readonly #asked = new Map<number, Asked>()
  #urls: Readonly<Record<string, string>> = {}
  #child: ChildProcess | undefined
  #startedAt = 0
  #again: NodeJS.Timeout | undefined
  #wait = AGAIN_LEAST_MS
  #lastId = 0
  #isStopping = false

  constructor(options: ChainKeeperOptions) {
    this.#options = options
  }

  of(blockchain: string): readonly string[] {
    const url = this.#urls[blockchain]
    return url === undefined ? [] : [url]
  }

  /** All nodes are of one hand. */
  secondOf(): readonly string[] {
    return []
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Of the keeper; undefined while there is none. */
  get pid(): number | undefined {
    return this.#child?.pid
  }

  begin(): void {
    if (this.#isStopping || this.#child !== undefined) return
    this.#startedAt = performance.now()
    const child = fork(PROGRAM, [], {
      // A group of its own: whoever stops the server's by a key stops no node in the middle of a write.
      detached: true,
      serialization: 'advanced',
      execArgv: ['--disable-warning=ExperimentalWarning', ...SMALL],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    this.#child = child
    child.on('message', (message: FromKeeper) => this.#hear(message))
    child.once('error', (error) => this.#ended(child, error.message))
    child.once('exit', (code, signal) => this.#ended(child, signal ?? `code ${code}`))
    const { folder, chains, paceMs, depths } = this.#options
    this.#say({ kind: 'begin', folder, chains, paceMs, depths: depths() })
  }

  /** Other confirmations are wanted. */
  look(): void {
    this.#say({ kind: 'depths', depths: this.#options.depths() })
  }

  /** Coins from nowhere. @returns the transaction of each @throws KeeperFault */
  async pay(blockchain: string, payments: readonly Payment[]): Promise<readonly string[]> {
    const answer = await this.#ask({ kind: 'pay', blockchain, payments })
    return answer.kind === 'paid' ? answer.txs : []
  }

  /** @throws KeeperFault */
  async standing(blockchain: string): Promise<Standing> {
    const answer = await this.#ask({ kind: 'standing', blockchain })
    if (answer.kind !== 'stands') throw new KeeperFault({ why: 'away', text: 'the keeper answered something else' })
    return answer.standing
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    clearTimeout(this.#again)
    const child = this.#child
    if (child === undefined) return
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    this.#say({ kind: 'stop' })
    const timer = setTimeout(() => endGroup(child), STOP_WITHIN_MS)
    await ended
    clearTimeout(timer)
  }

  #say(message: ToKeeper): void {
    // One that just died is told nothing; its end is told by itself.
    if (this.#child?.connected === true) this.#child.send(message, () => undefined)
  }

  #ask(question: Question): Promise<Extract<FromKeeper, { kind: 'paid' | 'stands' }>> {
    return new Promise((resolve, reject) => {
      if (this.#child?.connected !== true) {
        reject(new KeeperFault({ why: 'away', text: 'the keeper of the nodes is away' }))
        return
      }
      this.#lastId += 1
      this.#asked.set(this.#lastId, { resolve, reject })
      this.#say({ kind: 'ask', id: this.#lastId, question })
    })
  }

  #hear(message: FromKeeper): void {
    if (message.kind === 'told') this.#options.log[message.level](message.text)
    else if (message.kind === 'urls') this.#tell(message.urls)
    else {
      const asked = this.#asked.get(message.id)
      this.#asked.delete(message.id)
      if (message.kind === 'fault') asked?.reject(new KeeperFault(message.fault))
      else asked?.resolve(message)
    }
  }

  #tell(urls: Readonly<Record<string, string>>): void {
    this.#urls = urls
    for (const listener of this.#listeners) listener()
  }

  #ended(child: ChildProcess, how: string): void {
    if (this.#child !== child) return
    this.#child = undefined
    // Nodes of one that was killed live on.
    endGroup(child)
    this.#tell({})
    for (const { reject } of this.#asked.values()) reject(new KeeperFault({ why: 'away', text: 'the keeper of the nodes ended' }))
    this.#asked.clear()
    if (this.#isStopping) return
    if (performance.now() - this.#startedAt > STEADY_MS) this.#wait = AGAIN_LEAST_MS
    this.#options.log.warn('the keeper of the nodes ended, and is started again', { how })
    this.#again = setTimeout(() => this.begin(), this.#wait).unref()
    this.#wait = Math.min(this.#wait * 2, AGAIN_MOST_MS)
  }
}

/** The keeper and all nodes that it started. */
function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // Nobody of them is there any more.
  }
}
