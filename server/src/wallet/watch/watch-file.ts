/**
 * What a network's watcher keeps on the disk: names of the last blocks, so that a re-organisation while it was away is found, and, for
 * UTXO chains, outputs. A line is there before the block is booked: so the file knows every block that the engine stands at. It is
 * written for one who starts again and believed in nothing: the engine says where to go on, the node what is there.
 */
import { closeSync, fdatasyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import type { FollowedOutput, Spending } from '@agio/chain/bitcoin/followed-outputs.ts'
import type { BlockHead, BlockRef } from '@agio/chain/port.ts'
import type { FollowCursor } from '@agio/chain/watch/follow.ts'
import * as z from 'zod/mini'

/** Lines after which it is written anew. */
const LINES_MOST = 20_000
const DIGITS = z.string().check(z.regex(/^\d{1,30}$/))

const head = z.object({ height: z.int(), hash: z.string(), parent: z.string(), time: z.number() })
const output = z.tuple([z.string(), z.int(), z.string(), DIGITS])
const spending = z.tuple([z.string(), z.string(), z.int(), z.string()])
const line = z.union([
  z.object({ base: z.object({ height: z.int(), hash: z.string() }) }),
  z.object({ block: head, outputs: z.array(output), spendings: z.array(spending) }),
  z.object({ outputs: z.array(output), spendings: z.array(spending) }),
  z.object({ left: z.string() }),
])
type Line = z.output<typeof line>

/** What one block did to followed outputs. */
export interface OutputChanges {
  readonly outputs: readonly FollowedOutput[]
  readonly spendings: readonly (readonly [key: string, spending: Spending])[]
}

export interface KeptWatch extends OutputChanges {
  readonly base: BlockRef
  /** Oldest first, each on the one before. */
  readonly headers: readonly BlockHead[]
}

const outputLine = ({ tx, output: place, address, amount }: FollowedOutput): z.output<typeof output> => [tx, place, address, String(amount)]
const spendingLine = ([key, { by, height, hash }]: readonly [string, Spending]): z.output<typeof spending> => [key, by, height, hash]

function changesOf({ outputs, spendings }: Pick<Extract<Line, { outputs: unknown }>, 'outputs' | 'spendings'>): OutputChanges {
  return {
    outputs: outputs.map(([tx, place, address, amount]) => ({ tx, output: place, address, amount: BigInt(amount) })),
    spendings: spendings.map(([key, by, height, hash]) => [key, { by, height, hash }]),
  }
}

/** Lines up to the first that cannot be read: a kill may have torn the last one. */
function linesOf(text: string): readonly Line[] {
  const lines: Line[] = []
  for (const row of text.split('\n')) {
    let parsed: unknown
    try {
      parsed = JSON.parse(row)
    } catch {
      return lines
    }
    const known = z.safeParse(line, parsed)
    if (!known.success) return lines
    lines.push(known.data)
  }
  return lines
}

/** @returns undefined where there is nothing that could be used */
export function readWatchFile(path: string): KeptWatch | undefined {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  let base: BlockRef | undefined
  const headers: BlockHead[] = []
  const [outputs, spendings]: [FollowedOutput[], (readonly [string, Spending])[]] = [[], []]
  for (const known of linesOf(text)) {
    if ('base' in known) base = known.base
    else if ('left' in known) {
      if (headers.at(-1)?.hash !== known.left) break
      headers.pop()
    } else {
      if ('block' in known) {
        const before = headers.at(-1)
        if (before !== undefined && before.hash !== known.block.parent) break
        headers.push(known.block)
      }
      const changes = changesOf(known)
      outputs.push(...changes.outputs)
      spendings.push(...changes.spendings)
    }
  }
  return base === undefined ? undefined : { base, headers, outputs, spendings }
}

export class WatchFile {
  readonly #path: string
  #file: number | undefined
  #lines = 0
  #isEnded = false

  constructor(path: string) {
    this.#path = path
  }

  /** So many lines were added that it should be begun anew. */
  get isLong(): boolean {
    return this.#lines > LINES_MOST
  }

  /** Everything anew, in a file beside it that takes its place. */
  begin({ base, headers }: FollowCursor, outputs: OutputChanges): void {
    if (this.#isEnded) return
    this.#close()
    mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 })
    const lines: Line[] = [
      { base },
      { outputs: outputs.outputs.map(outputLine), spendings: outputs.spendings.map(spendingLine) },
      ...headers.map((block): Line => ({ block, outputs: [], spendings: [] })),
    ]
    const beside = `${this.#path}.new`
    const file = openSync(beside, 'w', 0o600)
    try {
      writeSync(file, `${lines.map((entry) => JSON.stringify(entry)).join('\n')}\n`)
      fdatasyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(beside, this.#path)
    this.#file = openSync(this.#path, 'a')
    this.#lines = 0
  }

  /** On the disk when it returns. */
  add(blocks: readonly { readonly block: BlockHead; readonly changes: OutputChanges }[]): void {
    this.#write(
      blocks.map(({ block: { height, hash, parent, time }, changes: { outputs, spendings } }) => ({
        block: { height, hash, parent, time },
        outputs: outputs.map(outputLine),
        spendings: spendings.map(spendingLine),
      })),
    )
  }

  /** The newest block left the chain. */
  leave({ hash }: BlockRef): void {
    this.#write([{ left: hash }])
  }

  /** Nothing is written into it any more: the next one has it. */
  end(): void {
    this.#isEnded = true
    this.#close()
  }

  #close(): void {
    if (this.#file !== undefined) closeSync(this.#file)
    this.#file = undefined
  }

  #write(lines: readonly Line[]): void {
    if (this.#isEnded) return
    if (this.#file === undefined) throw new Error('the file of the watcher was not begun')
    writeSync(this.#file, `${lines.map((entry) => JSON.stringify(entry)).join('\n')}\n`)
    fdatasyncSync(this.#file)
    this.#lines += lines.length
  }
}
