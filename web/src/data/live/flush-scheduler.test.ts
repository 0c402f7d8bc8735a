import { describe, expect, it } from 'vitest'
import { createFlushScheduler, FLUSH_MS, SLOW_FLUSH_MS } from './flush-scheduler.ts'
import { createLiveStore } from './live-store.ts'

/** Frames on demand: `run` lets time pass in steps of one frame. */
function fakeFrames(frameMs: number) {
  let queue: ((time: number) => void)[] = []
  let time = 0
  let hidden = false
  let seen = (): void => undefined
  let input = Number.NEGATIVE_INFINITY
  return {
    host: {
      requestFrame: (callback: (at: number) => void) => void queue.push(callback),
      isHidden: () => hidden,
      onVisible: (listener: () => void) => {
        seen = listener
      },
      lastInput: () => input,
    },
    /** A key goes down now. */
    press() {
      input = time
    },
    run(frames: number, each: () => void = () => undefined) {
      for (let frame = 0; frame < frames; frame += 1) {
        each()
        time += frameMs
        const now = queue
        queue = []
        for (const callback of now) callback(time)
      }
    },
    hide(value: boolean) {
      hidden = value
      if (!value) seen()
    },
  }
}

describe('coalesced publication', () => {
  it('publishes at most ten times a second however often the source changes', () => {
    const frames = fakeFrames(1000 / 60)
    let source = 0
    const store = createLiveStore(() => source, createFlushScheduler(frames.host))
    let published = 0
    store.subscribe(() => {
      published += 1
    })
    frames.run(60, () => {
      for (let message = 0; message < 5; message += 1) {
        source += 1
        store.touch()
      }
    })
    expect(published).toBeGreaterThanOrEqual(9)
    expect(published).toBeLessThanOrEqual(11)
    expect(store.get()).toBeGreaterThan(250)
  })

  it('halves the rate when frames are late and stops while the page is hidden', () => {
    const frames = fakeFrames(40)
    const scheduler = createFlushScheduler(frames.host)
    const store = createLiveStore(() => 0, scheduler)
    let published = 0
    store.subscribe(() => {
      published += 1
    })
    expect(scheduler.interval()).toBe(FLUSH_MS)
    frames.run(25, () => store.touch())
    expect(scheduler.interval()).toBe(SLOW_FLUSH_MS)
    frames.hide(true)
    const before = published
    frames.run(25, () => store.touch())
    expect(published).toBe(before)
    frames.hide(false)
    frames.run(10)
    expect(published).toBe(before + 1)
  })

  it('spreads stores that change together over frames, none of them slower for it', () => {
    const frames = fakeFrames(1000 / 60)
    const scheduler = createFlushScheduler(frames.host)
    let frame = 0
    const framesOf = Array.from({ length: 6 }, () => [] as number[])
    const stores = framesOf.map((list) => {
      const store = createLiveStore(() => 0, scheduler)
      store.subscribe(() => list.push(frame))
      return store
    })
    frames.run(120, () => {
      frame += 1
      for (const store of stores) store.touch()
    })
    const perFrame = Map.groupBy(framesOf.flat(), (at) => at)
    expect(Math.max(...[...perFrame.values()].map((list) => list.length))).toBe(1)
    for (const list of framesOf) {
      expect(list[0]).toBeLessThanOrEqual(6)
      expect(list.length).toBeGreaterThanOrEqual(19)
      expect(list.length).toBeLessThanOrEqual(21)
    }
  })

  it('lets the picture of a key pass, and half the rate is the least while keys come without a pause', () => {
    const frames = fakeFrames(10)
    const store = createLiveStore(() => 0, createFlushScheduler(frames.host))
    let published = 0
    store.subscribe(() => {
      published += 1
    })
    frames.run(1, () => store.touch())
    expect(published).toBe(1)
    // Due 100 ms later; the key of 90 ms makes it wait until 140.
    frames.run(9, () => store.touch())
    frames.press()
    frames.run(4, () => store.touch())
    expect(published).toBe(1)
    frames.run(1, () => store.touch())
    expect(published).toBe(2)
    frames.run(100, () => {
      frames.press()
      store.touch()
    })
    expect(published).toBe(2 + 5)
  })
})
