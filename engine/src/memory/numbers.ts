/** Numbers of fields, read and written by their types. */
import type { NumberType } from '../schema/field.ts'

type Value = number | bigint

const READERS: Readonly<Record<NumberType, (view: DataView, at: number) => Value>> = {
  f64: (view, at) => view.getFloat64(at, true),
  i64: (view, at) => view.getBigInt64(at, true),
  u64: (view, at) => view.getBigUint64(at, true),
  i32: (view, at) => view.getInt32(at, true),
  u32: (view, at) => view.getUint32(at, true),
  u16: (view, at) => view.getUint16(at, true),
  u8: (view, at) => view.getUint8(at),
}

const WRITERS: Readonly<Record<NumberType, (view: DataView, at: number, value: Value) => void>> = {
  f64: (view, at, value) => view.setFloat64(at, Number(value), true),
  i64: (view, at, value) => view.setBigInt64(at, BigInt(value), true),
  u64: (view, at, value) => view.setBigUint64(at, BigInt(value), true),
  i32: (view, at, value) => view.setInt32(at, Number(value), true),
  u32: (view, at, value) => view.setUint32(at, Number(value), true),
  u16: (view, at, value) => view.setUint16(at, Number(value), true),
  u8: (view, at, value) => view.setUint8(at, Number(value)),
}

export const readNumber = (type: NumberType, view: DataView, at: number): Value => READERS[type](view, at)

/** @throws RangeError when the type does not hold the number */
export function writeNumber(type: NumberType, view: DataView, at: number, value: Value): void {
  WRITERS[type](view, at, value)
  const written = readNumber(type, view, at)
  if (typeof written === typeof value ? written !== value : BigInt(written) !== BigInt(value))
    throw new RangeError(`${value} is no ${type}`)
}
