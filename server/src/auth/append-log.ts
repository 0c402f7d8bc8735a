/**
 * A file of JSON lines for soft state: written behind, in order, never synced. A process that dies loses what the system has not been
 * handed yet, at most the last moments; a restart reads the rest.
 */
import { appendFile, type FileHandle, mkdir, open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

export class AppendLog<Line> {
  readonly #path: string
  #pending: string[] = []
  #writing: Promise<void> | undefined
  readonly #onError: (error: unknown) => void

  constructor(path: string, onError: (error: unknown) => void = () => undefined) {
    this.#path = path
    this.#onError = onError
  }

  /** Lines of the last run, oldest first; a torn line is skipped. @throws when the file is there and cannot be read */
  async read(): Promise<Line[]> {
    const lines: Line[] = []
    const file = await openWhenThere(this.#path)
    if (file === undefined) return lines
    for await (const line of file.readLines()) {
      if (line === '') continue
      try {
        lines.push(JSON.parse(line) as Line)
      } catch {
        // A line cut by a crash: the entry was not acknowledged as kept.
      }
    }
    return lines
  }

  /** Starts the file again with only these lines. */
  async compact(lines: readonly Line[]): Promise<void> {
    await mkdir(dirname(this.#path), { recursive: true })
    const file = await open(`${this.#path}.new`, 'w', 0o600)
    try {
      await file.writeFile(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
      await file.datasync()
    } finally {
      await file.close()
    }
    await rename(`${this.#path}.new`, this.#path)
  }

  append(line: Line): void {
    this.#pending.push(`${JSON.stringify(line)}\n`)
    this.#writing ??= this.#drain()
  }

  /** Resolves when everything appended so far was handed to the system. */
  async flush(): Promise<void> {
    while (this.#writing !== undefined) await this.#writing
  }

  /** As flush, and on the disk: for the few lines that must outlive a power cut. */
  async sync(): Promise<void> {
    await this.flush()
    const file = await open(this.#path, 'a', 0o600)
    try {
      await file.datasync()
    } finally {
      await file.close()
    }
  }

  async #drain(): Promise<void> {
    while (this.#pending.length > 0) {
      const lines = this.#pending.join('')
      this.#pending = []
      await appendFile(this.#path, lines, { mode: 0o600 }).catch(this.#onError)
    }
    this.#writing = undefined
  }
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
