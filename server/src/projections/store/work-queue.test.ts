import { expect, it } from 'vitest'
import { WorkQueue } from './work-queue.ts'

it('runs one item at a time, with the waiting reads between two writes', async () => {
  const queue = new WorkQueue()
  const log: string[] = []
  let running = 0
  const item = (name: string) => async (): Promise<string> => {
    running += 1
    expect(running).toBe(1)
    await new Promise(setImmediate)
    running -= 1
    log.push(name)
    return name
  }
  const first = queue.write(item('write 1'))
  const others = [queue.write(item('write 2')), queue.read(item('read 1')), queue.read(item('read 2')), queue.write(item('write 3'))]
  void first.then(() => others.push(queue.read(item('read 3'))))
  expect(await first).toBe('write 1')
  await Promise.all(others)
  expect(log).toEqual(['write 1', 'read 1', 'read 2', 'read 3', 'write 2', 'write 3'])
})

it('an item that fails tells its owner and holds up nobody', async () => {
  const queue = new WorkQueue()
  const failed = queue.read(() => Promise.reject(new Error('no such table')))
  const after = queue.read(async () => 7)
  await expect(failed).rejects.toThrow('no such table')
  expect(await after).toBe(7)
})
