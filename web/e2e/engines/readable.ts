/** Whether the digits of the book can be read: in the picture, not in the document, for what lies over them may be anything. */
import type { Hand } from './hand.ts'

/** Contrast that the best seen point of a text must have to the ground of the text. WCAG asks 4.5 of the colours; thin strokes are drawn paler. */
const LEAST_CONTRAST = 3

interface Box {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Frames of all numbers in the rows that can be seen, CSS px. */
function boxesOf(rows: string): Box[] {
  const inside = ({ top, bottom, width }: DOMRect) => top >= 0 && bottom <= innerHeight && width > 0
  return [...document.querySelectorAll<HTMLElement>(`${rows} bdi.num`)]
    .map((one) => ({ one, frame: one.getBoundingClientRect() }))
    .filter(({ one, frame }) => inside(frame) && getComputedStyle(one).visibility === 'visible')
    .map(({ one, frame: { x, y, width, height } }) => ({ text: one.textContent ?? '', x, y, width, height }))
}

/** The highest contrast of a point in each box to the colour that most of the box has. */
async function contrastsIn({ picture, boxes }: { picture: string; boxes: Box[] }): Promise<number[]> {
  const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0))
  const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
  const scale = image.width / innerWidth
  const canvas = document.createElement('canvas')
  canvas.width = image.width
  canvas.height = image.height
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('no canvas')
  context.drawImage(image, 0, 0)
  const linear = (value: number) => (value <= 10 ? value / 3294 : ((value / 255 + 0.055) / 1.055) ** 2.4)
  const light = (colour: number): number =>
    0.2126 * linear(colour >> 16) + 0.7152 * linear((colour >> 8) & 255) + 0.0722 * linear(colour & 255)
  return boxes.map(({ x, y, width, height }) => {
    const { data } = context.getImageData(x * scale, y * scale, Math.max(1, width * scale), Math.max(1, height * scale))
    const counts = new Map<number, number>()
    for (let at = 0; at < data.length; at += 4) {
      const colour = ((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0)
      counts.set(colour, (counts.get(colour) ?? 0) + 1)
    }
    const [ground = 0] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? []
    const lights = [...counts.keys()].map(light)
    const under = light(ground) + 0.05
    return Math.max(...lights.map((one) => Math.max((one + 0.05) / under, under / (one + 0.05))))
  })
}

/** @returns the numbers that cannot be read, each with its contrast. @throws Error when there is nothing to read */
export async function unreadable(hand: Hand, rows: string): Promise<string[]> {
  const boxes = await hand.run(boxesOf, rows)
  if (boxes.length === 0) throw new Error(`no number is seen in ${rows}`)
  const picture = (await hand.look()).toString('base64')
  const contrasts = await hand.run(contrastsIn, { picture, boxes })
  return boxes.flatMap(({ text }, at) => {
    const contrast = contrasts[at] ?? 0
    return contrast < LEAST_CONTRAST ? [`${text} (${contrast.toFixed(1)})`] : []
  })
}
