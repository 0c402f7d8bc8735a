/**
 * A full list of breached passwords, as Have I Been Pwned gives it away: a text file with the SHA-1 of one password a line, in capitals and
 * in order, with `:count` behind it or without. It stays on the disk, however large it is: a look-up reads some thirty small pieces.
 */
import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'

const LINE = /^([0-9A-F]{40})(:\d+)?\r?$/
/** Longer than any line. */
const PIECE = 128
/** What is left of the search is read at once. */
const REST = 4096
const SAMPLES = 64

interface Line {
  readonly start: number
  readonly hash: string
}

export class BreachedPasswords {
  readonly #file: FileHandle
  readonly #path: string
  readonly #size: number

  private constructor(file: FileHandle, path: string, size: number) {
    this.#file = file
    this.#path = path
    this.#size = size
  }

  /** @throws Error for a file that cannot be read, or is not such a list */
  static async open(path: string): Promise<BreachedPasswords> {
    const file = await open(path, 'r')
    const list = new BreachedPasswords(file, path, (await file.stat()).size)
    try {
      await list.#check()
    } catch (error) {
      await file.close()
      throw error
    }
    return list
  }

  async has(password: string): Promise<boolean> {
    const wanted = createHash('sha1').update(password, 'utf8').digest('hex').toUpperCase()
    let low = 0
    let high = this.#size
    while (high - low > REST) {
      const middle = Math.floor((low + high) / 2)
      const line = await this.#lineFrom(middle)
      if (line === undefined || line.start >= high) high = middle
      else if (line.hash === wanted) return true
      else if (line.hash < wanted) low = line.start
      else high = middle
    }
    return (await this.#text(low, high - low + PIECE)).split('\n').some((line) => line.startsWith(wanted))
  }

  close(): Promise<void> {
    return this.#file.close()
  }

  /** The first line that begins at or behind a place. */
  async #lineFrom(place: number): Promise<Line | undefined> {
    const from = Math.max(0, place - 1)
    const text = await this.#text(from, 2 * PIECE)
    const skipped = place === 0 ? 0 : text.indexOf('\n') + 1
    if (place > 0 && skipped === 0) return undefined
    const [line = ''] = text.slice(skipped).split('\n', 1)
    if (line === '') return undefined
    const hash = LINE.exec(line)?.[1]
    if (hash === undefined) throw new Error(`${this.#path}: no SHA-1 in capitals at byte ${from + skipped}`)
    return { start: from + skipped, hash }
  }

  async #text(position: number, length: number): Promise<string> {
    const bytes = Buffer.alloc(length)
    const { bytesRead } = await this.#file.read(bytes, 0, length, position)
    return bytes.toString('latin1', 0, bytesRead)
  }

  /** A list of another form or order would find nothing, and nobody would know. */
  async #check(): Promise<void> {
    if ((await this.#lineFrom(0)) === undefined) throw new Error(`${this.#path}: an empty list of breached passwords`)
    let last = ''
    for (let sample = 0; sample < SAMPLES; sample += 1) {
      const line = await this.#lineFrom(Math.floor((this.#size / SAMPLES) * sample))
      if (line === undefined) return
      if (line.hash < last) throw new Error(`${this.#path}: the list of breached passwords is not in order`)
      last = line.hash
    }
  }
}
