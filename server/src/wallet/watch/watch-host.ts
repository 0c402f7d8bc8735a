/**
 * The thread that the watchers of a tenant share: libraries of chains take tens of megabytes, and are loaded once. It begins with the first
 * network and ends with the last. Where it breaks, each of its channels closes, and whoever had one opens another.
 */
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import type { Log } from '../../core/log.ts'
import type { WatchStart } from './messages.ts'

export class WatchHost {
  readonly #tenantId: string
  readonly #log: Log
  readonly #channels = new Set<MessagePort>()
  #worker: Worker | undefined

  constructor(tenantId: string, log: Log) {
    this.#tenantId = tenantId
    this.#log = log
  }

  /** A channel to a network's part of the thread; it closes when either side does, and when the thread ends. */
  open(start: WatchStart): MessagePort {
    this.#worker ??= this.#begin()
    const { port1, port2 } = new MessageChannel()
    this.#channels.add(port1)
    port1.on('close', () => {
      this.#channels.delete(port1)
      if (this.#channels.size === 0) void this.end()
    })
    this.#worker.postMessage({ start, channel: port2 }, [port2])
    return port1
  }

  /** Nothing runs in it any more when it resolves. */
  async end(): Promise<void> {
    const worker = this.#worker
    this.#worker = undefined
    await worker?.terminate()
  }

  #begin(): Worker {
    const worker = new Worker(new URL('./watch-thread.ts', import.meta.url), {
      name: `watch ${this.#tenantId}`,
      execArgv: ['--no-warnings'],
    })
    worker.on('error', (error: unknown) =>
      this.#log.error('the thread that follows chains broke', { tenant: this.#tenantId, error: String(error) }),
    )
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = undefined
    })
    return worker
  }
}
