/** Runs test files in the private copy until the first failure or the end of the time. */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Batch } from './choose-tests.ts'

/** `failed`: names of tests, as `file: name`; `over`: time ended before all tests ran. */
export interface BatchResult {
  readonly failed: readonly string[]
  readonly over: boolean
}

/** A test may wait in vain for an effect of the removed rule: well below the 300 s of the configuration. */
const TEST_MS = 180_000
const PROJECTS = ['exact', 'exact-shared', 'unit', 'unit-shared']

interface Report {
  readonly failures: readonly { readonly name: string }[]
}

function read(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report
  } catch {
    return undefined
  }
}

let running: number | undefined

/** Ends the present run. */
export const endRun = (): void => endGroup(running)

/** Ends a run with the processes started by tests, a group. */
function endGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // the group has ended already
  }
}

/** @param root the copy; @param ms time for the batch */
export async function runBatch(root: string, { files, names }: Batch, ms: number): Promise<BatchResult> {
  const scratch = mkdtempSync(join(tmpdir(), 'agio-removals-report-'))
  const report = join(scratch, 'report.json')
  const args = [
    join(root, 'node_modules', 'vitest', 'vitest.mjs'),
    'run',
    ...files,
    ...PROJECTS.flatMap((project) => ['--project', project]),
    ...(names === undefined ? [] : ['--testNamePattern', names]),
    '--bail=1',
    `--testTimeout=${TEST_MS}`,
    `--reporter=${join(root, 'scripts', 'report-tests.mjs')}`,
    `--outputFile=${report}`,
  ]
  const env = { ...process.env, NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled') }
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: 'ignore', detached: true })
  running = child.pid
  let over = false
  const timer = setTimeout(() => {
    over = true
    endGroup(child.pid)
  }, ms)
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null))
    child.once('close', resolve)
  })
  clearTimeout(timer)
  endGroup(child.pid)
  running = undefined
  const failed = read(report)?.failures.map(({ name }) => name) ?? []
  rmSync(scratch, { recursive: true, force: true })
  // a run without a report counts as failed
  if (!over && failed.length === 0 && code !== 0) return { failed: [files.length === 1 ? (files[0] ?? '') : 'the run itself'], over }
  return { failed, over }
}
