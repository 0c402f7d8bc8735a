/**
 * When the process, or the machine, has no file descriptor left: that is no failed disk. Threads that write what must not stop hold a
 * few of their own, let one go for each file that they open in need, and wait when even those are gone.
 */
import { closeSync, openSync, writeSync } from 'node:fs'

const DEVICE = process.platform === 'win32' ? '\\\\.\\NUL' : '/dev/null'
const WAIT_MS = 50
const TELL_EVERY_MS = 60_000

/** True for a file, a connection or a thread that could not be opened for want of descriptors. */
export function isOutOfDescriptors(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false
  const { code, message } = error
  if (code === 'EMFILE' || code === 'ENFILE') return true
  return code === 'ERR_WORKER_INIT_FAILED' && /\bE[MN]FILE\b/.test(message)
}

/** Of one thread. Threads share the descriptors but not what they hold back. */
class Reserve {
  readonly #held: number[] = []
  #wanted = 0
  #toldAt = Number.NEGATIVE_INFINITY

  keep(count: number): void {
    this.#wanted = count
    this.#refill()
  }

  use<Result>(open: () => Result): Result {
    for (;;) {
      let result: Result
      try {
        result = open()
      } catch (error) {
        if (this.#wanted === 0 || !isOutOfDescriptors(error)) throw error
        this.#giveUpOne((error as Error).message)
        continue
      }
      this.#refill()
      return result
    }
  }

  /** One of ours, or what somebody else lets go of meanwhile. */
  #giveUpOne(why: string): void {
    this.#tell(why)
    const spare = this.#held.pop()
    if (spare !== undefined) closeSync(spare)
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAIT_MS)
  }

  #refill(): void {
    try {
      while (this.#held.length < this.#wanted) this.#held.push(openSync(DEVICE, 'r'))
    } catch (error) {
      if (!isOutOfDescriptors(error)) throw error
    }
  }

  /** At once: a thread that waits here sends no messages. */
  #tell(why: string): void {
    const now = performance.now()
    if (now - this.#toldAt < TELL_EVERY_MS) return
    this.#toldAt = now
    try {
      writeSync(2, `descriptors: none is free, going on with those held back: ${why}\n`)
    } catch {
      // Nobody reads it; the work goes on.
    }
  }
}

const reserve = new Reserve()

/**
 * From now on this thread holds `count` descriptors back and, rather than failing for want of them, waits. For threads that may wait, and
 * may not fail: never the one that answers.
 */
export const keepDescriptors = (count: number): void => reserve.keep(count)

/** Opens something, with a descriptor that was held back when there is no other. @throws what `open` throws */
export const withDescriptors = <Result>(open: () => Result): Result => reserve.use(open)
