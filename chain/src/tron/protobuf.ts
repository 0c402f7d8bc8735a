/** The little of protobuf that Tron's transactions need: numbers and bytes, fields in rising order, nothing that is zero or empty. */

export type Field = readonly [number: number, value: bigint | Uint8Array]

const VARINT = 0
const BYTES = 2

function varint(value: bigint): number[] {
  if (value < 0n || value >= 2n ** 63n) throw new RangeError(`${value} does not fit`)
  const bytes: number[] = []
  let left = value
  while (left >= 0x80n) {
    bytes.push(Number(left & 0x7fn) | 0x80)
    left >>= 7n
  }
  return [...bytes, Number(left)]
}

export function writeFields(fields: readonly Field[]): Uint8Array {
  const parts = fields.flatMap(([number, value]) => {
    if (typeof value === 'bigint') return value === 0n ? [] : [...varint(BigInt(number << 3) | BigInt(VARINT)), ...varint(value)]
    return [...varint(BigInt(number << 3) | BigInt(BYTES)), ...varint(BigInt(value.length)), ...value]
  })
  return Uint8Array.from(parts)
}

/** @returns fields by number. @throws RangeError for bytes that are no such fields, and for a field that stands twice */
export function readFields(bytes: Uint8Array): ReadonlyMap<number, bigint | Uint8Array> {
  const fields = new Map<number, bigint | Uint8Array>()
  let at = 0
  const number = (): bigint => {
    let value = 0n
    for (let shift = 0n; shift < 64n; shift += 7n) {
      const byte = bytes[at]
      if (byte === undefined) break
      at += 1
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
    throw new RangeError('a number without an end')
  }
  while (at < bytes.length) {
    const key = Number(number())
    const value = number()
    const end = at + Number(value)
    const isBytes = (key & 7) === BYTES
    if ((key & 7) !== VARINT && !isBytes) throw new RangeError('a field of another kind')
    if (fields.has(key >> 3) || (isBytes && end > bytes.length)) throw new RangeError('a field that stands twice, or is cut off')
    fields.set(key >> 3, isBytes ? bytes.slice(at, end) : value)
    if (isBytes) at = end
  }
  return fields
}
