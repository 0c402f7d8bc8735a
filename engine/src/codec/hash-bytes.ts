/** A fast 128-bit hash of bytes in four independent 32-bit lanes. */

const PRIMES: readonly [number, number, number, number] = [0x9e3779b1, 0x85ebca6b, 0xc2b2ae35, 0x27d4eb2f]

/** 32 hexadecimal digits of the bytes; the length counts, a trailing zero makes another hash. */
export function hashBytes(bytes: Uint8Array): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let first = bytes.byteLength | 0
  let second = PRIMES[1]
  let third = PRIMES[2]
  let fourth = PRIMES[3]
  const whole = bytes.byteLength - (bytes.byteLength % 16)
  for (let at = 0; at < whole; at += 16) {
    first = turn(first, view.getInt32(at, true), PRIMES[0])
    second = turn(second, view.getInt32(at + 4, true), PRIMES[1])
    third = turn(third, view.getInt32(at + 8, true), PRIMES[2])
    fourth = turn(fourth, view.getInt32(at + 12, true), PRIMES[3])
  }
  for (let at = whole; at < bytes.byteLength; at += 1) first = turn(first, view.getUint8(at), PRIMES[1])
  return [turn(first, second, PRIMES[2]), turn(second, third, PRIMES[3]), turn(third, fourth, PRIMES[0]), turn(fourth, first, PRIMES[1])]
    .map((lane) => (finish(lane) >>> 0).toString(16).padStart(8, '0'))
    .join('')
}

function turn(lane: number, word: number, prime: number): number {
  const mixed = Math.imul(lane ^ word, prime)
  return (mixed ^ (mixed >>> 15)) + word
}

function finish(lane: number): number {
  const mixed = Math.imul(lane ^ (lane >>> 16), PRIMES[1])
  return Math.imul(mixed ^ (mixed >>> 13), PRIMES[2])
}
