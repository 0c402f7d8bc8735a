/**
 * The prices of one side, sorted, best last. Sorted chunks of at most 256 entries: near the touch an insert moves a few entries
 * of the last chunk, far from it at most one chunk, so the cost does not grow with the number of levels.
 * Knows keys and handles only; a key is the price, negated where the lowest price is best.
 */

const CHUNK_ENTRIES = 256
const HANDLES_AT = CHUNK_ENTRIES * 8
const CHUNK_BYTES = CHUNK_ENTRIES * 12
/** Keys remembered by their low bits: neighbouring prices, where most orders arrive, never push each other out. */
const RECENT_KEYS = 512

interface Chunk {
  readonly view: DataView
  count: number
}

export class Ladder {
  chunks: Chunk[] = []
  count = 0
  /** Handle of the best level, 0 = empty. */
  best = 0
  /** Neighbours of the entry inserted last, for linking: handles or 0. */
  better = 0
  worse = 0
  readonly recentKeys = new Float64Array(RECENT_KEYS)
  readonly recentHandles = new Int32Array(RECENT_KEYS)

  /** Handle at this key, 0 = none. */
  find(key: number): number {
    const recent = key & (RECENT_KEYS - 1)
    if (this.recentKeys[recent] === key) return this.recentHandles[recent] ?? 0
    const handle = this.search(key)
    if (handle !== 0) this.remember(key, handle)
    return handle
  }

  search(key: number): number {
    const chunk = this.chunks[this.chunkFor(key)]
    if (chunk === undefined) return 0
    const position = lowerBound(chunk, key)
    if (position < chunk.count && chunk.view.getFloat64(position * 8, true) === key)
      return chunk.view.getInt32(HANDLES_AT + position * 4, true)
    return 0
  }

  remember(key: number, handle: number): void {
    const recent = key & (RECENT_KEYS - 1)
    this.recentKeys[recent] = key
    this.recentHandles[recent] = handle
  }

  /** Adds a key that is not there and leaves its neighbours in `better` and `worse`. */
  insert(key: number, handle: number): void {
    let at = this.chunkFor(key)
    let chunk = this.chunks[at]
    if (chunk === undefined) {
      chunk = newChunk()
      this.chunks.push(chunk)
      at = 0
    } else if (chunk.count === CHUNK_ENTRIES) {
      const upper = split(chunk)
      this.chunks.splice(at + 1, 0, upper)
      if (key > upper.view.getFloat64(0, true)) {
        chunk = upper
        at += 1
      }
    }
    const position = lowerBound(chunk, key)
    open(chunk, position)
    chunk.view.setFloat64(position * 8, key, true)
    chunk.view.setInt32(HANDLES_AT + position * 4, handle, true)
    this.count += 1
    this.remember(key, handle)
    this.better = position + 1 < chunk.count ? chunk.view.getInt32(HANDLES_AT + position * 4 + 4, true) : this.firstOf(at + 1)
    this.worse = position > 0 ? chunk.view.getInt32(HANDLES_AT + position * 4 - 4, true) : this.lastOf(at - 1)
    if (this.better === 0) this.best = handle
  }

  remove(key: number): void {
    if (this.recentKeys[key & (RECENT_KEYS - 1)] === key) this.remember(key, 0)
    const at = this.chunkFor(key)
    const chunk = this.chunks[at]
    if (chunk === undefined) return
    const position = lowerBound(chunk, key)
    if (position >= chunk.count || chunk.view.getFloat64(position * 8, true) !== key) return
    close(chunk, position)
    this.count -= 1
    if (chunk.count === 0) this.chunks.splice(at, 1)
    if (at >= this.chunks.length - 1) this.best = this.lastOf(this.chunks.length - 1)
  }

  /** The chunk whose range holds the key: the last one that starts at or below it. */
  chunkFor(key: number): number {
    let low = 0
    let high = this.chunks.length - 1
    const last = this.chunks[high]
    if (last === undefined || last.view.getFloat64(0, true) <= key) return high
    while (low < high) {
      const middle = (low + high + 1) >> 1
      const chunk = this.chunks[middle]
      if (chunk !== undefined && chunk.view.getFloat64(0, true) <= key) low = middle
      else high = middle - 1
    }
    return low
  }

  firstOf(at: number): number {
    const chunk = this.chunks[at]
    return chunk === undefined ? 0 : chunk.view.getInt32(HANDLES_AT, true)
  }

  lastOf(at: number): number {
    const chunk = this.chunks[at]
    return chunk === undefined ? 0 : chunk.view.getInt32(HANDLES_AT + (chunk.count - 1) * 4, true)
  }
}

function newChunk(): Chunk {
  return { view: new DataView(new ArrayBuffer(CHUNK_BYTES)), count: 0 }
}

/** First position whose key is not below `key`; tried from the best end first, where most orders arrive. */
function lowerBound(chunk: Chunk, key: number): number {
  const view = chunk.view
  let low = 0
  let high = chunk.count
  while (low < high) {
    const middle = (low + high) >> 1
    if (view.getFloat64(middle * 8, true) < key) low = middle + 1
    else high = middle
  }
  return low
}

function open(chunk: Chunk, position: number): void {
  const view = chunk.view
  for (let index = chunk.count; index > position; index -= 1) {
    view.setFloat64(index * 8, view.getFloat64(index * 8 - 8, true), true)
    view.setInt32(HANDLES_AT + index * 4, view.getInt32(HANDLES_AT + index * 4 - 4, true), true)
  }
  chunk.count += 1
}

function close(chunk: Chunk, position: number): void {
  const view = chunk.view
  chunk.count -= 1
  for (let index = position; index < chunk.count; index += 1) {
    view.setFloat64(index * 8, view.getFloat64(index * 8 + 8, true), true)
    view.setInt32(HANDLES_AT + index * 4, view.getInt32(HANDLES_AT + index * 4 + 4, true), true)
  }
}

function split(chunk: Chunk): Chunk {
  const upper = newChunk()
  const half = chunk.count >> 1
  for (let index = half; index < chunk.count; index += 1) {
    upper.view.setFloat64((index - half) * 8, chunk.view.getFloat64(index * 8, true), true)
    upper.view.setInt32(HANDLES_AT + (index - half) * 4, chunk.view.getInt32(HANDLES_AT + index * 4, true), true)
  }
  upper.count = chunk.count - half
  chunk.count = half
  return upper
}
