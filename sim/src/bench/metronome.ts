/**
 * Sends requests when they are due: exponential gaps around the planned rate, as from many people who know nothing of each other. A
 * thread of its own, because it sleeps for less than a millisecond and writes to the sockets' descriptors at once; handing each request
 * to the thread that reads the answers would cost as much as the server's work and count as its latency.
 */
import { writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import { createPrng } from '../prng.ts'
import { RequestForm, type RequestParts } from './request-form.ts'

/** The lanes as both threads see them. */
export interface SharedLanes {
  /** 1 while a request of the lane is under way. */
  readonly busy: Int32Array<SharedArrayBuffer>
  /** When it was sent, ms since 1970. */
  readonly sentAt: Float64Array<SharedArrayBuffer>
}

export interface MetronomeData extends SharedLanes {
  /** Requests a second over all lanes. */
  readonly rate: number
  /** Number of the first request. */
  readonly firstNumber: number
  readonly descriptors: readonly number[]
  /** What each lane sends. */
  readonly forms: readonly RequestParts[]
}

const SEED = 20_261_121
const RESOLUTION = 1 << 30

/** ms since 1970, the same in every thread, in parts of a microsecond. */
export const clockMs = (): number => performance.timeOrigin + performance.now()

function run({ rate, busy, sentAt, descriptors, forms, firstNumber }: MetronomeData): never {
  const lanes = forms.map(({ head, body }, index) => ({ form: new RequestForm(head, body), descriptor: descriptors[index] ?? -1 }))
  const random = createPrng(SEED)
  const never = new Int32Array(new SharedArrayBuffer(4))
  let number = firstNumber
  let owed = 0
  let turn = 0
  for (let next = performance.now(); ; ) {
    next += (-Math.log((random.below(RESOLUTION) + 1) / RESOLUTION) * 1000) / rate
    const rest = next - performance.now()
    if (rest > 0) Atomics.wait(never, 0, 0, rest)
    owed += 1
    // All lanes in turn: were the first always taken, one side of the book would fill up.
    for (let looked = 0; looked < lanes.length && owed > 0; looked += 1) {
      const index = turn % lanes.length
      const lane = lanes[index]
      turn += 1
      if (lane === undefined || Atomics.load(busy, index) === 1) continue
      Atomics.store(busy, index, 1)
      sentAt[index] = clockMs()
      writeSync(lane.descriptor, lane.form.request(number))
      number += 1
      owed -= 1
    }
  }
}

if (workerData !== null) run(workerData as MetronomeData)
