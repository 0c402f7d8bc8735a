/** Reads one source at its own pace, and gives it rest when it asks for it or fails. What hangs is left alone: it delays nobody. */
import type { Fault, FaultReason, IndexSource, SourceAnswer } from './source.ts'
import { faulty } from './source.ts'

const TIMEOUT_MS = 4000
/** Rest after the first fault in a row is one pace, then two, four … up to this. */
const REST_MAX_MS = 15_000
/** Who says that it is asked too often is left alone for at least so long, doubled each time. */
const LIMITED_REST_MS = 30_000
const LIMITED_REST_MAX_MS = 900_000
const DOUBLINGS_MAX = 10

/** How long to wait after `row` faults in a row, the first of which is 1. */
export function restAfter({ reason, retryAfterMs = 0 }: Fault, row: number, paceMs: number): number {
  const doubled = 2 ** Math.min(DOUBLINGS_MAX, row - 1)
  if (reason !== 'limited') return Math.max(paceMs, Math.min(REST_MAX_MS, paceMs * doubled))
  return Math.max(retryAfterMs, Math.min(LIMITED_REST_MAX_MS, LIMITED_REST_MS * doubled))
}

export class SourceReader {
  readonly source: IndexSource
  readonly #coins: () => readonly string[]
  readonly #take: (answer: SourceAnswer) => void
  readonly #faults = new Map<FaultReason, number>()
  #isOn = false
  #turn = 0
  #row = 0
  #restsUntil = 0
  #timer: NodeJS.Timeout | undefined
  /** Of the question that is out. */
  #asking: AbortController | undefined

  /** @param take called with every answer while reading is on, in the order of the questions */
  constructor(source: IndexSource, coins: () => readonly string[], take: (answer: SourceAnswer) => void) {
    this.source = source
    this.#coins = coins
    this.#take = take
  }

  /** Faults since the start, by reason. */
  get faults(): ReadonlyMap<FaultReason, number> {
    return this.#faults
  }

  begin(): void {
    this.#isOn = true
    this.#row = 0
    this.#restsUntil = 0
    void this.#read()
  }

  /** Nothing is taken any more, also of what was asked already. */
  end(): void {
    this.#isOn = false
    this.#turn += 1
    clearTimeout(this.#timer)
    this.#asking?.abort()
  }

  /** Asks at once, unless the source wants rest. An answer that is still out no longer counts. Never throws. */
  async readNow(): Promise<void> {
    if (this.#isOn && performance.now() >= this.#restsUntil) await this.#read()
  }

  async #read(): Promise<void> {
    clearTimeout(this.#timer)
    this.#turn += 1
    const turn = this.#turn
    this.#asking?.abort()
    const answer = await this.#answer()
    if (turn !== this.#turn) return
    const rest = this.#restAfter(answer.fault)
    this.#timer = setTimeout(() => void this.#read(), rest)
    this.#timer.unref()
    this.#take(answer)
  }

  #restAfter(fault: Fault | undefined): number {
    const { paceMs } = this.source
    this.#row = fault === undefined ? 0 : this.#row + 1
    if (fault === undefined) return paceMs
    this.#faults.set(fault.reason, (this.#faults.get(fault.reason) ?? 0) + 1)
    const rest = restAfter(fault, this.#row, paceMs)
    if (fault.reason === 'limited') this.#restsUntil = performance.now() + rest
    return rest
  }

  async #answer(): Promise<SourceAnswer> {
    const end = new AbortController()
    this.#asking = end
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<SourceAnswer>((resolve) => {
      end.signal.addEventListener('abort', () => resolve(faulty('timeout')), { once: true })
      timer = setTimeout(() => end.abort(), TIMEOUT_MS)
    })
    try {
      return await Promise.race([late, this.source.read(this.#coins(), end.signal).catch(() => faulty('failed'))])
    } catch {
      return faulty('failed')
    } finally {
      clearTimeout(timer)
    }
  }
}
