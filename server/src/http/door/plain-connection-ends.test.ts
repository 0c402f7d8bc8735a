/** How plain connections end: gone senders, readers that do not read, closing servers. A socket of paper shows each moment. */
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { expect, it } from 'vitest'
import type { Arrival } from '../calls/arrival.ts'
import type { Reply } from '../calls/reply.ts'
import { KEEP_ALIVE_MS } from './answer-head.ts'
import { PlainConnection, type PlainDoor } from './plain-connection.ts'

const PATH = '/api/home-web/v1/open/language/langQuery'
const request = (id: string): Buffer => Buffer.from(`POST ${PATH} HTTP/1.1\r\nhost: localhost\r\nx-request-id: ${id}\r\n\r\n`)
const arrival = { requestId: 'a', serverTime: 0, state: null, usage: null, origin: '', isPreflight: false } as Arrival

class PaperSocket extends Duplex {
  remoteAddress: string | undefined = '127.0.0.1'
  isRead = true
  readonly timeouts: number[] = []
  readonly written: string[] = []

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.written.push(chunk.toString('latin1'))
    if (this.isRead) done()
  }

  setTimeout(ms: number): this {
    this.timeouts.push(ms)
    return this
  }
}

class PaperDoor implements PlainDoor {
  readonly firstRequestMs = 15_000
  readonly replies: Reply[] = []
  readonly handedOver: Socket[] = []
  closedCount = 0

  take(_request: unknown, reply: Reply): boolean {
    this.replies.push(reply)
    return true
  }

  handOver(_connection: PlainConnection, socket: Socket): void {
    this.handedOver.push(socket)
  }

  closed(): void {
    this.closedCount += 1
  }

  answer(): void {
    this.replies.shift()?.answer(arrival, 200, null, '{}')
  }
}

function opened() {
  const socket = new PaperSocket()
  const door = new PaperDoor()
  return { socket, door, connection: new PlainConnection(socket as unknown as Socket, door) }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
it('SEC-011 a connection that died while it was answered is not handed over, nor its other requests run', async () => {
  for (const rest of [Buffer.from('GET / HTTP/1.1\r\nx'), request('two')]) {
    const { socket, door } = opened()
    socket.push(Buffer.concat([request('one'), rest]))
    await turn()
    expect(door.replies).toHaveLength(1)
    socket.destroy()
    await turn()
    door.answer()
    await turn()
    expect([door.handedOver.length, door.replies.length, door.closedCount]).toEqual([0, 0, 1])
  }
})

it('SEC-011 a server that closes answers what is under way, takes nothing more and hands nothing over', async () => {
  for (const late of [Buffer.from('x'), request('late')]) {
    const { socket, door, connection } = opened()
    socket.push(Buffer.concat([request('one'), Buffer.from('GET / H')]))
    await turn()
    connection.finish()
    door.answer()
    socket.push(late)
    await turn()
    expect(socket.written.join('')).toMatch(/^HTTP\/1\.1 200 OK/)
    expect([socket.writableEnded, door.handedOver.length, door.replies.length]).toEqual([true, 0, 0])
  }
})

it('SEC-011 a server that closes between an answer and the request behind it ends the connection', async () => {
  const { socket, door, connection } = opened()
  socket.push(Buffer.concat([request('one'), request('two')]))
  await turn()
  door.answer()
  connection.finish()
  await turn()
  expect([socket.writableEnded, door.replies.length, door.handedOver.length]).toEqual([true, 0, 0])
})

it('SEC-011 time ends a quiet connection and one that does not read, again and again, but none that waits for its answer', async () => {
  const { socket, door } = opened()
  socket.push(request('one'))
  await turn()
  socket.emit('timeout')
  expect(socket.destroyed).toBe(false)
  door.answer()
  expect(socket.timeouts.at(-1)).toBeGreaterThan(KEEP_ALIVE_MS)
  socket.emit('timeout')
  expect(socket.destroyed).toBe(true)

  const stuck = opened()
  stuck.socket.isRead = false
  stuck.socket.push(request('one'))
  await turn()
  stuck.door.replies.shift()?.answer(arrival, 200, null, 'x'.repeat(100_000))
  expect(stuck.socket.destroyed).toBe(false)
  stuck.socket.emit('timeout')
  expect(stuck.socket.destroyed).toBe(true)
})

it('SEC-008 [part] a sender without an address is not listened to', () => {
  const socket = new PaperSocket()
  socket.remoteAddress = undefined
  new PlainConnection(socket as unknown as Socket, new PaperDoor())
  expect(socket.destroyed).toBe(true)
})
