/**
 * Decodes an image and encodes it anew: what comes out holds pixels and nothing else of what came in. Runs in the image process alone,
 * because it is slow, its memory grows with the picture, and the bytes are a stranger's.
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import {
  AlphaAction,
  ColorSpace,
  FilterType,
  Gravity,
  type IMagickImage,
  ImageMagick,
  initializeImageMagick,
  MagickColors,
  MagickError,
  MagickErrorSeverity,
  MagickFormat,
  MagickGeometry,
  MagickReadSettings,
  ResourceLimits,
} from '@imagemagick/magick-wasm'
import { barePng, type ImageFormat, ImageRefused, imageFormat } from './image-format.ts'
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
const AVATAR_QUALITY = 82
const DOCUMENT_QUALITY = 85

/** 512 MiB for what reads the bytes of strangers: enough for the largest picture that is taken, in its costliest form. */
const DECODER_PAGES = 8192

const FORMATS = { jpeg: MagickFormat.Jpeg, png: MagickFormat.Png, webp: MagickFormat.WebP } as const

let loaded: Promise<void> | undefined

/** Whatever is asked first starts it; every picture waits for it. */
export function loadLibrary(): Promise<void> {
  loaded ??= load()
  return loaded
}

/** The library would fetch its code by address; here it comes from the disk, with a bound on its memory. */
async function load(): Promise<void> {
  const code = await readFile(createRequire(import.meta.url).resolve('@imagemagick/magick-wasm/magick.wasm'))
  await initializeImageMagick(withMemoryMax(code, DECODER_PAGES))
  // What has no room in memory would go to a disk that is memory too.
  ResourceLimits.disk = 0n
}

/**
 * A JPEG is decoded in eighths of its size, the least that is not smaller than what comes out: a picture of 48 million pixels costs less
 * than one of twelve. Other kinds are decoded whole.
 */
function settingsFor({ kind, width, height }: ImageFormat, use: ImageUse): MagickReadSettings {
  const settings = new MagickReadSettings({ format: FORMATS[kind] })
  if (kind !== 'jpeg') return settings
  const scale = use === 'avatar' ? AVATAR_SIDE / Math.min(width, height) : DOCUMENT_SIDE / Math.max(width, height)
  const eighths = Math.ceil(scale * 8)
  // A little more than the eighths: the library takes the whole ones that fit into it.
  const share = (side: number): number => Math.ceil((side * (eighths + 0.1)) / 8)
  if (eighths < 8) settings.setDefine(MagickFormat.Jpeg, 'size', `${share(width)}x${share(height)}`)
  return settings
}

function within(image: IMagickImage, sideMax: number): void {
  if (Math.max(image.width, image.height) <= sideMax) return
  image.filterType = FilterType.Triangle
  image.resize(new MagickGeometry(sideMax, sideMax))
}

function encode(image: IMagickImage, use: ImageUse): EncodedImage {
  image.autoOrient()
  image.colorSpace = ColorSpace.sRGB
  if (use === 'avatar') {
    const side = Math.min(image.width, image.height)
    image.crop(side, side, Gravity.Center)
    image.resetPage()
    within(image, AVATAR_SIDE)
  } else {
    within(image, DOCUMENT_SIDE)
    // What shows through a transparent picture of a document would be black otherwise.
    image.backgroundColor = MagickColors.White
    image.alpha(AlphaAction.Remove)
  }
  image.strip()
  image.quality = use === 'avatar' ? AVATAR_QUALITY : DOCUMENT_QUALITY
  const bytes = image.write(use === 'avatar' ? MagickFormat.WebP : MagickFormat.Jpeg, (data) => new Uint8Array(data))
  return { bytes, mime: use === 'avatar' ? 'image/webp' : 'image/jpeg', width: image.width, height: image.height }
}

/** What the library says of bytes that it cannot read, in our words; anything else is its own end. */
function refusalOf(error: unknown): unknown {
  if (!(error instanceof MagickError)) return error
  const { CacheError, ResourceLimitError } = MagickErrorSeverity
  const isTooLarge = error.severity === CacheError || error.severity === ResourceLimitError
  return new ImageRefused(isTooLarge ? 'large' : 'damaged', error.message)
}

/** @param format as told by the bytes themselves; bounds are not looked at again @throws ImageRefused, or what ends the library */
export async function encodeAs(bytes: Uint8Array, format: ImageFormat, use: ImageUse): Promise<EncodedImage> {
  await loadLibrary()
  try {
    return ImageMagick.read(format.kind === 'png' ? barePng(bytes) : bytes, settingsFor(format, use), (image) => encode(image, use))
  } catch (error) {
    throw refusalOf(error)
  }
}

/** @throws ImageRefused, or what ends the library */
export async function encodeAnew(bytes: Uint8Array, use: ImageUse): Promise<EncodedImage> {
  return encodeAs(bytes, imageFormat(bytes), use)
}
