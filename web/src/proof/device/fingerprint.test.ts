/** The fingerprint from sources that answer, wait, start first, throw or never end. */
import { describe, expect, test } from 'vitest'
import { fingerprintOf, readComponents, type Sources } from './fingerprint.ts'

const never = () => new Promise(() => undefined)
const ANSWERS: Sources = {
  audio: () => async () => 124.04,
  fonts: async () => ['Arial', 'Noto Sans'],
  plugins: () => [{ name: 'PDF Viewer', description: '', mimeTypes: [] }],
  touchSupport: () => ({ maxTouchPoints: 5, touchEvent: true, touchStart: true }),
  sessionStorage: () => true,
  localStorage: () => false,
  indexedDB: () => undefined,
  domBlockers: async () => ['adGuardBase'],
}

describe('the fingerprint', () => {
  test('PERP-047 [part] says what its sources say, in the words of the report', async () => {
    const found = fingerprintOf(await readComponents(ANSWERS, 1000))
    expect(found).toEqual({
      visitorId: expect.stringMatching(/^[0-9a-f]{32}$/),
      fonts: ['Arial', 'Noto Sans'],
      plugins: ['PDF Viewer'],
      touch: true,
      sessionStorage: true,
      localStorage: false,
      indexedDb: undefined,
      adblock: true,
    })
    expect(fingerprintOf(await readComponents(ANSWERS, 1000)).visitorId).toBe(found.visitorId)
    expect(fingerprintOf(await readComponents({ ...ANSWERS, audio: () => 1 }, 1000)).visitorId).not.toBe(found.visitorId)
  })

  test('PERP-048 [part] goes without sound that is late in starting or in answering, and without what is blocked', async () => {
    const late = await readComponents({ ...ANSWERS, audio: never }, 20)
    expect(late.audio).toEqual({ error: expect.any(Error), duration: 0 })
    expect(await readComponents({ ...ANSWERS, audio: () => never }, 20)).toEqual(late)
    const blocked = await readComponents(
      Object.fromEntries(
        Object.keys(ANSWERS).map((name) => [
          name,
          () => {
            throw new Error('blocked')
          },
        ]),
      ),
    )
    const { visitorId, ...rest } = fingerprintOf(blocked)
    expect(visitorId).toMatch(/^[0-9a-f]{32}$/)
    expect(Object.values(rest).every((value) => value === undefined)).toBe(true)
  })

  test('PERP-048 [part] leaves out answers of another shape', () => {
    const odd = Object.fromEntries(Object.keys(ANSWERS).map((name) => [name, { value: 7, duration: 0 }]))
    const { visitorId: _, ...rest } = fingerprintOf(odd)
    expect(Object.values(rest).every((value) => value === undefined)).toBe(true)
  })
})
