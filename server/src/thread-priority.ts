/** Work that may wait, history and pictures, leaves the processor to the answers to orders. */
import { readlinkSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'

/**
 * On top of the process's own: a tenth of the usual share while others want the processor, all of it while nobody does. With 5 the slow
 * tenth of commits took 1.0 ms at 30 % load on two cores, with 10 0.7 ms, with 19 no less.
 */
const NICE = 10
const NICE_MAX = 19

/** Lowers the priority of the calling thread, where the system has priorities for threads (Linux); elsewhere nothing happens. */
export function lowerPriority(): void {
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
    if (Number.isSafeInteger(thread) && thread > 0) setPriority(thread, Math.min(NICE_MAX, getPriority(thread) + NICE))
  } catch {
    // No such folder, or not allowed: then it competes like everything else.
  }
}
