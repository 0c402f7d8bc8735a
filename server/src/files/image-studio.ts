/**
 * The door to the process that decodes pictures: one picture at a time, customers in turn, a few waiting, the rest told to come again.
 * The process starts with the first picture and ends when none came for a while, which gives its memory back; a picture that takes too
 * long, or more memory than there is for one, ends the process and is refused, and those behind it get a new one.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { isOutOfDescriptors } from '../core/descriptors.ts'
import type { EncodedImage, ImageUse } from './image-codecs.ts'
import { ImageRefused } from './image-format.ts'
import type { ImageAnswer, ImageTask } from './image-process.ts'
import { TurnQueue } from './turn-queue.ts'

const WAITING_MAX = 12
/** Pictures of one customer at a time, the one in hand among them: a form of identity has three. */
const OWN_MAX = 3
/** Counted from when the process is ready, which on a busy machine takes seconds. A photograph takes one, the largest sheet three. */
const TASK_MS = 15_000
/** Whoever has not had a turn by then is told so: a person waits for the answer. */
const TURN_MS = 6_000
const IDLE_MS = 30_000
const HEAP_MB = 128

/** Too many pictures wait already, of everybody or of this customer. */
export class StudioBusy extends Error {
  override readonly name = 'StudioBusy'
}

interface Waiting {
  readonly owner: string
  readonly bytes: Uint8Array
  readonly use: ImageUse
  readonly timer: NodeJS.Timeout
  resolve(image: EncodedImage): void
  reject(error: Error): void
}

type InHand = Waiting & { readonly taskId: number; readonly since: number; readonly limit: NodeJS.Timeout }

export interface StudioTimes {
  readonly taskMs?: number
  readonly turnMs?: number
}

/** No secret of this process reaches the one that reads strangers' bytes, and it may read files alone: no writing, no processes, no threads. */
function startProcess(): ChildProcess {
  return fork(new URL('./image-process.ts', import.meta.url), {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: {},
    execArgv: ['--permission', '--allow-fs-read=*', '--allow-ffi', `--max-old-space-size=${HEAP_MB}`, '--no-warnings'],
  })
}

/** Whether this process waits for the other before it ends. */
function hold(child: ChildProcess, isHeld: boolean): void {
  if (isHeld) child.ref()
  else child.unref()
  if (isHeld) child.channel?.ref()
  else child.channel?.unref()
}

const DIED = new ImageRefused('large', 'the process of pictures ended')

export class ImageStudio {
  readonly #queue = new TurnQueue<Waiting>()
  readonly #taskMs: number
  readonly #turnMs: number
  #current: InHand | undefined
  #child: ChildProcess | undefined
  #idle: NodeJS.Timeout | undefined
  #lastTaskId = 0

  constructor({ taskMs = TASK_MS, turnMs = TURN_MS }: StudioTimes = {}) {
    this.#taskMs = taskMs
    this.#turnMs = turnMs
  }

  /** Of the process; undefined while there is none. */
  get processId(): number | undefined {
    return this.#child?.pid
  }

  /**
   * @param owner whose picture it is, among the customers of all tenants
   * @throws ImageRefused for what is not taken, StudioBusy
   */
  encode(bytes: Uint8Array, use: ImageUse, owner: string): Promise<EncodedImage> {
    const own = this.#queue.countOf(owner)
    if (own + (this.#current?.owner === owner ? 1 : 0) >= OWN_MAX) return Promise.reject(new StudioBusy('pictures of one customer'))
    // Whoever has most pictures waiting makes room for somebody with fewer.
    if (this.#queue.size >= WAITING_MAX && !this.#refuse(this.#queue.takeFromMost(own + 1)))
      return Promise.reject(new StudioBusy('pictures'))
    const { promise, resolve, reject } = Promise.withResolvers<EncodedImage>()
    const timer = setTimeout(() => this.#refuse(this.#queue.remove(waiting)), this.#turnMs).unref()
    const waiting: Waiting = { owner, bytes, use, timer, resolve, reject }
    this.#queue.add(waiting)
    this.#next()
    return promise
  }

  async close(): Promise<void> {
    while (this.#refuse(this.#queue.next()));
    await this.#endProcess(new StudioBusy('stopping'))
  }

  #refuse(waiting: Waiting | undefined): boolean {
    if (waiting === undefined) return false
    clearTimeout(waiting.timer)
    waiting.reject(new StudioBusy('pictures'))
    return true
  }

  #next(): void {
    if (this.#current !== undefined) return
    clearTimeout(this.#idle)
    const waiting = this.#queue.next()
    if (waiting === undefined) {
      if (this.#child !== undefined) hold(this.#child, false)
      this.#idle = setTimeout(() => void this.#endProcess(new StudioBusy('idle')), IDLE_MS).unref()
      return
    }
    clearTimeout(waiting.timer)
    this.#lastTaskId += 1
    const taskId = this.#lastTaskId
    const tooSlow = new ImageRefused('slow', 'the picture took too long')
    const limit = setTimeout(() => void this.#endProcess(tooSlow), this.#taskMs).unref()
    this.#current = { ...waiting, taskId, limit, since: performance.now() }
    const child = this.#child ?? this.#startProcess()
    if (child === undefined) return
    hold(child, true)
    child.send({ taskId, bytes: waiting.bytes, use: waiting.use } satisfies ImageTask, () => undefined)
  }

  /** Undefined when no process can be started; the pictures in hand and waiting are refused then. */
  #startProcess(): ChildProcess | undefined {
    try {
      const child = startProcess()
      this.#child = child
      child.on('message', (answer: ImageAnswer) => this.#receive(answer))
      child.on('error', (error) => this.#ended(child, isOutOfDescriptors(error) ? new StudioBusy('descriptors') : DIED))
      child.on('exit', () => this.#ended(child, DIED))
      return child
    } catch (error) {
      const task = this.#current
      if (task === undefined || !isOutOfDescriptors(error)) throw error
      this.#over(task)
      task.reject(new StudioBusy('descriptors'))
      while (this.#refuse(this.#queue.next()));
      return undefined
    }
  }

  #receive(answer: ImageAnswer): void {
    const task = this.#current
    if ('isReady' in answer) task?.limit.refresh()
    else if (task !== undefined && task.taskId === answer.taskId) this.#settle(task, answer)
  }

  #settle(task: InHand, answer: Exclude<ImageAnswer, { readonly isReady: true }>): void {
    this.#over(task)
    if ('image' in answer) task.resolve({ ...answer.image, bytes: new Uint8Array(answer.image.bytes) })
    else {
      task.reject(new ImageRefused(answer.refused, answer.why))
      if (answer.isSpent) void this.#endProcess(new StudioBusy('spent'))
    }
    if (this.#current === undefined) this.#next()
  }

  #over(task: InHand): void {
    clearTimeout(task.limit)
    this.#queue.charge(task.owner, performance.now() - task.since)
    this.#current = undefined
  }

  /** The picture in hand is the likeliest cause; those behind it get a new process. */
  #ended(child: ChildProcess, why: Error): void {
    if (this.#child !== child) return
    this.#child = undefined
    const task = this.#current
    if (task !== undefined) this.#over(task)
    task?.reject(why)
    if (this.#queue.size > 0) this.#next()
  }

  async #endProcess(why: Error): Promise<void> {
    clearTimeout(this.#idle)
    const child = this.#child
    if (child === undefined) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.ref()
    child.kill('SIGKILL')
    if (this.#current === undefined && this.#queue.size === 0) this.#queue.forgive()
    this.#ended(child, why)
    await gone
  }
}
