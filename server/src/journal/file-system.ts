/**
 * What the journal asks of a disk, and nothing more: small enough that a simulated disk can stand behind it and lose, tear or refuse
 * exactly what a real one may. Every call is synchronous, because the journal writes from a thread of its own.
 */
import {
  closeSync,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { withDescriptors } from '../core/descriptors.ts'

/** `read`: an existing file; `write`: an existing file, for reading and writing; `create`: a new file, an error when it is there. */
export type OpenMode = 'read' | 'write' | 'create'

export interface OpenFile {
  /** Bytes read into `into` from `position`; fewer than asked only at the end of the file. */
  read(into: Uint8Array, position: number): number
  /** Writes all of `bytes`. Errors carry the system's `code`: `ENOSPC` when the disk is full. Not durable before `datasync`. */
  write(bytes: Uint8Array, position: number): void
  /** Returns when everything written to this file survives a power cut. After an error the file must not be trusted or synced again. */
  datasync(): void
  size(): number
  close(): void
}

export interface FileSystem {
  /** Makes the folder and its parents; no error when it is there. */
  makeDir(path: string): void
  /** Names in the folder, in any order. */
  list(path: string): string[]
  /** Errors carry `code`: `ENOENT`, `EEXIST`. A created file has a lasting name only after `syncDir`. */
  open(path: string, mode: OpenMode): OpenFile
  /** Atomic, and it replaces `to`; the new name lasts only after `syncDir`. */
  rename(from: string, to: string): void
  remove(path: string): void
  /** Makes created, renamed and removed names of the folder last. */
  syncDir(path: string): void
}

const FLAGS: Readonly<Record<OpenMode, string>> = { read: 'r', write: 'r+', create: 'wx+' }

function nodeFile(descriptor: number): OpenFile {
  return {
    read(into, position) {
      let done = 0
      while (done < into.length) {
        const count = readSync(descriptor, into, done, into.length - done, position + done)
        if (count === 0) break
        done += count
      }
      return done
    },
    write(bytes, position) {
      let done = 0
      while (done < bytes.length) done += writeSync(descriptor, bytes, done, bytes.length - done, position + done)
    },
    datasync: () => fdatasyncSync(descriptor),
    size: () => fstatSync(descriptor).size,
    close: () => closeSync(descriptor),
  }
}

/** The disk of this machine. Having no descriptor left is no fault of its: see descriptors.ts. */
export const nodeFileSystem: FileSystem = {
  makeDir: (path) => void mkdirSync(path, { recursive: true }),
  list: (path) => withDescriptors(() => readdirSync(path)),
  open: (path, mode) => nodeFile(withDescriptors(() => openSync(path, FLAGS[mode], 0o600))),
  rename: (from, to) => renameSync(from, to),
  remove: (path) => unlinkSync(path),
  syncDir(path) {
    // Windows cannot open a folder for syncing; NTFS orders its own metadata.
    if (process.platform === 'win32') return
    const descriptor = withDescriptors(() => openSync(path, 'r'))
    try {
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
  },
}
