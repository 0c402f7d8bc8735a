/** The bound on a decoder's memory, by itself and in the decoder that takes the most. */
import decodeJpeg from '@jsquash/jpeg/decode.js'
import { expect, it } from 'vitest'
import { encodeAnew } from './image-codecs.ts'
import { withMemoryMax } from './wasm-memory.ts'

const HEAD = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]
/** A module that holds one memory and exports it as `m`. */
const moduleOf = (...limits: readonly number[]): Uint8Array =>
  Uint8Array.from([...HEAD, 5, limits.length + 1, 1, ...limits, 7, 5, 1, 1, 'm'.charCodeAt(0), 2, 0])

interface Memory {
  grow(pages: number): number
}
type Wasm = {
  compile(code: Uint8Array): Promise<object>
  Instance: new (module: object) => { readonly exports: { readonly m: Memory } }
}
const wasm = Reflect.get(globalThis as object, 'WebAssembly') as Wasm

it('SEC-011 [part] a bound that is written into the code holds, whether the code had none or a greater one', async () => {
  for (const limits of [
    [0, 2],
    [1, 2, 0x80, 0x80, 0x02],
  ]) {
    const { m } = new wasm.Instance(await wasm.compile(withMemoryMax(moduleOf(...limits), 300))).exports
    expect(m.grow(298)).toBe(2)
    expect(() => m.grow(1)).toThrow(RangeError)
  }
  expect(() => withMemoryMax(moduleOf(0, 40), 39)).toThrow(RangeError)
  expect(() => withMemoryMax(Uint8Array.from(HEAD), 39)).toThrow('no memory')
})

it('SEC-011 [part] a decoder of pictures gives up at its bound, whatever a picture asks for', async () => {
  await expect(encodeAnew(new Uint8Array(3), 'kyc')).rejects.toThrow('not an image')
  const u16 = (value: number): number[] => [value >> 8, value & 0xff]
  const segment = (marker: number, body: readonly number[]): number[] => [0xff, marker, ...u16(body.length + 2), ...body]
  const codes = (table: number): number[] => segment(0xc4, [table, 1, ...Array<number>(16).fill(0)])
  const black = (side: number): ArrayBuffer => {
    const frame = segment(0xc0, [8, ...u16(side), ...u16(side), 1, 1, 0x11, 0])
    const tables = [...segment(0xdb, [0, ...Array<number>(64).fill(1)]), ...codes(0), ...codes(0x10)]
    const scan = [...segment(0xda, [1, 1, 0, 0, 63, 0]), ...Array<number>(8).fill(0), 0xff, 0xd9]
    return Uint8Array.from([0xff, 0xd8, ...tables, ...frame, ...scan]).buffer
  }
  expect(await decodeJpeg(black(500))).toMatchObject({ width: 500 })
  // 20 000 × 20 000 pixels, handed to the decoder past the gate.
  await expect(decodeJpeg(black(20_000))).rejects.toThrow('Aborted')
})
