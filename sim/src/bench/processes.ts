/** Child processes of the benchmarks: start, wait for a line, read processor time, stop. */
import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { LoadPlan, LoadResult } from './load-generator.ts'

export const here = dirname(fileURLToPath(import.meta.url))
export const root = join(here, '..', '..', '..')

/** Resolves when the child prints a line that matches; rejects when it ends before. */
export function startAndWait(
  file: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  line: RegExp,
  timeoutMs = 120_000,
): Promise<ChildProcess> {
  const child = spawn(process.execPath, [file, ...args], { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  return new Promise((resolve, reject) => {
    let output = ''
    const timer = setTimeout(() => reject(new Error(`${file} was not ready in time:\n${output}`)), timeoutMs)
    const read = (chunk: Buffer): void => {
      output = (output + chunk.toString()).slice(-20_000)
      if (!line.test(output)) return
      clearTimeout(timer)
      resolve(child)
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}:\n${output}`)))
  })
}

export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}

const TICKS_PER_SECOND = 100

const ticksOf = (stat: string): number => {
  const fields = stat.replace(/^.*\) /, '').split(' ')
  return Number(fields[11]) + Number(fields[12])
}

/** Processor seconds of a whole process, user and system (Linux). */
export const secondsOf = (pid: number): number => ticksOf(readFileSync(`/proc/${pid}/stat`, 'utf8')) / TICKS_PER_SECOND

/** Processor seconds of a process, user and system (Linux): all of it, and the projections' thread alone. */
export function processorSeconds(child: ChildProcess): { readonly whole: number; readonly projections: number } {
  const tasks = readdirSync(`/proc/${child.pid}/task`)
  const projections = tasks
    .filter((task) => readFileSync(`/proc/${child.pid}/task/${task}/comm`, 'utf8').trim() === 'projections')
    .reduce((sum, task) => sum + ticksOf(readFileSync(`/proc/${child.pid}/task/${task}/stat`, 'utf8')), 0)
  const whole = ticksOf(readFileSync(`/proc/${child.pid}/stat`, 'utf8'))
  return { whole: whole / TICKS_PER_SECOND, projections: projections / TICKS_PER_SECOND }
}

/** A second asks before the first has taken its port. */
const given = new Set<number>()

export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000)
    if (given.has(port)) continue
    given.add(port)
    const free = await new Promise<boolean>((resolve) => {
      const server = createServer()
      server.once('error', () => resolve(false))
      server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
    })
    if (free) return port
  }
}

/** Runs the load generator in its own process. */
export function load(plan: LoadPlan): Promise<LoadResult> {
  const child = spawn(process.execPath, [join(here, 'load-generator.ts'), JSON.stringify(plan)], { stdio: ['ignore', 'pipe', 'inherit'] })
  return new Promise((resolve, reject) => {
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
    })
    child.once('exit', (code) => (code === 0 ? resolve(JSON.parse(output)) : reject(new Error(`the load generator ended with ${code}`))))
  })
}
