/**
 * One coalescer for everything that moves: stores mark themselves dirty as often as they like, and are published together, at most ten
 * times a second, inside an animation frame. Late frames halve the rate; a hidden page publishes nothing until it is seen again; and a
 * publication lets an input's own picture pass, though not for long.
 */
import { ANSWER_MS, lastInput } from './last-input.ts'

/** Milliseconds between two publications while frames are on time. */
export const FLUSH_MS = 100
/** The same while the page is struggling, or while keys come without a pause. */
export const SLOW_FLUSH_MS = 200
/** A frame interval above this, at the 95th percentile of the last ten, counts as late. */
const LATE_FRAME_MS = 25
const FRAMES_KEPT = 10

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
  /** Milliseconds between publications at present. */
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
  let lastFlush = Number.NEGATIVE_INFINITY
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
    if (time - lastFlush >= (answers ? SLOW_FLUSH_MS : interval()) - 4) {
      lastFlush = time
      const publications = [...waiting]
      waiting.clear()
      for (const publish of publications) publish()
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
