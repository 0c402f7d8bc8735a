/** A quick look at a picture before it is sent: light, sharpness, size. Advice, never a refusal: people decide, not this arithmetic. */

export type Quality = 'good' | 'dark' | 'bright' | 'blurred' | 'small'

/** Grey values, row by row. */
export interface Grey {
  readonly values: Uint8Array
  readonly width: number
  readonly height: number
}

const DARK = 45
const BRIGHT = 225
/** Mean of squares of the Laplacian: text that can be read gives hundreds, a blurred picture tens. */
const SHARP = 60
const SIDE_MIN = 600

export function greyOf({ data, width, height }: Pick<ImageData, 'data' | 'width' | 'height'>): Grey {
  const values = new Uint8Array(width * height)
  for (let index = 0; index < values.length; index += 1) {
    const at = index * 4
    values[index] = ((data[at] ?? 0) * 77 + (data[at + 1] ?? 0) * 150 + (data[at + 2] ?? 0) * 29) >> 8
  }
  return { values, width, height }
}

function sharpness({ values, width, height }: Grey): number {
  let sum = 0
  let count = 0
  for (let row = 1; row < height - 1; row += 1) {
    for (let column = 1; column < width - 1; column += 1) {
      const at = row * width + column
      const around = (values[at - 1] ?? 0) + (values[at + 1] ?? 0) + (values[at - width] ?? 0) + (values[at + width] ?? 0)
      const edge = around - 4 * (values[at] ?? 0)
      sum += edge * edge
      count += 1
    }
  }
  return count === 0 ? 0 : sum / count
}

/** @param longestSide of the picture itself, px; the grey values are of a smaller copy */
export function qualityOf(grey: Grey, longestSide: number): Quality {
  if (longestSide < SIDE_MIN) return 'small'
  let light = 0
  for (const value of grey.values) light += value
  const mean = light / Math.max(1, grey.values.length)
  if (mean < DARK) return 'dark'
  if (mean > BRIGHT) return 'bright'
  return sharpness(grey) < SHARP ? 'blurred' : 'good'
}

const COPY_SIDE = 320

/** Looks at a picture or a frame of a film; undefined when the browser cannot read its pixels. */
export function lookAt(source: CanvasImageSource, width: number, height: number): Quality | undefined {
  const longest = Math.max(width, height)
  if (longest === 0) return undefined
  const scale = Math.min(1, COPY_SIDE / longest)
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) return undefined
  context.drawImage(source, 0, 0, canvas.width, canvas.height)
  return qualityOf(greyOf(context.getImageData(0, 0, canvas.width, canvas.height)), longest)
}
