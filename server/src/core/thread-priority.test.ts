/** Threads whose work may wait, as the system sees them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { release } from 'node:os'
import { Worker } from 'node:worker_threads'
import { describe, expect, it } from 'vitest'
import type { HashTask } from '../auth/factors/hash-thread.ts'
import { hashPassword } from '../auth/factors/password.ts'
import { TaskThread } from '../auth/factors/task-thread.ts'

const TASKS = '/proc/self/task'
const [major = 0, minor = 0] = release().split('.').map(Number)
const hasSlices = existsSync('/proc/self/sched') && (major > 6 || (major === 6 && minor >= 12))

interface Seen {
  readonly nice: number
  /** ns. */
  readonly slice: number
}

function seen(task: string): Seen {
  const stat = readFileSync(`${TASKS}/${task}/stat`, 'utf8').replace(/^.*\) /, '')
  const slice = /se\.slice +: +(\d+)/.exec(readFileSync(`${TASKS}/${task}/sched`, 'utf8'))?.[1]
  return { nice: Number(stat.split(' ')[16]), slice: Number(slice) }
}

const threadsNamed = (name: string): Seen[] =>
  readdirSync(TASKS)
    .filter((task) => readFileSync(`${TASKS}/${task}/comm`, 'utf8').trim() === name)
    .map(seen)

describe.skipIf(!hasSlices)('work that may wait', () => {
  it('gives the processor up at once to what trades', async () => {
    const before = seen(String(process.pid))
    const source = `import(${JSON.stringify(new URL('./thread-priority.ts', import.meta.url).href)}).then((priority) => {
      priority.lowerPriority()
      require('node:worker_threads').parentPort.once('message', () => process.exit(0)).postMessage('lowered')
    })`
    const worker = new Worker(source, { eval: true, name: 'may-wait', execArgv: ['--no-warnings'] })
    await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
    expect(threadsNamed('may-wait')).toEqual([{ nice: before.nice + 10, slice: 100_000 }])
    expect(seen(String(process.pid))).toEqual(before)
    worker.postMessage('end')
  })

  it('SEC-007 passwords are hashed behind everything that trades', async () => {
    await hashPassword('Correct-Horse-9')
    const threads = threadsNamed('passwords')
    expect(threads.length).toBeGreaterThan(0)
    for (const thread of threads) expect(thread).toEqual({ nice: seen(String(process.pid)).nice + 10, slice: 100_000 })
  })
})

describe('a thread that hashes passwords', () => {
  const task = { password: Buffer.from('x'), nonce: Buffer.alloc(16, 1), memory: 19_456, passes: 2, parallelism: 1, tagBytes: 32 }

  it('SEC-007 that ends in the middle refuses the password in hand, and the next gets a new thread', async () => {
    const hasher = new TaskThread<HashTask, Uint8Array>(new URL('../auth/factors/hash-thread.ts', import.meta.url), 'passwords')
    await expect(hasher.run({ ...task, memory: 1 })).rejects.toThrow()
    expect((await hasher.run(task)).length).toBe(32)
  })
})
