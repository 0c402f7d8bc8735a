/** A value on its way: loading, there, stale (there, but the last refresh failed) or failed. Each has its own drawing. */
import { serverTimeOf } from './clock.ts'

export type Loadable<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly value: T }
  | { readonly state: 'stale'; readonly value: T; readonly error: unknown; readonly since: number }
  | { readonly state: 'failed'; readonly error: unknown }

interface QueryLike<T> {
  readonly data: T | undefined
  readonly error: unknown
  readonly isError: boolean
  readonly dataUpdatedAt: number
}

/** The state of a TanStack query as a Loadable. A value once loaded stays visible; `since` is when it was good (server time, ms). */
export function loadableOf<T>(query: QueryLike<T>): Loadable<T> {
  if (query.data !== undefined) {
    return query.isError
      ? { state: 'stale', value: query.data, error: query.error, since: serverTimeOf(query.dataUpdatedAt) }
      : { state: 'ready', value: query.data }
  }
  return query.isError ? { state: 'failed', error: query.error } : { state: 'loading' }
}

/** The value where there is one, else undefined. */
export function loadedValue<T>(loadable: Loadable<T>): T | undefined {
  return loadable.state === 'ready' || loadable.state === 'stale' ? loadable.value : undefined
}
