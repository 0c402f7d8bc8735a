/** Whose request it is: the address behind a connection, and what limits count by. Calls and sockets share both. */
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/** An IPv4 address inside an IPv6 one is itself. */
const plain = (ip: string): string => (ip.startsWith('::ffff:') ? ip.slice(7) : ip).toLowerCase()

/** What limits count by: an IPv4 address, or the /64 network of an IPv6 one, which is what one customer gets. */
export function addressKey(ip: string): string {
  const own = plain(ip)
  if (!own.includes(':') || own === '::1') return own
  const [head = '', tail = ''] = own.split('::', 2)
  const front = head === '' ? [] : head.split(':')
  const back = tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0')
  return [...front, ...zeros, ...back].slice(0, 4).join(':')
}

export const isLoopback = (ip: string): boolean => ip === '::1' || addressKey(ip).startsWith('127.')

/** Addresses of the proxies in front, without IPv4 inside IPv6, in lower case. */
export type Proxies = ReadonlySet<string>
export const NO_PROXIES: Proxies = new Set()

/** @param list addresses with commas between @throws Error naming what is no address */
export function readProxies(list: string): Proxies {
  const given = list.split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]))
  for (const address of given) if (isIP(address) === 0) throw new Error(`${address} is no address`)
  return new Set(given.map(plain))
}

/** True for a connection of a proxy of ours: who is behind it, it says itself. */
export const isProxy = (ip: string, proxies: Proxies): boolean => proxies.size > 0 && proxies.has(plain(ip))

/** True when a proxy of ours says that the customer came by TLS; of several values the last is its own. */
export function isForwardedSecure({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>, proxies: Proxies): boolean {
  const forwarded = headers['x-forwarded-proto']
  if (forwarded === undefined || !isProxy(socket.remoteAddress ?? '', proxies)) return false
  return String(forwarded).split(',').at(-1)?.trim().toLowerCase() === 'https'
}

/**
 * The address that a request comes from: the connection's own, unless that is a proxy of ours. Then it is the last one in
 * `x-forwarded-for` that is no proxy of ours: a proxy appends whom it heard from, and everything before that is hearsay.
 */
export function clientAddress(request: Pick<IncomingMessage, 'headers' | 'socket'>, proxies: Proxies): string {
  const own = request.socket.remoteAddress ?? ''
  if (!isProxy(own, proxies)) return own
  const forwarded = request.headers['x-forwarded-for']
  const hops = (Array.isArray(forwarded) ? forwarded.join(',') : (forwarded ?? '')).split(',').map((hop) => hop.trim())
  for (let index = hops.length - 1; index >= 0; index -= 1) {
    const hop = hops[index] ?? ''
    if (isIP(hop) === 0) return own
    if (!proxies.has(plain(hop))) return hop
  }
  return own
}
