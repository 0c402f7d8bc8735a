import { describe, expect, it } from 'vitest'
import { SharedReads } from './shared-reads.ts'

function asking(position: () => number) {
  const asked: string[] = []
  const shared = new SharedReads<string>(position)
  const read = (question: string): Promise<string> =>
    shared.read(question, async () => {
      asked.push(question)
      return `${question} at ${position()}`
    })
  return { asked, shared, read }
}

describe('shared reads', () => {
  it('asks once for all who want the same, together and later, while nothing moves', async () => {
    const { asked, read } = asking(() => 7)
    expect(await Promise.all([read('a'), read('a'), read('b')])).toEqual(['a at 7', 'a at 7', 'b at 7'])
    expect(await read('a')).toBe('a at 7')
    expect(asked).toEqual(['a', 'b'])
  })

  it('asks again as soon as something new is visible, also while an old question is under way', async () => {
    let position = 1
    const { asked, read } = asking(() => position)
    const old = read('a')
    position = 2
    expect(await read('a')).toBe('a at 2')
    expect(await old).toBe('a at 1')
    expect(asked).toEqual(['a', 'a'])
  })

  it('keeps no failure', async () => {
    const shared = new SharedReads<string>(() => 1)
    const failing = () => Promise.reject(new Error('no database'))
    await expect(shared.read('a', failing)).rejects.toThrow('no database')
    expect(await shared.read('a', async () => 'answer')).toBe('answer')
  })

  it('forgets the oldest of many questions, and no other', async () => {
    const { asked, read } = asking(() => 1)
    const times = (question: string) => asked.filter((each) => each === question).length
    await read('first')
    for (let other = 0; other < 256; other += 1) await read(`other ${other}`)
    await read('other 255')
    await read('other 1')
    expect([times('other 255'), times('other 1')]).toEqual([1, 1])
    await read('first')
    expect(times('first')).toBe(2)
  })

  it('asks again after a second, so that nobody is told old news while history cannot be reached', async () => {
    let now = 0
    const shared = new SharedReads<string>(
      () => 1,
      () => now,
    )
    await shared.read('a', async () => 'answer')
    now = 999
    expect(await shared.read('a', () => Promise.reject(new Error('unreachable')))).toBe('answer')
    now = 1000
    await expect(shared.read('a', () => Promise.reject(new Error('unreachable')))).rejects.toThrow('unreachable')
  })
})
