/** Pictures of many million pixels: what they cost the server and the process that decodes them. */
import { readFileSync } from 'node:fs'
import { afterEach, expect, it } from 'vitest'
import { jpegOf, pngOf } from '../testing/images.ts'
import { ImageStudio } from './image-studio.ts'

const PATIENT = { taskMs: 120_000, turnMs: 120_000 }
let studio: ImageStudio
afterEach(() => studio.close())

const open = (): void => {
  studio = new ImageStudio(PATIENT)
}

/** MB that the process of pictures has ever had; undefined where the system does not tell. */
function mostOfProcess(): number | undefined {
  if (process.platform !== 'linux') return undefined
  const status = readFileSync(`/proc/${studio.processId}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1000
}

it('SEC-011 [part] 24 million pixels in a small file cost the server nothing, 50 million of a telephone its decoder little', async () => {
  open()
  await studio.encode(pngOf(40, 30), 'avatar', 'a')
  const before = process.memoryUsage.rss()
  const small = pngOf(6000, 4000)
  expect(small.length).toBeLessThan(100_000)
  expect(await studio.encode(small, 'kyc', 'a')).toMatchObject({ width: 2400, height: 1600, mime: 'image/jpeg' })
  expect((process.memoryUsage.rss() - before) / 1e6).toBeLessThan(90)
  await studio.close()
  open()
  expect(await studio.encode(jpegOf(8192, 6144), 'kyc', 'a')).toMatchObject({ width: 2400, height: 1800 })
  // Decoded whole they would be 200 MB.
  expect(mostOfProcess() ?? 0).toBeLessThan(280)
})

it('USER-004 [part] a sheet of A4 at 600 dots an inch is taken, and a JPEG of colour with black', async () => {
  open()
  expect(await studio.encode(pngOf(4960, 7016), 'kyc', 'a')).toMatchObject({ width: 1697, height: 2400 })
  expect(await studio.encode(jpegOf(400, 300, 4), 'kyc', 'a')).toMatchObject({ width: 400, height: 300 })
  await expect(studio.encode(jpegOf(400, 300, 2), 'kyc', 'a')).rejects.toMatchObject({ refusal: 'colours' })
  await expect(studio.encode(jpegOf(9000, 9000), 'kyc', 'a')).rejects.toMatchObject({ refusal: 'large' })
})
