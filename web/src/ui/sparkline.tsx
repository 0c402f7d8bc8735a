/** A line of closing prices without axes, with a dot at now and a dotted line at its start. */

interface SparklineProps {
  /** Oldest first. Drawing is the one place where a price may become a float. */
  readonly closes: readonly string[]
  readonly width: number
  readonly height: number
  readonly baseline?: boolean
  /** Signed figure that stands beside the line: a red line beside a green figure would read as a contradiction. Without it the line's own direction colours it. */
  readonly beside?: string | undefined
}

/** SVG path through the values, fitted into the box with 2 px of air. */
export function sparklinePath(values: readonly number[], width: number, height: number): { line: string; first: number; last: number } {
  const low = Math.min(...values)
  const span = Math.max(...values) - low || 1
  const y = (value: number) => Math.round((2 + (height - 4) * (1 - (value - low) / span)) * 10) / 10
  const x = (index: number) => Math.round((1 + ((width - 4) * index) / Math.max(1, values.length - 1)) * 10) / 10
  const line = values.map((value, index) => `${index === 0 ? 'M' : 'L'}${x(index)} ${y(value)}`).join('')
  return { line, first: y(values[0] ?? 0), last: y(values.at(-1) ?? 0) }
}

export function Sparkline({ closes, width, height, baseline = false, beside }: SparklineProps) {
  const values = closes.map(Number).filter(Number.isFinite)
  // The same kind of box as the line, so that a column keeps its width when the line comes.
  if (values.length < 2) return <svg width={width} height={height} aria-hidden="true" className="max-w-full" />
  const { line, first, last } = sparklinePath(values, width, height)
  const rising = beside === undefined ? (values.at(-1) ?? 0) >= (values[0] ?? 0) : !beside.startsWith('-')
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      aria-hidden="true"
      className={`max-w-full ${rising ? 'text-up-text' : 'text-down-text'}`}
    >
      {baseline && <line x1="1" x2={width - 3} y1={first} y2={first} className="stroke-line2" strokeDasharray="1 3" />}
      <path d={line} fill="none" stroke="currentColor" strokeWidth="1.25" strokeLinejoin="round" />
      <circle cx={width - 3} cy={last} r="1.75" fill="currentColor" />
    </svg>
  )
}
