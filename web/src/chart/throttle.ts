/** Lets something through at most once in a while; the newest value always arrives in the end. */
import { ANSWER_MS, lastInput } from '../data/live/last-input.ts'

export interface Throttle<Value> {
  push(value: Value): void
  stop(): void
}

/** How much longer a delivery may wait for the pictures of keys that come without a pause, ms. */
const HELD_MOST_MS = 100

/**
 * A delivery lets an input's own picture pass.
 * @param ms shortest time between two deliveries
 */
export function throttle<Value>(ms: number, deliver: (value: Value) => void): Throttle<Value> {
  let last = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined
  let waiting: { value: Value } | undefined
  const fire = (): void => {
    timer = undefined
    if (waiting === undefined) return
    const now = performance.now()
    const held = lastInput() + ANSWER_MS - now
    if (held > 0 && now - last < ms + HELD_MOST_MS) {
      timer = setTimeout(fire, held)
      return
    }
    const { value } = waiting
    waiting = undefined
    last = now
    deliver(value)
  }
  return {
    push(value) {
      waiting = { value }
      timer ??= setTimeout(fire, Math.max(0, last + ms - performance.now()))
    },
    stop() {
      clearTimeout(timer)
      waiting = undefined
    },
  }
}
