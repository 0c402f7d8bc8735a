import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bootId } from '../../folder-lock/boot-id.ts'
import { enterStore, leaveStore, lockStore } from './store-guard.ts'

let directory: string

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'agio-store-'))
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

/** Something that looks like a database folder. */
function fakeDatabase(): string {
  const file = join(directory, 'pg', 'PG_VERSION')
  mkdirSync(join(directory, 'pg', 'base'), { recursive: true })
  writeFileSync(file, '18')
  return file
}

describe('the lock', () => {
  it.skipIf(process.platform === 'win32')('SEC-007 [part] closes the folder to everybody else', async () => {
    chmodSync(directory, 0o755)
    const lock = await lockStore(directory)
    lock.release()
    expect(statSync(directory).mode & 0o777).toBe(0o700)
  })
})

describe('the open marker', () => {
  it('REL-001 [part] a database that was open when the machine stopped is dropped', () => {
    const file = fakeDatabase()
    writeFileSync(join(directory, 'open'), 'the boot before')
    expect(enterStore(directory)).toBe(true)
    expect(existsSync(file)).toBe(false)
    expect(readFileSync(join(directory, 'open'), 'utf8')).toBe(bootId())
  })

  it('a database is kept after a clean stop, and after an unclean one of the process alone', () => {
    const file = fakeDatabase()
    expect(enterStore(directory)).toBe(false)
    expect(enterStore(directory)).toBe(false)
    leaveStore(directory)
    expect(existsSync(join(directory, 'open'))).toBe(false)
    expect(enterStore(directory)).toBe(false)
    expect(existsSync(file)).toBe(true)
  })

  it('a folder without a database is fresh, and what an interrupted creation left is removed', () => {
    mkdirSync(join(directory, 'pg', 'base'), { recursive: true })
    expect(enterStore(directory)).toBe(true)
    expect(existsSync(join(directory, 'pg'))).toBe(false)
  })
})
