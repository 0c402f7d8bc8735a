/**
 * Decodes an image and encodes it anew: what comes out holds pixels and nothing else of what came in. Runs in the image thread alone,
 * because it is slow and its memory grows with the picture.
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import decodeJpeg, { init as initJpegDecoder } from '@jsquash/jpeg/decode.js'
import encodeJpeg, { init as initJpegEncoder } from '@jsquash/jpeg/encode.js'
import decodePng, { init as initPngDecoder } from '@jsquash/png/decode.js'
import resize, { initResize } from '@jsquash/resize'
import decodeWebp, { init as initWebpDecoder } from '@jsquash/webp/decode.js'
import encodeWebp, { init as initWebpEncoder } from '@jsquash/webp/encode.js'
import { barePng, ImageRefused, imageFormat } from './image-format.ts'
import { withMemoryMax } from './wasm-memory.ts'

/** avatar: a square of at most 256 px as WebP. kyc: at most 2400 px as JPEG, on white, large enough to read small print. */
export type ImageUse = 'avatar' | 'kyc'

export interface EncodedImage {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly mime: 'image/webp' | 'image/jpeg'
  readonly width: number
  readonly height: number
}

const AVATAR_SIDE = 256
const DOCUMENT_SIDE = 2400

interface Pixels {
  readonly data: Uint8ClampedArray<ArrayBuffer>
  readonly width: number
  readonly height: number
}

type LibraryImage = Awaited<ReturnType<typeof decodeWebp>>

const require = createRequire(import.meta.url)
/** The server is compiled without the types of browsers, where these belong. */
const { compile } = Reflect.get(globalThis as object, 'WebAssembly') as { compile(bytes: Uint8Array): Promise<object> }
const codeOf = (name: string): Promise<Uint8Array> => readFile(require.resolve(name))
const wasm = async (name: string): Promise<object> => compile(await codeOf(name))

/** 512 MiB for what reads the bytes of strangers: enough for the largest picture that is taken, in its costliest form. */
const DECODER_PAGES = 8192

let ready: Promise<unknown> | undefined

/** The libraries would fetch their code by address; here it comes from the disk. */
async function loadCodecs(): Promise<void> {
  const start = async (init: unknown, module: Promise<object>): Promise<void> => {
    await (init as (module: object) => Promise<unknown>)(await module)
  }
  const bounded = async (name: string): Promise<object> => compile(withMemoryMax(await codeOf(name), DECODER_PAGES))
  await Promise.all([
    start(initJpegDecoder, bounded('@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm')),
    start(initJpegEncoder, wasm('@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm')),
    start(initPngDecoder, bounded('@jsquash/png/codec/pkg/squoosh_png_bg.wasm')),
    start(initWebpDecoder, bounded('@jsquash/webp/codec/dec/webp_dec.wasm')),
    start(initWebpEncoder, wasm('@jsquash/webp/codec/enc/webp_enc_simd.wasm')),
    start(initResize, wasm('@jsquash/resize/lib/resize/pkg/squoosh_resize_bg.wasm')),
  ])
}

/** A copy, also of bytes that lie in a buffer with others. */
const ownBuffer = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer

async function decode(bytes: Uint8Array): Promise<Pixels> {
  const { kind, ...told } = imageFormat(bytes)
  const image =
    kind === 'png'
      ? await decodePng(ownBuffer(barePng(bytes)))
      : kind === 'jpeg'
        ? await decodeJpeg(ownBuffer(bytes), { preserveOrientation: true })
        : await decodeWebp(ownBuffer(bytes))
  const { data, width, height } = image as unknown as Pixels
  if (data.length !== width * height * 4) throw new ImageRefused('not decoded')
  // A camera's note may have turned a JPEG on its side.
  const isTurned = kind === 'jpeg' && width === told.height && height === told.width
  if (!isTurned && (width !== told.width || height !== told.height)) throw new ImageRefused('two sizes')
  return { data, width, height }
}

/** The middle square. */
function square({ data, width, height }: Pixels): Pixels {
  const side = Math.min(width, height)
  if (side === width && side === height) return { data, width, height }
  const left = (width - side) >> 1
  const top = (height - side) >> 1
  const cut = new Uint8ClampedArray(side * side * 4)
  for (let row = 0; row < side; row += 1) {
    const from = ((row + top) * width + left) * 4
    cut.set(data.subarray(from, from + side * 4), row * side * 4)
  }
  return { data: cut, width: side, height: side }
}

/** What shows through a transparent picture of a document would be black otherwise. */
function onWhite({ data, width, height }: Pixels): Pixels {
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3] ?? 255
    if (alpha === 255) continue
    for (let part = at; part < at + 3; part += 1) data[part] = ((data[part] ?? 0) * alpha + 255 * (255 - alpha)) / 255
    data[at + 3] = 255
  }
  return { data, width, height }
}

async function within(pixels: Pixels, sideMax: number): Promise<Pixels> {
  const longest = Math.max(pixels.width, pixels.height)
  if (longest <= sideMax) return pixels
  const scaled = (side: number): number => Math.max(1, Math.round((side * sideMax) / longest))
  const size = { width: scaled(pixels.width), height: scaled(pixels.height) }
  return (await resize(pixels as unknown as LibraryImage, { ...size, method: 'triangle' })) as unknown as Pixels
}

/** @throws ImageRefused, or whatever a codec says to bytes that it cannot read */
export async function encodeAnew(bytes: Uint8Array, use: ImageUse): Promise<EncodedImage> {
  ready ??= loadCodecs()
  await ready
  const decoded = await decode(bytes)
  const pixels = use === 'avatar' ? await within(square(decoded), AVATAR_SIDE) : onWhite(await within(decoded, DOCUMENT_SIDE))
  const image = pixels as unknown as LibraryImage
  const encoded = use === 'avatar' ? await encodeWebp(image, { quality: 82 }) : await encodeJpeg(image, { quality: 85 })
  const { width, height } = pixels
  return { bytes: new Uint8Array(encoded), mime: use === 'avatar' ? 'image/webp' : 'image/jpeg', width, height }
}
