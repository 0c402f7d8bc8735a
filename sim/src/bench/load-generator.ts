/**
 * HTTP load from raw sockets: keep-alive, one request in flight a connection, no pipelining. Our own, because the usual tools need
 * more processor than the server they measure. Runs as a process of its own: `node load-generator.ts <json>`.
 */
import { connect, type Socket } from 'node:net'
import { Worker } from 'node:worker_threads'

export interface LoadPlan {
  readonly host: string
  readonly port: number
  readonly connections: number
  readonly seconds: number
  /** Requests a second over all connections; 0 = as fast as answers come. */
  readonly rate: number
  readonly path: string
  /** Connection i sends body and headers number `i % length`; `{n}` in a body becomes a number that never repeats. */
  readonly headers: readonly Readonly<Record<string, string>>[]
  readonly bodies: readonly string[]
}

export interface LoadResult {
  readonly answers: number
  readonly failures: number
  /** Microseconds. */
  readonly p50: number
  readonly p99: number
  readonly wallSeconds: number
}

const HEAD_END = Buffer.from('\r\n\r\n')

interface Lane {
  readonly socket: Socket
  readonly head: string
  readonly body: string
  sentAt: number
  pending: Buffer
  idle: boolean
}

class Generator {
  private readonly plan: LoadPlan
  private readonly latencies: number[] = []
  private readonly lanes: Lane[] = []
  private sent = 0
  private failures = 0
  private stopping = false
  private turn = 0

  constructor(plan: LoadPlan) {
    this.plan = plan
  }

  private headOf(lane: number): string {
    const { host, port, path, headers } = this.plan
    const all = Object.entries({ host: `${host}:${port}`, 'content-type': 'application/json', ...headers[lane % headers.length] })
    return `POST ${path} HTTP/1.1\r\n${all.map(([name, value]) => `${name}: ${value}\r\n`).join('')}`
  }

  private send(lane: Lane): void {
    const body = lane.body.replace('{n}', String(this.sent))
    this.sent += 1
    lane.idle = false
    lane.sentAt = performance.now()
    lane.socket.write(`${lane.head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
  }

  private receive(lane: Lane, chunk: Buffer): void {
    lane.pending = lane.pending.length === 0 ? chunk : Buffer.concat([lane.pending, chunk])
    const headEnd = lane.pending.indexOf(HEAD_END)
    if (headEnd < 0) return
    const head = lane.pending.toString('latin1', 0, headEnd)
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
    if (lane.pending.length < headEnd + 4 + length) return
    const body = lane.pending.toString('latin1', headEnd + 4, headEnd + 4 + length)
    lane.pending = Buffer.alloc(0)
    if (!head.startsWith('HTTP/1.1 200') || (body.startsWith('{"code"') && !body.startsWith('{"code":"0"'))) this.failures += 1
    this.latencies.push((performance.now() - lane.sentAt) * 1000)
    lane.idle = true
    if (this.plan.rate === 0 && !this.stopping) this.send(lane)
  }

  private open(index: number): Promise<Lane> {
    return new Promise((resolve, reject) => {
      const socket = connect(this.plan.port, '127.0.0.1')
      socket.setNoDelay(true)
      const body = this.plan.bodies[index % this.plan.bodies.length] ?? '{}'
      const lane: Lane = { socket, head: this.headOf(index), body, sentAt: 0, pending: Buffer.alloc(0), idle: true }
      socket.on('data', (chunk) => this.receive(lane, Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk)))
      socket.once('error', reject)
      socket.once('connect', () => resolve(lane))
    })
  }

  /** Sends what is due from idle lanes, all of them in turn: were the first always taken, one side of the book would fill up. */
  private sendDue(due: number): void {
    for (let looked = 0; looked < this.lanes.length && this.sent < due; looked += 1) {
      const lane = this.lanes[this.turn % this.lanes.length]
      this.turn += 1
      if (lane?.idle === true) this.send(lane)
    }
  }

  /** Requests come one by one, as from many people who know nothing of each other; a timer of this thread could only send bursts. */
  private pace(): Worker {
    const due = new Int32Array(new SharedArrayBuffer(4))
    const metronome = new Worker(new URL('./metronome.ts', import.meta.url), { workerData: { due, rate: this.plan.rate } })
    metronome.on('message', () => this.sendDue(Atomics.load(due, 0)))
    return metronome
  }

  async run(): Promise<LoadResult> {
    for (let index = 0; index < this.plan.connections; index += 1) this.lanes.push(await this.open(index))
    const started = performance.now()
    const metronome = this.plan.rate > 0 ? this.pace() : undefined
    if (metronome === undefined) for (const lane of this.lanes) this.send(lane)
    await new Promise((resolve) => setTimeout(resolve, this.plan.seconds * 1000))
    this.stopping = true
    await metronome?.terminate()
    const wallSeconds = (performance.now() - started) / 1000
    const answers = this.latencies.length
    for (const lane of this.lanes) lane.socket.destroy()
    const sorted = [...this.latencies].sort((a, b) => a - b)
    const at = (share: number): number => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
    return { answers, failures: this.failures, p50: at(0.5), p99: at(0.99), wallSeconds }
  }
}

const [argument] = process.argv.slice(2)
if (argument !== undefined && import.meta.main) {
  const result = await new Generator(JSON.parse(argument)).run()
  process.stdout.write(`${JSON.stringify(result)}\n`)
}
