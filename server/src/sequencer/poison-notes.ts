/**
 * Commands that broke an invariant of the engine. Such a command ends the process before it is journaled, because the state it leaves
 * is suspect; the next start has a sound state from the journal. Whoever sent it got no answer and sends it again: without a memory
 * that would end the process again, and again. So its digest is on disk before the process ends, and for a day it is refused by name.
 */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Command } from '@agio/engine/command.ts'
import { encodeEntry } from '@agio/engine/entry.ts'
import { type FileSystem, nodeFileSystem } from '../journal/file-system.ts'
import { removeIfThere } from '../journal/segment.ts'

const FILE = 'poison.json'
const REMEMBERED_MS = 86_400_000
/** The oldest are forgotten first: a thousand different ones in a day are no longer a matter of single commands. */
const NOTES_MAX = 1000
const WHY_LENGTH_MAX = 500

interface Note {
  /** SHA-256 of the encoded command without key, sequence and stamp: a new key makes it no better. */
  readonly digest: string
  /** ms */
  readonly at: number
  readonly kind: string
  /** What broke, for the operator. */
  readonly why: string
}

function isNote(value: unknown): value is Note {
  if (typeof value !== 'object' || value === null) return false
  const note = value as Partial<Record<keyof Note, unknown>>
  return typeof note.digest === 'string' && typeof note.at === 'number' && typeof note.kind === 'string' && typeof note.why === 'string'
}

/** Notes that cannot be read protect nothing, but must not keep the exchange from opening either: they are set aside, and the log says so. */
function readNotes(disk: FileSystem, dir: string): Note[] {
  try {
    if (!disk.list(dir).includes(FILE)) return []
    const file = disk.open(join(dir, FILE), 'read')
    try {
      const bytes = new Uint8Array(file.size())
      file.read(bytes, 0)
      const notes: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'))
      return Array.isArray(notes) ? notes.filter(isNote) : []
    } finally {
      file.close()
    }
  } catch (error) {
    process.stderr.write(`poison notes: ${join(dir, FILE)} cannot be read (${(error as Error).message}); set aside as ${FILE}.damaged\n`)
    setAside(disk, dir)
    return []
  }
}

function setAside(disk: FileSystem, dir: string): void {
  try {
    disk.rename(join(dir, FILE), join(dir, `${FILE}.damaged`))
    disk.syncDir(dir)
  } catch {
    // Then it stands where it was, until the next note is written.
  }
}

export class PoisonNotes {
  readonly #dir: string
  readonly #disk: FileSystem
  readonly #notes = new Map<string, Note>()
  readonly #commandBytesMax: number
  /** Allocated on first use; a healthy exchange never needs it. */
  #scratch: Uint8Array | undefined

  /** @param commandBytesMax longest encoded command */
  constructor(dir: string, commandBytesMax: number, disk: FileSystem = nodeFileSystem) {
    this.#dir = dir
    this.#disk = disk
    this.#commandBytesMax = commandBytesMax
    for (const note of readNotes(disk, dir)) this.#notes.set(note.digest, note)
  }

  /** @param now ms */
  holds(command: Command, now: number): boolean {
    if (this.#notes.size === 0) return false
    const note = this.#notes.get(this.#digest(command))
    return note !== undefined && now - note.at < REMEMBERED_MS
  }

  /** On disk when it returns, or never: the process is about to end, and a disk that fails as well must not hide why. */
  add(command: Command, now: number, why: string): void {
    try {
      const digest = this.#digest(command)
      this.#notes.delete(digest)
      this.#notes.set(digest, { digest, at: now, kind: command.kind, why: why.slice(0, WHY_LENGTH_MAX) })
      this.#write([...this.#notes.values()].filter(({ at }) => now - at < REMEMBERED_MS).slice(-NOTES_MAX))
    } catch {
      // Then the command may end one more process before it is remembered.
    }
  }

  #write(notes: readonly Note[]): void {
    const fresh = join(this.#dir, `${FILE}.new`)
    removeIfThere(this.#disk, fresh)
    const file = this.#disk.open(fresh, 'create')
    try {
      file.write(Buffer.from(`${JSON.stringify(notes, null, 2)}\n`), 0)
      file.datasync()
    } finally {
      file.close()
    }
    this.#disk.rename(fresh, join(this.#dir, FILE))
    this.#disk.syncDir(this.#dir)
  }

  #digest(command: Command): string {
    this.#scratch ??= new Uint8Array(this.#commandBytesMax)
    const length = encodeEntry(this.#scratch, 0, 0, 0, '', command)
    return createHash('sha256').update(this.#scratch.subarray(0, length)).digest('base64url')
  }
}
