/** Tabs of one browser on one socket: locks, bus and server are made by hand. */
import type { ClientMessage } from '@agio/wire/socket/socket.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Push } from '../messages.ts'
import { SocketClient, type SocketLike } from '../socket-client.ts'
import { type Bus, type Lead, type Locks, Member, type Word } from './member.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', { hidden: false, addEventListener: () => undefined })
  vi.stubGlobal('window', { requestAnimationFrame: () => 0 })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** The server's side of a socket: it answers like the exchange and counts what it is asked. */
class ServerLine implements SocketLike {
  onopen: (() => void) | null = null
  onmessage: ((event: { readonly data: unknown }) => void) | null = null
  onclose: ((event: { readonly code: number; readonly reason: string }) => void) | null = null
  readonly asked: ClientMessage[] = []
  readonly channels = new Set<string>()
  seq = 0
  isClosed = false
  isMute = false

  constructor(isReached: boolean) {
    if (isReached) queueMicrotask(() => this.isClosed || this.onopen?.())
    else setTimeout(() => this.isClosed || this.end(1006, ''), 2000)
  }

  send(text: string): void {
    const message = JSON.parse(text) as ClientMessage
    this.asked.push(message)
    if (this.isMute) return
    if (message.op === 'ping') this.say({ op: 'pong', id: message.id, time: Date.now() })
    else if (message.op === 'auth') this.say({ op: 'auth', id: message.id, code: '0', message: '', data: {} })
    else if (message.op === 'unsub') for (const name of message.args) this.channels.delete(name)
    else {
      this.say({ op: 'sub', id: message.id, code: '0', message: '', data: { ok: message.args, failed: [] } })
      for (const ch of message.args.filter((name) => !this.channels.has(name))) {
        this.channels.add(ch)
        this.say({ ch, type: 'snapshot', seq: this.seq, prevSeq: null, time: 1, data: [] })
      }
    }
  }

  close(): void {
    this.isClosed = true
  }

  say(message: object): void {
    queueMicrotask(() => this.isClosed || this.onmessage?.({ data: JSON.stringify(message) }))
  }

  event(ch: string): void {
    this.seq += 1
    if (this.channels.has(ch)) this.say({ ch, type: 'event', seq: this.seq, prevSeq: this.seq - 1, time: 1, data: [] })
  }

  end(code: number, reason: string): void {
    this.isClosed = true
    this.onclose?.({ code, reason })
  }

  count(op: ClientMessage['op']): number {
    return this.asked.filter((message) => message.op === op).length
  }
}

/** A browser: one lock, one bus, any number of tabs. */
class Browser {
  readonly lines: ServerLine[] = []
  isReached = true
  readonly #buses = new Map<string, (word: Word) => void>()
  readonly #frozen = new Set<string>()
  #holder: { readonly lost: () => void } | undefined
  #queue: (() => void)[] = []
  #tabs = 0

  get live(): ServerLine {
    const line = this.lines.findLast(({ isClosed }) => !isClosed)
    if (line === undefined) throw new Error('no socket is open')
    return line
  }

  freeze(tab: string): void {
    this.#frozen.add(tab)
  }

  #grant(lost: () => void): Lead {
    const holder = { lost }
    this.#holder = holder
    return {
      release: () => {
        if (this.#holder !== holder) return
        this.#holder = undefined
        this.#queue.shift()?.()
      },
    }
  }

  readonly #locks: Locks = {
    attempt: (lost) => Promise.resolve(this.#holder === undefined ? this.#grant(lost) : undefined),
    queue: (lost, stop) =>
      new Promise((resolve, reject) => {
        const turn = (): void => resolve(this.#grant(lost))
        stop.addEventListener('abort', () => {
          this.#queue = this.#queue.filter((one) => one !== turn)
          reject(stop.reason)
        })
        if (this.#holder === undefined) turn()
        else this.#queue.push(turn)
      }),
    seize: (lost) => {
      this.#holder?.lost()
      return Promise.resolve(this.#grant(lost))
    },
  }

  #bus(id: string): Bus {
    return {
      post: (word) => {
        for (const [other, hear] of this.#buses)
          if (other !== id) queueMicrotask(() => !this.#frozen.has(other) && !this.#frozen.has(id) && hear(structuredClone(word)))
      },
      hear: (listener) => void this.#buses.set(id, listener),
      close: () => void this.#buses.delete(id),
    }
  }

  /** A page with its client, as `live.ts` makes it. */
  tab(token?: string, locks = this.#locks) {
    const pushes: Push[] = []
    const members: Member[] = []
    const times: number[] = []
    let name = ''
    const open = (): ServerLine => {
      const line = new ServerLine(this.isReached)
      this.lines.push(line)
      return line
    }
    const client = new SocketClient({
      open: () => {
        this.#tabs += 1
        name = `tab${this.#tabs}`
        const member = new Member({ open, now: () => Date.now(), id: name, bus: this.#bus(name), locks, ended: () => undefined })
        members.push(member)
        return member
      },
      token: () => token,
      now: () => Date.now(),
      heardServer: (time) => void times.push(time),
      random: () => 0.5,
      sessionEnded: () => undefined,
      siteChanged: () => undefined,
    })
    const listener = { push: (push: Push) => void pushes.push(push) as undefined, reset: () => undefined }
    return {
      ...{ client, pushes, listener, times },
      name: () => name,
      view: () => client.facts.store.get(),
      isLeading: () => members.at(-1)?.isLeading === true,
    }
  }
}

const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms)
const types = (pushes: readonly Push[]) => pushes.map(({ type, seq }) => `${type} ${seq}`)

it('SHELL-053 [part] twelve tabs have one socket, all are live, each hears its channels, and the server is asked once for each', async () => {
  const browser = new Browser()
  const tabs = Array.from({ length: 12 }, () => browser.tab('secret'))
  for (const { client, listener } of tabs) {
    client.listen('orders', listener)
    client.listen('depth:A/B', listener)
    await settle(50)
  }
  await settle(2000)
  expect(browser.lines).toHaveLength(1)
  expect(tabs.map(({ view }) => view().state)).toEqual(tabs.map(() => 'live'))
  expect(browser.live.count('auth')).toBe(1)
  const before = tabs.map(({ pushes }) => pushes.length)
  browser.live.event('depth:A/B')
  await settle()
  expect(tabs.map(({ pushes }, index) => types(pushes.slice(before[index])))).toEqual(tabs.map(() => ['event 1']))
  // Far below what the server hears of one connection, with every tab asking once a second whether it is there.
  const asked = browser.live.asked.length
  await settle(10_000)
  expect(browser.live.asked.length - asked).toBeLessThanOrEqual(22)
  expect(tabs.at(-1)?.view()).toMatchObject({ state: 'live', latencyMs: 0 })
  expect(tabs.at(-1)?.times.at(-1)).toBeGreaterThan(Date.now() - 1500)
})

it('a tab that joins late begins its channels anew, and what another one still needs stays when it goes', async () => {
  const browser = new Browser()
  const [one, two] = [browser.tab(), browser.tab()]
  one.client.listen('depth:A/B', one.listener)
  await settle(500)
  browser.live.event('depth:A/B')
  await settle()
  const leave = two.client.listen('depth:A/B', two.listener)
  two.client.listen('announcements', two.listener)
  await settle(500)
  expect(types(two.pushes)).toContain('snapshot 1')
  expect(types(one.pushes)).toEqual(['snapshot 0', 'event 1', 'snapshot 1'])
  leave()
  await settle(500)
  browser.live.event('depth:A/B')
  await settle()
  expect(types(one.pushes).at(-1)).toBe('event 2')
  expect(browser.live.channels).toEqual(new Set(['depth:A/B', 'announcements']))
  two.client.close()
  await settle(500)
  expect(browser.live.channels).toEqual(new Set(['depth:A/B']))
})

it('when the leading tab is closed the next one leads at once: no tab is offline, and what was missed is asked for', async () => {
  const browser = new Browser()
  const tabs = [browser.tab('secret'), browser.tab('secret'), browser.tab('secret')]
  for (const { client, listener } of tabs) client.listen('orders', listener)
  await settle(1500)
  const [first, ...rest] = tabs
  expect(first?.isLeading()).toBe(true)
  const seen: string[] = []
  for (const { client, view } of rest) client.facts.store.subscribe(() => void seen.push(view().state))
  first?.client.close()
  await settle(300)
  expect(browser.lines).toHaveLength(2)
  expect(rest.map(({ isLeading }) => isLeading())).toEqual([true, false])
  expect(new Set(seen)).toEqual(new Set(['live']))
  expect(rest.map(({ view }) => view().sessions)).toEqual([2, 2])
  expect(browser.live.channels).toEqual(new Set(['orders']))
})

it('a leader whose tab is frozen is deposed before the page takes its silence for a broken line, and follows when it wakes', async () => {
  const browser = new Browser()
  const [one, two] = [browser.tab(), browser.tab()]
  for (const { client, listener } of [one, two]) client.listen('tickers', listener)
  await settle(1500)
  expect(one.isLeading()).toBe(true)
  const seen: string[] = []
  two.client.facts.store.subscribe(() => void seen.push(two.view().state))
  browser.freeze(one.name())
  await settle(5000)
  expect(two.isLeading()).toBe(true)
  expect(one.isLeading()).toBe(false)
  expect(new Set(seen)).toEqual(new Set(['live']))
})

it('a silent network is noticed by every tab within 5 s, and all come back on one socket', async () => {
  const browser = new Browser()
  const tabs = [browser.tab(), browser.tab(), browser.tab()]
  for (const { client, listener } of tabs) client.listen('tickers', listener)
  await settle(3000)
  browser.live.isMute = true
  browser.isReached = false
  await settle(5000)
  expect(tabs.map(({ view }) => view().state)).toEqual(['offline', 'offline', 'offline'])
  browser.isReached = true
  await settle(30_000)
  expect(tabs.map(({ view }) => view().state)).toEqual(['live', 'live', 'live'])
  expect(browser.lines.filter(({ isClosed }) => !isClosed)).toHaveLength(1)
})

it('every tab hears why the server closed the socket, in words that can be told', async () => {
  const browser = new Browser()
  const [one, two] = [browser.tab(), browser.tab()]
  for (const { client, listener } of [one, two]) client.listen('tickers', listener)
  await settle(1500)
  browser.live.end(4003, 'too many connections of this user')
  await settle()
  expect([one, two].map(({ view }) => [view().state, view().crowd])).toEqual([
    ['offline', 'user'],
    ['offline', 'user'],
  ])
  await settle(65_000)
  expect([one, two].map(({ view }) => [view().state, view().crowd])).toEqual([
    ['live', undefined],
    ['live', undefined],
  ])
  // Too many messages are a fault of this page, and nobody else's connections.
  browser.live.end(4003, 'too many messages')
  await settle()
  expect(one.view()).toMatchObject({ state: 'offline', crowd: undefined })
})

it('where the browser gives no locks a tab is live on a socket of its own', async () => {
  const browser = new Browser()
  const refuse = () => Promise.reject(new DOMException('', 'SecurityError'))
  const one = browser.tab(undefined, { attempt: refuse, queue: refuse, seize: refuse })
  one.client.listen('tickers', one.listener)
  await settle(100)
  expect(one.view().state).toBe('live')
})
