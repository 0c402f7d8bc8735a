/** One chain of the keeper: its node is started, started again when it dies, and mines as `Mining` says. */
import { setTimeout as pause } from 'node:timers/promises'
import { ChainShort, type PlayChain } from '@agio/chain/node/play-chain.ts'
import type { Payment } from '@agio/chain/port.ts'
import { Turns } from '../../core/turns.ts'
import type { Fault, Standing } from './messages.ts'
import { Mining } from './mining.ts'

const LOOK_MS = 200
const AGAIN_LEAST_MS = 250
const AGAIN_MOST_MS = 15_000

export interface KeptChainParts {
  readonly blockchain: string
  /** Opens it at a port; 0: a free one. */
  open(port: number): Promise<PlayChain>
  /** As it was configured. */
  readonly port: number
  readonly paceMs: number
  readonly depth: number
  /** Its URL, undefined while it has none. */
  onUrl(url: string | undefined): void
  tell(level: 'info' | 'warn', text: string): void
}

/** The chain does not answer now. */
export class ChainAway extends Error {}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

export const faultOf = (error: unknown): Fault => ({ why: error instanceof ChainShort ? 'short' : 'away', text: textOf(error) })

export class KeptChain {
  readonly #parts: KeptChainParts
  readonly #stopping = new AbortController()
  #depth: number
  #chain: PlayChain | undefined
  #mining: Mining | undefined
  /** Mining and paying, one after the other: both ask for nonces and coins. */
  readonly #turns = new Turns()
  readonly #running: Promise<void>

  constructor(parts: KeptChainParts) {
    this.#parts = parts
    this.#depth = parts.depth
    this.#running = this.#run()
  }

  want(depth: number): void {
    this.#depth = depth
    this.#turns.run(async () => await this.#mining?.want(depth)).catch(() => undefined)
  }

  /** @throws ChainAway, ChainShort */
  pay(payments: readonly Payment[]): Promise<readonly string[]> {
    return this.#turns.run(() => this.#open().pay(payments))
  }

  /** @throws ChainAway */
  standing(): Promise<Standing> {
    return this.#turns.run(async () => {
      const chain = this.#open()
      // In this order: what waits now is in no block that was counted.
      const waits = await chain.waits()
      return { waits, height: await chain.height() }
    })
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#running
  }

  #open(): PlayChain {
    if (this.#chain === undefined) throw new ChainAway(`the node of ${this.#parts.blockchain} is away`)
    return this.#chain
  }

  async #run(): Promise<void> {
    const { blockchain, tell, port: configured } = this.#parts
    let wait = AGAIN_LEAST_MS
    let port = configured
    while (!this.#isStopping) {
      try {
        const chain = await this.#parts.open(port)
        port = Number(new URL(chain.url).port)
        wait = AGAIN_LEAST_MS
        await this.#keep(chain)
        if (!this.#isStopping) tell('warn', `the node of ${blockchain} ended, and is started again`)
      } catch (error) {
        tell('warn', `the node of ${blockchain} does not start: ${textOf(error)}`)
        // Another program may have taken its port meanwhile.
        port = configured
        wait = Math.min(wait * 2, AGAIN_MOST_MS)
      }
      await pause(wait, undefined, { signal: this.#stopping.signal }).catch(() => undefined)
    }
  }

  get #isStopping(): boolean {
    return this.#stopping.signal.aborted
  }

  /** Until it ends, or is to stop. */
  async #keep(chain: PlayChain): Promise<void> {
    let isOver = false
    const ended = chain.ended.then(() => {
      isOver = true
    })
    const stopped = new Promise<void>((resolve) => {
      if (this.#isStopping) resolve()
      this.#stopping.signal.addEventListener('abort', () => resolve(), { once: true })
    })
    this.#chain = chain
    this.#parts.onUrl(chain.url)
    const mining = this.#mine(chain, () => isOver || this.#isStopping)
    await Promise.race([ended, stopped])
    this.#chain = undefined
    this.#mining = undefined
    this.#parts.onUrl(undefined)
    await mining
    await this.#turns.rest()
    if (!isOver) await chain.stop()
  }

  async #mine(chain: PlayChain, isOver: () => boolean): Promise<void> {
    const { blockchain, paceMs, tell } = this.#parts
    let told = ''
    while (!isOver()) {
      let hasMined = false
      try {
        hasMined = await this.#turns.run(async () => {
          this.#mining ??= await Mining.of(chain, this.#depth)
          return await this.#mining.beat()
        })
        told = ''
      } catch (error) {
        const text = textOf(error)
        if (text !== told && !isOver()) tell('warn', `${blockchain} does not mine: ${text}`)
        told = text
      }
      await pause(hasMined ? paceMs : LOOK_MS, undefined, { signal: this.#stopping.signal }).catch(() => undefined)
    }
  }
}
