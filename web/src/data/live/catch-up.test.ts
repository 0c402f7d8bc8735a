import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AWAY_MS, onCatchUp } from './catch-up.ts'
import type { ConnectionView } from './connection.ts'
import { ConnectionFacts } from './connection.ts'
import { setPresent } from './present.ts'
import type { SocketClient } from './socket-client.ts'

const page = Object.assign(new EventTarget(), { hidden: false })
const view = Object.assign(new EventTarget(), { requestAnimationFrame: () => 0 })

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', page)
  vi.stubGlobal('window', view)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function show(hidden: boolean, afterMs: number): void {
  vi.advanceTimersByTime(afterMs)
  page.hidden = hidden
  page.dispatchEvent(new Event('visibilitychange'))
}

it('SHELL-053 [part] a return is a connection that came back, a page seen again after a while, or one brought back by Back', () => {
  let returns = 0
  const stop = onCatchUp(() => {
    returns += 1
  })
  show(true, 0)
  show(false, AWAY_MS - 1)
  expect(returns).toBe(0)
  show(true, 0)
  // The page's clock has fractions: ten seconds later may be a hair less.
  show(false, AWAY_MS + 1)
  expect(returns).toBe(1)
  view.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  expect(returns).toBe(2)
  // The connection is made later than somebody waits for it; its beginning is no return.
  const facts = new ConnectionFacts()
  setPresent({ facts } as SocketClient)
  const enter = (state: ConnectionView['state']) => facts.enter(state)
  enter('live')
  expect(returns).toBe(2)
  enter('offline')
  enter('live')
  expect(returns).toBe(3)
  stop()
  enter('offline')
  enter('live')
  expect(returns).toBe(3)
})
