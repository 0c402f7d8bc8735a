/**
 * Letters of one tenant on their way out. Nobody waits for them: a call hands its letter over and goes on. A few are carried at a time,
 * by whoever leads the tenant; one that cannot be delivered now is tried again while its code is still of use; a notice, which is kept as
 * a row, for three days. Bounded, in memory.
 */
import type { Leadership } from '../core/leadership.ts'
import type { Log } from '../core/log.ts'
import type { Carrier, Letter } from './carrier.ts'

export interface QueueOptions {
  readonly carrier: Carrier
  readonly log: Log
  readonly leadership: Leadership
  readonly channel: string
  /** Waits before the second, third … try, ms. After the last one the letter is given up. */
  readonly retryAfterMs?: readonly number[]
  /** How long a stop, or an end of leading, waits for what is on the road, ms. */
  readonly closeWaitMs?: number
}

/** Together below the life of a code. */
const RETRY_MS = [1_000, 5_000, 20_000, 60_000, 180_000] as const
/** Wait between further tries of a notice, after the waits that every letter has. */
const KEPT_RETRY_MS = 600_000
const KEPT_TRIES = 432
const CARRIED_AT_ONCE = 4
const WAITING_MAX = 10_000
const CLOSE_WAIT_MS = 2_000

interface Waiting {
  readonly letter: Letter
  /** Tells that a letter's row is not needed any more. */
  readonly settled: (() => void) | undefined
  tries: number
}

export class DeliveryQueue {
  readonly #options: QueueOptions
  readonly #retryAfterMs: readonly number[]
  readonly #ready: Waiting[] = []
  readonly #later = new Map<NodeJS.Timeout, Waiting>()
  readonly #carried = new Set<Promise<void>>()
  /** Of those being carried, the ones without a row. */
  #given = 0
  #closed = false
  #closing: Promise<void> | undefined
  #isCarrying = false
  readonly #leave: () => Promise<void>

  constructor(options: QueueOptions) {
    this.#options = options
    this.#retryAfterMs = options.retryAfterMs ?? RETRY_MS
    this.#leave = options.leadership.join({
      begin: () => {
        this.#isCarrying = true
        this.#fill()
      },
      end: () => this.#rest(),
    })
  }

  get waiting(): number {
    return this.#ready.length + this.#later.size + this.#carried.size
  }

  /**
   * Never waits and never throws.
   * @param settled called when a letter that is kept as a row was carried, refused for ever or given up
   */
  send(letter: Letter, settled?: () => void): void {
    const fate = settled === undefined ? 'message dropped' : 'message waits for the next start'
    if (this.#closed) {
      this.#tell(`${fate}: the exchange stops`, letter)
      return
    }
    if (this.waiting >= WAITING_MAX) {
      this.#tell(`${fate}: too many wait`, letter)
      return
    }
    this.#ready.push({ letter, settled, tries: 0 })
    this.#fill()
  }

  /**
   * Everything that waits gets one more try, now, and a moment for it. Of what is left then, notices are rows and go out after the next
   * start; the rest is given up and told: whoever waits for a code asks for a new one.
   */
  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    this.#closed = true
    for (const [timer, waiting] of this.#later) {
      clearTimeout(timer)
      this.#ready.push(waiting)
    }
    this.#later.clear()
    this.#fill()
    await this.#emptiedSoon()
    this.#isCarrying = false
    void this.#leave()
    const count = this.#given + this.#ready.filter(({ settled }) => settled === undefined).length
    this.#ready.length = 0
    if (count > 0) this.#options.log.warn('messages given up: the exchange stops', { channel: this.#options.channel, count })
    this.#options.carrier.close()
  }

  /** What waits goes on waiting; what is on the road may arrive. One that closes has its last try meanwhile. */
  async #rest(): Promise<void> {
    if (this.#closed) return this.#closing
    this.#isCarrying = false
    await this.#emptiedSoon()
  }

  async #emptiedSoon(): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const patience = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, this.#options.closeWaitMs ?? CLOSE_WAIT_MS)
    })
    await Promise.race([this.#emptied(), patience])
    clearTimeout(timer)
  }

  async #emptied(): Promise<void> {
    while (this.#carried.size > 0) await Promise.all(this.#carried)
  }

  #fill(): void {
    while (this.#isCarrying && this.#carried.size < CARRIED_AT_ONCE) {
      const next = this.#ready.shift()
      if (next === undefined) return
      const isGiven = next.settled === undefined ? 1 : 0
      this.#given += isGiven
      const work = this.#carry(next).finally(() => {
        this.#given -= isGiven
        this.#carried.delete(work)
        this.#fill()
      })
      this.#carried.add(work)
    }
  }

  async #carry(waiting: Waiting): Promise<void> {
    const { letter } = waiting
    try {
      const result = await this.#options.carrier.carry(letter)
      if (result === 'refused') this.#tell('message refused', letter)
      waiting.settled?.()
    } catch (error) {
      this.#retry(waiting, error instanceof Error ? error.message : String(error))
    }
  }

  #retry(waiting: Waiting, cause: string): void {
    if (this.#closed && waiting.settled !== undefined) return
    const wait = this.#retryAfterMs[waiting.tries] ?? this.#keptRetry(waiting)
    if (wait === undefined || this.#closed) {
      this.#tell('message given up', waiting.letter, cause)
      waiting.settled?.()
      return
    }
    waiting.tries += 1
    const timer = setTimeout(() => {
      this.#later.delete(timer)
      this.#ready.push(waiting)
      this.#fill()
    }, wait)
    timer.unref()
    this.#later.set(timer, waiting)
  }

  #keptRetry({ settled, tries }: Waiting): number | undefined {
    return settled !== undefined && tries < this.#retryAfterMs.length + KEPT_TRIES ? KEPT_RETRY_MS : undefined
  }

  /** Without address, words and code: a log is read by more people than a mailbox. */
  #tell(text: string, { id, scene }: Letter, cause?: string): void {
    this.#options.log.warn(text, { channel: this.#options.channel, id, scene, ...(cause !== undefined && { cause }) })
  }
}
