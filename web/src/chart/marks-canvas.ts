/** What is drawn over the candles: the depth of the book beside the axis, on the axis' own scale, and a triangle at each own trade. */
import type { ChartColours } from './chart-port.ts'

export interface DepthStep {
  /** px from the top of the pane. */
  readonly y: number
  /** Running quantity from the best price to this one. */
  readonly cumulative: number
}

export interface FillMark {
  readonly x: number
  readonly y: number
  readonly buy: boolean
}

export interface Marks {
  readonly width: number
  readonly height: number
  /** Width of the depth, px; 0 = none. */
  readonly gutter: number
  /** Best first. */
  readonly bids: readonly DepthStep[]
  readonly asks: readonly DepthStep[]
  readonly fills: readonly FillMark[]
  readonly colours: ChartColours
}

const TRIANGLE = { width: 9, height: 7, away: 5 }
const SHADE = 0.16

/** Draws in CSS pixels; the canvas is made as fine as the screen. */
export function drawMarks(canvas: HTMLCanvasElement, marks: Marks): void {
  const { width, height } = marks
  const ratio = window.devicePixelRatio || 1
  canvas.style.width = `${width}px`
  canvas.style.height = `${height}px`
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
    canvas.width = Math.round(width * ratio)
    canvas.height = Math.round(height * ratio)
  }
  const context = canvas.getContext('2d')
  if (context === null) return
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  context.clearRect(0, 0, width, height)
  if (marks.gutter > 0) {
    const seen = [...marks.bids, ...marks.asks].filter((step) => step.y >= 0 && step.y <= height)
    const most = seen.reduce((top, step) => Math.max(top, step.cumulative), 0)
    drawSide(context, marks, marks.asks, most, marks.colours.down)
    drawSide(context, marks, marks.bids, most, marks.colours.up)
  }
  for (const fill of marks.fills) drawFill(context, fill, marks)
}

/** Steps that widen away from the best price, as far as the pane reaches. */
function drawSide(context: CanvasRenderingContext2D, marks: Marks, steps: readonly DepthStep[], most: number, colour: string): void {
  const [best] = steps
  if (best === undefined || most === 0) return
  const end = marks.width
  context.beginPath()
  context.moveTo(end, best.y)
  let x = end
  for (const step of steps) {
    context.lineTo(x, step.y)
    x = end - Math.min(1, step.cumulative / most) * (marks.gutter - 2)
    context.lineTo(x, step.y)
  }
  // What is known of the book ends at its last price; the drawing goes no further.
  context.strokeStyle = colour
  context.lineWidth = 1
  context.stroke()
  context.lineTo(end, (steps.at(-1) ?? best).y)
  context.closePath()
  context.globalAlpha = SHADE
  context.fillStyle = colour
  context.fill()
  context.globalAlpha = 1
}

/** Purchases point up from below their price, sales point down from above it. */
function drawFill(context: CanvasRenderingContext2D, { x, y, buy }: FillMark, { colours }: Marks): void {
  const direction = buy ? 1 : -1
  const tip = y + TRIANGLE.away * direction
  const foot = tip + TRIANGLE.height * direction
  context.beginPath()
  context.moveTo(x, tip)
  context.lineTo(x - TRIANGLE.width / 2, foot)
  context.lineTo(x + TRIANGLE.width / 2, foot)
  context.closePath()
  context.lineJoin = 'round'
  context.lineWidth = 3
  context.strokeStyle = colours.panel
  context.stroke()
  context.fillStyle = buy ? colours.upText : colours.downText
  context.fill()
}
