/** Lets something through at most once in a while; the newest value always arrives in the end. */

export interface Throttle<Value> {
  push(value: Value): void
  stop(): void
}

/** @param ms shortest time between two deliveries */
export function throttle<Value>(ms: number, deliver: (value: Value) => void): Throttle<Value> {
  let last = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined
  let waiting: { value: Value } | undefined
  const fire = (): void => {
    timer = undefined
    if (waiting === undefined) return
    const { value } = waiting
    waiting = undefined
    last = performance.now()
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
