/** The depth chart: cumulative bids and asks around the middle, drawn on a canvas of our own. */
import type { ChartColours } from './chart-port.ts'

export interface DepthPoint {
  readonly price: number
  readonly cumulative: number
}

export interface DepthDrawing {
  /** Best first. */
  readonly bids: readonly DepthPoint[]
  readonly asks: readonly DepthPoint[]
  readonly colours: ChartColours
  /** Prices as they are printed on the axis. */
  readonly label: (price: number) => string
}

const AXIS_HEIGHT = 24

/** Part of a side's quantity that must be in sight; a few orders far away do not squeeze the rest into a line. */
const SHARE = 0.9
/** Room beyond it. */
const ROOM = 1.25

/** How far from the middle that part of a side reaches. */
function reach(points: readonly DepthPoint[], middle: number): number {
  const wanted = (points.at(-1)?.cumulative ?? 0) * SHARE
  const far = points.find((point) => point.cumulative >= wanted)
  return far === undefined ? 0 : Math.abs(far.price - middle)
}

/** Draws in CSS pixels; the canvas is made as fine as the screen. */
export function drawDepth(canvas: HTMLCanvasElement, drawing: DepthDrawing): void {
  const width = canvas.clientWidth
  const height = canvas.clientHeight
  const ratio = window.devicePixelRatio || 1
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
    canvas.width = Math.round(width * ratio)
    canvas.height = Math.round(height * ratio)
  }
  const context = canvas.getContext('2d')
  if (context === null) return
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  context.clearRect(0, 0, width, height)
  const { bids, asks, colours } = drawing
  const bestBid = bids[0]?.price
  const bestAsk = asks[0]?.price
  if (bestBid === undefined || bestAsk === undefined) return
  const middle = (bestBid + bestAsk) / 2
  const span = Math.max(reach(bids, middle), reach(asks, middle), 1e-9) * ROOM
  const seen = [...bids, ...asks].filter((point) => Math.abs(point.price - middle) <= span)
  const most = Math.max(1e-9, ...seen.map((point) => point.cumulative))
  const floor = height - AXIS_HEIGHT
  const x = (price: number): number => ((price - middle + span) / (2 * span)) * width
  const y = (cumulative: number): number => floor - (cumulative / most) * (floor - 12)
  const side = (points: readonly DepthPoint[], colour: string, edge: number): void => {
    context.beginPath()
    let before = floor
    context.moveTo(x(points[0]?.price ?? middle), floor)
    for (const point of points) {
      context.lineTo(x(point.price), before)
      before = y(point.cumulative)
      context.lineTo(x(point.price), before)
    }
    context.lineTo(edge, before)
    context.strokeStyle = colour
    context.lineWidth = 1.5
    context.stroke()
    context.lineTo(edge, floor)
    context.closePath()
    context.globalAlpha = 0.12
    context.fillStyle = colour
    context.fill()
    context.globalAlpha = 1
  }
  side(bids, colours.up, 0)
  side(asks, colours.down, width)
  context.strokeStyle = colours.line
  context.beginPath()
  context.moveTo(0, floor + 0.5)
  context.lineTo(width, floor + 0.5)
  context.stroke()
  context.fillStyle = colours.text
  context.font = `12px ${colours.font}`
  const prices: readonly (readonly [number, CanvasTextAlign])[] = [
    [middle - span, 'left'],
    [middle, 'center'],
    [middle + span, 'right'],
  ]
  for (const [price, align] of prices) {
    context.textAlign = align
    context.fillText(drawing.label(price), x(price) + (align === 'left' ? 8 : align === 'right' ? -8 : 0), height - 7)
  }
}
