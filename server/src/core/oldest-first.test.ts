/** A queue that forgets what it dropped. */
import { expect, it } from 'vitest'
import { OldestFirst } from './oldest-first.ts'

it('gives what was added in its order, however much was dropped between', () => {
  const queue = new OldestFirst<number>()
  const model: number[] = []
  expect([queue.size, queue.oldest]).toEqual([0, undefined])
  queue.dropOldest()
  for (let step = 0; step < 5000; step += 1) {
    const isAdding = (step * 7919) % 11 < (Math.floor(step / 500) % 2 === 0 ? 8 : 4)
    if (isAdding) {
      queue.add(step)
      model.push(step)
    } else {
      queue.dropOldest()
      model.shift()
    }
    expect([queue.size, queue.oldest]).toEqual([model.length, model[0]])
  }
  expect(model.length).toBeGreaterThan(100)
})
