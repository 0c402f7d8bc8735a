/** Sends the commands of the lapse in chunks: while one is made durable the next one is made. */
import type { BulkExchange, SimulatedClock, StampedCommand } from './bulk-exchange.ts'

const CHUNK = 2000
const CHUNKS_A_LOOK = 4

export class ChunkSender {
  readonly #exchange: BulkExchange
  readonly #clock: SimulatedClock
  readonly #told: (sent: number) => void
  #chunk: StampedCommand[] = []
  #sending: Promise<unknown> = Promise.resolve()
  #sent = 0
  #chunks = 0

  /** @param told called with how many were sent so far */
  constructor(exchange: BulkExchange, clock: SimulatedClock, told: (sent: number) => void) {
    this.#exchange = exchange
    this.#clock = clock
    this.#told = told
  }

  add(item: StampedCommand): void {
    this.#chunk.push(item)
  }

  /** Sends a chunk that is whole. @returns whether everything is durable, as it is from time to time */
  async sendWhole(): Promise<boolean> {
    if (this.#chunk.length < CHUNK) return false
    await this.#send()
    this.#chunks += 1
    if (this.#chunks % CHUNKS_A_LOOK !== 0) return false
    await this.#sending
    return true
  }

  /** Everything so far is durable when it resolves. */
  async settle(): Promise<void> {
    await this.#send()
    await this.#sending
  }

  async #send(): Promise<void> {
    const items = this.#chunk
    this.#chunk = []
    const last = items.at(-1)
    if (last === undefined) return
    await this.#sending
    this.#clock.set(last.at)
    this.#sending = this.#exchange.submitMany(items)
    this.#sent += items.length
    this.#told(this.#sent)
  }
}
