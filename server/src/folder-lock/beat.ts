/**
 * The beat of a claim: a counter in a file that its owner raises every second. It tells a living holder where no socket can: in folders
 * that several machines share. On disk each time, because a shared folder shows others only what was.
 */
import { closeSync, fdatasync, fdatasyncSync, openSync, readFileSync, write, writeSync } from 'node:fs'

export const BEAT_MS = 1000
/** A beat that stood still for so long is that of a dead process. */
export const STILL_MS = 10_000
const POLL_MS = 250

const bytesOf = (count: number): Buffer => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(BigInt(count))
  return bytes
}

/** Counts on from the time of its start, so that no beat looks like one of an earlier life. */
export class Beat {
  readonly #descriptor: number
  #count = Date.now()
  #timer: NodeJS.Timeout | undefined
  #isBusy = false
  #isClosed = false

  /** @param mode `wx` for a new file, `r+` for one that another thread made */
  constructor(path: string, mode: 'wx' | 'r+') {
    this.#descriptor = openSync(path, mode, 0o600)
    writeSync(this.#descriptor, bytesOf(this.#count), 0, 8, 0)
  }

  /** One beat, for a thread that may wait for the disk. */
  strike(): void {
    this.#count += 1
    writeSync(this.#descriptor, bytesOf(this.#count), 0, 8, 0)
    fdatasyncSync(this.#descriptor)
  }

  /** Beats by itself, for a thread that may not wait, until it is closed. */
  keepStriking(): void {
    this.#timer = setInterval(() => this.#strikeLater(), BEAT_MS).unref()
  }

  close(): void {
    if (this.#isClosed) return
    clearInterval(this.#timer)
    this.#isClosed = true
    if (!this.#isBusy) closeSync(this.#descriptor)
  }

  #strikeLater(): void {
    if (this.#isBusy) return
    this.#isBusy = true
    this.#count += 1
    // A beat that failed is one that others miss: that is what it is for.
    write(this.#descriptor, bytesOf(this.#count), 0, 8, 0, () => {
      fdatasync(this.#descriptor, () => {
        this.#isBusy = false
        if (this.#isClosed) closeSync(this.#descriptor)
      })
    })
  }
}

function readBeat(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}

/**
 * Watches a beat. @param stillMs how long it may stand still
 * @returns true at its first change, false when it stood still
 */
export async function isBeating(path: string, stillMs: number): Promise<boolean> {
  const first = readBeat(path)
  let before = performance.now()
  for (let still = 0; still < stillMs; ) {
    await new Promise((resolve) => setTimeout(resolve, Math.min(POLL_MS, stillMs)))
    if (readBeat(path) !== first) return true
    const now = performance.now()
    // A watcher that stood still itself, with the whole machine perhaps, has watched nothing meanwhile.
    still += Math.min(now - before, 2 * POLL_MS)
    before = now
  }
  return false
}
