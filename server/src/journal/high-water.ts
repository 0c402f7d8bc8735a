/**
 * How far the log is known to have come: the last entry on disk, in a file beside it. It is written after the sync of what it names, now
 * and then; so a log that ends before it has lost what was on disk, which nothing in the log itself can show.
 */
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { FileSystem, OpenFile } from './file-system.ts'

const FILE = 'high-water'
const BYTES = 12

export class HighWater {
  readonly #file: OpenFile
  readonly #bytes = Buffer.alloc(BYTES)
  #written = -1
  #synced = -1

  private constructor(file: OpenFile) {
    this.#file = file
  }

  /** Opens the file, made when it is not there. */
  static open(fileSystem: FileSystem, dir: string): HighWater {
    const path = join(dir, FILE)
    if (fileSystem.list(dir).includes(FILE)) return new HighWater(fileSystem.open(path, 'write'))
    const file = fileSystem.open(path, 'create')
    fileSystem.syncDir(dir)
    return new HighWater(file)
  }

  /** The sequence, or 0 where none was written, or its write was cut off by a power loss. */
  read(): number {
    if (this.#file.read(this.#bytes, 0) < BYTES) return 0
    return crc32(this.#bytes.subarray(0, 8)) === this.#bytes.readUInt32LE(8) ? Number(this.#bytes.readBigUInt64LE(0)) : 0
  }

  /** Outlives the process from now on, and the machine after `sync`. @param seq of an entry that is on disk */
  write(seq: number): void {
    if (seq === this.#written) return
    this.#bytes.writeBigUInt64LE(BigInt(seq), 0)
    this.#bytes.writeUInt32LE(crc32(this.#bytes.subarray(0, 8)), 8)
    this.#file.write(this.#bytes, 0)
    this.#written = seq
  }

  sync(): void {
    if (this.#synced === this.#written) return
    this.#file.datasync()
    this.#synced = this.#written
  }

  close(): void {
    this.#file.close()
  }
}

/** The mark, without touching anything; 0 when there is none. */
export function highWaterOnDisk(fileSystem: FileSystem, dir: string): number {
  if (!fileSystem.list(dir).includes(FILE)) return 0
  const mark = HighWater.open(fileSystem, dir)
  try {
    return mark.read()
  } finally {
    mark.close()
  }
}
