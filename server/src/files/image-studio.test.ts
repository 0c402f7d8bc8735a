/** The one image thread serves everybody: no customer can keep it to himself. */
import { expect, it } from 'vitest'
import { pngOf } from '../testing/images.ts'
import { ImageStudio, StudioBusy } from './image-studio.ts'

it('USER-004 SEC-011 [part] a customer has three pictures at work at most, and leaves room for others', async () => {
  const studio = new ImageStudio()
  const encode = (owner: string, picture = pngOf(40, 30)) => studio.encode(new Uint8Array(picture), 'avatar', owner)
  const told = await Promise.allSettled(Array.from({ length: 9 }, () => encode('agio 1')).concat(encode('nova 1'), encode('agio 2')))
  expect(told.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  expect(told.slice(3, 9).every((one) => one.status === 'rejected' && one.reason instanceof StudioBusy)).toBe(true)
  expect(await encode('agio 1')).toMatchObject({ width: 30 })
  const broken = pngOf(64, 48).fill(0xaa, 45, 50)
  const [refused, next] = await Promise.allSettled([encode('agio 1', broken), encode('agio 1')])
  expect([refused.status, next.status]).toEqual(['rejected', 'fulfilled'])
  await studio.close()
})
