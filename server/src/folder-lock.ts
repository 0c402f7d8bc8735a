/**
 * One process a folder: of a journal, of the embedded database. The lock file names who holds it by pid, start time and boot, so that
 * a lock left by a killed process is taken over and a reused pid is not mistaken for it. It keeps mistakes apart; what fences a
 * journal is the epoch in its log.
 */
import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import { errorCode } from './journal/file-system.ts'

interface Holder {
  readonly pid: number
  /** Start time of the process in clock ticks since the boot; '' where the system does not tell. */
  readonly startedAt: string
  readonly bootId: string
  readonly host: string
  readonly token: string
}

/** Another live process, or another part of this one, works in this folder. */
export class FolderLocked extends Error {
  constructor(dir: string, pid: number) {
    super(`${dir} is in use by process ${pid}`)
    this.name = 'FolderLocked'
  }
}

const heldHere = new Set<string>()

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** Fields of /proc/<pid>/stat from the third on; the name in field 2 may hold blanks, so they are counted behind its closing bracket. */
function processFields(pid: number): readonly string[] {
  const stat = readText(`/proc/${pid}/stat`)
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** Field 22. */
const processStart = (pid: number): string => processFields(pid)[19] ?? ''

/** Z is a process that ended and whose parent did not ask after it yet, X one on its way out: both have a pid and a start and hold nothing. */
const hasEnded = (pid: number): boolean => ['Z', 'X'].includes(processFields(pid)[0] ?? '')

const bootId = (): string => readText('/proc/sys/kernel/random/boot_id').trim()

function isAlive(holder: Holder): boolean {
  // A folder shared between machines: the other machine's processes cannot be seen, so its lock stands until an operator removes it.
  if (holder.host !== hostname()) return true
  if (holder.bootId !== bootId()) return false
  if (holder.pid === process.pid) return heldHere.has(holder.token)
  try {
    process.kill(holder.pid, 0)
  } catch (error) {
    if (errorCode(error) === 'ESRCH') return false
  }
  if (hasEnded(holder.pid)) return false
  return holder.startedAt === '' || holder.startedAt === processStart(holder.pid)
}

function parseHolder(text: string): Holder | undefined {
  try {
    return JSON.parse(text) as Holder
  } catch {
    // A lock file cut short by a power loss was held by a process that is gone.
    return undefined
  }
}

/** Takes the lock of the folder. @returns the release. @throws FolderLocked */
export function lockFolder(dir: string): () => void {
  const path = resolve(join(dir, 'lock'))
  const token = randomUUID()
  const own = `${path}.${token}`
  const holder: Holder = { pid: process.pid, startedAt: processStart(process.pid), bootId: bootId(), host: hostname(), token }
  writeFileSync(own, JSON.stringify(holder), { mode: 0o600 })
  try {
    takeLock(dir, path, own)
  } finally {
    unlinkSync(own)
  }
  heldHere.add(token)
  return () => {
    heldHere.delete(token)
    if (parseHolder(readText(path))?.token === token) unlinkSync(path)
  }
}

function takeLock(dir: string, path: string, own: string): void {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      // A hard link is made whole or not at all, and never over an existing name.
      linkSync(own, path)
      return
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error
    }
    const seen = readText(path)
    const other = parseHolder(seen)
    if (other !== undefined && isAlive(other)) throw new FolderLocked(dir, other.pid)
    setAside(path, own, seen)
  }
  throw new FolderLocked(dir, parseHolder(readText(path))?.pid ?? 0)
}

/** Moves a dead lock away; when another process was faster and this is its new lock, it is put back. */
function setAside(path: string, own: string, seen: string): void {
  const aside = `${own}.old`
  try {
    renameSync(path, aside)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return
    throw error
  }
  try {
    if (readText(aside) !== seen) linkSync(aside, path)
  } finally {
    unlinkSync(aside)
  }
}
