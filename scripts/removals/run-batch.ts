/** Runs test files in the private copy until the first failure or the end of the time. */
import { spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Batch } from './choose-tests.ts'

/** `failed`: names of tests, as `file: name`; `over`: time ended before all tests ran; `isLost`: vitest ended without a report. */
export interface BatchResult {
  readonly failed: readonly string[]
  readonly over: boolean
  readonly isLost: boolean
}

/** A test may wait in vain for an effect of the removed rule: well below the 300 s of the configuration. */
const TEST_MS = 180_000
const PROJECTS = ['exact', 'exact-shared', 'unit', 'unit-shared']

interface Report {
  readonly passed: number
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

const reportOf = (root: string): string => join(root, 'removals-report.json')

const vitest = (root: string, files: readonly string[]): readonly string[] => [
  join(root, 'node_modules', 'vitest', 'vitest.mjs'),
  'run',
  ...files,
  ...PROJECTS.flatMap((project) => ['--project', project]),
  `--testTimeout=${TEST_MS}`,
  `--reporter=${join(root, 'scripts', 'report-tests.mjs')}`,
  `--outputFile=${reportOf(root)}`,
]

const argumentsFor = (root: string, { files, names, isBrowser }: Batch): readonly string[] =>
  isBrowser === true
    ? [join(root, 'scripts', 'removals', 'run-browser.mjs'), reportOf(root), ...files]
    : [...vitest(root, files), '--bail=1', ...(names === undefined ? [] : ['--testNamePattern', names])]

interface Run {
  readonly code: number | null
  readonly over: boolean
}

async function run(root: string, args: readonly string[], ms: number): Promise<Run> {
  rmSync(reportOf(root), { force: true })
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
  return { code, over }
}

/** @param root the copy; @param ms time for the batch */
export async function runBatch(root: string, batch: Batch, ms: number): Promise<BatchResult> {
  const { code, over } = await run(root, argumentsFor(root, batch), ms)
  const report = read(reportOf(root))
  const failed = report?.failures.map(({ name }) => name) ?? []
  // names that match no test would let every removal pass
  if (batch.names !== undefined && !over && report?.passed === 0 && failed.length === 0) return runBatch(root, { files: batch.files }, ms)
  const isLost = !over && report === undefined
  if (isLost || (!over && failed.length === 0 && code !== 0)) return { failed: ['the run itself'], over, isLost }
  return { failed, over, isLost }
}

/** Runs all tests of the files, despite failures. */
export async function runAll(root: string, files: readonly string[], ms: number): Promise<void> {
  await run(root, vitest(root, files), ms)
}
