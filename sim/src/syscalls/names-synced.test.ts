/** A segment whose name the folder forgets takes its records with it: the folder is synced before anything in a new one is said to be kept. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readTrace } from './trace.ts'
import { canTrace } from './tracer.ts'

const CHILD = join(import.meta.dirname, 'rolling-child.ts')
const RECORDS = 24
const RENAMED = /\brename\("[^"]*", "([^"]*\/segment-[^"/]*)"/

test.runIf(canTrace)('REL-001 [part] the folder of a new segment is synced before a record in it is told to be kept', ({ skip }) => {
  const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'agio-names-')))
  try {
    const dir = join(scratch, 'journal')
    const file = join(scratch, 'trace')
    const options = ['-f', '-y', '-s', '4096', '-e', 'trace=rename,fsync,write', '-e', 'signal=none', '-o', file]
    const { status, stdout, stderr } = spawnSync('strace', [...options, process.execPath, CHILD, dir, String(RECORDS)], {
      encoding: 'utf8',
    })
    if (/not permitted/.test(stderr)) return skip('no process may be traced here')
    expect({ status, kept: stdout.split('\n').filter((line) => line.endsWith(': ok')).length }, stderr).toEqual({
      status: 0,
      kept: RECORDS,
    })
    const trace = readFileSync(file, 'latin1')
    const renamed = trace.split('\n').flatMap((text, line) => (RENAMED.test(text) ? [line] : []))
    expect(renamed.length).toBeGreaterThan(2)
    const calls = readTrace(trace)
    const told = calls.filter(({ name, bytes }) => name === 'write' && bytes.toString().startsWith('kept '))
    const synced = calls.filter(({ name, path, result }) => name === 'fsync' && path === dir && result === 0)
    for (const line of renamed) {
      const next = told.find(({ begin }) => begin > line)
      if (next === undefined) continue
      expect(
        synced.some(({ begin, end }) => begin > line && end < next.begin),
        `renamed on line ${line + 1}`,
      ).toBe(true)
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
})
