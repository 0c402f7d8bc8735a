import { afterEach, expect, it, vi } from 'vitest'
import { nextTask } from './next-task.ts'

afterEach(() => vi.unstubAllGlobals())

it('ends the task where browsers have no call for it', async () => {
  vi.stubGlobal('scheduler', undefined)
  let hasComeBetween = false
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => {
    hasComeBetween = true
    port1.close()
  }
  port2.postMessage(undefined)
  await nextTask()
  expect(hasComeBetween).toBe(true)
})

it('asks the browser where it has one', async () => {
  const answer = vi.fn(() => Promise.resolve())
  vi.stubGlobal('scheduler', { yield: answer })
  await nextTask()
  expect(answer).toHaveBeenCalledTimes(1)
})
