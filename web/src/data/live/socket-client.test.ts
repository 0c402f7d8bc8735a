import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { reconnectDelay } from './backoff.ts'
import type { Push } from './messages.ts'
import { SocketClient, type SocketLike } from './socket-client.ts'

class FakeSocket implements SocketLike {
  onopen: (() => void) | null = null
  onmessage: ((event: { readonly data: unknown }) => void) | null = null
  onclose: ((event: { readonly code: number; readonly reason: string }) => void) | null = null
  readonly sent: { op: string; id?: string; args?: string[] }[] = []
  send(text: string): void {
    this.sent.push(JSON.parse(text))
  }
  close(): void {}
  say(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
  subs(): string[] {
    return this.sent.filter((message) => message.op === 'sub').flatMap((message) => message.args ?? [])
  }
}

function setup(token?: string) {
  const sockets: FakeSocket[] = []
  const ended: string[] = []
  const client = new SocketClient({
    open: () => {
      const socket = new FakeSocket()
      sockets.push(socket)
      return socket
    },
    token: () => token,
    now: () => Date.now(),
    heardServer: () => undefined,
    random: () => 0.5,
    sessionEnded: (_, code) => void ended.push(code),
    siteChanged: () => void ended.push('site'),
  })
  const pushes: Push[] = []
  let resets = 0
  const listener = {
    push: (push: Push) => void pushes.push(push) as undefined,
    reset: () => {
      resets += 1
    },
  }
  return { client, sockets, ended, pushes, listener, resets: () => resets, last: () => sockets.at(-1) as FakeSocket }
}

const depth = (type: 'snapshot' | 'delta', prevSeq: number | null, seq: number) => ({
  ch: 'depth:A/B',
  type,
  prevSeq,
  seq,
  time: 1,
  data: {},
})

describe('live connection', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('API-019 a missed sequence number drops the state, subscribes again and goes on from the fresh snapshot', () => {
    const { client, last, pushes, listener, resets } = setup()
    client.listen('depth:A/B', listener)
    last().onopen?.()
    last().say(depth('snapshot', null, 5))
    last().say(depth('delta', 5, 6))
    last().say(depth('delta', 8, 9))
    expect(resets()).toBe(1)
    expect(
      last()
        .sent.slice(-2)
        .map((message) => message.op),
    ).toEqual(['unsub', 'sub'])
    last().say(depth('delta', 9, 10))
    last().say(depth('snapshot', null, 11))
    last().say(depth('delta', 11, 12))
    expect(pushes.map((push) => push.seq)).toEqual([5, 6, 11, 12])
    expect(client.facts.store.get().gaps).toBe(1)
    client.close()
  })

  it('authenticates first and subscribes private channels only after the server agreed', () => {
    const { client, last, listener } = setup('secret')
    client.listen('orders', listener)
    client.listen('ticker:A/B', listener)
    last().onopen?.()
    expect(last().sent[0]).toMatchObject({ op: 'auth', token: 'secret' })
    expect(last().subs()).toEqual(['ticker:A/B'])
    last().say({ op: 'auth', id: 'auth', code: '0', message: '', data: {} })
    expect(last().subs()).toEqual(['ticker:A/B', 'orders'])
    client.close()
  })

  it('NOTE-006 [part] a channel without a snapshot begins with whatever it says first', () => {
    const { client, last, pushes, listener } = setup()
    client.listen('announcements', listener)
    last().onopen?.()
    for (const seq of [8, 9]) last().say({ ch: 'announcements', type: 'event', prevSeq: seq - 1, seq, time: 1, data: {} })
    expect(pushes.map((push) => push.seq)).toEqual([8, 9])
    client.close()
  })

  it('OPS-015 [part] has the page look at its site when the server says that something rests, and stays connected', () => {
    const { client, ended, listener, last } = setup()
    client.listen('tickers', listener)
    last().onopen?.()
    last().say({ op: 'notice', kind: 'reconnect', code: '0', message: '', time: 1 })
    expect(ended).toEqual([])
    last().say({ op: 'notice', kind: 'maintenance', code: '0', message: '', time: 1 })
    expect(ended).toEqual(['site'])
    client.close()
  })

  it('SHELL-053 [part] notices silence within 5 s, says offline, and comes back by itself', () => {
    const { client, sockets, last, listener } = setup()
    client.listen('depth:A/B', listener)
    last().onopen?.()
    last().say(depth('snapshot', null, 5))
    expect(client.facts.state).toBe('live')
    vi.advanceTimersByTime(5000)
    expect(client.facts.state).toBe('offline')
    vi.advanceTimersByTime(1500)
    expect(sockets).toHaveLength(2)
    last().onopen?.()
    last().say(depth('snapshot', null, 5))
    expect(client.facts.state).toBe('live')
    expect(last().subs()).toEqual(['depth:A/B'])
    client.close()
  })

  it('SHELL-053 [part] a server that accepts and closes is met ever more rarely, and is no live connection', () => {
    const { client, sockets, last, listener } = setup()
    client.listen('depth:A/B', listener)
    last().onopen?.()
    last().say(depth('snapshot', null, 5))
    const { heardAt } = client.facts.store.get()
    const waits: number[] = []
    for (let round = 0; round < 4; round += 1) {
      vi.advanceTimersByTime(200)
      last().onclose?.({ code: 1006, reason: '' })
      const { state, heardAt: now, retryAt } = client.facts.store.get()
      expect([state, now]).toEqual(['offline', heardAt])
      waits.push(retryAt - Date.now())
      vi.advanceTimersByTime(waits.at(-1) ?? 0)
      expect(sockets).toHaveLength(round + 2)
      last().onopen?.()
      last().say({ op: 'auth', id: 'auth', code: '0', message: '', data: {} })
      expect(client.facts.store.get()).toMatchObject({ state: 'offline', heardAt, sessions: 1 })
    }
    expect(waits).toEqual([1000, 2000, 4000, 8000])
    // One that holds begins anew, also where nothing but answers comes over it.
    for (let second = 0; second < 6; second += 1) {
      vi.advanceTimersByTime(1000)
      last().say({ op: 'pong', id: 'none', time: 1 })
    }
    expect(client.facts.store.get()).toMatchObject({ state: 'live', sessions: 2 })
    last().onclose?.({ code: 1006, reason: '' })
    expect(client.facts.store.get().retryAt - Date.now()).toBe(1000)
    client.close()
  })

  it('a page that slept takes its own silence for no broken connection', () => {
    const { client, sockets, last, listener } = setup()
    client.listen('depth:A/B', listener)
    last().onopen?.()
    last().say(depth('snapshot', null, 5))
    vi.advanceTimersByTime(1000)
    // Timers stand still; the page is seen again after two minutes.
    vi.setSystemTime(Date.now() + 120_000)
    client.retryNow()
    expect(client.facts.state).toBe('live')
    expect(last().sent.at(-1)).toMatchObject({ op: 'ping' })
    vi.advanceTimersByTime(1000)
    expect(client.facts.state).toBe('offline')
    expect(sockets).toHaveLength(1)
    client.close()
  })

  it('waits 1 s, doubling to 30 s, with 20 % jitter', () => {
    expect(reconnectDelay(0, 0.5)).toBe(1000)
    expect(reconnectDelay(0, 0)).toBe(800)
    expect(reconnectDelay(3, 0.5)).toBe(8000)
    expect(reconnectDelay(12, 0.999)).toBeLessThanOrEqual(36_000)
  })

  it('tells of a refused session', () => {
    const { client, last, listener, ended } = setup('old')
    client.listen('orders', listener)
    last().onopen?.()
    last().say({ op: 'auth', id: 'auth', code: '10046', message: 'expired', data: {} })
    expect(ended).toEqual(['10046'])
    client.close()
  })
})
