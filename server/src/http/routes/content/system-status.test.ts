/** What the state of the service tells when something that it needs is away. */
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { type HttpWorld, httpWorld } from '../../../testing/http-world.ts'

let world: HttpWorld
beforeAll(async () => {
  world = await httpWorld()
})
afterAll(() => world.close())
afterEach(() => {
  vi.restoreAllMocks()
  world.history.catchUp()
})

const told = async () => {
  const { status, components } = (await world.get('/api/home-web/v1/open/system/status')).data
  return [
    status,
    ...components.flatMap(({ name, status: each }: { name: string; status: string }) => (each === 'ok' ? [] : [`${name} ${each}`])),
  ]
}

it('the state of the service names what is away, and since when: database, nodes, signer, sources', async () => {
  expect(await told()).toEqual(['ok'])
  const { wallet, index } = world.agio
  world.history.lag()
  world.exchange.must({ kind: 'tick' })
  expect(await told()).toEqual(['degraded', 'history degraded'])
  world.history.catchUp()
  const network = { networkId: 1 as never, why: 'unreachable', height: 0, heardAt: 0, leftOut: [] } as const
  vi.spyOn(wallet.watch, 'health').mockReturnValue([{ ...network, state: 'trouble' }] as never)
  expect(await told()).toEqual(['degraded', 'deposits degraded'])
  vi.restoreAllMocks()
  vi.spyOn(wallet.payments, 'health').mockReturnValue([{ why: 'signerAway' }] as never)
  expect(await told()).toEqual(['degraded', 'withdrawals degraded'])
  vi.restoreAllMocks()
  const health = vi.fn(() => [{ name: 'one', faults: 3, silentBecause: 'unreachable' }])
  const kept = Object.getOwnPropertyDescriptor(index, 'health')
  Object.defineProperty(index, 'health', { configurable: true, get: health })
  const at = world.clock.at
  world.clock.at += 60_000
  expect(await told()).toEqual(['degraded', 'prices degraded'])
  const { components } = (await world.get('/api/home-web/v1/open/system/status')).data
  expect(components.find(({ name }: { name: string }) => name === 'prices')?.since).toBeGreaterThan(at)
  if (kept !== undefined) Object.defineProperty(index, 'health', kept)
})
