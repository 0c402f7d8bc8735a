/**
 * Bounds the memory of a compiled decoder. What it takes lies outside the limits of a thread, and as built it may grow to gigabytes; the
 * bound is therefore written into the code itself, where no picture can lift it: growing further fails as on a machine that is full.
 */

const HEAD_LENGTH = 8
const MEMORY_SECTION = 5
/** Flag of a memory that names its greatest size too. */
const BOUNDED = 1

/** Whole numbers as WebAssembly writes them: seven bits a byte, the lowest first. */
function numberAt(code: Uint8Array, from: number): { readonly value: number; readonly to: number } {
  let value = 0
  let at = from
  for (let factor = 1; ; factor *= 0x80) {
    const byte = code[at]
    if (byte === undefined) throw new RangeError('the code is cut short')
    at += 1
    value += (byte & 0x7f) * factor
    if (byte < 0x80) return { value, to: at }
  }
}

function numberBytes(value: number): number[] {
  const bytes: number[] = []
  let left = value
  for (; left >= 0x80; left = Math.floor(left / 0x80)) bytes.push((left % 0x80) | 0x80)
  return [...bytes, left]
}

/**
 * @param code a module with one memory of its own
 * @param pages of 64 KiB
 * @throws RangeError when the code has no such memory, or needs more from its start
 */
export function withMemoryMax(code: Uint8Array, pages: number): Uint8Array {
  for (let at = HEAD_LENGTH; at < code.length; ) {
    const { value: length, to: body } = numberAt(code, at + 1)
    if (code[at] === MEMORY_SECTION) {
      const count = numberAt(code, body)
      const flags = numberAt(code, count.to)
      const least = numberAt(code, flags.to)
      if (count.value !== 1 || flags.value > BOUNDED || least.value > pages) throw new RangeError('another memory than expected')
      const memory = [1, BOUNDED, ...numberBytes(least.value), ...numberBytes(pages)]
      const section = Uint8Array.from([MEMORY_SECTION, ...numberBytes(memory.length), ...memory])
      return Buffer.concat([code.subarray(0, at), section, code.subarray(body + length)])
    }
    at = body + length
  }
  throw new RangeError('no memory')
}
