/**
 * Sends requests when they are due: exponential gaps around the planned rate, as from many people who know nothing of each other. A
 * thread of its own, because it sleeps for less than a millisecond and writes to the sockets' descriptors at once; handing each request
 * to the thread that reads the answers would cost as much as the server's work and count as its latency.
 */
import { writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import { createPrng } from '../prng.ts'

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
  /** Head without its last line, and body in which `{n}` becomes the request's number, of each lane. */
  readonly heads: readonly string[]
  readonly bodies: readonly string[]
}

const SEED = 20_261_121
const RESOLUTION = 1 << 30

/** A whole request. */
export function requestOf(head: string, body: string, number: number): string {
  const filled = body.replace('{n}', String(number))
  return `${head}content-length: ${Buffer.byteLength(filled)}\r\n\r\n${filled}`
}

/** ms since 1970, the same in every thread, in parts of a microsecond. */
export const clockMs = (): number => performance.timeOrigin + performance.now()

function run({ rate, busy, sentAt, descriptors, heads, bodies, firstNumber }: MetronomeData): never {
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
    for (let looked = 0; looked < descriptors.length && owed > 0; looked += 1) {
      const lane = turn % descriptors.length
      turn += 1
      if (Atomics.load(busy, lane) === 1) continue
      Atomics.store(busy, lane, 1)
      sentAt[lane] = clockMs()
      writeSync(descriptors[lane] ?? -1, requestOf(heads[lane] ?? '', bodies[lane] ?? '', number))
      number += 1
      owed -= 1
    }
  }
}

if (workerData !== null) run(workerData as MetronomeData)
