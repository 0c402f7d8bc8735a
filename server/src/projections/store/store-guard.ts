/**
 * Guards the PGlite folder: one process at a time, and no trust after a power cut. PGlite never calls fsync, so after an unclean stop
 * of the machine any file may be old or new; after an unclean stop of the process alone the page cache is whole.
 */
import { chmodSync, closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bootId } from '../../folder-lock/boot-id.ts'
import { type FolderLock, lockFolder } from '../../folder-lock/lock-folder.ts'

/** Closes the folder to everybody else. @throws FolderLocked when another process works in it */
export async function lockStore(directory: string): Promise<FolderLock> {
  // The database makes its files readable for everybody: nobody else may come near them, also where the folder above is open.
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  chmodSync(directory, 0o700)
  const lock = await lockFolder(directory)
  // Nothing fences whoever stands still in this folder: it finds its files gone.
  if (lock.before === 'silent') dropStore(directory)
  return lock
}

/**
 * Drops the database when the last boot ended with it open, and marks it open.
 * @returns true when there is no database now: everything must be projected again
 */
export function enterStore(directory: string): boolean {
  const database = join(directory, 'pg')
  const marker = join(directory, 'open')
  const mark = existsSync(marker) ? readFileSync(marker, 'utf8') : undefined
  if (mark !== undefined && mark !== bootId()) rmSync(database, { recursive: true, force: true })
  const fresh = !existsSync(join(database, 'PG_VERSION'))
  if (fresh) rmSync(database, { recursive: true, force: true })
  if (mark !== bootId()) writeMarker(marker)
  syncPath(directory)
  return fresh
}

/** Half of one, on a full disk, would have the next start drop the database. */
function writeMarker(marker: string): void {
  try {
    writeFileSync(marker, bootId())
    syncPath(marker)
  } catch (error) {
    rmSync(marker, { force: true })
    throw error
  }
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
