/**
 * The door to the image thread: one picture at a time, a few waiting, the rest told to come again. The thread starts with the first
 * picture and ends when none came for a while, which gives its memory back; one that takes too long ends with the thread.
 */
import { Worker } from 'node:worker_threads'
import { isOutOfDescriptors } from '../descriptors.ts'
import type { EncodedImage, ImageUse } from './image-codecs.ts'
import { ImageRefused } from './image-format.ts'
import type { ImageAnswer, ImageTask } from './image-thread.ts'

const WAITING_MAX = 8
/** Pictures of one customer at a time, the one in hand among them: a form of identity has three. */
const OWN_MAX = 3
const TASK_MS = 10_000
const IDLE_MS = 30_000
const HEAP_MB = 256

/** Too many pictures wait already, of everybody or of this customer. */
export class StudioBusy extends Error {
  override readonly name = 'StudioBusy'
}

interface Waiting {
  readonly owner: string
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly use: ImageUse
  resolve(image: EncodedImage): void
  reject(error: Error): void
}

export class ImageStudio {
  readonly #queue: Waiting[] = []
  #current: (Waiting & { readonly taskId: number; readonly timer: NodeJS.Timeout }) | undefined
  #worker: Worker | undefined
  #idle: NodeJS.Timeout | undefined
  #lastTaskId = 0

  /**
   * @param bytes handed over to the thread; not to be used afterwards
   * @param owner whose picture it is, among the customers of all tenants
   * @throws ImageRefused for what is no picture or takes too long, StudioBusy
   */
  encode(bytes: Uint8Array<ArrayBuffer>, use: ImageUse, owner: string): Promise<EncodedImage> {
    const own = [this.#current, ...this.#queue].filter((task) => task?.owner === owner).length
    if (own >= OWN_MAX || this.#queue.length >= WAITING_MAX) return Promise.reject(new StudioBusy('images'))
    const { promise, resolve, reject } = Promise.withResolvers<EncodedImage>()
    this.#queue.push({ owner, bytes, use, resolve, reject })
    this.#next()
    return promise
  }

  async close(): Promise<void> {
    for (const { reject } of this.#queue.splice(0)) reject(new StudioBusy('stopping'))
    await this.#endThread('stopping')
  }

  #next(): void {
    if (this.#current !== undefined) return
    clearTimeout(this.#idle)
    const task = this.#queue.shift()
    if (task === undefined) {
      this.#worker?.unref()
      this.#idle = setTimeout(() => void this.#endThread('idle'), IDLE_MS).unref()
      return
    }
    this.#lastTaskId += 1
    const taskId = this.#lastTaskId
    const timer = setTimeout(() => void this.#endThread('the picture took too long'), TASK_MS).unref()
    this.#current = { ...task, taskId, timer }
    this.#worker ??= this.#startThread()
    this.#worker.ref()
    this.#worker.postMessage({ taskId, bytes: task.bytes, use: task.use } satisfies ImageTask, [task.bytes.buffer])
  }

  #startThread(): Worker {
    const worker = new Worker(new URL('./image-thread.ts', import.meta.url), {
      name: 'images',
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    })
    worker.on('message', (answer: ImageAnswer) => this.#receive(answer))
    let isStarved = false
    worker.on('error', (error) => {
      isStarved = isOutOfDescriptors(error)
    })
    worker.on('exit', () => this.#ended(worker, isStarved ? new StudioBusy('descriptors') : new ImageRefused('the image thread ended')))
    return worker
  }

  #receive(answer: ImageAnswer): void {
    const task = this.#current
    if (task === undefined || task.taskId !== answer.taskId) return
    clearTimeout(task.timer)
    this.#current = undefined
    if ('image' in answer) task.resolve(answer.image)
    else {
      task.reject(new ImageRefused(answer.refused))
      if (answer.isSpent) void this.#endThread('a codec gave up')
    }
    if (this.#current === undefined) this.#next()
  }

  /** The picture in hand is the likeliest cause; those behind it get a new thread. */
  #ended(worker: Worker, why: Error): void {
    if (this.#worker !== worker) return
    this.#worker = undefined
    const task = this.#current
    this.#current = undefined
    clearTimeout(task?.timer)
    task?.reject(why)
    if (this.#queue.length > 0) this.#next()
  }

  async #endThread(why: string): Promise<void> {
    clearTimeout(this.#idle)
    const worker = this.#worker
    if (worker === undefined) return
    this.#ended(worker, new ImageRefused(why))
    await worker.terminate()
  }
}
