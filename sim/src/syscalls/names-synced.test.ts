/**
 * A segment whose name the folder forgets takes its records with it: the folder is synced before the first record in a new one is written, so
 * before any is said to be kept. What is said comes from another thread, and may be of a record in the segment before.
 */
import { type SpawnSyncReturns, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readTrace } from './trace.ts'
import { canTrace } from './tracer.ts'

const CHILD = join(import.meta.dirname, 'rolling-child.ts')
const RECORDS = 24
/** It takes two seconds; strace has been seen to wait for ever for a thread that ended with its process. */
const PATIENCE_MS = 60_000
const RENAMED = /\brename\("[^"]*", "([^"]*\/segment-[^"/]*)"/

function trace(options: readonly string[], dir: string, tries = 3): SpawnSyncReturns<string> {
  const run = spawnSync('strace', [...options, process.execPath, CHILD, dir, String(RECORDS)], {
    encoding: 'utf8',
    timeout: PATIENCE_MS,
    killSignal: 'SIGKILL',
  })
  if (run.signal !== 'SIGKILL' || tries === 1) return run
  rmSync(dir, { recursive: true, force: true })
  return trace(options, dir, tries - 1)
}

test.runIf(canTrace)(
  'REL-001 [part] the folder of a new segment is synced before a record in it is written, let alone told to be kept',
  ({ skip }) => {
    const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'agio-names-')))
    try {
      const dir = join(scratch, 'journal')
      const file = join(scratch, 'trace')
      const options = ['-f', '-y', '-s', '131072', '-e', 'trace=rename,fsync,write,pwrite64', '-e', 'signal=none', '-o', file]
      const { status, stdout, stderr } = trace(options, dir)
      if (/not permitted/.test(stderr)) return skip('no process may be traced here')
      expect({ status, kept: stdout.split('\n').filter((line) => line.endsWith(': ok')).length }, stderr).toEqual({
        status: 0,
        kept: RECORDS,
      })
      const traced = readFileSync(file, 'latin1')
      const renamed = traced.split('\n').flatMap((text, line) => {
        const path = RENAMED.exec(text)?.[1]
        return path === undefined ? [] : [{ line, path }]
      })
      expect(renamed.length).toBeGreaterThan(2)
      const calls = readTrace(traced)
      const synced = calls.filter(({ name, path, result }) => name === 'fsync' && path === dir && result === 0)
      let written = 0
      for (const { line, path: segment } of renamed) {
        const next = calls.find(({ name, path, begin }) => name === 'pwrite64' && path === segment && begin > line)
        if (next === undefined) continue
        written += 1
        expect(
          synced.some(({ begin, end }) => begin > line && end < next.begin),
          `renamed on line ${line + 1}`,
        ).toBe(true)
      }
      expect(written).toBeGreaterThan(1)
    } finally {
      rmSync(scratch, { recursive: true, force: true })
    }
  },
)
