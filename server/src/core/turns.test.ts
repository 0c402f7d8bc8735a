import { expect, it } from 'vitest'
import { Turns, TurnsByKey } from './turns.ts'

/** A work that notes when it begins and ends, and ends when told. */
function noted(notes: string[], name: string, fault?: Error) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const work = async (): Promise<string> => {
    notes.push(`+${name}`)
    await promise
    notes.push(`-${name}`)
    if (fault !== undefined) throw fault
    return name
  }
  return { work, end: resolve }
}

it('runs one work after another in their order, gives each its own result, and goes on behind one that fails', async () => {
  const notes: string[] = []
  const turns = new Turns()
  const [a, b, c] = [noted(notes, 'a'), noted(notes, 'b', new Error('no')), noted(notes, 'c')]
  const results = Promise.allSettled([a, b, c].map(({ work }) => turns.run(work)))
  // Told to end in the other order, they do not.
  for (const { end } of [c, b, a]) end()
  await turns.rest()
  expect(notes).toEqual(['+a', '-a', '+b', '-b', '+c', '-c'])
  expect(await results).toMatchObject([{ value: 'a' }, { reason: { message: 'no' } }, { value: 'c' }])
})

it('of different keys does not wait for one another, of one key does, and forgets a key without work', async () => {
  const notes: string[] = []
  const turns = new TurnsByKey<number>()
  const [a, b, other] = [noted(notes, 'a', new Error('no')), noted(notes, 'b'), noted(notes, 'other')]
  const first = turns.run(1, a.work)
  const second = turns.run(1, b.work)
  const third = turns.run(2, other.work)
  for (const { end } of [b, other]) end()
  expect(await third).toBe('other')
  expect([notes, turns.size]).toEqual([['+a', '+other', '-other'], 1])
  a.end()
  await expect(first).rejects.toThrow('no')
  expect(await second).toBe('b')
  expect([notes.slice(-3), turns.size]).toEqual([['-a', '+b', '-b'], 0])
})
