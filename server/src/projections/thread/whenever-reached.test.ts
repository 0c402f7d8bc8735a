/** Work that waits for history: what is late is asked again, what fails is tried again, and a stop ends it. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PositionTimeout } from './projection-position.ts'
import { readWhenWhole } from './whenever-reached.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('reads once, when history has the entry, and tells what was in the way but that it was late', async () => {
  const answers: (Error | undefined)[] = [new PositionTimeout(7, 3), new Error('rebuilding'), undefined, undefined]
  const asked: number[] = []
  const reached = (seq: number): Promise<void> => {
    asked.push(seq)
    const error = answers.shift()
    return error === undefined ? Promise.resolve() : Promise.reject(error)
  }
  const troubles: unknown[] = []
  let reads = 0
  const read = async (): Promise<void> => {
    reads += 1
    if (reads === 1) throw new Error('no answer')
  }
  const done = readWhenWhole(
    { models: { reached }, seq: 7, isStopped: () => false, onTrouble: (error) => troubles.push(String(error)) },
    read,
  )
  await vi.advanceTimersByTimeAsync(2000)
  expect(await done).toBe(true)
  expect([asked, reads, troubles]).toEqual([[7, 7, 7, 7], 2, ['Error: rebuilding', 'Error: no answer']])
})

it('is over with a stop, though history never answers', async () => {
  let isStopped = false
  let reads = 0
  const reached = () => Promise.reject(new Error('rebuilding'))
  const done = readWhenWhole({ models: { reached }, seq: 1, isStopped: () => isStopped }, async () => {
    reads += 1
  })
  await vi.advanceTimersByTimeAsync(1500)
  isStopped = true
  await vi.advanceTimersByTimeAsync(1000)
  expect([await done, reads]).toEqual([false, 0])
})
