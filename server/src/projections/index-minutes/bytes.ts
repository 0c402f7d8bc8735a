/** Integers as bytes: seven bits each, the lowest first. */

export class ByteSink {
  readonly #bytes: number[] = []

  get size(): number {
    return this.#bytes.length
  }

  byte(value: number): void {
    this.#bytes.push(value)
  }

  /** @param value from 0 */
  whole(value: bigint): void {
    let rest = value
    for (; rest > 0x7fn; rest >>= 7n) this.#bytes.push(Number(rest & 0x7fn) | 0x80)
    this.#bytes.push(Number(rest))
  }

  /** Of either sign: small ones of both are short. */
  signed(value: bigint): void {
    this.whole(value < 0n ? -value * 2n - 1n : value * 2n)
  }

  /** All bytes; the sink is empty afterwards. */
  take(): Uint8Array {
    const bytes = Uint8Array.from(this.#bytes)
    this.#bytes.length = 0
    return bytes
  }
}

export class ByteSource {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get isOver(): boolean {
    return this.#at >= this.#bytes.length
  }

  /** @throws RangeError behind the end */
  byte(): number {
    const byte = this.#bytes[this.#at]
    if (byte === undefined) throw new RangeError('index minutes: a row ends too early')
    this.#at += 1
    return byte
  }

  whole(): bigint {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = this.byte()
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
  }

  signed(): bigint {
    const value = this.whole()
    return value & 1n ? -(value + 1n) / 2n : value / 2n
  }
}
