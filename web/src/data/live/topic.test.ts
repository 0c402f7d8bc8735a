import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearSession, startSession } from '../session.ts'
import { topicOn } from './topic.ts'

interface Told {
  readonly type: 'snapshot' | 'event'
  readonly rows: readonly string[]
}

const user = (userId: string) => ({ userId, avatarUrl: null, registerAccount: '', nickname: '' })

beforeEach(() => {
  const kept = new Map<string, string>()
  const localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  }
  vi.useFakeTimers()
  vi.stubGlobal('window', Object.assign(new EventTarget(), { localStorage }))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

// Who listens to the session here listens for nobody else: files share their modules.
afterAll(() => vi.resetModules())

test('AUTH-015 [part] what one customer was told is gone when the session ends, also where nobody reads it then, and is not told to the next', () => {
  let rows: readonly string[] = []
  let known = false
  let tell: (told: Told) => void = () => undefined
  const topic = topicOn<{ readonly known: boolean; readonly rows: readonly string[] }, Told>(
    (listener) => {
      tell = (told) => void listener.push(told)
      return () => undefined
    },
    {
      push(told) {
        rows = told.rows
        known = true
        return true
      },
      reset: () => undefined,
      disown() {
        rows = []
        known = false
      },
      view: () => ({ known, rows }),
    },
  )
  startSession('ann’s', user('1'))
  const stop = topic.subscribe(() => undefined)
  tell({ type: 'snapshot', rows: ['ann’s order'] })
  expect(topic.store.get()).toEqual({ known: true, rows: ['ann’s order'] })
  stop()
  vi.runAllTimers()
  expect(topic.store.get().rows).toEqual(['ann’s order'])
  clearSession()
  expect(topic.store.get()).toEqual({ known: false, rows: [] })
  startSession('bob’s', user('2'))
  topic.subscribe(() => undefined)
  expect(topic.store.get()).toEqual({ known: false, rows: [] })
  tell({ type: 'snapshot', rows: ['bob’s order'] })
  // The same session told of again changes nothing.
  startSession('bob’s', user('2'))
  expect(topic.store.get().rows).toEqual(['bob’s order'])
})
