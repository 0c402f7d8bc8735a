/**
 * Addresses that are watched: millions, exact, at most 64 bytes each. Keys of a fixed width and their handles lie one after the other in
 * chunks, so that growing never copies them; a table of numbers (open addressing, at most three quarters full) finds their place.
 */
import type { AddressFilter } from '../port.ts'

/** How the addresses of a kind of chain become keys. */
export interface KeyForm {
  /** Bytes, a multiple of 4. Two addresses have the same key only when they are the same. */
  readonly width: number
  /** Writes the key of an address, all of it. @returns false for text that is no address; what was written then counts for nothing */
  write(address: string, into: Uint8Array): boolean
}

const CHUNK_BITS = 14
const CHUNK = 1 << CHUNK_BITS
const LEAST = 1024

export class KeyFilter implements AddressFilter {
  readonly #form: KeyForm
  readonly #words: number
  readonly #key: Uint8Array
  readonly #keyWords: Uint32Array
  /** Words of the keys, then their handle, of CHUNK entries each. */
  readonly #chunks: Uint32Array[] = []
  #size = 0
  /** Entry + 1, 0 for a free place. A power of two long. */
  #table = new Uint32Array(LEAST)

  constructor(form: KeyForm) {
    if (form.width % 4 !== 0) throw new RangeError(`a key of ${form.width} bytes has no whole words`)
    this.#form = form
    this.#words = form.width / 4
    this.#keyWords = new Uint32Array(this.#words)
    this.#key = new Uint8Array(this.#keyWords.buffer)
  }

  get size(): number {
    return this.#size
  }

  /** Bytes that it takes, all told. */
  get bytes(): number {
    return this.#table.byteLength + this.#chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0)
  }

  /** @throws RangeError for text that is no address */
  add(address: string, handle: number): void {
    if (!Number.isInteger(handle) || handle < 0 || handle > 0xffff_ffff) throw new RangeError(`${handle} is no handle`)
    if (!this.#form.write(address, this.#key)) throw new RangeError(`${address} is no address`)
    const known = this.#entry()
    if (known !== -1) {
      this.#setHandle(known, handle)
      return
    }
    if ((this.#size + 1) * 4 > this.#table.length * 3) this.#grow()
    const entry = this.#size
    if (entry >> CHUNK_BITS === this.#chunks.length) this.#chunks.push(new Uint32Array(CHUNK * (this.#words + 1)))
    this.#chunk(entry).set(this.#keyWords, this.#offset(entry))
    this.#setHandle(entry, handle)
    this.#size += 1
    this.#place(entry, hashOf(this.#keyWords, 0, this.#words))
  }

  has(address: string): boolean {
    return this.find(address) !== null
  }

  find(address: string): number | null {
    if (!this.#form.write(address, this.#key)) return null
    const entry = this.#entry()
    return entry === -1 ? null : (this.#chunk(entry)[this.#offset(entry) + this.#words] ?? null)
  }

  /** The entry of the key that was written; −1 when there is none. */
  #entry(): number {
    const mask = this.#table.length - 1
    for (let at = hashOf(this.#keyWords, 0, this.#words) & mask; ; at = (at + 1) & mask) {
      const entry = (this.#table[at] ?? 0) - 1
      if (entry === -1 || this.#holds(entry)) return entry
    }
  }

  #holds(entry: number): boolean {
    const chunk = this.#chunk(entry)
    const offset = this.#offset(entry)
    for (let word = 0; word < this.#words; word += 1) if (chunk[offset + word] !== this.#keyWords[word]) return false
    return true
  }

  #place(entry: number, hash: number): void {
    const mask = this.#table.length - 1
    let at = hash & mask
    while (this.#table[at] !== 0) at = (at + 1) & mask
    this.#table[at] = entry + 1
  }

  #grow(): void {
    this.#table = new Uint32Array(this.#table.length * 2)
    for (let entry = 0; entry < this.#size; entry += 1) this.#place(entry, hashOf(this.#chunk(entry), this.#offset(entry), this.#words))
  }

  #chunk(entry: number): Uint32Array {
    const chunk = this.#chunks[entry >> CHUNK_BITS]
    if (chunk === undefined) throw new RangeError(`no entry ${entry} among ${this.#size}`)
    return chunk
  }

  #offset(entry: number): number {
    return (entry & (CHUNK - 1)) * (this.#words + 1)
  }

  #setHandle(entry: number, handle: number): void {
    this.#chunk(entry)[this.#offset(entry) + this.#words] = handle
  }
}

/** All words count: who may choose a part of an address must not choose its place. */
function hashOf(words: Uint32Array, from: number, count: number): number {
  let hash = 0x9e37_79b9
  for (let at = from; at < from + count; at += 1) {
    hash = Math.imul(hash ^ (words[at] ?? 0), 0x85eb_ca6b)
    hash ^= hash >>> 13
  }
  hash = Math.imul(hash, 0xc2b2_ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
