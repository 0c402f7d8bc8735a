/**
 * How many connections the process holds, on all its listeners together: of one address, and of all. Counted when one comes, before a
 * byte of it is read, until it is gone, whatever became of it: a call, a page, a socket, or nothing. What an address beyond its bound
 * opens is told so and let go at once, so a stranger cannot use up the descriptors that the journal lives on.
 */
import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import type { Log } from '../../core/log.ts'
import { addressKey, isLoopback, isProxy, NO_PROXIES, type Proxies } from '../../net/client-address.ts'

export interface ConnectionSizes {
  /** Of one IPv4 address or one /64 network. */
  readonly perAddress: number
  readonly total: number
}

/** A browser takes six for calls and one for each of its two sockets; behind one address may be a house full of them. Above twice the bound of sockets. */
export const PER_ADDRESS = 512
export const TOTAL = 10_000
/** Descriptors that are no customer's: threads, journal, snapshots, history, files, and some to spare. */
const KEPT_DESCRIPTORS = 256
/** Who connects and asks nothing is let go. */
export const FIRST_REQUEST_MS = 15_000
const RETRY_SECONDS = 60
const WARN_EVERY_MS = 60_000

/** Descriptors that the system lets this process have; undefined where it does not say. Node has raised it to the hard limit. */
function descriptorLimit(): number | undefined {
  try {
    const [, limit] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'latin1')) ?? []
    return limit === undefined ? undefined : Number(limit)
  } catch {
    return undefined
  }
}

/** At most `wanted`, and no more than descriptors allow: what is kept for files stays theirs. */
export function totalThatFits(wanted: number, limit = descriptorLimit()): number {
  if (limit === undefined) return wanted
  return Math.max(1, Math.min(wanted, Math.max(limit - KEPT_DESCRIPTORS, Math.floor(limit / 2))))
}

const refusal = (status: string): string =>
  `HTTP/1.1 ${status}\r\nconnection: close\r\nretry-after: ${RETRY_SECONDS}\r\ncontent-length: 0\r\n\r\n`
const TOO_MANY = refusal('429 Too Many Requests')
const FULL = refusal('503 Service Unavailable')

export interface ConnectionBoundsOptions {
  readonly sizes: ConnectionSizes
  /** Have no bound of their own: behind them are many. */
  readonly proxies?: Proxies
  /** Tests and benchmarks come from this machine. */
  readonly isLoopbackFree?: boolean
  readonly firstRequestMs?: number
  readonly log: Log
}

export class ConnectionBounds {
  /** Time for the first request of a connection, or its head when it comes in pieces. */
  readonly firstRequestMs: number
  readonly #sizes: ConnectionSizes
  readonly #proxies: Proxies
  readonly #isLoopbackFree: boolean
  readonly #log: Log
  readonly #perAddress = new Map<string, number>()
  #open = 0
  #refused = { address: 0, total: 0 }
  #warnedAt = Number.NEGATIVE_INFINITY

  constructor({ sizes, proxies = NO_PROXIES, isLoopbackFree = false, firstRequestMs = FIRST_REQUEST_MS, log }: ConnectionBoundsOptions) {
    this.firstRequestMs = firstRequestMs
    this.#sizes = sizes
    this.#proxies = proxies
    this.#isLoopbackFree = isLoopbackFree
    this.#log = log
  }

  /** Connections that are held. */
  get open(): number {
    return this.#open
  }

  /** Counts a connection until it closes. @returns false when there is no room for it; it was answered and let go then */
  admit(socket: Socket): boolean {
    const ip = socket.remoteAddress
    // A sender that is gone already would share the bounds of nobody.
    if (ip === undefined) {
      socket.destroy()
      return false
    }
    if (this.#open >= this.#sizes.total) return this.#refuse(socket, 'total')
    const key = this.#isBounded(ip) ? addressKey(ip) : undefined
    if (key !== undefined) {
      const held = this.#perAddress.get(key) ?? 0
      if (held >= this.#sizes.perAddress) return this.#refuse(socket, 'address')
      this.#perAddress.set(key, held + 1)
    }
    this.#open += 1
    socket.once('close', () => this.#closed(key))
    return true
  }

  #isBounded(ip: string): boolean {
    return !isProxy(ip, this.#proxies) && !(this.#isLoopbackFree && isLoopback(ip))
  }

  #closed(key: string | undefined): void {
    this.#open -= 1
    if (key === undefined) return
    const left = (this.#perAddress.get(key) ?? 1) - 1
    if (left > 0) this.#perAddress.set(key, left)
    else this.#perAddress.delete(key)
  }

  /** Gone with its answer: what waited for the other side would be held beyond the bound. */
  #refuse(socket: Socket, why: 'address' | 'total'): false {
    this.#refused[why] += 1
    this.#warn()
    socket.on('error', () => socket.destroy())
    socket.end(why === 'address' ? TOO_MANY : FULL)
    socket.destroySoon()
    return false
  }

  /** Counts and no addresses: the log holds nothing personal. */
  #warn(): void {
    const now = performance.now()
    if (now - this.#warnedAt < WARN_EVERY_MS) return
    this.#warnedAt = now
    this.#log.warn('connections refused', { open: this.#open, ofOneAddress: this.#refused.address, ofAll: this.#refused.total })
    this.#refused = { address: 0, total: 0 }
  }
}
