import { QueryObserver } from '@tanstack/react-query'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../data/query-client.ts'
import { clearSession, startSession } from '../data/session.ts'
import { startForcedLogout } from './forced-logout.ts'

const user = (userId: string) => ({ userId, avatarUrl: null, registerAccount: '', nickname: '' })

beforeEach(() => {
  const kept = new Map<string, string>()
  const localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  }
  vi.stubGlobal('window', Object.assign(new EventTarget(), { localStorage }))
})
afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

// Who listens to the session here listens for nobody else: files share their modules.
afterAll(() => vi.resetModules())

test('AUTH-015 [part] what is on screen of a customer is gone with his session, and what everybody may see stays', async () => {
  startSession('ann’s', user('1'))
  startForcedLogout({ navigate: () => undefined, revalidate: () => Promise.resolve() })
  const answers = { own: 'ann’s orders', prices: 'prices' }
  const never = new Promise<never>(() => undefined)
  let open = true
  const watch = (name: 'own' | 'prices', meta: Readonly<Record<string, unknown>>) => {
    const observer = new QueryObserver(queryClient, { queryKey: [name], meta, queryFn: () => (open ? answers[name] : never) })
    return { observer, stop: observer.subscribe(() => undefined) }
  }
  const [own, prices] = [watch('own', {}), watch('prices', { public: true })]
  const shown = () => [own.observer.getCurrentResult().data, prices.observer.getCurrentResult().data]
  await vi.waitFor(() => expect(shown()).toEqual(['ann’s orders', 'prices']))
  // The same session told of again takes nothing away.
  startSession('ann’s', user('1'))
  expect(shown()).toEqual(['ann’s orders', 'prices'])
  open = false
  startSession('bob’s', user('2'))
  expect(shown()).toEqual([undefined, 'prices'])
  clearSession()
  expect(shown()).toEqual([undefined, 'prices'])
  own.stop()
  prices.stop()
})
