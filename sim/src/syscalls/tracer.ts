/** `strace` on a process that runs already: it sees every call of every thread, and can hold one back. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readTrace, type SystemCall } from './trace.ts'

/** Longer than any record of the journal. */
const BYTES_SHOWN = 2 ** 21

/** This system lets nobody look into another process. */
export class TracingForbidden extends Error {}

export const canTrace = process.platform === 'linux' && spawnSync('strace', ['--version']).status === 0

export class Tracer {
  readonly #child: ChildProcess
  readonly #file: string

  private constructor(child: ChildProcess, file: string) {
    this.#child = child
    this.#file = file
  }

  /**
   * @param file where strace writes
   * @param calls their names
   * @param late a call that returns later than the kernel would have it, by milliseconds
   * @throws TracingForbidden
   */
  static async attach(pid: number, file: string, calls: readonly string[], late: { call: string; ms: number }): Promise<Tracer> {
    const wanted = ['-e', `trace=${calls.join(',')}`, '-e', 'signal=none', '-e', `inject=${late.call}:delay_exit=${late.ms * 1000}`]
    const args = ['-f', '-y', '-s', String(BYTES_SHOWN), ...wanted, '-o', file, '-p', String(pid)]
    const child = spawn('strace', args, { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, LC_ALL: 'C' } })
    let said = ''
    await new Promise<void>((attached, failed) => {
      child.stderr.on('data', (chunk: Buffer) => {
        said += chunk.toString()
        if (/^strace: Process \d+ attached/m.test(said)) attached()
      })
      child.once('error', failed)
      child.once('exit', () => failed(/not permitted/.test(said) ? new TracingForbidden(said) : new Error(`strace: ${said}`)))
    })
    return new Tracer(child, file)
  }

  /** Lets the process go. @returns what it called meanwhile */
  async detach(): Promise<SystemCall[]> {
    const ended = new Promise((resolve) => this.#child.once('exit', resolve))
    this.#child.kill('SIGINT')
    await ended
    return readTrace(readFileSync(this.#file, 'latin1'))
  }
}
