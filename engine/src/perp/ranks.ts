/**
 * Where positions stand in the queue of deleveraging: by fifths of those of a side, of which the fifth is the first to give up theirs. How many
 * positions have which score is counted in slices beside other work; the queue itself is made by the kernel when it is needed.
 */
import type { Kernel } from '../../generated/kernel.ts'
import type { ContractTable, PositionTable } from '../../generated/tables.ts'
import { highBitsOf } from '../codec/float-bits.ts'
import type { InstrumentId } from '../ids/id.ts'
import { asHandle } from '../memory/handle.ts'

const FIFTHS = 5
/** A light of who is neither before nor behind anybody that is known. */
const MIDDLE = 3
/** Counts of this age are still told; new ones are begun at half of it, which leaves the other half for their slices. */
const OLDEST_MS = 1_000
const SLICE_ROWS = 2_048

// Classes of scores grow with them, 32 to each doubling, so that two of one class are within about 3 %.
const CLASSES_TO_A_DOUBLING = 32
const DOUBLINGS = 64
const ZERO = CLASSES_TO_A_DOUBLING * DOUBLINGS
const CLASSES = 2 * ZERO + 1

/** What is counted: rows of positions, the contracts they are of, and how the kernel scores them. */
export interface Scored {
  readonly positions: Pick<PositionTable, 'at' | 'rowBytes' | 'used'>
  readonly contracts: Pick<ContractTable, 'at'>
  readonly kernel: Pick<Kernel, 'scoreOf'>
}

/** A position that asks for its light. */
export interface Ranked {
  readonly instrumentId: InstrumentId
  readonly isShort: boolean
  /** 1e-8, as the kernel has it: of a loss below zero. */
  readonly score: bigint
}

/** The class of a score, 0 to 4,096: the higher score has the same or the higher class. */
export function classOf(score: bigint): number {
  if (score === 0n) return ZERO
  const bits = highBitsOf(Number(score < 0n ? -score : score))
  // sign, exponent and the first five bits of the fraction
  const size = (bits >>> 15) - (1023 << 5)
  return score > 0n ? ZERO + 1 + Math.min(size, ZERO - 1) : ZERO - 1 - Math.min(size, ZERO - 1)
}

/** How many positions of one side of a contract are of each class. */
class Side {
  readonly #classes = new Uint32Array(CLASSES)
  #total = 0

  add(score: bigint): void {
    const at = classOf(score)
    this.#classes[at] = (this.#classes[at] ?? 0) + 1
    this.#total += 1
  }

  /** Those of one class stand together in the middle of it. */
  fifthOf(score: bigint): number {
    const own = classOf(score)
    let before = 0
    for (let at = own + 1; at < CLASSES; at += 1) before += this.#classes[at] ?? 0
    if (this.#total === 0) return MIDDLE
    const place = Math.min(before + Math.max(0, (this.#classes[own] ?? 0) - 1) / 2, this.#total - 1)
    return FIFTHS - Math.floor((place * FIFTHS) / this.#total)
  }
}

/** Counts of every contract, as far as rows were looked at. */
class Counts {
  readonly #sides = new Map<number, readonly [Side, Side]>()
  readonly at: number
  #row: number

  constructor(state: Scored, at: number) {
    this.at = at
    this.#row = state.positions.rowBytes
  }

  /** Looks at so many rows more; `step` of them are one. True when none is left. */
  look({ positions, contracts, kernel }: Scored, rows: number, step: number): boolean {
    const { rowBytes, used } = positions
    const position = positions.at(0)
    const stride = rowBytes * step
    const end = Math.min(used, this.#row + rows * stride)
    for (; this.#row < end; this.#row += stride) {
      position.move(asHandle(this.#row))
      if (position.id === 0 || position.seat === 0) continue
      const { instrument } = contracts.at(position.contract)
      this.#sidesOf(instrument)[position.isShort ? 1 : 0].add(kernel.scoreOf(position.handle))
    }
    return this.#row >= used
  }

  fifthOf({ instrumentId, isShort, score }: Ranked): number {
    return this.#sidesOf(instrumentId)[isShort ? 1 : 0].fifthOf(score)
  }

  #sidesOf(instrumentId: number): readonly [Side, Side] {
    const known = this.#sides.get(instrumentId)
    if (known !== undefined) return known
    const made = [new Side(), new Side()] as const
    this.#sides.set(instrumentId, made)
    return made
  }
}

/** Lights by counts that are at most a second old. */
export class RankBook {
  readonly #state: () => Scored
  readonly #now: () => number
  readonly #later: (slice: () => void) => void
  #known: Counts | undefined
  #next: Counts | undefined

  /** `later` runs a slice when other work had its turn. */
  constructor(state: () => Scored, now: () => number, later: (slice: () => void) => void) {
    this.#state = state
    this.#now = now
    this.#later = later
  }

  /** 1 to 5, by what the position is now among the others as they were counted. */
  rankOf(position: Ranked): number {
    const now = this.#now()
    const known = this.#known
    if (known === undefined || now - known.at >= OLDEST_MS) return this.#countSome(now).fifthOf(position)
    if (now - known.at >= OLDEST_MS / 2) this.#begin(now)
    return known.fifthOf(position)
  }

  /** Where nobody asked for a while: by a slice's worth of rows spread over all of them, of which a small exchange has no more. */
  #countSome(now: number): Counts {
    const state = this.#state()
    const { used, rowBytes } = state.positions
    const counts = new Counts(state, now)
    counts.look(state, SLICE_ROWS, Math.max(1, Math.ceil(used / rowBytes / SLICE_ROWS)))
    this.#known = counts
    return counts
  }

  #begin(now: number): void {
    if (this.#next !== undefined) return
    this.#next = new Counts(this.#state(), now)
    this.#later(() => this.#slice())
  }

  #slice(): void {
    const counts = this.#next
    if (counts === undefined) return
    if (!counts.look(this.#state(), SLICE_ROWS, 1)) {
      this.#later(() => this.#slice())
      return
    }
    this.#known = counts
    this.#next = undefined
  }
}
