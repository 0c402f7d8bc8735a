import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { FolderLocked, lockFolder } from './folder-lock.ts'

let dir: string

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'agio-lock-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const path = () => join(dir, 'lock')
const leave = (text: string) => writeFileSync(path(), text)
/** What this process writes, as if it were somebody else's. */
function ownLock(): Record<string, unknown> {
  const release = lockFolder(dir)
  const held = JSON.parse(readFileSync(path(), 'utf8'))
  release()
  return held
}

it('lets one in, and the next after the release', () => {
  const release = lockFolder(dir)
  expect(() => lockFolder(dir)).toThrow(FolderLocked)
  expect(() => lockFolder(dir)).toThrow(`${dir} is in use by process ${process.pid}`)
  release()
  expect(existsSync(path())).toBe(false)
  lockFolder(dir)()
})

it('is taken over from a process that is gone, from another boot, from a torn file and from an older form', () => {
  const gone = Number(execFileSync(process.execPath, ['-e', 'console.log(process.pid)'], { encoding: 'utf8' }))
  const left = { ...ownLock(), token: 'left' }
  for (const text of [
    JSON.stringify({ ...left, pid: gone }),
    JSON.stringify({ ...left, bootId: 'another' }),
    '',
    '{"pid":',
    `${gone} boot`,
  ]) {
    leave(text)
    lockFolder(dir)()
  }
})

it('is taken over when another process has the number of the one that is gone, and when it had our own', () => {
  const left = { ...ownLock(), token: 'left' }
  leave(JSON.stringify(left))
  lockFolder(dir)()
  if (process.platform !== 'linux') return
  leave(JSON.stringify({ ...left, pid: process.ppid, startedAt: '1' }))
  lockFolder(dir)()
})

it('is respected while its process lives, and where it cannot be seen whether it does', () => {
  const left = { ...ownLock(), token: 'left' }
  const startedAt = (pid: number) => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19]
  const alive = process.platform === 'linux' ? { pid: process.ppid, startedAt: startedAt(process.ppid) } : { pid: process.ppid }
  leave(JSON.stringify({ ...left, ...alive }))
  expect(() => lockFolder(dir)).toThrow(FolderLocked)
  leave(JSON.stringify({ ...left, host: `not-${hostname()}` }))
  expect(() => lockFolder(dir)).toThrow(FolderLocked)
})

it.runIf(process.platform === 'linux')('is taken over from a process that was killed and that its parent never asked after', async () => {
  // The shell starts a child, becomes a program that knows nothing of it, and so the child stays in the table after its end.
  const parent = spawn('sh', ['-c', 'sleep 0.2 & echo $!; exec sleep 30'], { stdio: ['ignore', 'pipe', 'ignore'] })
  try {
    const pid = Number(await new Promise<string>((resolve) => parent.stdout.once('data', (data) => resolve(String(data)))))
    const fields = () => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    leave(JSON.stringify({ ...ownLock(), token: 'left', pid, startedAt: fields()[19] }))
    expect(() => lockFolder(dir)).toThrow(FolderLocked)
    await expect.poll(() => fields()[0], { timeout: 5000 }).toBe('Z')
    lockFolder(dir)()
  } finally {
    parent.kill('SIGKILL')
  }
})
