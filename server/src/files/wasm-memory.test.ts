/** The bound on a decoder's memory, by itself and in the decoder that takes the most. */
import { expect, it } from 'vitest'
import { jpegOf } from '../testing/images.ts'
import { encodeAs } from './image-codecs.ts'
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
  const of = (side: number) => encodeAs(jpegOf(side, side, 4), { kind: 'jpeg', width: 0, height: 0 }, 'kyc')
  expect(await of(500)).toMatchObject({ width: 500 })
  // 30 000 × 30 000 pixels, handed to the decoder past the gate.
  await expect(of(30_000)).rejects.toMatchObject({ refusal: 'large' })
  expect(await of(500)).toMatchObject({ width: 500 })
})
