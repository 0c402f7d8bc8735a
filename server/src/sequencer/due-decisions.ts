/**
 * What operators decided about scheduled work that broke the engine. A decision is on disk before the exchange starts again; that start
 * says it in the head of a new segment, and then, as an entry, who decided it and why. The list stays: what was skipped was promised to
 * somebody.
 */
import { join } from 'node:path'
import { type FileSystem, nodeFileSystem } from '../journal/file-system.ts'
import type { SkippedRow } from '../journal/port.ts'
import { removeIfThere } from '../journal/segment.ts'

const FILE = 'skipped-due-rows.json'

export interface DueDecision {
  readonly row: SkippedRow
  /** In words. */
  readonly what: string
  /** What the engine said. */
  readonly error: string
  readonly actor: string
  readonly why: string
  /** ISO 8601. */
  readonly decidedAt: string
  /** `decided`: for the next start. `skipped`: taken out. `noted`: an entry of the journal tells of it. */
  readonly state: 'decided' | 'skipped' | 'noted'
}

export class DueDecisions {
  readonly #dir: string
  readonly #disk: FileSystem
  #list: readonly DueDecision[]

  /** @throws when there is a list that cannot be read: what was promised to whom would be forgotten with it */
  constructor(dir: string, disk: FileSystem = nodeFileSystem) {
    this.#dir = dir
    this.#disk = disk
    this.#list = disk.list(dir).includes(FILE) ? this.#read() : []
  }

  get list(): readonly DueDecision[] {
    return this.#list
  }

  in(state: DueDecision['state']): readonly DueDecision[] {
    return this.#list.filter((decision) => decision.state === state)
  }

  /** On disk when it returns. */
  add(decision: DueDecision): void {
    this.#write([...this.#list, decision])
  }

  move(from: DueDecision['state'], to: DueDecision['state']): void {
    if (this.in(from).length > 0) this.#write(this.#list.map((each) => (each.state === from ? { ...each, state: to } : each)))
  }

  #read(): readonly DueDecision[] {
    const file = this.#disk.open(join(this.#dir, FILE), 'read')
    try {
      const bytes = Buffer.alloc(file.size())
      file.read(bytes, 0)
      return JSON.parse(bytes.toString('utf8')) as DueDecision[]
    } finally {
      file.close()
    }
  }

  #write(list: readonly DueDecision[]): void {
    const fresh = join(this.#dir, `${FILE}.new`)
    removeIfThere(this.#disk, fresh)
    const file = this.#disk.open(fresh, 'create')
    try {
      file.write(Buffer.from(`${JSON.stringify(list, null, 2)}\n`), 0)
      file.datasync()
    } finally {
      file.close()
    }
    this.#disk.rename(fresh, join(this.#dir, FILE))
    this.#disk.syncDir(this.#dir)
    this.#list = list
  }
}
