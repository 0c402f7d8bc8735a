/**
 * A disk in memory that keeps apart what was written and what would survive a power cut. `crash` keeps an arbitrary part of what was
 * not synced: any of the 512-byte sectors, in any order, and a prefix of the changes of names. Calls can be made to fail by number.
 */
import { dirname } from 'node:path'
import type { FileSystem, OpenFile, OpenMode } from '@agio/server/journal/file-system.ts'

const SECTOR = 512

/** Numbers in [0, 1). */
export type Random = () => number

interface Content {
  cached: Uint8Array
  durable: Uint8Array
  dirty: Set<number>
}

interface NameChange {
  readonly dir: string
  readonly apply: (names: Map<string, Content>) => void
}

class SystemError extends Error {
  readonly code: string
  constructor(code: string, path: string) {
    super(`${code}: ${path}`)
    this.code = code
  }
}

/** Thrown by the call at which the power goes. */
export class PowerCut extends Error {}

/** Small generator of reproducible numbers (mulberry32). */
export function seededNumbers(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

function grown(bytes: Uint8Array, length: number): Uint8Array {
  if (bytes.length >= length) return bytes
  const longer = new Uint8Array(length)
  longer.set(bytes)
  return longer
}

export class MemoryDisk implements FileSystem {
  #names = new Map<string, Content>()
  #durableNames = new Map<string, Content>()
  #changes: NameChange[] = []
  /** Calls that changed or synced something so far. */
  calls = 0
  /** The power goes at this call; every later one fails too. */
  cutAtCall = Number.POSITIVE_INFINITY
  /** Bytes the disk holds; a write that needs more fails with ENOSPC. */
  capacity = Number.POSITIVE_INFINITY
  /** Makes the next `datasync` fail with EIO. */
  failNextSync = false

  makeDir(): void {}

  list(path: string): string[] {
    const prefix = `${path}/`
    return [...this.#names.keys()].filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length))
  }

  open(path: string, mode: OpenMode): OpenFile {
    let content = this.#names.get(path)
    if (mode === 'create') {
      if (content !== undefined) throw new SystemError('EEXIST', path)
      this.#count()
      const made: Content = { cached: new Uint8Array(0), durable: new Uint8Array(0), dirty: new Set() }
      content = made
      this.#change(dirname(path), (names) => names.set(path, made))
    }
    if (content === undefined) throw new SystemError('ENOENT', path)
    return this.#file(path, content)
  }

  rename(from: string, to: string): void {
    this.#count()
    if (!this.#names.has(from)) throw new SystemError('ENOENT', from)
    this.#change(dirname(to), (names) => {
      const content = names.get(from)
      if (content === undefined) return
      names.delete(from)
      names.set(to, content)
    })
  }

  remove(path: string): void {
    this.#count()
    if (!this.#names.has(path)) throw new SystemError('ENOENT', path)
    this.#change(dirname(path), (names) => names.delete(path))
  }

  syncDir(path: string): void {
    this.#count()
    for (const change of this.#changes) if (change.dir === path) change.apply(this.#durableNames)
    this.#changes = this.#changes.filter((change) => change.dir !== path)
  }

  /** What the disk holds after the power came back. */
  crash(random: Random): MemoryDisk {
    const after = new MemoryDisk()
    const kept = Math.floor(random() * (this.#changes.length + 1))
    for (const change of this.#changes.slice(0, kept)) change.apply(this.#durableNames)
    for (const [name, content] of this.#durableNames) {
      let bytes = content.durable
      for (const sector of content.dirty) {
        if (random() < 0.5) continue
        const part = content.cached.subarray(sector * SECTOR, (sector + 1) * SECTOR)
        bytes = grown(bytes === content.durable ? bytes.slice() : bytes, sector * SECTOR + part.length)
        bytes.set(part, sector * SECTOR)
      }
      after.#put(name, bytes.slice())
    }
    return after
  }

  /** Bytes of a file as the running system sees them. */
  contentOf(path: string): Uint8Array {
    return this.#names.get(path)?.cached ?? new Uint8Array(0)
  }

  /** Replaces a file as an outside hand would. */
  setContent(path: string, bytes: Uint8Array): void {
    this.#put(path, bytes)
  }

  /** An independent copy of everything, all of it durable. */
  copy(): MemoryDisk {
    const copy = new MemoryDisk()
    for (const [name, content] of this.#names) copy.#put(name, content.cached.slice())
    return copy
  }

  #put(path: string, bytes: Uint8Array): void {
    const content = { cached: bytes, durable: bytes.slice(), dirty: new Set<number>() }
    this.#names.set(path, content)
    this.#durableNames.set(path, content)
  }

  #change(dir: string, apply: NameChange['apply']): void {
    apply(this.#names)
    this.#changes.push({ dir, apply })
  }

  #count(): void {
    this.calls += 1
    if (this.calls >= this.cutAtCall) throw new PowerCut(`power cut at call ${this.calls}`)
  }

  #used(): number {
    let used = 0
    for (const content of new Set(this.#names.values())) used += content.cached.length
    return used
  }

  #file(path: string, content: Content): OpenFile {
    return {
      read(into, position) {
        const part = content.cached.subarray(position, position + into.length)
        into.set(part)
        return part.length
      },
      write: (bytes, position) => {
        const end = position + bytes.length
        const added = Math.max(0, end - content.cached.length)
        if (added > 0 && this.#used() + added > this.capacity) throw new SystemError('ENOSPC', path)
        content.cached = grown(content.cached, end)
        content.cached.set(bytes, position)
        for (let sector = Math.floor(position / SECTOR); sector * SECTOR < end; sector += 1) content.dirty.add(sector)
        // Counted after the bytes are in the cache: a cut during a write may leave any part of them.
        this.#count()
      },
      datasync: () => {
        this.#count()
        if (this.failNextSync) {
          this.failNextSync = false
          throw new SystemError('EIO', path)
        }
        content.durable = content.cached.slice()
        content.dirty.clear()
      },
      size: () => content.cached.length,
      close() {},
    }
  }
}
