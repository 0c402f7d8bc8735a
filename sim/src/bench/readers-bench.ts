/**
 * REL-012: a thousand socket readers of one book with 20 updates a second. The readers, in another process, check that every sequence
 * number comes once and in order, and how long it took from publishing to reading (one machine, one clock).
 */
import { fork } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { Feeds } from '@agio/server/feeds/feeds.ts'
import { attachSockets } from '@agio/server/feeds/socket-server.ts'
import { Outbox, Topic } from '@agio/server/feeds/topic.ts'
import { visitorsHost } from '@agio/server/testing/visitors-host.ts'
import { WebSocket } from 'ws'
import type { Measure } from './measure.ts'

const CHANNEL = 'depth:BTC/USDT'
const UPDATE_EVERY_MS = 50
const BOUND_MS = 500

interface ReadersOrder {
  readonly port: number
  readonly readers: number
  readonly updates: number
}

interface ReadersAnswer {
  readonly received: number
  readonly gaps: number
  readonly p50: number
  readonly p99: number
}

const clock = (): number => performance.timeOrigin + performance.now()

/** In the child: reads until every update has come to every reader. */
async function read({ port, readers, updates }: ReadersOrder): Promise<ReadersAnswer> {
  const delays: number[] = []
  let gaps = 0
  let done: () => void = () => undefined
  const all = new Promise<void>((resolve) => {
    done = resolve
  })
  for (let opened = 0; opened < readers; opened += 1) {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, { headers: { host: 'localhost' }, perMessageDeflate: false })
    await new Promise((resolve) => socket.once('open', resolve))
    let last = 0
    socket.on('message', (data) => {
      const now = clock()
      const { seq, prevSeq, time } = JSON.parse(data.toString()) as { seq?: number; prevSeq?: number; time: number }
      if (seq === undefined) return
      if (prevSeq !== last) gaps += 1
      last = seq
      delays.push(now - time)
      if (delays.length === readers * updates) done()
    })
    socket.send(JSON.stringify({ op: 'sub', id: '1', args: [CHANNEL] }))
  }
  await all
  delays.sort((a, b) => a - b)
  const at = (share: number): number => delays[Math.floor(delays.length * share)] ?? Number.NaN
  return { received: delays.length, gaps, p50: at(0.5), p99: at(0.99) }
}

/** The share of the bound that the 99th percentile takes; a gap makes it infinite. */
export async function readersBench({ readers = 1000, updates = 200 } = {}): Promise<readonly Measure[]> {
  const server = createServer()
  const topic = new Topic<'depth'>(CHANNEL, new Outbox(), () => undefined)
  const host = visitorsHost({ channel: () => topic } as Partial<Feeds> as Feeds)
  const sockets = attachSockets(server, () => host, { connectionsPerAddress: readers })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const order: ReadersOrder = { port, readers, updates }
  const child = fork(fileURLToPath(import.meta.url), [JSON.stringify(order)])
  const answered = new Promise<ReadersAnswer>((resolve) => child.once('message', (message) => resolve(message as ReadersAnswer)))
  while (topic.size < readers) await new Promise((resolve) => setTimeout(resolve, 10))
  // One level whose price is as long as a kilobyte of levels.
  const data = { bids: [['9'.repeat(900), '1']], asks: [], checksum: 0 } as const
  for (let seq = 1; seq <= updates; seq += 1) {
    topic.publish({ type: 'delta', seq, prevSeq: seq - 1, time: clock(), data })
    await new Promise((resolve) => setTimeout(resolve, UPDATE_EVERY_MS))
  }
  const { gaps, p99 } = await answered
  await sockets.close()
  await new Promise<void>((resolve) => server.close(() => resolve()))
  const value = Math.round(p99 * 10) / 10
  const ratio = gaps > 0 ? Number.MAX_VALUE : Math.round((value / BOUND_MS) * 1000) / 1000
  const title = `${readers} readers of one book, 20 updates/s: 99th percentile`
  return [{ id: 'REL-012', title, value, unit: 'ms', peer: 'bound', peerValue: BOUND_MS, ratio, goal: '<= 1' }]
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [argument] = process.argv.slice(2)
  if (process.send !== undefined && argument !== undefined) {
    process.send(await read(JSON.parse(argument) as ReadersOrder))
    process.exit(0)
  }
  console.log(JSON.stringify(await readersBench(), undefined, 1))
  process.exit(0)
}
