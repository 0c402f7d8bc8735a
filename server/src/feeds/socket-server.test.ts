/** The protocol and its limits over real sockets, with topics made by hand. */
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { asUserId } from '@agio/engine/ids/id.ts'
import type { ChannelName } from '@agio/wire/socket/channels.ts'
import { readFrameText } from '@agio/wire/testing/read-frame.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { readProxies } from '../net/client-address.ts'
import type { Feeds } from './feeds.ts'
import { type SessionFault, SOCKET_LIMITS, type SocketHost, type SocketLimits } from './socket-port.ts'
import { attachSockets, type Entrance, type SocketServer } from './socket-server.ts'
import { Outbox, Topic } from './topic.ts'

type Message = Record<string, unknown> & { op?: string; ch?: string; code?: string; data?: Record<string, unknown> }

const fault: SessionFault = { code: '10046', name: 'SESSION_INVALID', message: 'ended' }
const outbox = new Outbox(2)
let endSession: (sessionId: string, why: SessionFault) => void = () => undefined
const opened: { server: Server; sockets: SocketServer; clients: WebSocket[] }[] = []

type List = 'tickers' | 'trades' | 'orders'

/** A channel whose snapshot is an empty list. */
function topic(channel: ChannelName<List>, seq = 0): Topic<List> {
  return new Topic<List>(channel, outbox, () => ({ type: 'snapshot', seq, prevSeq: null, time: 1, data: [] }))
}

function emptyBook(): Topic<'depth'> {
  const data = { symbol: 'BTC/USDT', bids: [], asks: [], checksum: 0 }
  return new Topic<'depth'>('depth:BTC/USDT', outbox, () => ({ type: 'snapshot', seq: 0, prevSeq: null, time: 1, data }))
}

/** A change of the book whose text has about so many bytes. */
const delta = (seq: number, bytes: number) =>
  ({ type: 'delta', seq, prevSeq: seq - 1, time: 1, data: { bids: [['9'.repeat(bytes), '1']], asks: [], checksum: 0 } }) as const

function host(topics: ReadonlyMap<string, Topic>): SocketHost {
  const channel: Feeds['channel'] = (name, userId) => {
    if (name === 'positions') return 'wrongHost'
    if (name === 'orders' && userId === undefined) return 'authRequired'
    return topics.get(name) ?? 'unknownChannel'
  }
  return {
    feeds: { channel, isPrivate: (name: string) => name === 'orders' },
    now: () => 1234,
    authenticateKey: () => Promise.resolve(fault),
    authenticate: (token) => Promise.resolve(token === 'good' ? { userId: asUserId(100001), sessionId: 's1', expireAt: 99 } : fault),
    message: (name, _lang, params) => `text of ${name} ${JSON.stringify(params)}`,
    onSessionEnded: (listener) => {
      endSession = listener
      return () => undefined
    },
    onSiteChanged: () => () => undefined,
  }
}

async function start(topics: ReadonlyMap<string, Topic> = new Map(), limits: Partial<SocketLimits> = {}, entrance: Entrance = {}) {
  const server = createServer()
  const ours = host(topics)
  const hosts = (name: string) => (['localhost', 'alias.localhost'].includes(name) ? ours : undefined)
  const sockets = attachSockets(server, hosts, { connectionsPerAddress: 1000, ...limits }, entrance)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const clients: WebSocket[] = []
  opened.push({ server, sockets, clients })
  const client = async (headers: Record<string, string> = {}) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, { headers: { host: `localhost:${port}`, ...headers } })
    clients.push(socket)
    const messages: Message[] = []
    const closed = new Promise<{ code: number; reason: string }>((resolve) =>
      socket.on('close', (code, reason) => resolve({ code, reason: reason.toString() })),
    )
    socket.on('message', (data) => messages.push(readFrameText<Message>(data.toString())))
    await new Promise((resolve, reject) => {
      socket.once('open', resolve)
      socket.once('error', reject)
    })
    const send = (message: unknown): void => socket.send(typeof message === 'string' ? message : JSON.stringify(message))
    const until = async (test: (message: Message) => boolean): Promise<Message> => {
      for (let tries = 0; tries < 500; tries += 1) {
        const found = messages.find(test)
        if (found !== undefined) return found
        await new Promise((resolve) => setTimeout(resolve, 4))
      }
      throw new Error(`no such message in ${JSON.stringify(messages)}`)
    }
    return { socket, messages, closed, send, until }
  }
  return { port, client, sockets }
}

afterEach(async () => {
  for (const { server, sockets, clients } of opened.splice(0)) {
    for (const client of clients) client.terminate()
    await sockets.close()
    server.close()
  }
})

describe('socket protocol', () => {
  it('API-017 a private channel without a valid token is refused and the public ones go on', async () => {
    const trades = topic('trades:BTC/USDT')
    const { client } = await start(new Map([['trades:BTC/USDT', trades]]))
    const reader = await client()
    reader.send({ op: 'sub', id: '1', args: ['trades:BTC/USDT', 'orders', 'positions', 'nothing'] })
    const answer = await reader.until(({ op }) => op === 'sub')
    expect(answer).toMatchObject({ id: '1', code: '0', data: { ok: ['trades:BTC/USDT'] } })
    expect(answer.data?.failed).toEqual([
      { ch: 'orders', code: '91003', name: 'WS_AUTH_REQUIRED' },
      { ch: 'positions', code: '91006', name: 'WS_WRONG_HOST' },
      { ch: 'nothing', code: '91002', name: 'WS_UNKNOWN_CHANNEL' },
    ])
    reader.send({ op: 'auth', id: '2', token: 'bad' })
    expect(await reader.until(({ op }) => op === 'auth')).toMatchObject({ id: '2', code: '10046' })
    trades.publish({ type: 'event', seq: 1, prevSeq: 0, time: 1, data: [] })
    await reader.until(({ ch, seq }) => ch === 'trades:BTC/USDT' && seq === 1)
  })

  it('API-017 with a valid token the private channels open; replies come before the first push', async () => {
    const { client } = await start(new Map([['orders', topic('orders', 7)]]))
    const reader = await client()
    reader.send({ op: 'auth', id: '1', token: 'good' })
    reader.send({ op: 'sub', id: '2', args: ['orders'] })
    expect(await reader.until(({ op }) => op === 'auth')).toMatchObject({ code: '0', data: { userId: '100001', expireTime: 99 } })
    await reader.until(({ ch }) => ch === 'orders')
    const kinds = reader.messages.map((message) => message.op ?? message.ch)
    expect(kinds).toEqual(['auth', 'sub', 'orders'])
  })

  it('API-019 leaving and joining a channel again starts it with a fresh snapshot', async () => {
    const { client } = await start(new Map([['tickers', topic('tickers', 3)]]))
    const reader = await client()
    for (const op of ['sub', 'unsub', 'sub']) reader.send({ op, id: op, args: ['tickers'] })
    await reader.until(() => reader.messages.filter(({ ch }) => ch === 'tickers').length === 2)
    expect(reader.messages.map((message) => message.op ?? message.type)).toEqual(['sub', 'snapshot', 'unsub', 'sub', 'snapshot'])
  })

  it('API-020 a reader whose queue passes its bound is closed with 4004, the others miss nothing and wait under 50 ms', {
    retry: 2,
  }, async () => {
    const busy = emptyBook()
    const { client } = await start(new Map([['depth:BTC/USDT', busy]]), { queueBytes: 1024 * 1024 })
    const slow = await client()
    const quick = await client()
    for (const reader of [slow, quick]) reader.send({ op: 'sub', id: '1', args: ['depth:BTC/USDT'] })
    await slow.until(({ ch }) => ch !== undefined)
    await quick.until(({ ch }) => ch !== undefined)
    slow.socket.pause()
    const delays: number[] = []
    for (let seq = 1; seq <= 120; seq += 1) {
      const sent = performance.now()
      busy.publish(delta(seq, 100_000))
      await quick.until((message) => message.seq === seq)
      delays.push(performance.now() - sent)
    }
    delays.sort((a, b) => a - b)
    expect(delays[Math.floor(delays.length * 0.9)]).toBeLessThan(50)
    expect(quick.messages.filter(({ ch }) => ch !== undefined)).toHaveLength(121)
    expect(busy.size).toBe(1)
    slow.socket.resume()
    expect(await slow.closed).toEqual({ code: 4004, reason: 'slow consumer' })
  })

  it('answers unreadable messages by name and closes after three', async () => {
    const { client } = await start()
    const reader = await client()
    reader.send('{')
    reader.send({ op: 'shout', id: '1' })
    reader.socket.send(Buffer.from([1, 2, 3]))
    expect((await reader.closed).code).toBe(4002)
    expect(reader.messages.map(({ code }) => code)).toEqual(['91001', '91001', '91001'])
  })

  it('API-017 [part] a readable message with a wrong field is answered under its id, and never closes the line', async () => {
    const { client } = await start()
    const reader = await client()
    const faults: readonly (readonly [object, string, string])[] = [
      [{ op: 'sub' }, 'args', 'required'],
      [{ op: 'sub', args: [] }, 'args', 'length'],
      [{ op: 'sub', args: Array(51).fill('tickers') }, 'args', 'length'],
      [{ op: 'unsub', args: 'tickers' }, 'args', 'type'],
      [{ op: 'sub', args: ['tickers', 7] }, 'args.1', 'type'],
      [{ op: 'sub', args: ['x'.repeat(65)] }, 'args.0', 'length'],
      [{ op: 'auth' }, 'token', 'required'],
      [{ op: 'auth', token: 5 }, 'token', 'type'],
      [{ op: 'auth', token: 'good', lang: 5 }, 'lang', 'type'],
      [{ op: 'auth', apiKey: 'k', timestamp: '1', signature: 's' }, 'timestamp', 'type'],
      [{ op: 'auth', apiKey: 'k', timestamp: 1 }, 'signature', 'required'],
    ]
    for (const [index, [message, path, rule]] of faults.entries()) {
      const id = `fault ${index}`
      reader.send({ ...message, id })
      const answer = await reader.until((one) => one.id === id)
      expect(answer, id).toMatchObject({ op: (message as Message).op, code: '91001', data: { name: 'WS_BAD_MESSAGE' } })
      expect(answer.data?.issues, id).toEqual([{ path, rule }])
    }
    for (const noAnswer of [
      { op: 'sub', args: [] },
      { op: 'sub', id: 5, args: ['tickers'] },
    ])
      reader.send(noAnswer)
    reader.send({ op: 'ping', id: 'still there' })
    expect(await reader.until(({ op }) => op === 'pong')).toMatchObject({ id: 'still there' })
    expect(reader.messages.filter(({ op }) => op === 'error')).toHaveLength(2)
  })

  it('API-017 [part] who fails to show who he is goes on as a visitor, whoever he was before', async () => {
    const topics = new Map<string, Topic>([
      ['orders', topic('orders')],
      ['announcements', new Topic<'announcements'>('announcements', outbox, () => undefined)],
      ['tickers', topic('tickers')],
      ['depth:BTC/USDT', emptyBook()],
    ])
    const { client } = await start(topics)
    const reader = await client()
    reader.send({ op: 'auth', id: '1', token: 'good' })
    reader.send({ op: 'sub', id: '2', args: [...topics.keys()] })
    expect((await reader.until(({ id }) => id === '2')).data?.ok).toHaveLength(4)
    reader.send({ op: 'auth', id: '3', token: 'bad' })
    expect(await reader.until(({ id }) => id === '3')).toMatchObject({ code: '10046', data: { name: 'SESSION_INVALID' } })
    expect([...topics].map(([name, { size }]) => [name, size])).toEqual([
      ['orders', 0],
      ['announcements', 1],
      ['tickers', 1],
      ['depth:BTC/USDT', 1],
    ])
    reader.send({ op: 'sub', id: '4', args: ['orders'] })
    expect(await reader.until(({ id }) => id === '4')).toMatchObject({ code: '91003' })
    // The session that is no longer shown may end without this line.
    endSession('s1', fault)
    reader.send({ op: 'ping', id: '5' })
    await reader.until(({ id }) => id === '5')
  })

  it('API-020 [part] who asks and never reads is closed too', async () => {
    const { client, sockets } = await start(new Map(), { messagesPerSecond: 5000, queueBytes: 64 * 1024 })
    const reader = await client()
    reader.socket.pause()
    const args = Array.from({ length: 50 }, (_, index) => `nothing:${index}${'x'.repeat(40)}`)
    for (let sent = 0; sent < 5000 && sockets.size > 0; sent += 1) {
      reader.send({ op: 'sub', id: String(sent), args })
      if (sent % 50 === 0) await new Promise((resolve) => setImmediate(resolve))
    }
    reader.socket.resume()
    expect(await reader.closed).toEqual({ code: 4004, reason: 'slow consumer' })
  })

  it('survives frames that break the protocol or the size limit', async () => {
    const { client, port, sockets } = await start()
    const large = await client()
    large.send('x'.repeat(17 * 1024))
    expect((await large.closed).code).toBe(1009)
    const raw = connect(port, '127.0.0.1')
    raw.on('error', () => undefined)
    raw.write(
      'GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n',
    )
    await new Promise((resolve) => raw.once('data', resolve))
    raw.write(Buffer.alloc(64, 0xff))
    await new Promise((resolve) => raw.once('close', resolve))
    const still = await client()
    still.send({ op: 'ping', id: 'p' })
    expect(await still.until(({ op }) => op === 'pong')).toMatchObject({ id: 'p', time: 1234 })
    expect(sockets.size).toBe(1)
  })

  it('limits messages, channels and connections, each with its own code', async () => {
    const topics = new Map(['A', 'B', 'C'].map((name) => [`trades:${name}`, topic(`trades:${name}`)]))
    const { client } = await start(topics, { channels: 2, connectionsPerAddress: 2 })
    const reader = await client()
    reader.send({ op: 'sub', id: '1', args: [...topics.keys()] })
    expect((await reader.until(({ op }) => op === 'sub')).data?.failed).toEqual([
      { ch: 'trades:C', code: '91004', name: 'WS_CHANNEL_LIMIT' },
    ])
    for (let count = 0; count < 30; count += 1) reader.send({ op: 'ping' })
    expect((await reader.closed).code).toBe(4003)
    const [one, two] = [await client(), await client()]
    const third = await client()
    expect(await third.closed).toEqual({ code: 4003, reason: 'too many connections' })
    expect(one.socket.readyState).toBe(WebSocket.OPEN)
    expect(two.socket.readyState).toBe(WebSocket.OPEN)
  })

  it('SEC-008 [part] behind a configured proxy connections count for the forwarded address, for IPv6 for its network', async () => {
    const { client } = await start(new Map(), { connectionsPerAddress: 2 }, { proxies: readProxies('127.0.0.1') })
    const from = (address: string) => client({ 'x-forwarded-for': address })
    const inNetwork = [await from('2001:db8:1:2::1'), await from('2001:db8:1:2:ffff::9')]
    const other = [await from('2001:db8:1:3::1'), await from('203.0.113.1'), await from('203.0.113.2')]
    expect(await (await from('2001:db8:1:2:3::1')).closed).toEqual({ code: 4003, reason: 'too many connections' })
    expect([...inNetwork, ...other].map(({ socket }) => socket.readyState)).toEqual(Array(5).fill(WebSocket.OPEN))
  })

  it('TEN-012 [part] an upgrade that names two hosts is nobody’s', async () => {
    const { port } = await start()
    const answer = await new Promise<string>((resolve) => {
      const key = 'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13'
      const line = connect(port, '127.0.0.1', () => line.write(`GET /ws HTTP/1.1\r\nHost: localhost\r\nHost: other\r\n${key}\r\n\r\n`))
      line.once('data', (part) => {
        resolve(part.toString())
        line.destroy()
      })
    })
    expect(answer).toMatch(/^HTTP\/1\.1 404 /)
  })

  it('API-014 [part] names the channel and the bound in the text of a refusal', async () => {
    const { client } = await start(new Map([['tickers', topic('tickers')]]), { channels: 0 })
    const reader = await client()
    reader.send({ op: 'sub', id: '1', args: ['nothing:X'] })
    reader.send({ op: 'sub', id: '2', args: ['tickers'] })
    expect((await reader.until(({ id }) => id === '1')).message).toBe('text of WS_UNKNOWN_CHANNEL {"ch":"nothing:X","max":0}')
    expect((await reader.until(({ id }) => id === '2')).message).toBe('text of WS_CHANNEL_LIMIT {"ch":"tickers","max":0}')
  })

  it('API-017 [part] a user has 30 connections, the next one is closed with the reason, as is the 201st of an address', async () => {
    const { client, sockets } = await start(new Map(), { connectionsPerAddress: SOCKET_LIMITS.connectionsPerAddress })
    const enter = async () => {
      const one = await client()
      one.send({ op: 'auth', id: '1', token: 'good' })
      return one
    }
    const all = await Promise.all(Array.from({ length: 30 }, enter))
    for (const one of all) await one.until(({ op }) => op === 'auth')
    const next = await enter()
    expect(await next.closed).toEqual({ code: 4003, reason: 'too many connections of this user' })
    while (sockets.size > 30) await new Promise((resolve) => setTimeout(resolve, 5))
    await Promise.all(Array.from({ length: 170 }, () => client()))
    expect(await (await client()).closed).toEqual({ code: 4003, reason: 'too many connections' })
  })

  it('opens for the tenant of the host, and for the pages that it allows', async () => {
    const { client } = await start(new Map(), {}, { isAllowed: ({ headers }) => headers.origin !== 'https://evil.example' })
    await expect(client({ host: 'elsewhere' })).rejects.toThrow('404')
    await expect(client({ origin: 'https://evil.example' })).rejects.toThrow('403')
  })

  it('says why a session ended and closes with 4001', async () => {
    const { client } = await start()
    const reader = await client()
    reader.send({ op: 'auth', id: '1', token: 'good' })
    await reader.until(({ op }) => op === 'auth')
    endSession('another', fault)
    endSession('s1', { ...fault, code: '10118' })
    expect((await reader.closed).code).toBe(4001)
    expect(reader.messages.at(-1)).toMatchObject({ op: 'notice', kind: 'session', code: '10118' })
  })

  it('pings the silent and closes who never answers', async () => {
    const { client } = await start(new Map(), { pingAfterMs: 150, idleAfterMs: 2000 })
    const alive = await client()
    const dead = await client()
    let pings = 0
    alive.socket.on('ping', () => {
      pings += 1
    })
    dead.socket.pong = () => undefined
    dead.socket.on('ping', () => undefined)
    ;(dead.socket as unknown as { _autoPong: boolean })._autoPong = false
    expect((await dead.closed).code).toBe(4000)
    expect(pings).toBeGreaterThan(0)
    expect(alive.socket.readyState).toBe(WebSocket.OPEN)
  })
})

// About time: a machine that is busy elsewhere may be late once.
it('REL-012 readers of a busy book get every sequence number within half a second [part]', { retry: 1 }, async () => {
  const book = emptyBook()
  const { client } = await start(new Map([['depth:BTC/USDT', book]]))
  const readers = await Promise.all(Array.from({ length: 200 }, () => client()))
  const sentAt: number[] = []
  const delays: number[] = []
  let wrong = 0
  for (const reader of readers) {
    let last = 0
    reader.send({ op: 'sub', id: '1', args: ['depth:BTC/USDT'] })
    reader.socket.on('message', (data) => {
      const { seq, prevSeq } = readFrameText<{ seq?: number; prevSeq?: number | null }>(data.toString())
      if (seq === undefined || prevSeq === null || prevSeq === undefined) return
      if (prevSeq !== last) wrong += 1
      last = seq
      delays.push(performance.now() - (sentAt[seq] ?? 0))
    })
  }
  while (book.size < readers.length) await new Promise((resolve) => setTimeout(resolve, 5))
  for (let seq = 1; seq <= 40; seq += 1) {
    sentAt[seq] = performance.now()
    book.publish(delta(seq, 900))
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  while (delays.length < readers.length * 40) await new Promise((resolve) => setTimeout(resolve, 5))
  delays.sort((a, b) => a - b)
  expect(wrong).toBe(0)
  expect(delays[Math.floor(delays.length * 0.99)]).toBeLessThan(500)
})
