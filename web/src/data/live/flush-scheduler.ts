/**
 * One coalescer for everything that moves: stores mark themselves dirty as often as they like, and each is published at most ten times a
 * second, inside an animation frame. A frame publishes a part of those that are due, so that a key never waits behind all of them. Late
 * frames halve the rate; a hidden page publishes nothing until it is seen again; and a publication lets an input's own picture pass,
 * though not for long.
 */
import { ANSWER_MS, lastInput } from './last-input.ts'

/** Milliseconds between two publications while frames are on time. */
export const FLUSH_MS = 100
/** The same while the page is struggling, or while keys come without a pause. */
export const SLOW_FLUSH_MS = 200
/** A frame interval above this, at the 95th percentile of the last ten, counts as late. */
const LATE_FRAME_MS = 25
const FRAMES_KEPT = 10
/** Frames over which stores that are due at once are spread: the six of a tenth of a second. */
const FRAMES_SPREAD = 6

export interface FrameHost {
  requestFrame(callback: (time: number) => void): void
  isHidden(): boolean
  onVisible(listener: () => void): void
  /** When the newest key or pointer went down, on the clock of the frames. */
  lastInput(): number
}

/** The browser's own frames. */
export const browserFrames: FrameHost = {
  requestFrame: (callback) => void window.requestAnimationFrame(callback),
  isHidden: () => document.hidden,
  onVisible: (listener) =>
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden) listener()
    }),
  lastInput,
}

export interface FlushScheduler {
  /** Asks for `publish` to be called in the next allowed frame; asking again before then changes nothing. */
  request(publish: () => void): void
  /** Milliseconds between two publications of one store at present. */
  interval(): number
}

function percentile95(intervals: readonly number[]): number {
  const sorted = [...intervals].sort((one, other) => one - other)
  return sorted[Math.max(0, Math.ceil(sorted.length * 0.95) - 1)] ?? 0
}

export function createFlushScheduler(host: FrameHost): FlushScheduler {
  const waiting = new Set<() => void>()
  let intervals: number[] = []
  let lastFrame: number | undefined
  const publishedAt = new WeakMap<() => void, number>()
  let running = false

  const interval = (): number => (intervals.length === FRAMES_KEPT && percentile95(intervals) > LATE_FRAME_MS ? SLOW_FLUSH_MS : FLUSH_MS)

  function frame(time: number): void {
    if (host.isHidden()) {
      running = false
      lastFrame = undefined
      return
    }
    if (lastFrame !== undefined) intervals = [...intervals, time - lastFrame].slice(-FRAMES_KEPT)
    lastFrame = time
    const answers = time - host.lastInput() < ANSWER_MS
    // A frame that comes a hair early must not push the publication a whole frame later.
    const apart = (answers ? SLOW_FLUSH_MS : interval()) - 4
    const due = [...waiting].filter((publish) => time - (publishedAt.get(publish) ?? Number.NEGATIVE_INFINITY) >= apart)
    // Those that asked first: one published now asks behind the others next time.
    for (const publish of due.slice(0, Math.ceil(due.length / FRAMES_SPREAD))) {
      waiting.delete(publish)
      publishedAt.set(publish, time)
      publish()
    }
    running = waiting.size > 0
    if (running) host.requestFrame(frame)
    else lastFrame = undefined
  }

  function start(): void {
    if (running || waiting.size === 0 || host.isHidden()) return
    running = true
    host.requestFrame(frame)
  }

  host.onVisible(start)
  return {
    request(publish) {
      waiting.add(publish)
      start()
    },
    interval,
  }
}

let shared: FlushScheduler | undefined

/** The scheduler of this page. */
export function pageScheduler(): FlushScheduler {
  shared ??= createFlushScheduler(browserFrames)
  return shared
}
