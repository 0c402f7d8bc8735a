/** By what connections are counted, without any: a machine has no two networks of IPv6 to connect from. */
import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { expect, it } from 'vitest'
import { readProxies } from '../../net/client-address.ts'
import { ConnectionBounds } from './connection-bounds.ts'

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }

class Incoming extends EventEmitter {
  readonly remoteAddress: string
  heard = ''
  constructor(remoteAddress: string) {
    super()
    this.remoteAddress = remoteAddress
  }
  end(text: string): void {
    this.heard = text
  }
  destroySoon(): void {
    this.emit('close')
  }
}

it('SEC-008 [part] a /64 network of IPv6 is one address, its neighbour another, and a proxy of ours none', () => {
  const sizes = { perAddress: 2, total: 100 }
  const bounds = new ConnectionBounds({ sizes, proxies: readProxies('2001:db8:9::1'), log: quiet })
  const comes = (ip: string): Incoming & { isIn: boolean } => {
    const socket = new Incoming(ip)
    return Object.assign(socket, { isIn: bounds.admit(socket as unknown as Socket) })
  }
  const [first, second, third] = ['2001:db8:1:2::1', '2001:db8:1:2:ffff::2', '2001:db8:1:2:aaaa:1:2:3'].map(comes)
  expect([first?.isIn, second?.isIn, third?.isIn]).toEqual([true, true, false])
  expect(third?.heard).toContain('429')
  expect(comes('2001:db8:1:3::1').isIn).toBe(true)
  expect(Array.from({ length: 5 }, () => comes('2001:db8:9::1').isIn)).toEqual([true, true, true, true, true])
  first?.emit('close')
  expect(comes('2001:db8:1:2::4').isIn).toBe(true)
  expect(bounds.open).toBe(8)
})
