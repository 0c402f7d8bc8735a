import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { EXIT_DISK_FAILED } from '../core/exit-codes.ts'

const SCRIPT = `
  import { openFileJournal } from '${new URL('./file-journal.ts', import.meta.url).href}'
  import { nodeFileSystem } from '${new URL('./file-system.ts', import.meta.url).href}'
  let fail = false
  const fileSystem = {
    ...nodeFileSystem,
    open(path, mode) {
      const file = nodeFileSystem.open(path, mode)
      const datasync = () => {
        if (fail) throw Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' })
        file.datasync()
      }
      return { ...file, datasync }
    },
  }
  const journal = await openFileJournal(process.env.DIR, { fileSystem })
  const record = (seq) => ({ firstSeq: seq, lastSeq: seq, epoch: journal.epoch, bytes: new Uint8Array(16) })
  console.log(await journal.append(0, record(1)))
  fail = true
  console.log(await journal.append(1, record(2)))
`

test('REL-001 [part] a failed fdatasync ends the process with its own exit code and a message; the command is not acknowledged', () => {
  const dir = mkdtempSync(join(tmpdir(), 'agio-failure-'))
  const args = ['--no-warnings', '--input-type=module', '-e', SCRIPT]
  const run = spawnSync(process.execPath, args, { env: { ...process.env, DIR: dir }, encoding: 'utf8' })
  rmSync(dir, { recursive: true, force: true })
  expect(run.status).toBe(EXIT_DISK_FAILED)
  expect(run.stdout).toBe('ok\n')
  expect(run.stderr).toMatch(/the disk failed, stopping without a retry: EIO/)
})
