/**
 * A node whose keeper was killed lives on, on the port that the next one wants, with a chain of its own. Its number stands in its folder; it
 * is ended when a process of that number still has the folder among its arguments, for numbers are given to others later.
 */
import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'

const FILE = 'node.pid'
const WAIT_MS = 5_000
const POLL_MS = 20

const run = promisify(execFile)

export async function rememberProcess(folder: string, pid: number): Promise<void> {
  await writeFile(join(folder, FILE), String(pid))
}

/** @throws Error when it does not end */
export async function endFormer(folder: string): Promise<void> {
  const pid = Number(await readFile(join(folder, FILE), 'utf8').catch(() => ''))
  if (!Number.isInteger(pid) || pid < 2) return
  for (const until = performance.now() + WAIT_MS; performance.now() < until; await pause(POLL_MS)) {
    if (!(await hasArgument(pid, folder))) return
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      return
    }
  }
  throw new Error(`the former node ${pid} of ${folder} does not end`)
}

/** False also for a process that ended and is not collected yet: it has no arguments any more. */
async function hasArgument(pid: number, argument: string): Promise<boolean> {
  try {
    return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0').includes(argument)
  } catch {
    if (process.platform === 'linux') return false
  }
  const { stdout } = await run('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: '' }))
  return stdout.includes(argument)
}
