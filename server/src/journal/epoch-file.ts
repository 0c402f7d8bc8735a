/**
 * Who may write the journal: the epoch of its newest writer, in a file of its own that is changed in place, so that a writer of an older
 * epoch sees the change through the file it has open. It is read after each sync and before anything is acknowledged.
 */
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { FileSystem, OpenFile } from './file-system.ts'

const FILE = 'epoch'
const BYTES = 8

/** Another process writes the journal now. What this one wrote since was acknowledged to nobody and is ignored. */
export class JournalTaken extends Error {
  readonly own: number
  readonly found: number
  constructor(own: number, found: number) {
    super(`another process took the journal over: it writes epoch ${found}, this one ${own}`)
    this.name = 'JournalTaken'
    this.own = own
    this.found = found
  }
}

export class EpochFile {
  readonly #file: OpenFile
  readonly #bytes = Buffer.alloc(BYTES)

  private constructor(file: OpenFile) {
    this.#file = file
  }

  /** Opens the file, made when it is not there. */
  static open(fileSystem: FileSystem, dir: string): EpochFile {
    const path = join(dir, FILE)
    if (fileSystem.list(dir).includes(FILE)) return new EpochFile(fileSystem.open(path, 'write'))
    const file = fileSystem.open(path, 'create')
    fileSystem.syncDir(dir)
    return new EpochFile(file)
  }

  /** The epoch, or 0 where none was written, or its write was cut off by a power loss. */
  read(): number {
    if (this.#file.read(this.#bytes, 0) < BYTES) return 0
    return crc32(this.#bytes.subarray(0, 4)) === this.#bytes.readUInt32LE(4) ? this.#bytes.readUInt32LE(0) : 0
  }

  /** Writes the epoch; on disk when it returns. */
  write(epoch: number): void {
    this.#bytes.writeUInt32LE(epoch, 0)
    this.#bytes.writeUInt32LE(crc32(this.#bytes.subarray(0, 4)), 4)
    this.#file.write(this.#bytes, 0)
    this.#file.datasync()
  }

  /** @throws JournalTaken when the journal has another writer */
  check(own: number): void {
    const found = this.read()
    if (found !== own) throw new JournalTaken(own, found)
  }

  close(): void {
    this.#file.close()
  }
}

/** The epoch on disk, without touching anything; 0 when there is none. */
export function epochOnDisk(fileSystem: FileSystem, dir: string): number {
  if (!fileSystem.list(dir).includes(FILE)) return 0
  const file = EpochFile.open(fileSystem, dir)
  try {
    return file.read()
  } finally {
    file.close()
  }
}
