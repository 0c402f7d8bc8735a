/** Whoever opens connections and keeps them, against the real door: 127.0.0.0/8 has more addresses than one. */
import type { Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { attachSockets, type SocketServer } from '../../feeds/socket-server.ts'
import { readProxies } from '../../net/client-address.ts'
import { type HttpWorld, httpWorld } from '../../testing/http-world.ts'
import { allowsSocket } from '../hosts.ts'
import { type ConnectionBoundsOptions, totalThatFits } from './connection-bounds.ts'

const CALL = '/api/home-web/v1/open/system/time'
const ASK = `GET ${CALL} HTTP/1.1\r\nHost: localhost\r\n\r\n`
const UPGRADE = 'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13'
const upgrade = (more = '', host = 'localhost'): string => `GET /ws HTTP/1.1\r\nHost: ${host}\r\n${more}${UPGRADE}\r\n\r\n`

/** A side that never ends by itself, whatever it is told. */
class Stranger {
  readonly socket: Socket
  heard = ''
  isGone = false

  constructor(port: number, localAddress: string, says: string) {
    this.socket = connect({ port, host: '127.0.0.1', localAddress, allowHalfOpen: true }, () => void this.socket.write(says))
    this.socket.on('data', (part) => {
      this.heard += part.toString('latin1')
    })
    this.socket.on('end', () => {
      this.isGone = true
    })
    this.socket.on('error', () => {
      this.isGone = true
    })
  }
}

let world: HttpWorld | undefined
let sockets: SocketServer | undefined
let strangers: Stranger[] = []
afterEach(async () => {
  for (const { socket } of strangers) socket.destroy()
  strangers = []
  await sockets?.close()
  await world?.close()
})

async function openWorld(connections: Omit<ConnectionBoundsOptions, 'log'>) {
  const opened = await httpWorld({ profile: 'demo', connections, ...(connections.proxies && { proxies: connections.proxies }) })
  world = opened
  sockets = attachSockets(
    opened.app.server,
    (host) => opened.context.tenants.get(host)?.socketHost,
    { connectionsPerAddress: 10 },
    {
      ...(connections.proxies && { proxies: connections.proxies }),
      isAllowed: (request) => allowsSocket(opened.context, request),
    },
  )
  const listen = async (server: Server): Promise<number> => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return (server.address() as AddressInfo).port
  }
  const port = await listen(opened.app.server)
  const come = (count: number, says: string, from = '127.0.0.2', at = port): Stranger[] => {
    const made = Array.from({ length: count }, () => new Stranger(at, from, says))
    strangers.push(...made)
    return made
  }
  return { opened, come, futuresPort: await listen(opened.futures.server), open: () => opened.context.connections?.open ?? -1 }
}

async function until(what: () => unknown, within = 15_000): Promise<void> {
  for (const end = performance.now() + within; !what(); ) {
    if (performance.now() > end) throw new Error(`not within ${within} ms: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

const gone = (some: readonly Stranger[]): number => some.filter(({ isGone }) => isGone).length
const answered = (some: readonly Stranger[], status: number): number =>
  some.filter(({ heard }) => heard.startsWith(`HTTP/1.1 ${status} `)).length

it('SEC-008 [part] silent connections of one address beyond its bound are let go at once, the others when they asked nothing, and a neighbour is served', async () => {
  const { come, open, futuresPort, opened } = await openWorld({ sizes: { perAddress: 20, total: 100 }, firstRequestMs: 700 })
  const silent = [...come(30, ''), ...come(30, '', '127.0.0.2', futuresPort)]
  await until(() => gone(silent) >= 40)
  expect(open()).toBeLessThanOrEqual(20)
  expect(answered(silent, 429)).toBe(40)
  const [neighbour] = come(1, ASK, '127.0.0.3')
  await until(() => neighbour?.heard.startsWith('HTTP/1.1 200 '))
  await until(() => gone(silent) === 60)
  expect(open()).toBe(1)
  expect(opened.log.filter(({ text }) => text === 'connections refused')).toHaveLength(1)
})

it('SEC-008 [part] kept connections are bounded by address and together', async () => {
  const { come, open } = await openWorld({ sizes: { perAddress: 10, total: 25 } })
  for (const last of [2, 3, 4]) come(15, ASK, `127.0.0.${last}`)
  await until(() => answered(strangers, 200) + gone(strangers) >= 45)
  expect(answered(strangers, 200)).toBe(25)
  expect(open()).toBe(25)
  expect(answered(strangers, 429)).toBeGreaterThan(0)
  expect(answered(strangers, 503)).toBeGreaterThan(0)
})

it('SEC-008 [part] who was refused is not held, whether by the limit, the origin, the host, or as no HTTP', async () => {
  const { come, open } = await openWorld({ sizes: { perAddress: 1000, total: 1000 } })
  const refused = [
    ...come(10, upgrade('Origin: https://evil.example\r\n')),
    ...come(10, upgrade('', 'elsewhere')),
    ...come(10, ASK.replace('localhost', 'elsewhere')),
    ...come(10, 'GARBAGE\r\n\r\n'),
  ]
  await until(() => refused.every(({ heard }) => heard !== ''))
  expect([answered(refused, 403), answered(refused, 404), answered(refused, 400)]).toEqual([10, 20, 10])
  for (let count = 0; count < 1200; count += 1) await world?.get(CALL, { ip: '127.0.0.2' })
  const late = [...come(5, ASK), ...come(5, ASK.replace('GET', 'PUT'))]
  await until(() => answered(late, 429) === 10)
  await until(() => open() === 0, 10_000)
})

it('SEC-008 [part] of 1,500 upgrades against a limit of 10, ten are open and the rest gone', async () => {
  const { come, open } = await openWorld({ sizes: { perAddress: 128, total: 1000 } })
  for (let round = 0; round < 15; round += 1) {
    come(100, upgrade())
    await until(() => strangers.every(({ heard, isGone }) => heard !== '' || isGone))
    expect(open()).toBeLessThanOrEqual(128)
  }
  await until(() => open() === 10, 10_000)
  expect(sockets?.size).toBe(10)
  expect(answered(strangers, 429)).toBe(1480)
})

it('SEC-008 [part] a proxy of ours has no bound but the total; behind it upgrades count by the forwarded address', async () => {
  const { come, open } = await openWorld({ sizes: { perAddress: 5, total: 200 }, proxies: readProxies('127.0.0.2') })
  const kept = come(40, ASK)
  await until(() => answered(kept, 200) === 40)
  const one = come(30, upgrade('X-Forwarded-For: 203.0.113.1\r\n'))
  const other = come(3, upgrade('X-Forwarded-For: 203.0.113.2\r\n'))
  await until(() => [...one, ...other].every(({ heard }) => heard !== ''))
  await until(() => open() === 53)
  expect([answered(one, 101), answered(one, 429), answered(other, 101)]).toEqual([20, 10, 3])
})

it('leaves the descriptors of the files alone, however few there are', () => {
  expect([totalThatFits(10_000, 1_000_000), totalThatFits(10_000, 1024), totalThatFits(10_000, 300), totalThatFits(50, 1024)]).toEqual([
    10_000, 768, 150, 50,
  ])
})
