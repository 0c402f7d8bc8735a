import { existsSync, linkSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Beat, isBeating } from './beat.ts'
import { bootId } from './boot-id.ts'
import { beatPath, type Claim, claimPath, listClaims, makeClaim } from './claim.ts'
import { FolderLocked, lockFolder } from './lock-folder.ts'

let dir: string

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'agio-lock-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const said: string[] = []
/** A watcher that needs no ten seconds. */
const QUICK = { stillMs: 300, say: (line: string) => void said.push(line) }

/** A claim that nobody stands behind. */
function leave(over: Partial<Claim>, number = 7): string {
  const since = '2026-01-02T03:04:05.000Z'
  const claim = { token: 'abc123', host: 'elsewhere', pid: 42, since, bootId: bootId(), hasSocket: true, left: null, ...over }
  makeClaim(dir, number, claim)
  return claimPath(dir, number)
}

it('lets one in, and the next after the release with a higher number; the second is told host, since when, process and file', async () => {
  const lock = await lockFolder(dir)
  const error = await lockFolder(dir).catch((reason: Error) => reason)
  expect(error).toBeInstanceOf(FolderLocked)
  const since = listClaims(dir)[0]?.claim?.since ?? 'nothing'
  for (const part of [dir, hostname(), `process ${process.pid}`, since, claimPath(dir, lock.number)]) expect(String(error)).toContain(part)
  expect(lock.before).toBe('none')
  lock.release()
  const next = await lockFolder(dir)
  expect([next.before, next.number]).toEqual(['released', lock.number + 1])
  next.release()
  // Nothing gathers: the last claim alone stays, to be counted from.
  expect(readdirSync(dir)).toEqual([`lock-${String(next.number).padStart(9, '0')}`])
})

/** A socket file whose process is gone: bound, never listened on again. */
async function leaveDeadSocket(token: string): Promise<void> {
  const path = join(dir, `lock-${token}.sock`)
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(path, resolve))
  const kept = join(dir, 'kept')
  linkSync(path, kept)
  await new Promise((resolve) => server.close(resolve))
  linkSync(kept, path)
  rmSync(kept)
}

it('takes over at once where the socket of a process of this boot refuses', async () => {
  const holder = await lockFolder(dir)
  const { claim } = listClaims(dir)[0] ?? {}
  await leaveDeadSocket('dead')
  holder.release()
  leave({ ...claim, token: 'dead', left: null }, holder.number + 1)
  const started = performance.now()
  const lock = await lockFolder(dir, { stillMs: 60_000 })
  expect(performance.now() - started).toBeLessThan(30_000)
  expect([lock.before, lock.number]).toEqual(['ended', holder.number + 2])
  lock.release()
})

it('watches the beat where a socket of another boot refuses: this kernel knows nothing of who listens there', async () => {
  await leaveDeadSocket('abc123')
  leave({ bootId: 'another' })
  const beat = new Beat(beatPath(dir, 'abc123'), 'wx')
  beat.keepStriking()
  await expect(lockFolder(dir, { say: QUICK.say })).rejects.toBeInstanceOf(FolderLocked)
  beat.close()
  const lock = await lockFolder(dir, QUICK)
  expect(lock.before).toBe('silent')
  lock.release()
})

it('a watcher that stood still itself has watched nothing meanwhile', async () => {
  const path = join(dir, 'beat')
  const beat = new Beat(path, 'wx')
  let stoodMs = 0
  const real = performance.now.bind(performance)
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => real() + stoodMs)
  try {
    const watched = isBeating(path, 20_000)
    stoodMs = 60_000
    setTimeout(() => beat.strike(), 600)
    expect(await watched).toBe(true)
  } finally {
    clock.mockRestore()
    beat.close()
  }
})

it('waits for the beat of another boot, also behind the same host name, and tells who is waited for', async () => {
  const holder = await lockFolder(dir, { bootId: 'another' })
  // Its socket answers here, so it is taken away as another kernel would not have it.
  const token = listClaims(dir)[0]?.claim?.token ?? ''
  rmSync(join(dir, `lock-${token}.sock`))
  await expect(lockFolder(dir, { say: QUICK.say })).rejects.toBeInstanceOf(FolderLocked)
  expect(said.at(-1)).toContain(`process ${process.pid} at ${hostname()}; watching its beat for 10 s`)
  holder.handBeatOver()
  const lock = await lockFolder(dir, QUICK)
  expect(lock.before).toBe('silent')
  expect(() => holder.confirm()).toThrow(FolderLocked)
  lock.release()
})

it('goes by the beat alone where a folder has no sockets, and by nothing where a claim was cut short', async () => {
  leave({ hasSocket: false })
  expect((await lockFolder(dir, QUICK)).before).toBe('silent')
  rmSync(dir, { recursive: true })
  mkdirSync(dir)
  writeFileSync(claimPath(dir, 3), '{"token":')
  const lock = await lockFolder(dir, { stillMs: 60_000 })
  expect([lock.before, lock.number]).toEqual(['silent', 4])
  lock.release('silent')
  expect((await lockFolder(dir)).before).toBe('silent')
})

it('of many that see the same dead holder one gets the folder', async () => {
  leave({ hasSocket: false })
  const tries = await Promise.allSettled(Array.from({ length: 12 }, () => lockFolder(dir, QUICK)))
  const held = tries.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  expect(held.length).toBe(1)
  for (const each of tries) if (each.status === 'rejected') expect(each.reason).toBeInstanceOf(FolderLocked)
  held[0]?.release()
  expect(readdirSync(dir).length).toBe(1)
})

it.runIf(process.platform === 'linux')('works in a folder whose path is longer than a socket address', async () => {
  const deep = join(dir, 'd'.repeat(120), 'e'.repeat(120))
  mkdirSync(deep, { recursive: true })
  const lock = await lockFolder(deep)
  expect(listClaims(deep)[0]?.claim?.hasSocket).toBe(true)
  await expect(lockFolder(deep)).rejects.toBeInstanceOf(FolderLocked)
  lock.release()
  expect(readdirSync(deep).length).toBe(1)
})

it.runIf(process.platform === 'linux')(
  'respects the lock of an older build while its process is seen to live, and takes it over after it',
  async () => {
    const startedAt = (pid: number) => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19]
    const old = { pid: process.ppid, startedAt: startedAt(process.ppid), bootId: bootId(), host: hostname(), token: 'x' }
    const path = join(dir, 'lock')
    writeFileSync(path, JSON.stringify(old))
    await expect(lockFolder(dir)).rejects.toThrow(`${path} says`)
    writeFileSync(path, JSON.stringify({ ...old, startedAt: '1' }))
    const lock = await lockFolder(dir)
    expect([lock.before, existsSync(path)]).toEqual(['ended', false])
    lock.release()
  },
)
