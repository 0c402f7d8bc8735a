/** Files whose headers tell two stories: the gate must not read a smaller picture than the decoder would. */
import { expect, it } from 'vitest'
import { pngOf } from '../testing/images.ts'
import { encodeAnew } from './image-codecs.ts'
import { ImageRefused, imageFormat } from './image-format.ts'

const u16 = (value: number): number[] => [value >> 8, value & 0xff]
const segment = (marker: number, body: readonly number[]): number[] => [0xff, marker, ...u16(body.length + 2), ...body]
const frame = (side: number, components = 1): number[] => segment(0xc0, [8, ...u16(side), ...u16(side), components, 1, 0x11, 0])
const scan = [...segment(0xda, [1, 1, 0, 0, 63, 0]), 0, 0, 0xff, 0xd9]
const jpeg = (...parts: readonly (readonly number[])[]): Uint8Array => Uint8Array.from([0xff, 0xd8, ...parts.flat()])

it('USER-004 SEC-011 [part] a JPEG has one frame, and no marker that a decoder steps over otherwise than the gate', () => {
  expect(imageFormat(jpeg(frame(64), scan))).toEqual({ kind: 'jpeg', width: 64, height: 64 })
  expect(imageFormat(jpeg([0xff, 0xff, 0xff], frame(64), scan))).toMatchObject({ width: 64 })
  // The head of the large frame, taken for the length of the marker before it, leads the gate to the small one.
  const hidden = segment(
    0xfe,
    [...Array<number>(0xffc0 - 30).fill(0), ...Array<number>(20).fill(0xff), ...frame(64), ...scan].slice(0, 65_533),
  )
  for (const marker of [0x00, 0x01, 0xd0, 0xd7, 0xd8, 0xd9])
    expect(() => imageFormat(jpeg([0xff, marker], frame(9000), hidden, frame(64), scan))).toThrow('a marker without length')
  expect(() => imageFormat(jpeg(frame(9000), frame(64), scan))).toThrow('two frames')
  expect(() => imageFormat(jpeg(segment(0xfe, []).with(3, 1), frame(64), scan))).toThrow('a segment without length')
  expect(() => imageFormat(jpeg(frame(64, 10), scan))).toThrow('unknown colours')
})

it('USER-004 SEC-011 [part] a JPEG has as many scans as programs write, wherever its end seems to stand', () => {
  const pass = [...segment(0xda, [1, 1, 0, 1, 63, 0]), 1, 0xff, 0x00, 2, 0xff, 0xd3, 3]
  const falseEnd = segment(0xfe, [0xff, 0xd9])
  const of = (scans: number) => jpeg(frame(64), falseEnd, ...Array.from({ length: scans }, () => [...pass, ...falseEnd]), [0xff, 0xd9])
  expect(imageFormat(of(64))).toEqual({ kind: 'jpeg', width: 64, height: 64 })
  expect(() => imageFormat(of(65))).toThrow('too many scans')
  expect(() => imageFormat(of(3000))).toThrow('too many scans')
  const [cut, bare] = [of(3).subarray(0, -2), of(0)]
  expect(() => imageFormat(cut)).toThrow('cut short')
  expect(() => imageFormat(bare)).toThrow(ImageRefused)
  expect(imageFormat(Buffer.concat([of(3), Buffer.alloc(400, 'ffda', 'hex')]))).toMatchObject({ width: 64 })
})

it('USER-004 SEC-011 [part] a PNG has one header', () => {
  const [small, large] = [pngOf(8, 8), pngOf(4000, 1)]
  const header = large.subarray(8, 33)
  expect(() => imageFormat(Buffer.concat([small.subarray(0, 33), header, small.subarray(33)]))).toThrow('two headers')
})

it('USER-004 SEC-011 [part] a PNG has as many chunks as programs write', () => {
  const png = pngOf(8, 8)
  const empty = Buffer.from('0000000074455874deadbeef', 'hex')
  const padded = (count: number) => imageFormat(Buffer.concat([png.subarray(0, 33), ...Array<Buffer>(count).fill(empty), png.subarray(33)]))
  expect(padded(4000)).toMatchObject({ width: 8 })
  expect(() => padded(4096)).toThrow('too many chunks')
})

const chunk = (type: string, body: Uint8Array): Buffer => {
  const head = Buffer.from(`${type}\0\0\0\0`, 'latin1')
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body, Buffer.alloc(body.length & 1)])
}
const webp = (...chunks: readonly Buffer[]): Buffer => chunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...chunks]))
const canvas = (side: number): Buffer => {
  const body = Buffer.alloc(10)
  body.writeUIntLE(side - 1, 4, 3)
  body.writeUIntLE(side - 1, 7, 3)
  return chunk('VP8X', body)
}
const lossless = (side: number): Buffer => {
  const body = Buffer.alloc(6, 0x2f)
  body.writeUInt32LE((side - 1) | ((side - 1) << 14), 1)
  return chunk('VP8L', body)
}
const lossy = (side: number): Buffer => chunk('VP8 ', Buffer.from([0, 0, 0, 0x9d, 1, 0x2a, side & 0xff, side >> 8, side & 0xff, side >> 8]))

it('USER-004 SEC-011 [part] the frame of a WebP has the size of its canvas, and one canvas', () => {
  const notes = chunk('ICCP', Buffer.alloc(3))
  for (const frameOf of [lossy, lossless]) {
    expect(imageFormat(webp(frameOf(64)))).toEqual({ kind: 'webp', width: 64, height: 64 })
    expect(imageFormat(webp(canvas(64), notes, frameOf(64)))).toEqual({ kind: 'webp', width: 64, height: 64 })
    expect(() => imageFormat(webp(canvas(64), frameOf(9000)))).toThrow(ImageRefused)
    expect(() => imageFormat(webp(canvas(64), frameOf(65)))).toThrow('two sizes')
    expect(() => imageFormat(webp(canvas(64), canvas(65), frameOf(64)))).toThrow('two headers')
  }
  expect(() => imageFormat(webp(canvas(64), notes))).toThrow('no frame')
})

it('USER-004 [part] a picture that a camera noted as turned is still taken', async () => {
  const upright = Buffer.from((await encodeAnew(pngOf(64, 48), 'kyc')).bytes)
  const note = [...Buffer.from('Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0', 'latin1')]
  const turned = Buffer.concat([upright.subarray(0, 2), Buffer.from(segment(0xe1, note)), upright.subarray(2)])
  expect(imageFormat(turned)).toMatchObject({ width: 64, height: 48 })
  expect(await encodeAnew(turned, 'kyc')).toMatchObject({ width: 48, height: 64 })
})
