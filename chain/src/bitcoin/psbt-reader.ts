/**
 * Reads a PSBT of the one form that `build` makes, byte by byte, without the library that made it: version 0, one unsigned transaction, of
 * each input the output that it spends, nothing else. What is not exactly that is refused, so that nothing hides in a field nobody reads.
 */
import { bytesToHex } from '@noble/curves/utils.js'

const MAGIC = '70736274ff'
const UNSIGNED_TX = 0x00
const WITNESS_UTXO = 0x01

export interface ReadInput {
  readonly tx: string
  readonly output: number
  readonly sequence: number
  /** Of the output that it spends. */
  readonly amount: bigint
  readonly script: Uint8Array
}

export interface ReadOutput {
  readonly amount: bigint
  readonly script: Uint8Array
}

export interface ReadPsbt {
  readonly version: number
  readonly lockTime: number
  readonly inputs: readonly ReadInput[]
  readonly outputs: readonly ReadOutput[]
}

class Reader {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  take(length: number): Uint8Array {
    if (this.#at + length > this.#bytes.length) throw new RangeError('the transaction ends too early')
    this.#at += length
    return this.#bytes.subarray(this.#at - length, this.#at)
  }

  byte(): number {
    return this.take(1)[0] ?? 0
  }

  uint32(): number {
    this.take(4)
    return this.#view.getUint32(this.#at - 4, true)
  }

  uint64(): bigint {
    this.take(8)
    return this.#view.getBigUint64(this.#at - 8, true)
  }

  /** A length or count. Only its shortest form is one. */
  size(): number {
    const first = this.byte()
    if (first < 0xfd) return first
    if (first !== 0xfd) throw new RangeError('a size that no transaction of the house has')
    this.take(2)
    const found = this.#view.getUint16(this.#at - 2, true)
    if (found < 0xfd) throw new RangeError('a size that is not in its shortest form')
    return found
  }

  sized(): Uint8Array {
    return this.take(this.size())
  }

  /** The one pair of a map, whose key is a type alone. */
  onlyPair(type: number): Uint8Array {
    const key = this.sized()
    if (key.length !== 1 || key[0] !== type) throw new RangeError('a field of the PSBT that does not belong there')
    const value = this.sized()
    this.endOfMap()
    return value
  }

  endOfMap(): void {
    if (this.byte() !== 0) throw new RangeError('a field of the PSBT that does not belong there')
  }

  end(): void {
    if (this.#at !== this.#bytes.length) throw new RangeError('something follows the transaction')
  }
}

interface Skeleton {
  readonly version: number
  readonly lockTime: number
  readonly inputs: readonly Pick<ReadInput, 'tx' | 'output' | 'sequence'>[]
  readonly outputs: readonly ReadOutput[]
}

function readSkeleton(bytes: Uint8Array): Skeleton {
  const reader = new Reader(bytes)
  const version = reader.uint32()
  const inputs = Array.from({ length: reader.size() }, () => {
    const tx = bytesToHex(reader.take(32).slice().reverse())
    const output = reader.uint32()
    if (reader.size() !== 0) throw new RangeError('an input with a script before it is signed')
    return { tx, output, sequence: reader.uint32() }
  })
  const outputs = Array.from({ length: reader.size() }, () => readOutput(reader))
  const lockTime = reader.uint32()
  reader.end()
  return { version, lockTime, inputs, outputs }
}

function readOutput(reader: Reader): ReadOutput {
  const amount = reader.uint64()
  return { amount, script: reader.sized() }
}

function readSpent(bytes: Uint8Array): ReadOutput {
  const reader = new Reader(bytes)
  const spent = readOutput(reader)
  reader.end()
  return spent
}

/** @throws RangeError for bytes that are anything else than one such PSBT */
export function readPsbt(bytes: Uint8Array): ReadPsbt {
  const reader = new Reader(bytes)
  if (bytesToHex(reader.take(5)) !== MAGIC) throw new RangeError('no PSBT')
  const { version, lockTime, inputs, outputs } = readSkeleton(reader.onlyPair(UNSIGNED_TX))
  const spending = inputs.map((input) => ({ ...input, ...readSpent(reader.onlyPair(WITNESS_UTXO)) }))
  for (const _ of outputs) reader.endOfMap()
  reader.end()
  return { version, lockTime, inputs: spending, outputs }
}
