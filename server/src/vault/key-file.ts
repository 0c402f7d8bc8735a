/**
 * The file of wrapped data keys: one JSON line a key, added at the end and synced, written anew when a key is destroyed. A file that could
 * not be read whole is never written: what stands in it is all that is left of somebody's data.
 */
import { open, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { readIfThere, syncFolder, writeDurably } from './durable-file.ts'

export interface KeyLine {
  readonly keyId: string
  readonly wrapped: string
}

const LINE = /^\{"keyId":"([\w-]+)","wrapped":"([\w.-]+)"\}$/
const HEAD = '{"keyId":"'
const MIDDLE = '","wrapped":"'

const textOf = ({ keyId, wrapped }: KeyLine): string => JSON.stringify({ keyId, wrapped } satisfies KeyLine)

/**
 * Whether this is the beginning of a line whose end never came, because the disk was full or the power failed: nobody was ever given its
 * key. Later keys may follow it. Some systems leave zeros where such an end should have been.
 */
function isUnfinished(text: string): boolean {
  const line = text.replace(/\0+$/, '')
  if (line.length <= HEAD.length) return HEAD.startsWith(line)
  if (!line.startsWith(HEAD)) return false
  const rest = line.slice(HEAD.length)
  const idLength = /^[\w-]*/.exec(rest)?.[0].length ?? 0
  const behind = rest.slice(idLength)
  return behind.length <= MIDDLE.length
    ? MIDDLE.startsWith(behind)
    : behind.startsWith(MIDDLE) && /^[\w.-]*"?$/.test(behind.slice(MIDDLE.length))
}

/** Some lines of the file are neither keys nor the beginning of one. The message names file and lines. */
export class KeysDamaged extends Error {
  constructor(path: string, lines: readonly number[]) {
    const shown = lines.slice(0, 10).join(', ') + (lines.length > 10 ? ', …' : '')
    super(`${path}: ${lines.length} damaged (line ${shown}); nothing was changed. Put the file back from a backup, then start again`)
    this.name = 'KeysDamaged'
  }
}

export class KeyFile {
  readonly path: string
  /** What this process knows to be in the file. */
  #bytes = 0

  constructor(path: string) {
    this.path = path
  }

  /**
   * @param accepts whether a line's key can be opened; asked of each line in the form of one
   * @throws KeysDamaged @throws Error when the file is there and cannot be read
   */
  async read(accepts: (line: KeyLine) => boolean): Promise<KeyLine[]> {
    const text = (await readIfThere(this.path)) ?? ''
    const keys: KeyLine[] = []
    const damaged: number[] = []
    text.split('\n').forEach((line, index) => {
      const [, keyId, wrapped] = LINE.exec(line) ?? []
      const key = keyId === undefined || wrapped === undefined ? undefined : { keyId, wrapped }
      if (key !== undefined && accepts(key)) keys.push(key)
      else if (key !== undefined || !isUnfinished(line)) damaged.push(index + 1)
    })
    if (damaged.length > 0) throw new KeysDamaged(this.path, damaged)
    this.#bytes = Buffer.byteLength(text)
    return keys
  }

  /** On the disk when it resolves. The line starts on one of its own, also behind one whose end never came. @throws Error for a file that was taken away */
  async append(key: KeyLine): Promise<void> {
    const file = await open(this.path, 'a', 0o600)
    try {
      const { size } = await file.stat()
      if (size < this.#bytes) throw new Error(`${this.path}: keys were taken out of this file while the exchange ran`)
      await file.appendFile(`\n${textOf(key)}\n`)
      await file.datasync()
      if (size === 0) await syncFolder(dirname(this.path))
      this.#bytes = (await file.stat()).size
    } finally {
      await file.close()
    }
  }

  /** These keys and no others. */
  async replace(keys: Iterable<KeyLine>): Promise<void> {
    await writeDurably(this.path, Array.from(keys, (key) => `${textOf(key)}\n`).join(''))
    this.#bytes = (await stat(this.path)).size
  }
}
