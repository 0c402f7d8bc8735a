/**
 * Where the operations of a simulated chain are kept: nowhere, or in a file, a line each behind its checksum. A torn last line is cut off:
 * nobody was told of it. Any other damage is a fault that a person must see.
 */
import { constants } from 'node:fs'
import { type FileHandle, open, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Operation } from './operations.ts'
import type { SimulatedNetwork } from './simulated-chain.ts'
import { hashOf } from './transaction.ts'

export interface OperationLog {
  append(operation: Operation): void
  /** Resolves when everything that was appended is on the disk. Rejects for good when it could not be written. */
  settled(): Promise<void>
  close(): Promise<void>
}

export const NO_LOG: OperationLog = { append: () => undefined, settled: () => Promise.resolve(), close: () => Promise.resolve() }

const SUM_DIGITS = 8
const lineOf = (value: unknown): string => {
  const text = JSON.stringify(value)
  return `${hashOf(text).slice(0, SUM_DIGITS)} ${text}\n`
}

function readLine(line: string): unknown {
  const text = line.slice(SUM_DIGITS + 1)
  if (line.slice(0, SUM_DIGITS) !== hashOf(text).slice(0, SUM_DIGITS)) return undefined
  return JSON.parse(text)
}

interface Content {
  readonly network: SimulatedNetwork | null
  readonly operations: readonly Operation[]
  /** Bytes that are whole lines. */
  readonly length: number
}

async function contentOf(path: string): Promise<Content> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return Buffer.alloc(0)
    throw error
  })
  const whole = bytes.lastIndexOf(0x0a) + 1
  const lines = bytes.subarray(0, whole).toString('utf8').split('\n').slice(0, -1)
  const values = lines.map(readLine)
  const damaged = values.indexOf(undefined)
  // a line that was torn by a power cut may end in zeros and a later newline: only the last one may
  if (damaged !== -1 && damaged !== lines.length - 1) throw new Error(`${path}: line ${damaged + 1} is damaged`)
  const good = damaged === -1 ? values : values.slice(0, damaged)
  const length = damaged === -1 ? whole : whole - Buffer.byteLength(`${lines[damaged] ?? ''}\n`)
  const [network, ...operations] = good
  return { network: (network as SimulatedNetwork | undefined) ?? null, operations: operations as Operation[], length }
}

class FileLog implements OperationLog {
  readonly #file: FileHandle
  #lines: string[] = []
  #written: Promise<void> = Promise.resolve()

  constructor(file: FileHandle) {
    this.#file = file
  }

  append(operation: Operation): void {
    if (this.#lines.length === 0) this.#written = this.#written.then(() => this.#write())
    this.#lines.push(lineOf(operation))
    // whoever asks is told; a write that nobody waits for must not end the process
    this.#written.catch(() => undefined)
  }

  async #write(): Promise<void> {
    const text = this.#lines.join('')
    this.#lines = []
    await this.#file.appendFile(text)
    await this.#file.datasync()
  }

  settled(): Promise<void> {
    return this.#written
  }

  async close(): Promise<void> {
    await this.#written.catch(() => undefined)
    await this.#file.close()
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, constants.O_RDONLY)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/**
 * @param asked the network of a new file
 * @returns the log and what happened so far. A file that is there says itself which network it holds.
 */
export async function openLog(
  path: string,
  asked: SimulatedNetwork,
): Promise<{ log: OperationLog; network: SimulatedNetwork; operations: readonly Operation[] }> {
  const { network, operations, length } = await contentOf(path)
  if (network !== null && network.network !== asked.network) throw new Error(`${path} holds the network ${network.network}`)
  const file = await open(path, 'a')
  try {
    await file.truncate(length)
    if (network === null) await file.appendFile(lineOf(asked))
    await file.sync()
    await syncFolder(dirname(path))
  } catch (error) {
    await file.close()
    throw error
  }
  return { log: new FileLog(file), network: network ?? asked, operations }
}
