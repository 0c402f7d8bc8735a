/**
 * Compares the kernel with the engine on the workload of P2: first the records of every command, byte by byte, then ns a command, engine
 * and kernel in turn, medians of thread CPU time. `node docs/studies/compiled-core/run.ts [depth] [users] [commands]`
 */
import { apply } from '../../../engine/src/engine.ts'
import { EventBuffer } from '../../../engine/src/event-buffer.ts'
import { decodeSnapshot } from '../../../engine/src/snapshot.ts'
import { allowDeepInlining } from '../../../server/src/sequencer/tuning.ts'
import { makeWorkload } from '../../../sim/src/bench/core-workload.ts'
import { Kernel } from './host.ts'
import { BASES } from './map.ts'

const [depth = 4000, users = 1000, commands = 1_000_000] = process.argv.slice(2).map(Number)
const ROUNDS = 5
const CHUNK = 500
const KEPT_BYTES = 1 << 16

allowDeepInlining()
const { start, bytes, offsets } = makeWorkload({ depth, users, commands, seed: 20_261_121 })
const offsetOf = (index: number): number => (index < offsets.length ? (offsets[index] ?? 0) : bytes.byteLength)

/** Both write into zeroed memory: some records have padding that nobody writes. */
function compare(): void {
  const [state, kernel, out] = [decodeSnapshot(start), new Kernel(decodeSnapshot(start)), new EventBuffer(1 << 22)]
  for (let from = 0; from < offsets.length; from += CHUNK) {
    const to = Math.min(from + CHUNK, offsets.length)
    new Uint8Array(out.view.buffer).fill(0)
    out.reset()
    kernel.bytes.fill(0, BASES.OUT, BASES.OUT + (1 << 21))
    kernel.give(bytes.subarray(offsetOf(from), offsetOf(to)))
    let end: number = BASES.OUT
    for (let index = from; index < to; index += 1) {
      apply(state, bytes, out, offsetOf(index))
      end = kernel.exports.apply(BASES.ENTRIES + offsetOf(index) - offsetOf(from), end)
    }
    const ours = Buffer.from(kernel.memory.buffer, BASES.OUT, end - BASES.OUT)
    if (Buffer.compare(Buffer.from(out.view.buffer, 0, out.length), ours) !== 0) throw new Error(`records differ after command ${from}`)
  }
  process.stdout.write(`${offsets.length} commands: records equal, ${state.tradeCount} trades\n`)
}

function cost(work: () => void): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return ((user + system) * 1000) / offsets.length
}

function engineCost(): number {
  const [state, out] = [decodeSnapshot(start), new EventBuffer(1 << 18)]
  return cost(() => {
    for (let index = 0; index < offsets.length; index += 1) {
      if (out.byteLength > KEPT_BYTES) out.reset()
      apply(state, bytes, out, offsetOf(index))
    }
  })
}

/** One call a command; copying the entries into the kernel's memory is part of the time. */
function kernelCost(): number {
  const kernel = new Kernel(decodeSnapshot(start))
  const { ENTRIES, OUT } = BASES
  return cost(() => {
    let out: number = OUT
    for (let from = 0; from < offsets.length; from += CHUNK) {
      const to = Math.min(from + CHUNK, offsets.length)
      const first = offsetOf(from)
      kernel.give(bytes.subarray(first, offsetOf(to)))
      for (let index = from; index < to; index += 1) {
        if (out > OUT + KEPT_BYTES) out = OUT
        out = kernel.exports.apply(ENTRIES + offsetOf(index) - first, out)
      }
    }
  })
}

compare()
const rounds = Array.from({ length: ROUNDS + 1 }, () => [engineCost(), kernelCost()] as const).slice(1)
const middle = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
const [engine, kernel] = [middle(rounds.map(([one]) => one)), middle(rounds.map(([, other]) => other))]
process.stdout.write(`engine ${engine.toFixed(0)} ns a command, kernel ${kernel.toFixed(0)}: ${(engine / kernel).toFixed(2)} x\n`)
