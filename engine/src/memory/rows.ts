/**
 * A table of fixed-size rows as TypeScript sees it: a window of the exchange's memory. A handle is the row's byte offset; 0 means none,
 * because the first row is never given out. Fields are read through `view` at `handle + FIELD`, little-endian, so that the bytes are the
 * same on every machine and a snapshot is a copy of them. Rows are given out and taken back by the kernel.
 */
import { TABLE_FREE, TABLE_LIVE, TABLE_MOST, TABLE_USED } from '../../generated/layout.ts'

export class Rows {
  readonly view: DataView
  readonly rowBytes: number
  readonly #scalars: DataView

  /**
   * @param scalars address of the table's scalars
   * @param rowsMost rows that admission gives out
   */
  constructor(memory: ArrayBuffer, rowBytes: number, scalars: number, base: number, space: number, rowsMost: number) {
    this.rowBytes = rowBytes
    this.view = new DataView(memory, base, space)
    this.#scalars = new DataView(memory, scalars, 16)
    this.#scalars.setUint32(TABLE_USED, rowBytes, true)
    this.#scalars.setUint32(TABLE_MOST, rowsMost, true)
  }

  /** Byte offset behind the last row ever given out. */
  get used(): number {
    return this.#scalars.getUint32(TABLE_USED, true)
  }

  get freeHead(): number {
    return this.#scalars.getUint32(TABLE_FREE, true)
  }

  get liveCount(): number {
    return this.#scalars.getUint32(TABLE_LIVE, true)
  }

  /** Most rows that may live at once. */
  get rowsMax(): number {
    return this.#scalars.getUint32(TABLE_MOST, true)
  }

  /** True when so many more rows may live: what admission asks, so that allocating never fails later. */
  hasRoom(count: number): boolean {
    return this.liveCount + count <= this.rowsMax
  }

  /** The bytes in use, header row included: a view. */
  usedBytes(): Uint8Array {
    return new Uint8Array(this.view.buffer, this.view.byteOffset, this.used)
  }

  /** Handles of the rows that are given out, in the order of their places. */
  *live(): Generator<number> {
    const free = new Uint8Array(this.used / this.rowBytes)
    for (let row = this.freeHead; row !== 0; row = this.view.getUint32(row, true)) free[row / this.rowBytes] = 1
    for (let position = 1; position < free.length; position += 1) if (free[position] === 0) yield position * this.rowBytes
  }

  /** Fills an empty table with bytes that `usedBytes` gave. @throws RangeError when it has no room for them */
  restore(bytes: Uint8Array, freeHead: number, liveCount: number): void {
    if (bytes.byteLength > this.view.byteLength) throw new RangeError(`the table has no room for ${bytes.byteLength / this.rowBytes} rows`)
    new Uint8Array(this.view.buffer, this.view.byteOffset, bytes.byteLength).set(bytes)
    this.#scalars.setUint32(TABLE_USED, bytes.byteLength, true)
    this.#scalars.setUint32(TABLE_FREE, freeHead, true)
    this.#scalars.setUint32(TABLE_LIVE, liveCount, true)
  }
}
