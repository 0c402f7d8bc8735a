/**
 * A table of fixed-size rows as TypeScript sees it: a window of the exchange's memory. A handle is the row's byte offset; 0 means none,
 * because the first row is never given out. Fields are little-endian, so that the bytes are the same on every machine and a snapshot is a
 * copy of them; `generated/tables.ts` has each table with the views of its rows. The kernel gives rows out and takes them back.
 */
import { TableRow } from '../../generated/views.ts'
import { asHandle, type Handle } from './handle.ts'

/** Where a table stands, and how much it holds. */
export interface TablePlace {
  readonly rowBytes: number
  /** Address of its scalars. */
  readonly scalars: number
  readonly base: number
  /** Bytes. */
  readonly space: number
  /** Rows that admission gives out. */
  readonly most: number
}

export class Rows<Name extends string = string> {
  readonly view: DataView
  readonly rowBytes: number
  /** For what is asked all the time: a call site knows one table, and the methods below know all. */
  readonly scalars: TableRow

  constructor(memory: ArrayBuffer, { rowBytes, scalars, base, space, most }: TablePlace) {
    this.rowBytes = rowBytes
    this.view = new DataView(memory, base, space)
    this.scalars = new TableRow(new DataView(memory), asHandle(scalars))
    this.scalars.used = rowBytes
    this.scalars.most = most
  }

  /** Byte offset behind the last row ever given out. */
  get used(): number {
    return this.scalars.used
  }

  get freeHead(): Handle<Name> {
    return asHandle(this.scalars.free)
  }

  get liveCount(): number {
    return this.scalars.live
  }

  /** Most rows that may live at once. */
  get rowsMax(): number {
    return this.scalars.most
  }

  /** True when so many more rows may live: what admission asks, so that allocating never fails later. */
  hasRoom(count: number): boolean {
    return this.liveCount + count <= this.rowsMax
  }

  /** The row of a number, counted from 1; 0 = none was ever given out there. */
  rowOf(number: number): Handle<Name> {
    const at = number * this.rowBytes
    return Number.isInteger(number) && number > 0 && at < this.used ? asHandle(at) : 0
  }

  /** For walks over all rows that were ever given out, free ones too: while a handle is below `used`. */
  get first(): Handle<Name> {
    return asHandle(this.rowBytes)
  }

  behind(row: Handle<Name>): Handle<Name> {
    return asHandle(row + this.rowBytes)
  }

  /** The number of a row, from 1; 0 of none. */
  numberOf(row: Handle<Name>): number {
    return row / this.rowBytes
  }

  /** The bytes in use, header row included: a view. */
  usedBytes(): Uint8Array {
    return new Uint8Array(this.view.buffer, this.view.byteOffset, this.used)
  }

  /** Handles of the rows that are given out, in the order of their places. */
  *live(): Generator<Handle<Name>> {
    const free = new Uint8Array(this.used / this.rowBytes)
    // a free row begins with the handle of the next one
    for (let row: number = this.freeHead; row !== 0; row = this.view.getUint32(row, true)) free[row / this.rowBytes] = 1
    for (let position = 1; position < free.length; position += 1) if (free[position] === 0) yield asHandle(position * this.rowBytes)
  }

  /** Fills an empty table with bytes that `usedBytes` gave. @throws RangeError when it has no room for them */
  restore(bytes: Uint8Array, freeHead: number, liveCount: number): void {
    if (bytes.byteLength > this.view.byteLength) throw new RangeError(`the table has no room for ${bytes.byteLength / this.rowBytes} rows`)
    new Uint8Array(this.view.buffer, this.view.byteOffset, bytes.byteLength).set(bytes)
    this.scalars.used = bytes.byteLength
    this.scalars.free = asHandle(freeHead)
    this.scalars.live = liveCount
  }
}
