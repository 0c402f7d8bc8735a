/** The process that decodes pictures serves everybody: no customer can keep it to himself, and no picture can do harm outside it. */
import { afterEach, expect, it } from 'vitest'
import { jpegOf, pngOf } from '../testing/images.ts'
import { ImageStudio, StudioBusy, type StudioTimes } from './image-studio.ts'

const PATIENT = { taskMs: 120_000, turnMs: 120_000 }
let studio: ImageStudio
afterEach(() => studio.close())

const open = (times: StudioTimes = PATIENT): void => {
  studio = new ImageStudio(times)
}
const encode = (owner: string, picture = pngOf(40, 30)) => studio.encode(picture, 'avatar', owner)
const isBusy = (told: PromiseSettledResult<unknown> | undefined): boolean =>
  told?.status === 'rejected' && told.reason instanceof StudioBusy

it('USER-004 SEC-011 [part] a customer has three pictures at work at most, and leaves room for others', async () => {
  open()
  const told = await Promise.allSettled(Array.from({ length: 9 }, () => encode('agio 1')).concat(encode('nova 1'), encode('agio 2')))
  expect(told.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  expect(told.slice(3, 9).every(isBusy)).toBe(true)
  expect(await encode('agio 1')).toMatchObject({ width: 30 })
  const broken = pngOf(64, 48).fill(0xaa, 45, 50)
  const [refused, next] = await Promise.allSettled([encode('agio 1', broken), encode('agio 1')])
  expect(refused).toMatchObject({ status: 'rejected', reason: { refusal: 'damaged' } })
  expect(next.status).toBe('fulfilled')
})

it('SEC-011 [part] whoever has cost least goes first, and a queue of four customers has room for a fifth', async () => {
  open()
  const order: string[] = []
  const note = async (owner: string): Promise<void> => {
    await encode(owner)
    order.push(owner)
  }
  const crowd = ['a', 'a', 'a', 'b', 'b', 'b', 'c', 'c', 'c', 'd', 'd', 'd', 'e'].map(note)
  // In hand: one of a. Waiting: twelve, so that the next one to come takes the place of somebody's third.
  const late = note('late')
  const told = await Promise.allSettled([...crowd, late])
  expect(told.filter(isBusy)).toHaveLength(1)
  expect(told.at(-1)?.status).toBe('fulfilled')
  expect(order.slice(0, 6)).toEqual(['a', 'b', 'c', 'd', 'e', 'late'])
})

it('SEC-011 [part] who waits too long for a turn is told so while the picture before is still at work', async () => {
  open({ ...PATIENT, turnMs: 1 })
  const [first, second] = await Promise.allSettled([encode('a'), encode('b')])
  expect([first.status, isBusy(second)]).toEqual(['fulfilled', true])
})

it('SEC-011 [part] a picture that takes too long, and one that its process dies of, are refused by name; the next one is taken', async () => {
  open({ ...PATIENT, taskMs: 1 })
  await expect(encode('a', jpegOf(7000, 7000))).rejects.toMatchObject({ refusal: 'slow' })
  open()
  const doomed = encode('a')
  process.kill(studio.processId ?? 0, 'SIGKILL')
  await expect(doomed).rejects.toMatchObject({ refusal: 'large' })
  expect(await encode('a')).toMatchObject({ width: 30 })
})
