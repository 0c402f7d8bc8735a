/**
 * A growable table of fixed-size rows in one buffer. A handle is the row's byte offset; 0 means none, because the first row is
 * never given out. Fields are read and written through `view` at `handle + FIELD`, little-endian, so that the bytes are the same
 * on every machine and a snapshot is a copy of them.
 *
 * `view` is replaced when the table grows: never keep it across a call that may allocate, nor allocate inside the arguments of one of its
 * methods, whose receiver was already read.
 */
import { assert } from '../assert.ts'

/** Fresh memory costs nothing until it is touched, copying old rows does: grow seldom, and small tables by more. */
const GROWTH = 4
const SMALL_GROWTH = 16
const SMALL_BYTES = 1 << 23

/**
 * Handles are byte offsets below 2^30. A function that uses one masks it first: the compiler then knows that no field's offset can
 * overflow, which makes an access four instructions instead of twelve.
 */
export const HANDLE_MASK = 0x3fffffff
export const TABLE_BYTES_MAX = 2 ** 30

const HANDLE = HANDLE_MASK

export class Rows {
  view: DataView
  /** Length of the buffer, kept aside because asking the view costs a call. */
  capacity: number
  readonly rowBytes: number
  /** Most rows that may live at once. */
  readonly rowsMax: number
  readonly bytesMax: number
  /** Byte offset behind the last row ever given out. */
  used: number
  freeHead: number
  liveCount: number

  /** @param bytesMax bound of the table, at most TABLE_BYTES_MAX */
  constructor(rowBytes: number, initialRows: number, bytesMax: number = TABLE_BYTES_MAX) {
    this.rowBytes = rowBytes
    this.bytesMax = bytesMax
    this.rowsMax = Math.floor(bytesMax / rowBytes) - 1
    this.view = new DataView(new ArrayBuffer(rowBytes * (initialRows + 1)))
    this.capacity = rowBytes * (initialRows + 1)
    this.used = rowBytes
    this.freeHead = 0
    this.liveCount = 0
  }

  /** True when so many more rows may live: what admission asks, so that allocating never fails later. */
  hasRoom(count: number): boolean {
    return this.liveCount + count <= this.rowsMax
  }

  /** A row whose bytes are whatever they were: the caller writes every field. */
  allocate(): number {
    this.liveCount += 1
    const free = this.freeHead & HANDLE
    if (free !== 0) {
      this.freeHead = this.view.getInt32(free, true)
      return free
    }
    const handle = this.used & HANDLE
    if (handle + this.rowBytes > this.capacity) this.grow()
    this.used = handle + this.rowBytes
    return handle
  }

  /** As allocate, with all bytes zero. */
  allocateZeroed(): number {
    const handle = this.allocate()
    for (let offset = 0; offset < this.rowBytes; offset += 4) this.view.setInt32(handle + offset, 0, true)
    return handle
  }

  release(handle: number): void {
    const { freeHead } = this
    this.view.setInt32(handle & HANDLE, freeHead, true)
    this.freeHead = handle
    this.liveCount -= 1
  }

  /** The bytes in use, header row included. A view, valid until the table grows. */
  usedBytes(): Uint8Array {
    return new Uint8Array(this.view.buffer, 0, this.used)
  }

  /** Replaces the content by bytes that `usedBytes` gave. */
  restore(bytes: Uint8Array, freeHead: number, liveCount: number): void {
    const capacity = Math.max(this.capacity, bytes.byteLength + this.rowBytes * 64)
    const buffer = new ArrayBuffer(capacity)
    this.capacity = capacity
    new Uint8Array(buffer).set(bytes)
    this.view = new DataView(buffer)
    this.used = bytes.byteLength
    this.freeHead = freeHead
    this.liveCount = liveCount
  }

  grow(): void {
    const growth = this.capacity < SMALL_BYTES ? SMALL_GROWTH : GROWTH
    const bytes = Math.min(this.capacity * growth, Math.max(this.capacity, this.bytesMax))
    assert(bytes >= this.used + this.rowBytes, 'a table is within its bound')
    const buffer = new ArrayBuffer(bytes)
    new Uint8Array(buffer).set(new Uint8Array(this.view.buffer))
    this.view = new DataView(buffer)
    this.capacity = bytes
  }
}
