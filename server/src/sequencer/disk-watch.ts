/**
 * How much room the journal's disk has: told in the log when it gets little, when next to nothing is left, and when there is room again.
 * The exchange is read-only before the last byte is gone: sessions, history and cancels are written to what is left, and the journal's
 * own reserves alone would let it take orders for hours while nothing else can be kept.
 */
import { statfs } from 'node:fs/promises'
import type { WritableJournal } from './parts.ts'

const LOOK_MS = 5000
const MEBI = 2 ** 20
/** Each is told once on the way down, and again after the disk had more than a tenth above it. */
const WARNINGS = [2048 * MEBI, 500 * MEBI]
/** What is kept for everything but new work: some segments of the journal's and of the database's log. */
const KEPT = 64 * MEBI
/** Housekeeping moves the room up and down by about this much. */
const KEPT_AND_MORE = 96 * MEBI

export interface DiskWatchOptions {
  readonly dir: string
  readonly journal: Pick<WritableJournal, 'room'>
  readonly say?: (line: string) => void
  readonly freeBytes?: (dir: string) => Promise<number>
}

const sayInLog = (line: string): void => void process.stderr.write(`${line}\n`)

async function freeBytesOf(dir: string): Promise<number> {
  const { bavail, bsize } = await statfs(dir)
  return bavail * bsize
}

export class DiskWatch {
  readonly #options: Required<DiskWatchOptions>
  readonly #timer: NodeJS.Timeout
  #free: number | undefined
  #warned = Number.POSITIVE_INFINITY
  #isShort = false
  #wasFull = false

  constructor(options: DiskWatchOptions) {
    this.#options = { say: sayInLog, freeBytes: freeBytesOf, ...options }
    this.#timer = setInterval(() => void this.look(), LOOK_MS).unref()
    void this.look()
  }

  /** As it was a moment ago. */
  get freeBytes(): number | undefined {
    return this.#free
  }

  /** Only what cancels or stops is to be taken. */
  get isFull(): boolean {
    return this.#isShort || this.#options.journal.room?.().outOfSpace === true
  }

  async look(): Promise<void> {
    const { dir, freeBytes, say } = this.#options
    try {
      this.#free = await freeBytes(dir)
    } catch {
      // Where the system does not tell, the reserves still do.
      this.#free = undefined
    }
    const free = this.#free ?? Number.POSITIVE_INFINITY
    this.#isShort = free < (this.#isShort ? KEPT_AND_MORE : KEPT)
    const mebi = `${Math.floor(free / MEBI)} MiB`
    const { isFull } = this
    if (isFull && !this.#wasFull) say(`disk: full, ${mebi} free at ${dir}: read-only, only what cancels or stops is taken`)
    if (!isFull && this.#wasFull) say(`disk: room again, ${mebi} free at ${dir}: everything is taken`)
    this.#wasFull = isFull
    const reached = WARNINGS.findLast((bytes) => free < bytes)
    if (reached !== undefined && reached < this.#warned) {
      this.#warned = reached
      say(`disk: less than ${reached / MEBI} MiB are left, ${mebi} free at ${dir}`)
    }
    if (free > this.#warned * 1.1) this.#warned = reached ?? Number.POSITIVE_INFINITY
  }

  stop(): void {
    clearInterval(this.#timer)
  }
}
