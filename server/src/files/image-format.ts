/**
 * What an uploaded image is, told by its bytes alone: name and declared type of the sender count for nothing. Sizes are read and bounded
 * before anything is decoded, so that a small file cannot become gigabytes of pixels.
 */

export type ImageKind = 'png' | 'jpeg' | 'webp'

export interface ImageFormat {
  readonly kind: ImageKind
  readonly width: number
  readonly height: number
}

export const SIDE_MAX = 10_000
/**
 * Millions of pixels that a picture of each kind may have. A JPEG is scaled while it is decoded, so that one of a telephone with 50 costs
 * little; the others are decoded whole, and 36 are a sheet of A4 at 600 dots an inch.
 */
export const MEGAPIXELS_MAX: Readonly<Record<ImageKind, number>> = { jpeg: 52, png: 36, webp: 36 }

/**
 * Why a picture is not taken. kind: not one of the three, or animated. large: more pixels than the decoder has room for. slow: decoding took
 * longer than anybody else can be kept waiting. damaged: cut short, or not what it says of itself. colours: no grey, RGB or CMYK of 8 bits.
 */
export type Refusal = 'kind' | 'large' | 'slow' | 'damaged' | 'colours'

export class ImageRefused extends Error {
  override readonly name = 'ImageRefused'
  readonly refusal: Refusal

  constructor(refusal: Refusal, why: string) {
    super(why)
    this.refusal = refusal
  }
}

const PNG_HEAD = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)

const startsWith = (bytes: Uint8Array, head: Uint8Array): boolean => head.every((byte, index) => bytes[index] === byte)
const ascii = (bytes: Uint8Array, from: number, length: number): string => String.fromCharCode(...bytes.subarray(from, from + length))
const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** The kind whose first bytes these are. Costs nothing, so that it may be asked where orders are answered. */
export function kindOf(bytes: Uint8Array): ImageKind | undefined {
  if (startsWith(bytes, PNG_HEAD)) return 'png'
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg'
  return ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 4) === 'WEBP' ? 'webp' : undefined
}

const SIZE_OF = { png: pngSize, jpeg: jpegSize, webp: webpSize } as const

/** @throws ImageRefused */
export function imageFormat(bytes: Uint8Array): ImageFormat {
  const format = readFormat(bytes)
  const { kind, width, height } = format
  if (width < 1 || height < 1) throw new ImageRefused('damaged', 'no pixels')
  const isTooLarge = width > SIDE_MAX || height > SIDE_MAX || width * height > MEGAPIXELS_MAX[kind] * 1e6
  if (isTooLarge) throw new ImageRefused('large', 'too many pixels')
  return format
}

function readFormat(bytes: Uint8Array): ImageFormat {
  const kind = kindOf(bytes)
  if (kind === undefined) throw new ImageRefused('kind', 'not an image of the three kinds')
  try {
    return { kind, ...SIZE_OF[kind](bytes) }
  } catch (error) {
    // Reading behind the end: the file is shorter than it says.
    if (error instanceof RangeError) throw new ImageRefused('damaged', 'cut short')
    throw error
  }
}

interface Size {
  readonly width: number
  readonly height: number
}

interface Chunk {
  readonly type: string
  readonly from: number
  readonly to: number
}

/** Programs write a chunk for each 8 KiB or so. */
const CHUNKS_MAX = 4096

/** Chunks from the head to IEND. @throws ImageRefused when the end is missing, RangeError when a chunk is cut */
function* pngChunks(bytes: Uint8Array): Generator<Chunk> {
  const view = viewOf(bytes)
  let count = 0
  for (let at = PNG_HEAD.length; at < bytes.length; ) {
    count += 1
    if (count > CHUNKS_MAX) throw new ImageRefused('damaged', 'too many chunks')
    const to = at + 12 + view.getUint32(at)
    if (to > bytes.length) throw new ImageRefused('damaged', 'cut short')
    const type = ascii(bytes, at + 4, 4)
    yield { type, from: at, to }
    if (type === 'IEND') return
    at = to
  }
  throw new ImageRefused('damaged', 'cut short')
}

function pngSize(bytes: Uint8Array): Size {
  const [first, ...others] = pngChunks(bytes)
  if (first === undefined || first.type !== 'IHDR' || first.to - first.from !== 25) throw new ImageRefused('damaged', 'no header')
  if (others.some(({ type }) => type === 'IHDR')) throw new ImageRefused('damaged', 'two headers')
  const view = viewOf(bytes)
  return { width: view.getUint32(first.from + 8), height: view.getUint32(first.from + 12) }
}

const PNG_NEEDED = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'])

/** The chunks that make the picture, without texts, profiles and whatever else may be packed small and unpack large. */
export function barePng(bytes: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [PNG_HEAD]
  for (const { type, from, to } of pngChunks(bytes)) if (PNG_NEEDED.has(type)) parts.push(bytes.subarray(from, to))
  return Buffer.concat(parts)
}

const isStartOfFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

/** Stuffing, TEM, RST0 to RST7, SOI and EOI: no length follows them, so a reader that takes one for granted leaves the decoder's path. */
const isWithoutLength = (marker: number): boolean => marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd9)

/** Grey, colour, and colour with black; a decoder keeps memory for each component. */
const COMPONENTS = new Set([1, 3, 4])
const SAMPLE_BITS = 8

/** A decoder goes over the whole picture for each scan, even for an empty one. Cameras and programs write about ten. */
const SCANS_MAX = 64

/** Where the marker behind a scan's data stands: zeros after 0xff stuff the data, and restarts belong to it. */
function endOfScan(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at + 1)) {
    const marker = bytes[at + 1] ?? 0
    if (marker !== 0x00 && marker !== 0xff && (marker < 0xd0 || marker > 0xd7)) return at
  }
  throw new ImageRefused('damaged', 'cut short')
}

/**
 * Walks the segments to the picture's end: a thumbnail's end inside a segment does not count. What a decoder might read otherwise than
 * this is refused, so that both see one and the same size.
 */
function jpegSize(bytes: Uint8Array): Size {
  const view = viewOf(bytes)
  let size: Size | undefined
  let scans = 0
  for (let at = 2; ; ) {
    if (view.getUint8(at) !== 0xff) throw new ImageRefused('damaged', 'no marker')
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === 0xd9 && size !== undefined && scans > 0) return size
    if (isWithoutLength(marker)) throw new ImageRefused('damaged', 'a marker without length')
    const length = view.getUint16(at + 2)
    if (length < 2) throw new ImageRefused('damaged', 'a segment without length')
    if (isStartOfFrame(marker)) {
      if (size !== undefined) throw new ImageRefused('damaged', 'two frames')
      if (view.getUint8(at + 4) !== SAMPLE_BITS || !COMPONENTS.has(view.getUint8(at + 9)))
        throw new ImageRefused('colours', 'unknown colours')
      size = { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    }
    at += 2 + length
    if (marker !== 0xda) continue
    scans += 1
    if (scans > SCANS_MAX) throw new ImageRefused('slow', 'too many scans')
    at = endOfScan(bytes, at)
  }
}

const ANIMATED = 0x02
const RIFF_HEAD = 12
const CHUNK_HEAD = 8
/** The names of the chunks `VP8 `, `VP8L` and `VP8X` as numbers. */
const VP8_LOSSY = 0x56503820
const VP8_LOSSLESS = 0x5650384c
const VP8_EXTENDED = 0x56503858
const EXTENDED_LENGTH = 10

/** The first frame, lossy or lossless, with the size that its own bits tell. @param from a chunk's head @param end of the container */
function webpFrame(view: DataView, from: number, end: number): Size {
  for (let at = from; at + CHUNK_HEAD <= end; ) {
    const type = view.getUint32(at)
    const length = view.getUint32(at + 4, true)
    const body = at + CHUNK_HEAD
    if (body + length > end) throw new ImageRefused('damaged', 'cut short')
    if (type === VP8_LOSSLESS) {
      const bits = view.getUint32(body + 1, true)
      return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) }
    }
    if (type === VP8_LOSSY) return { width: view.getUint16(body + 6, true) & 0x3fff, height: view.getUint16(body + 8, true) & 0x3fff }
    if (type === VP8_EXTENDED) throw new ImageRefused('damaged', 'two headers')
    at = body + length + (length & 1)
  }
  throw new ImageRefused('damaged', 'no frame')
}

/** A canvas counts for nothing by itself: the frame on it must have the same size. */
function webpSize(bytes: Uint8Array): Size {
  const view = viewOf(bytes)
  const end = view.getUint32(4, true) + 8
  if (end > bytes.length) throw new ImageRefused('damaged', 'cut short')
  const type = view.getUint32(RIFF_HEAD)
  if (type === VP8_LOSSY || type === VP8_LOSSLESS) return webpFrame(view, RIFF_HEAD, end)
  if (type !== VP8_EXTENDED || view.getUint32(16, true) !== EXTENDED_LENGTH) throw new ImageRefused('damaged', 'unknown form of WebP')
  if ((view.getUint8(20) & ANIMATED) !== 0) throw new ImageRefused('kind', 'animated')
  const triple = (at: number): number => 1 + view.getUint8(at) + view.getUint8(at + 1) * 0x100 + view.getUint8(at + 2) * 0x10000
  const frame = webpFrame(view, RIFF_HEAD + CHUNK_HEAD + EXTENDED_LENGTH, end)
  if (frame.width !== triple(24) || frame.height !== triple(27)) throw new ImageRefused('damaged', 'two sizes')
  return frame
}
