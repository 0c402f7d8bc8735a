/**
 * A value outside React that changes faster than anybody can read. Writers change it at once; readers hear of it when the page's
 * scheduler publishes, and always see one consistent, frozen view.
 */
import { useCalm } from './calm.ts'
import { type FlushScheduler, pageScheduler } from './flush-scheduler.ts'

export interface LiveStore<View> {
  /** The view last published. */
  get(): View
  /** Calls `listener` after each publication; returns the way to stop. */
  subscribe(listener: () => void): () => void
  /** The source changed: publish a new view in the next allowed frame. */
  touch(): void
  /** Publishes a new view now. For changes that must not wait: a reset, a lost connection. */
  publish(): void
}

/**
 * @param build makes the view from the source; called once for each publication, never for each message
 * @param scheduler the page's unless told; tests pass their own
 */
export function createLiveStore<View>(build: () => View, scheduler?: FlushScheduler): LiveStore<View> {
  const listeners = new Set<() => void>()
  let view = build()
  const publish = (): void => {
    view = build()
    for (const listener of listeners) listener()
  }
  return {
    get: () => view,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    touch: () => (scheduler ?? pageScheduler()).request(publish),
    publish,
  }
}

/** The published view; the component draws again after each publication. */
export function useLive<View>(store: LiveStore<View>): View {
  return useCalm(store, { subscribe: store.subscribe, read: store.get })
}
