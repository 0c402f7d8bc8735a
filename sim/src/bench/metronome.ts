/** Says when the next request is due: exponential gaps around the planned rate, from a thread that can sleep for less than a millisecond. */
import { parentPort, workerData } from 'node:worker_threads'
import { createPrng } from '../prng.ts'

const SEED = 20_261_121
const RESOLUTION = 1 << 30

const { due, rate } = workerData as { readonly due: Int32Array; readonly rate: number }
const random = createPrng(SEED)
const never = new Int32Array(new SharedArrayBuffer(4))

for (let next = performance.now(); ; ) {
  next += (-Math.log((random.below(RESOLUTION) + 1) / RESOLUTION) * 1000) / rate
  const rest = next - performance.now()
  if (rest > 0) Atomics.wait(never, 0, 0, rest)
  Atomics.add(due, 0, 1)
  parentPort?.postMessage(undefined)
}
