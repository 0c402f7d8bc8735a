/**
 * A file of JSON lines for soft state: written behind, in order, and synced only where somebody asks. A process that dies loses what the
 * system has not been handed yet, at most the last moments; a restart reads the rest. Lines that count no more are left out when the
 * file has grown to several times the lines that do, also while the process runs. A file with damaged lines is set aside before.
 */
import { appendFile, copyFile, type FileHandle, mkdir, open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { syncFolder } from '../vault/durable-file.ts'

/** A smaller file is left alone, however much of it is old. */
const COMPACT_BYTES = 1 << 20
const GROWTH = 4
const CHUNK_CHARACTERS = 1 << 16
/** Lines that wait for a disk that takes none; the oldest go first. */
const WAITING_MAX = 200_000
const RETRY_MS = 1000

export interface AppendLogOptions {
  /** Size below which the file is never started again. */
  readonly compactBytes?: number
}

export class AppendLog<Line> {
  readonly #path: string
  readonly #compactBytes: number
  readonly #onError: (error: unknown) => void
  #pending: string[] = []
  #writing: Promise<void> | undefined
  /** The last write failed; what it should have written still waits. */
  #fault: { readonly error: unknown; readonly at: number } | undefined
  #live: (() => Iterable<Line>) | undefined
  #bytes = 0
  #compactAt = Number.POSITIVE_INFINITY
  #damagedLines = 0
  /** The name of the file is on the disk. */
  #isNamed = false

  constructor(path: string, onError: (error: unknown) => void = () => undefined, { compactBytes = COMPACT_BYTES }: AppendLogOptions = {}) {
    this.#path = path
    this.#onError = onError
    this.#compactBytes = compactBytes
  }

  /**
   * Lines of the last run, oldest first. What a crash or a full disk cut is skipped: nobody was told that it is kept. A copy of a file with
   * other lines that are none is set aside. @throws when the file is there and cannot be read
   */
  async read(): Promise<Line[]> {
    const lines: Line[] = []
    const file = await openWhenThere(this.#path)
    if (file === undefined) return lines
    const cut: string[] = []
    let last = ''
    for await (const text of file.readLines()) {
      if (text === '') continue
      last = text
      const line = parsed<Line>(text)
      if (line === undefined) {
        cut.push(text)
        continue
      }
      lines.push(line)
      // What the disk took half of came once more as soon as it could.
      if (cut.length > 0) removeBeginnings(cut, text)
    }
    this.#damagedLines = cut.length - (cut.at(-1) === last && last !== '' ? 1 : 0)
    if (this.#damagedLines > 0) await this.#setAside()
    return lines
  }

  /** Lines are missing among those that `read` gave, by no crash and no full disk. */
  get isDamaged(): boolean {
    return this.#damagedLines > 0
  }

  async #setAside(): Promise<void> {
    const copy = `${this.#path}.damaged`
    await copyFile(this.#path, copy)
    this.#onError(new Error(`${this.#path}: ${this.#damagedLines} damaged lines; the file is set aside as ${copy}`))
  }

  /**
   * Starts the file again with the lines that count, now and whenever it has grown much larger than them.
   * @param live everything that a restart shall find, the lines appended so far included
   */
  async compact(live: () => Iterable<Line>): Promise<void> {
    this.#live = live
    await mkdir(dirname(this.#path), { recursive: true })
    await this.compactNow()
  }

  /** When this resolves, the file holds the lines that count and no others. */
  async compactNow(): Promise<void> {
    await this.#settled()
    const work = this.#rewrite()
    this.#writing = work
      .catch(() => undefined)
      .then(() => {
        this.#writing = undefined
        this.#begin()
      })
    await work
  }

  append(line: Line): void {
    this.#pending.push(`${JSON.stringify(line)}\n`)
    if (this.#fault === undefined || performance.now() - this.#fault.at >= RETRY_MS) this.#begin()
  }

  /** Resolves when everything appended so far was handed to the system, or refused by it. */
  async flush(): Promise<void> {
    this.#begin()
    await this.#settled()
  }

  /** As flush, and on the disk: for the few lines that must outlive a power cut. @throws when they are not there */
  async sync(): Promise<void> {
    await this.flush()
    if (this.#fault !== undefined) throw this.#fault.error
    try {
      const file = await open(this.#path, 'a', 0o600)
      try {
        await file.datasync()
      } finally {
        await file.close()
      }
      if (!this.#isNamed) await syncFolder(dirname(this.#path))
      this.#isNamed = true
    } catch (error) {
      this.#onError(error)
      throw error
    }
  }

  #begin(): void {
    if (this.#pending.length > 0) this.#writing ??= this.#drain()
  }

  async #settled(): Promise<void> {
    while (this.#writing !== undefined) await this.#writing
  }

  async #drain(): Promise<void> {
    while (this.#pending.length > 0 && (await this.#write())) {
      if (this.#bytes >= this.#compactAt) await this.#rewrite().catch(this.#onError)
    }
    this.#writing = undefined
  }

  /** False when the system took nothing. */
  async #write(): Promise<boolean> {
    const lines = this.#pending
    this.#pending = []
    // A write that failed may have left half a line.
    const text = (this.#fault === undefined ? '' : '\n') + lines.join('')
    try {
      await appendFile(this.#path, text, { mode: 0o600 })
      this.#fault = undefined
      this.#bytes += text.length
      return true
    } catch (error) {
      this.#fault = { error, at: performance.now() }
      this.#pending = [...lines, ...this.#pending].slice(-WAITING_MAX)
      this.#onError(error)
      return false
    }
  }

  /** The old file stands until the new one is whole and on the disk. */
  async #rewrite(): Promise<void> {
    if (this.#live === undefined) return
    const waiting = this.#pending
    this.#pending = []
    let bytes = 0
    try {
      const file = await open(`${this.#path}.new`, 'w', 0o600)
      try {
        for (const text of chunks(this.#live())) {
          await file.appendFile(text)
          bytes += text.length
        }
        await file.datasync()
      } finally {
        await file.close()
      }
      await rename(`${this.#path}.new`, this.#path)
      await syncFolder(dirname(this.#path))
    } catch (error) {
      this.#pending = [...waiting, ...this.#pending]
      this.#compactAt = 2 * Math.max(this.#bytes, this.#compactBytes)
      throw error
    }
    this.#isNamed = true
    this.#bytes = bytes
    this.#compactAt = Math.max(this.#compactBytes, GROWTH * bytes)
  }
}

function parsed<Line>(text: string): Line | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Line) : undefined
  } catch {
    return undefined
  }
}

function removeBeginnings(cut: string[], whole: string): void {
  for (let index = cut.length - 1; index >= 0; index -= 1) if (whole.startsWith(cut[index] ?? '')) cut.splice(index, 1)
}

/** Lines of what is kept, made one by one while they are written. */
export function* linesOf<Kept, Line>(kept: Iterable<Kept>, lineOf: (one: Kept) => Line): Generator<Line> {
  for (const one of kept) yield lineOf(one)
}

/** Lines in pieces, so that a long list neither holds up the process nor fills its memory. */
function* chunks(lines: Iterable<unknown>): Generator<string> {
  let text = ''
  for (const line of lines) {
    text += `${JSON.stringify(line)}\n`
    if (text.length < CHUNK_CHARACTERS) continue
    yield text
    text = ''
  }
  yield text
}

/** Only a file that is not there counts as empty: one that cannot be read must not be started again. */
async function openWhenThere(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
