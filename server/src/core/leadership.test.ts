import { expect, it } from 'vitest'
import { ALWAYS_LEADING, Leader } from './leadership.ts'

/** A duty that notes what it is told; its end takes until it is let go. */
function noted(notes: string[], name: string) {
  let letGo: () => void = () => undefined
  const ended = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const duty = {
    begin: () => void notes.push(`${name} begins`),
    async end() {
      notes.push(`${name} ends`)
      await ended
      notes.push(`${name} ended`)
    },
  }
  return { duty, letGo: () => letGo() }
}

it('duties begin in the order in which they joined, and have ended before leading has', async () => {
  const notes: string[] = []
  const leader = new Leader()
  const [one, two] = [noted(notes, 'one'), noted(notes, 'two')]
  leader.join(one.duty)
  await leader.begin()
  leader.join(two.duty)
  expect(leader.isLeading).toBe(true)
  const ended = leader.end().then(() => notes.push('over'))
  expect(leader.isLeading).toBe(false)
  const again = leader.begin().then(() => notes.push('leading'))
  one.letGo()
  two.letGo()
  await Promise.all([ended, again])
  const begun = ['one begins', 'two begins']
  expect(notes.slice(0, 4)).toEqual([...begun, 'two ends', 'one ends'])
  expect(notes.slice(4, 6).sort()).toEqual(['one ended', 'two ended'])
  expect(notes.filter((note) => !note.endsWith('ended')).slice(4)).toEqual(['over', ...begun, 'leading'])
  expect(leader.isLeading).toBe(true)
})

it('what is asked last holds, and nothing begins or ends twice', async () => {
  const notes: string[] = []
  const leader = new Leader()
  const { duty, letGo } = noted(notes, 'one')
  letGo()
  leader.join(duty)
  await Promise.all([leader.begin(), leader.end()])
  expect([leader.isLeading, notes]).toEqual([false, []])
  await Promise.all([leader.begin(), leader.begin()])
  await Promise.all([leader.end(), leader.end()])
  expect(notes).toEqual(['one begins', 'one ends', 'one ended'])
})

it('a duty that is given up ends and does not begin again; one that fails to end keeps no other from it', async () => {
  const notes: string[] = []
  const leader = new Leader()
  await leader.begin()
  const { duty, letGo } = noted(notes, 'one')
  letGo()
  const leave = leader.join(duty)
  leader.join({ begin: () => undefined, end: () => Promise.reject(new Error('stuck')) })
  await leave()
  await leave()
  leader.join(noted(notes, 'two').duty)
  const last = noted(notes, 'three')
  last.letGo()
  leader.join(last.duty)
  expect(notes).toEqual(['one begins', 'one ends', 'one ended', 'two begins', 'three begins'])
  const ending = leader.end()
  expect(notes.slice(5, 7)).toEqual(['three ends', 'two ends'])
  expect(await Promise.race([ending.catch(() => 'failed'), new Promise((resolve) => setImmediate(() => resolve('waits for two')))])).toBe(
    'waits for two',
  )
})

it('where nobody else can lead a duty begins at once and ends when it is given up', async () => {
  const notes: string[] = []
  const { duty, letGo } = noted(notes, 'one')
  letGo()
  await ALWAYS_LEADING.join(duty)()
  expect(notes).toEqual(['one begins', 'one ends', 'one ended'])
})
