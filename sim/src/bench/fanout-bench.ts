/**
 * P13: what one CPU-second of the server delivers when 1 KB messages go to 1,000 sockets, through the topics that serve the market
 * feeds, against a bare `ws` loop that sends each message to each socket. Both run in this process in turn (A B B A …), the readers in
 * another; messages come in bursts, as a busy book makes them, and the topics may hold them for at most 10 ms.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { Feeds } from '@agio/server/feeds/feeds.ts'
import { attachSockets } from '@agio/server/feeds/socket-server.ts'
import { Outbox, Topic } from '@agio/server/feeds/topic.ts'
import { visitorsHost } from '@agio/server/testing/visitors-host.ts'
import { type WebSocket, WebSocketServer } from 'ws'
import type { ReadersOrder, ReadersReport } from './fanout-readers.ts'
import { type Measure, median } from './measure.ts'

export interface FanoutOptions {
  readonly sockets?: number
  readonly rounds?: number
  /** Messages of one round. */
  readonly messages?: number
}

const MESSAGE_BYTES = 1024
const BURST = 8
const BURST_PAUSE_MS = 12
const CHANNEL = 'depth:BTC/USDT'

interface Rig {
  /** Sends one message to every socket. */
  send(text: string): void
  readonly readers: ChildProcess
  close(): Promise<void>
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

function report(readers: ChildProcess): Promise<ReadersReport> {
  return new Promise((resolve) => readers.once('message', (message) => resolve(message as ReadersReport)))
}

async function openReaders(server: Server, count: number, channel: string): Promise<ChildProcess> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const order: ReadersOrder = { port, count, channel }
  const readers = fork(fileURLToPath(new URL('./fanout-readers.ts', import.meta.url)), [JSON.stringify(order)])
  await report(readers)
  return readers
}

async function shut(server: Server, readers: ChildProcess): Promise<void> {
  const gone = new Promise<void>((resolve) => readers.once('exit', () => resolve()))
  readers.send('end')
  await gone
  await new Promise<void>((resolve) => server.close(() => resolve()))
}

async function topicRig(count: number): Promise<Rig> {
  const server = createServer()
  const outbox = new Outbox()
  const topic = new Topic(CHANNEL, outbox, () => undefined)
  const feeds = { channel: () => topic } as Partial<Feeds> as Feeds
  const host = visitorsHost(feeds)
  const sockets = attachSockets(server, () => host, { connectionsPerAddress: count, queueBytes: 64 * 1024 * 1024 })
  const readers = await openReaders(server, count, CHANNEL)
  while (topic.size < count) await pause(10)
  return {
    send: (text) => topic.publishText(text),
    readers,
    close: async () => {
      await shut(server, readers)
      await sockets.close()
    },
  }
}

async function bareRig(count: number): Promise<Rig> {
  const server = createServer()
  const open = new Set<WebSocket>()
  const wss = new WebSocketServer({ server, perMessageDeflate: false })
  wss.on('connection', (socket) => open.add(socket))
  const readers = await openReaders(server, count, '')
  while (open.size < count) await pause(10)
  return {
    send: (text) => {
      for (const socket of open) socket.send(text)
    },
    readers,
    close: async () => {
      for (const socket of open) socket.terminate()
      await shut(server, readers)
    },
  }
}

/** Messages delivered per CPU-second of this process; ends when the readers have every byte. */
async function round(rig: Rig, count: number, messages: number, burst: number): Promise<number> {
  const text = 'x'.repeat(MESSAGE_BYTES)
  rig.readers.send('reset')
  const before = process.cpuUsage()
  for (let sent = 0; sent < messages; ) {
    for (let inBurst = 0; inBurst < burst && sent < messages; inBurst += 1, sent += 1) rig.send(text)
    await pause(BURST_PAUSE_MS)
  }
  const expected = count * messages * MESSAGE_BYTES
  for (;;) {
    const answer = report(rig.readers)
    rig.readers.send('count')
    const got = await answer
    if (got.kind === 'received' && got.bytes >= expected) break
    await pause(2)
  }
  const used = process.cpuUsage(before)
  return (count * messages) / ((used.user + used.system) / 1e6)
}

async function compare(id: string, title: string, burst: number, options: Required<FanoutOptions>): Promise<Measure> {
  const { sockets, rounds, messages } = options
  const topics = await topicRig(sockets)
  const bare = await bareRig(sockets)
  const ours: number[] = []
  const theirs: number[] = []
  for (let index = 0; index < rounds; index += 1) {
    const order = index % 2 === 0 ? [topics, bare] : [bare, topics]
    for (const rig of order) {
      const rate = await round(rig, sockets, messages, burst)
      ;(rig === topics ? ours : theirs).push(rate)
    }
  }
  await topics.close()
  await bare.close()
  const value = Math.round(median(ours))
  const peerValue = Math.round(median(theirs))
  const ratio = Math.round((value / peerValue) * 100) / 100
  return { id, title, value, unit: 'messages per CPU-second', peer: 'ws 8 send loop', peerValue, ratio, goal: '>= 1.0' }
}

/** P13 (bursts, as a busy feed has them) and P13-single (one message at a time, nothing to coalesce). */
export async function fanoutBench(options: FanoutOptions = {}): Promise<readonly Measure[]> {
  const { sockets = 1000, rounds = 6, messages = 160 } = options
  return [
    await compare('P13', `1 KB fan-out to ${sockets} sockets, bursts of ${BURST}`, BURST, { sockets, rounds, messages }),
    await compare('P13-single', `1 KB fan-out to ${sockets} sockets, one message at a time`, 1, {
      sockets,
      rounds,
      messages: Math.max(8, messages >> 2),
    }),
  ]
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [sockets, rounds] = process.argv.slice(2).map(Number)
  console.log(JSON.stringify(await fanoutBench({ sockets: sockets ?? 1000, rounds: rounds ?? 6 }), undefined, 1))
  process.exit(0)
}
