/**
 * Tells the exchange what the sources of the index say: the leader's work. Each source is read at its own pace; once a second what is
 * due goes out as one command. What could not be told is not told later: the next second tells what is true then.
 */
import type { SourcePrice } from '@agio/engine/command.ts'
import type { AssetId } from '@agio/engine/ids/id.ts'
import type { Duty } from '../core/leadership.ts'
import { quotedPrice } from './quoted-price.ts'
import type { FaultReason, IndexSource, SourceAnswer } from './source.ts'
import { SourceReader } from './source-reader.ts'
import { isDue, type Told } from './tell-rule.ts'

const TELL_EVERY_MS = 1000
/** Sources that answer at once are told at once when leading begins. */
const FIRST_AFTER_MS = 100

export interface IndexCoin {
  readonly assetId: AssetId
  readonly symbol: string
}

export interface ReporterParts {
  readonly sources: readonly IndexSource[]
  /** Coins that have or may have an index. */
  coins(): readonly IndexCoin[]
  /** Position of a source in the journaled list of names; undefined while it is not in it. */
  positionOf(name: string): number | undefined
  /** The exchange's clock, ms. */
  now(): number
  /** Journals what changed. @returns whether the exchange took it; false and a rejection are the same */
  tell(words: readonly SourcePrice[]): Promise<boolean>
  /** What the exchange holds already. */
  held(): readonly SourcePrice[]
  /** A source fell silent, or speaks again (without a reason). */
  onSilence(name: string, reason: FaultReason | undefined): void
}

/** How a source is, for whoever looks after it. */
export interface SourceHealth {
  readonly name: string
  readonly faults: ReadonlyMap<FaultReason, number>
  readonly silentBecause: FaultReason | undefined
}

type Seen = Omit<SourcePrice, 'assetId' | 'source'>

interface Read {
  readonly reader: SourceReader
  readonly seen: Map<AssetId, Seen>
  /** Prices that stand in for what the source says, by coin; null = silent. */
  readonly pins: Map<AssetId, bigint | null>
  silentBecause: FaultReason | undefined
}

const slotOf = ({ source, assetId }: Pick<SourcePrice, 'source' | 'assetId'>): string => `${source} ${assetId}`

export class IndexReporter implements Duty {
  readonly #parts: ReporterParts
  readonly #reads: readonly Read[]
  readonly #told = new Map<string, Told>()
  #timer: NodeJS.Timeout | undefined
  #isOn = false
  /** What is on its way to the exchange. */
  #telling: Promise<boolean> | undefined

  constructor(parts: ReporterParts) {
    this.#parts = parts
    this.#reads = parts.sources.map((source) => {
      const symbols = (): readonly string[] => parts.coins().map(({ symbol }) => symbol)
      const reader = new SourceReader(source, symbols, (answer) => this.#take(read, answer))
      const read: Read = { reader, seen: new Map(), pins: new Map(), silentBecause: undefined }
      return read
    })
  }

  get health(): readonly SourceHealth[] {
    return this.#reads.map(({ reader, silentBecause }) => ({ name: reader.source.name, faults: reader.faults, silentBecause }))
  }

  begin(): void {
    this.#isOn = true
    this.#told.clear()
    // What another leader told is known; when it did is not, so that a price which stands still is told anew at once.
    for (const word of this.#parts.held()) this.#told.set(slotOf(word), { ...word, toldAt: 0 })
    for (const { reader, seen } of this.#reads) {
      seen.clear()
      reader.begin()
    }
    this.#tellIn(FIRST_AFTER_MS)
  }

  async end(): Promise<void> {
    this.#isOn = false
    clearTimeout(this.#timer)
    for (const { reader } of this.#reads) reader.end()
    await this.#telling
  }

  /** Reads every source anew, and tells what it says before it resolves: for a clock that jumped. */
  async refresh(): Promise<void> {
    await Promise.all(this.#reads.map(({ reader }) => reader.readNow()))
    await this.#tellAll()
  }

  /**
   * Pins a coin's sources to a price, or only the one that is named; the exchange has it when this resolves.
   * @param price 1e-12 USDT; `silent` silences, `free` lets the source speak for itself again
   * @throws Error when the exchange took nothing, or there is no such source
   */
  async pin(assetId: AssetId, price: bigint | 'silent' | 'free', only?: string): Promise<void> {
    const pinned = this.#reads.filter(({ reader }) => only === undefined || reader.source.name === only)
    if (pinned.length === 0) throw new Error(`index: no source ${only ?? ''}`)
    for (const { pins } of pinned) {
      if (price === 'free') pins.delete(assetId)
      else pins.set(assetId, price === 'silent' ? null : price)
    }
    if (price === 'free') await Promise.all(pinned.map(({ reader }) => reader.readNow()))
    await this.#tellAll()
  }

  #tellIn(delayMs: number): void {
    this.#timer = setTimeout(() => {
      this.#tellIn(TELL_EVERY_MS)
      if (this.#telling === undefined) void this.#tellDue()
    }, delayMs)
    this.#timer.unref()
  }

  #take(read: Read, answer: SourceAnswer): void {
    const { reader, seen } = read
    const now = this.#parts.now()
    for (const { assetId, symbol } of this.#parts.coins()) {
      const quote = answer.quotes.get(symbol)
      const quoted = quote && quotedPrice(quote)
      if (quote !== undefined && quoted !== undefined) {
        seen.set(assetId, { price: quoted.price, at: now - quote.ageMs, state: quoted.isCrossed ? 'crossed' : 'live' })
        continue
      }
      const before = seen.get(assetId) ?? this.#toldOf(reader.source.name, assetId)
      if (before !== undefined) seen.set(assetId, { price: before.price, at: before.at, state: 'silent' })
    }
    const reason = answer.fault?.reason
    if (reason !== read.silentBecause) this.#parts.onSilence(reader.source.name, reason)
    read.silentBecause = reason
  }

  #toldOf(name: string, assetId: AssetId): Told | undefined {
    const source = this.#parts.positionOf(name)
    return source === undefined ? undefined : this.#told.get(slotOf({ source, assetId }))
  }

  #due(): SourcePrice[] {
    const now = this.#parts.now()
    const words: SourcePrice[] = []
    for (const { reader, seen, pins } of this.#reads) {
      const source = this.#parts.positionOf(reader.source.name)
      if (source === undefined) continue
      for (const { assetId } of this.#parts.coins()) {
        const told = this.#told.get(slotOf({ source, assetId }))
        const said = pinnedOr(seen.get(assetId), pins.get(assetId), told, now)
        if (said === undefined) continue
        const word = { assetId, source, ...said }
        if (isDue(word, told, now)) words.push(word)
      }
    }
    return [...words, ...this.#orphans()]
  }

  /** Words of sources that the settings no longer name: nobody speaks for them any more. */
  #orphans(): SourcePrice[] {
    const own = new Set(this.#reads.map(({ reader }) => this.#parts.positionOf(reader.source.name)))
    return [...this.#told.values()]
      .filter(({ source, state }) => state !== 'silent' && !own.has(source))
      .map(({ assetId, source, price, at }) => ({ assetId, source, price, at, state: 'silent' }))
  }

  /** At most one command is under way. @returns false when the exchange refused */
  #tellDue(): Promise<boolean> {
    const words = this.#isOn ? this.#due() : []
    if (words.length === 0) return Promise.resolve(true)
    const telling = this.#tell(words).finally(() => {
      this.#telling = undefined
    })
    this.#telling = telling
    return telling
  }

  async #tell(words: readonly SourcePrice[]): Promise<boolean> {
    const toldAt = this.#parts.now()
    const isTaken = await this.#parts.tell(words).catch(() => false)
    if (isTaken) for (const word of words) this.#told.set(slotOf(word), { ...word, toldAt })
    return isTaken
  }

  async #tellAll(): Promise<void> {
    while (this.#telling !== undefined) await this.#telling
    if (!this.#isOn || !(await this.#tellDue())) throw new Error('index: the exchange took nothing')
  }
}

/** What counts as said: the pin, or what was read. A pin that is gone before anything was read leaves silence. */
function pinnedOr(seen: Seen | undefined, pin: bigint | null | undefined, told: Told | undefined, now: number): Seen | undefined {
  if (pin !== undefined && pin !== null) return { price: pin, at: now, state: 'pinned' }
  if (pin === undefined && (seen !== undefined || told?.state !== 'pinned')) return seen
  const last = seen ?? told
  return last && { price: last.price, at: last.at, state: 'silent' }
}
