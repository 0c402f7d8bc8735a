/**
 * Blocks of a node that keeps its chain in memory: one a line, as hex, in the order in which they came, on the disk before `add` returns.
 * A line that a kill tore has no end; it is cut off at the next start. Blocks that left the chain stay: the node weighs branches itself.
 */
import { createHash } from 'node:crypto'
import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'

const NEWLINE = 0x0a

/** Name of a block in hex: the hash of its header, as nodes write it. */
export function blockHash(block: string): string {
  const once = createHash('sha256')
    .update(Buffer.from(block.slice(0, 160), 'hex'))
    .digest()
  return createHash('sha256').update(once).digest().reverse().toString('hex')
}

export class BlockFile {
  readonly #file: FileHandle

  private constructor(file: FileHandle) {
    this.#file = file
  }

  /** @returns the file and the blocks in it, oldest first */
  static async open(path: string): Promise<{ readonly file: BlockFile; readonly blocks: readonly string[] }> {
    await mkdir(dirname(path), { recursive: true })
    const handle = await open(path, 'a+')
    const bytes = await handle.readFile()
    const whole = bytes.lastIndexOf(NEWLINE) + 1
    if (whole < bytes.length) {
      await handle.truncate(whole)
      await handle.sync()
    }
    const blocks = bytes
      .toString('latin1', 0, whole)
      .split('\n')
      .filter((line) => line !== '')
    return { file: new BlockFile(handle), blocks }
  }

  async add(blocks: readonly string[]): Promise<void> {
    if (blocks.length === 0) return
    await this.#file.appendFile(blocks.map((block) => `${block}\n`).join(''))
    await this.#file.sync()
  }

  async close(): Promise<void> {
    await this.#file.close()
  }
}
