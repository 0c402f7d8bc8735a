import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

const SERVER = 1_800_000_000_000
const MINUTE = 60_000
let steady = 0
let device = 0

/** A page that opens now on a device whose clock is wrong by so much. */
async function opened(wrongBy: number) {
  device = SERVER + wrongBy
  vi.resetModules()
  return import('./clock.ts')
}

/** Time that passes; while the computer sleeps the steady clock stands still. */
const pass = (ms: number, asleep = false): void => {
  device += ms
  if (!asleep) steady += ms
}

describe('a device whose clock is wrong', () => {
  beforeEach(() => {
    steady = 50
    vi.spyOn(performance, 'now').mockImplementation(() => steady)
    vi.spyOn(Date, 'now').mockImplementation(() => device)
  })
  afterEach(() => {
    vi.restoreAllMocks()
    // Files after this one must not find a module that has counted on these clocks.
    vi.resetModules()
  })

  test.each([5, -12])('counts on the server’s time when it is %s minutes off', async (minutes) => {
    const { heardServer, pageTime, serverNow } = await opened(minutes * MINUTE)
    const sentAt = pageTime()
    pass(80)
    heardServer(SERVER + 40, sentAt)
    expect(serverNow()).toBe(SERVER + 80)
    pass(30_000)
    expect(serverNow()).toBe(SERVER + 30_080)
  })

  test('is set while the page is open: nothing jumps back, and the next answer puts a jump ahead right', async () => {
    const { heardServer, pageTime, serverNow } = await opened(0)
    heardServer(SERVER, pageTime())
    device -= 12 * MINUTE
    expect(serverNow()).toBe(SERVER)
    pass(1000)
    expect(serverNow()).toBe(SERVER + 1000)
    device += 12 * MINUTE
    heardServer(SERVER + 1000, pageTime())
    expect(serverNow()).toBe(SERVER + 1000)
  })

  test('counts the time that the computer slept', async () => {
    const { heardServer, pageTime, serverNow } = await opened(5 * MINUTE)
    heardServer(SERVER, pageTime())
    const before = pageTime()
    pass(MINUTE, true)
    expect(pageTime() - before).toBe(MINUTE)
    expect(serverNow()).toBe(SERVER + MINUTE)
  })

  test('believes quick answers before slow ones, follows a leap of the server, and takes no nonsense', async () => {
    const { heardServer, pageTime, serverNow } = await opened(0)
    heardServer(SERVER, pageTime())
    const sentAt = pageTime()
    pass(2000)
    heardServer(SERVER, sentAt)
    expect(serverNow()).toBe(SERVER + 2000)
    for (const nonsense of [Number.NaN, 0, -1]) heardServer(nonsense, pageTime())
    expect(serverNow()).toBe(SERVER + 2000)
    const askedAt = pageTime()
    pass(2000)
    heardServer(SERVER + 24 * 60 * MINUTE, askedAt)
    expect(serverNow()).toBe(SERVER + 24 * 60 * MINUTE + 1000)
  })

  test('tells when a library stamped something', async () => {
    const { heardServer, pageTime, serverTimeOf } = await opened(5 * MINUTE)
    heardServer(SERVER, pageTime())
    const stamped = Date.now()
    pass(3000)
    expect(serverTimeOf(stamped)).toBe(SERVER)
  })
})
