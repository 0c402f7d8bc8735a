/**
 * HTTP load from raw sockets: keep-alive, one request in flight a connection, no pipelining. Our own, because the usual tools need
 * more processor than the server they measure. Runs as a process of its own: `node load-generator.ts <json>`.
 */
import { connect, type Socket } from 'node:net'
import { Worker } from 'node:worker_threads'
import { clockMs, type MetronomeData, type SharedLanes } from './metronome.ts'
import { firstNumberOfLoad, RequestForm } from './request-form.ts'

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
  /** p99 of the second in which it was highest. */
  readonly worstP99: number
  readonly wallSeconds: number
}

const ADDRESSES = 64
/** Requests without which a second has no p99. */
const SECOND_MIN = 100
const RECEIVE_BYTES = 65_536
const HEAD_END = Buffer.from('\r\n\r\n')
const REPLAYED = '\r\nidempotent-replay: '
const LENGTH = /\r\ncontent-length: (\d+)/i

interface Lane {
  readonly index: number
  readonly socket: Socket
  readonly form: RequestForm
  /** The beginning of an answer whose end has not come. */
  pending: Buffer | undefined
}

/**
 * Whether an answer is whole, and whether it is a success in the envelope, or one without it. The answer to a repeated order is none: it
 * is given from memory, and a load of such measures nothing.
 */
function readAnswer(bytes: Buffer): { readonly isWhole: boolean; readonly isSuccess: boolean } {
  const headEnd = bytes.indexOf(HEAD_END)
  const text = bytes.toString('latin1')
  const length = headEnd < 0 ? 0 : Number(LENGTH.exec(text)?.[1] ?? 0)
  const bodyAt = headEnd + HEAD_END.length
  return {
    isWhole: headEnd >= 0 && bytes.length >= bodyAt + length,
    isSuccess:
      text.startsWith('HTTP/1.1 200') &&
      !text.includes(REPLAYED) &&
      (!text.startsWith('{"code"', bodyAt) || text.startsWith('{"code":"0"', bodyAt)),
  }
}

class Generator {
  private readonly plan: LoadPlan
  /** By the second in which a request was sent. */
  private readonly latencies = new Map<number, number[]>()
  private readonly lanes: Lane[] = []
  /** All sockets read into it, one after the other. */
  private readonly received = Buffer.allocUnsafeSlow(RECEIVE_BYTES)
  private readonly shared: SharedLanes
  private sent = firstNumberOfLoad()
  private failures = 0
  private stopping = false

  constructor(plan: LoadPlan) {
    this.plan = plan
    const words = (bytes: number): SharedArrayBuffer => new SharedArrayBuffer(plan.connections * bytes)
    this.shared = { busy: new Int32Array(words(4)), sentAt: new Float64Array(words(8)) }
  }

  private headOf(lane: number): string {
    const { host, port, path, headers } = this.plan
    const all = Object.entries({ host: `${host}:${port}`, 'content-type': 'application/json', ...headers[lane % headers.length] })
    return `POST ${path} HTTP/1.1\r\n${all.map(([name, value]) => `${name}: ${value}\r\n`).join('')}`
  }

  private send({ index, socket, form }: Lane): void {
    Atomics.store(this.shared.busy, index, 1)
    this.shared.sentAt[index] = clockMs()
    // A lane has one request in flight, and its bytes are not needed any more when the answer comes.
    socket.write(form.request(this.sent))
    this.sent += 1
  }

  /** @param chunk valid until this returns */
  private receive(lane: Lane, chunk: Buffer): void {
    const bytes = lane.pending === undefined ? chunk : Buffer.concat([lane.pending, chunk])
    const { isWhole, isSuccess } = readAnswer(bytes)
    if (!isWhole) {
      lane.pending = Buffer.from(bytes)
      return
    }
    const sentAt = this.shared.sentAt[lane.index] ?? 0
    const second = Math.floor(sentAt / 1000)
    const latencies = this.latencies.get(second) ?? []
    latencies.push((clockMs() - sentAt) * 1000)
    this.latencies.set(second, latencies)
    lane.pending = undefined
    if (!isSuccess) this.failures += 1
    Atomics.store(this.shared.busy, lane.index, 0)
    if (this.plan.rate === 0 && !this.stopping) this.send(lane)
  }

  private open(index: number): Promise<Lane> {
    return new Promise((resolve, reject) => {
      const callback = (bytes: number): boolean => {
        this.receive(lane, this.received.subarray(0, bytes))
        return true
      }
      const onread = { buffer: this.received, callback }
      const socket = connect({ port: this.plan.port, host: '127.0.0.1', noDelay: true, onread, ...addressOf(index) })
      const form = new RequestForm(this.headOf(index), this.plan.bodies[index % this.plan.bodies.length] ?? '{}')
      const lane: Lane = { index, socket, form, pending: undefined }
      socket.once('error', reject)
      socket.once('connect', () => resolve(lane))
    })
  }

  /** Sends at the planned rate until it is ended. */
  private pace(): Worker {
    const workerData: MetronomeData = {
      ...this.shared,
      rate: this.plan.rate,
      firstNumber: this.sent,
      descriptors: this.lanes.map(({ socket }) => descriptorOf(socket)),
      forms: this.lanes.map(({ form }) => form.parts),
    }
    return new Worker(new URL('./metronome.ts', import.meta.url), { workerData })
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
    for (const lane of this.lanes) lane.socket.destroy()
    const seconds = [...this.latencies.values()]
    const all = seconds.flat()
    const whole = seconds.filter(({ length }) => length >= SECOND_MIN)
    const worstP99 = Math.max(0, ...whole.map((second) => at(second, 0.99)))
    return { answers: all.length, failures: this.failures, p50: at(all, 0.5), p99: at(all, 0.99), worstP99, wallSeconds }
  }
}

/** The latency that a share of them does not exceed, whole µs. */
function at(latencies: readonly number[], share: number): number {
  const sorted = latencies.toSorted((one, other) => one - other)
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
}

/** Limits count by address, and customers have their own. All of 127.0.0.0/8 is this machine on Linux; elsewhere one address stands for all. */
const addressOf = (lane: number): { readonly localAddress?: string } =>
  process.platform === 'linux' ? { localAddress: `127.0.0.${2 + (lane % ADDRESSES)}` } : {}

/** Node tells the descriptor of a socket only on its inner handle (Linux and macOS). */
function descriptorOf(socket: Socket): number {
  const { fd = -1 } = (socket as unknown as { readonly _handle?: { readonly fd?: number } })._handle ?? {}
  if (fd < 0) throw new Error('a socket without a descriptor')
  return fd
}

const [argument] = process.argv.slice(2)
if (argument !== undefined && import.meta.main) {
  const result = await new Generator(JSON.parse(argument)).run()
  process.stdout.write(`${JSON.stringify(result)}\n`)
}
