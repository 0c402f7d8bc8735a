/** Work that may wait, history, pictures and passwords, leaves the processor to the answers to orders. */
import { readlinkSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'

/**
 * On top of the process's own: a tenth of the usual share while others want the processor, all of it while nobody does. With 5 the slow
 * tenth of commits took 1.0 ms at 30 % load on two cores, with 10 0.7 ms, with 19 no less.
 */
const NICE = 10
const NICE_MAX = 19
/**
 * The least that Linux grants. Whatever its priority, a thread that runs keeps the processor for a slice, 1.4 ms on two processors, even
 * when one that matters more wakes up; so a low priority alone makes orders wait (decision 29). Since Linux 6.12; before, nothing changes.
 */
const SLICE_NS = 100_000n

/** Numbers of the calls `sched_setattr` and `sched_getattr` (man 2 sched_setattr). */
const CALLS: Readonly<Record<string, readonly [bigint, bigint] | undefined>> = { x64: [314n, 315n], arm64: [274n, 275n] }
/** `struct sched_attr`: its size, and where the size and the wanted slice stand in it. */
const ATTRIBUTES_BYTES = 56
const SIZE_AT = 0
const SLICE_AT = 24
const THIS_THREAD = 0n

/** Lowers the priority of the calling thread, where the system has priorities for threads (Linux); elsewhere nothing happens. */
export function lowerPriority(): void {
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
    if (Number.isSafeInteger(thread) && thread > 0) setPriority(thread, Math.min(NICE_MAX, getPriority(thread) + NICE))
    shortenSlice()
  } catch {
    // No such folder, not allowed, or no way to call the system: then it competes like everything else.
  }
}

/** Node has no call for it, the system has. @throws where it cannot be called */
function shortenSlice(): void {
  const calls = CALLS[process.arch]
  if (process.platform !== 'linux' || calls === undefined) return
  const [set, get] = calls
  const signature = { arguments: ['int64', 'int64', 'buffer', 'int64', 'int64'], return: 'int64' } as const
  using system = process.getBuiltinModule('node:ffi').dlopen(null, { syscall: signature })
  const attributes = Buffer.alloc(ATTRIBUTES_BYTES)
  if (system.functions.syscall(get, THIS_THREAD, attributes, BigInt(ATTRIBUTES_BYTES), 0n) !== 0n) return
  attributes.writeUInt32LE(ATTRIBUTES_BYTES, SIZE_AT)
  attributes.writeBigUInt64LE(SLICE_NS, SLICE_AT)
  system.functions.syscall(set, THIS_THREAD, attributes, 0n, 0n)
}
