/**
 * Guards the PGlite folder: one process at a time, and no trust after a power cut. PGlite never calls fsync, so after an unclean stop
 * of the machine any file may be old or new; after an unclean stop of the process alone the page cache is whole.
 */
import { chmodSync, closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { uptime } from 'node:os'
import { join } from 'node:path'

const heldHere = new Set<string>()

export class StoreInUse extends Error {
  constructor(path: string, pid: number) {
    super(`projections: ${path} is in use by process ${pid}`)
    this.name = 'StoreInUse'
  }
}

/** An identity of the running boot; where the system names none, the boot time to ten minutes, which is careful in the wrong direction at most. */
export function bootId(): string {
  const linux = '/proc/sys/kernel/random/boot_id'
  if (existsSync(linux)) return readFileSync(linux, 'utf8').trim()
  return `booted ${Math.round((Date.now() / 1000 - uptime()) / 600)}`
}

/** @returns the release. @throws StoreInUse when a living process of this boot holds it */
export function lockStore(directory: string): () => void {
  // The database makes its files readable for everybody: nobody else may come near them, also where the folder above is open.
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  chmodSync(directory, 0o700)
  const path = join(directory, 'lock')
  const mine = `${process.pid} ${bootId()}`
  for (;;) {
    try {
      writeFileSync(path, mine, { flag: 'wx' })
      break
    } catch (error) {
      if (!isCode(error, 'EEXIST')) throw error
      const holder = livingHolder(path)
      if (holder !== undefined) throw new StoreInUse(path, holder)
      rmSync(path, { force: true })
    }
  }
  heldHere.add(path)
  return () => {
    heldHere.delete(path)
    rmSync(path, { force: true })
  }
}

/** A process id alone says little: in a container every start has the same one, so our own counts only when we know of it. */
function livingHolder(path: string): number | undefined {
  const [pidText = '', ...boot] = readFileSync(path, { encoding: 'utf8', flag: 'a+' }).split(' ')
  const pid = Number(pidText)
  if (!Number.isSafeInteger(pid) || pid <= 0 || boot.join(' ') !== bootId()) return undefined
  if (pid === process.pid) return heldHere.has(path) ? pid : undefined
  try {
    process.kill(pid, 0)
    return pid
  } catch (error) {
    return isCode(error, 'EPERM') ? pid : undefined
  }
}

/**
 * Drops the database when the last boot ended with it open, and marks it open.
 * @returns true when there is no database now: everything must be projected again
 */
export function enterStore(directory: string): boolean {
  const database = join(directory, 'pg')
  const marker = join(directory, 'open')
  if (existsSync(marker) && readFileSync(marker, 'utf8') !== bootId()) rmSync(database, { recursive: true, force: true })
  const fresh = !existsSync(join(database, 'PG_VERSION'))
  if (fresh) rmSync(database, { recursive: true, force: true })
  writeFileSync(marker, bootId())
  syncPath(marker)
  syncPath(directory)
  return fresh
}

/** Puts every file of the closed database on disk, then removes the marker. */
export function leaveStore(directory: string): void {
  syncTree(join(directory, 'pg'))
  rmSync(join(directory, 'open'), { force: true })
  syncPath(directory)
}

/** For a database that does not open: the marker stays, so that a half-removed folder is not trusted either. */
export function dropStore(directory: string): void {
  rmSync(join(directory, 'pg'), { recursive: true, force: true })
}

function syncTree(directory: string): void {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) syncTree(path)
    else if (entry.isFile()) syncPath(path)
  }
  syncPath(directory)
}

function syncPath(path: string): void {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
