/** The poster: the tenant's dark ground, one sentence, QR and code. Drawn as one SVG, saved as a picture three times its size. */
import type { RefObject } from 'react'
import { encode } from 'uqr'
import { useSite } from '../../data/site.ts'
import { useT } from '../../i18n/i18n.ts'
import { svgPicture } from '../../ui/svg-picture.ts'

const WIDTH = 300
const HEIGHT = 424
const SAVED_SCALE = 3
const QR_SIDE = 96

interface PosterProps {
  readonly ref: RefObject<SVGSVGElement | null>
  readonly code: string
  readonly link: string
  /** `20%` */
  readonly share: string
}

const squares = (rows: readonly (readonly boolean[])[]): string =>
  rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')

/** What a line may not be broken inside: a word, or one sign of a script without spaces, each with its punctuation and the space behind. */
const PIECE = /[\p{Ps}\p{Pi}]*(?:[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]|[^\s\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]+)[\p{Pe}\p{Pf}\p{Po}]*\s*/gu
/** Signs as wide as two letters. */
const WIDE = /[\u1100-\u115f\u2e80-\u9fff\uac00-\ud7a3\uff00-\uff60]/gu

const widthOf = (text: string): number => text.length + (text.match(WIDE)?.length ?? 0)

/**
 * The text over lines of at most `length` letters, as long as no piece of it is longer. The last two lines part behind a comma when both
 * halves are whole lines then.
 */
export function wrapped(text: string, length: number): readonly string[] {
  const pieces: readonly string[] = text.match(PIECE) ?? []
  const lines: string[] = []
  let line = ''
  pieces.forEach((piece, index) => {
    if (line !== '' && widthOf(line + piece.trimEnd()) > length) {
      const [, before = line, after = ''] = /^(.+[，、])([^，、]+)$/u.exec(line) ?? []
      const fits = widthOf((after + pieces.slice(index).join('')).trimEnd()) <= length
      lines.push((fits ? before : line).trimEnd())
      line = fits ? after : ''
    }
    line += piece
  })
  return line === '' ? lines : [...lines, line.trimEnd()]
}

export function Poster({ ref, code, link, share }: PosterProps) {
  const t = useT()
  const { tenantName } = useSite()
  const { data, size } = encode(link, { border: 1 })
  const rtl = document.documentElement.dir === 'rtl'
  const edge = rtl ? WIDTH - 28 : 28
  const styles = getComputedStyle(document.documentElement)
  const theme = styles.getPropertyValue('--theme').trim() || '#FF5F1F'
  const ground = `color-mix(in srgb, ${theme} 20%, black)`
  const title = wrapped(t('invite:poster.title'), 18)
  const text = wrapped(t('invite:poster.text', { tenant: tenantName, share }), 36)
  const textAt = HEIGHT - 28 - QR_SIDE - 22 - (text.length - 1) * 18
  return (
    <svg
      ref={ref}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={t('invite:poster.label', { code })}
      direction={rtl ? 'rtl' : 'ltr'}
      fontFamily="Inter Variable, Inter, system-ui, sans-serif"
      className="h-auto w-75 max-w-full shrink-0 rounded-card"
    >
      <rect width={WIDTH} height={HEIGHT} fill={ground} />
      <g transform="translate(104 -42) scale(9.4)" fill={theme}>
        <path d="M2 21 9.2 3h3.5L5.5 21zM14.3 10.6 16.1 6.2 22 21h-3.5z" opacity="0.14" />
        <path d="M9.95 14.4h4.1l1.3 3.2H8.65z" />
      </g>
      <text x={edge} y={50} fill="#fff" fontSize="22" fontWeight="700">
        {tenantName}
      </text>
      {title.map((line, index) => (
        <text key={line} x={edge} y={textAt - 30 - (title.length - 1 - index) * 31} fill="#fff" fontSize="26" fontWeight="650">
          {line}
        </text>
      ))}
      {text.map((line, index) => (
        <text key={line} x={edge} y={textAt + index * 18} fill="#e9d9d1" fontSize="13">
          {line}
        </text>
      ))}
      <rect x={rtl ? WIDTH - 28 - QR_SIDE : 28} y={HEIGHT - 28 - QR_SIDE} width={QR_SIDE} height={QR_SIDE} rx="8" fill="#fff" />
      <path
        d={squares(data)}
        transform={`translate(${(rtl ? WIDTH - 28 - QR_SIDE : 28) + 6} ${HEIGHT - 22 - QR_SIDE}) scale(${(QR_SIDE - 12) / size})`}
        fill="#000"
        shapeRendering="crispEdges"
      />
      <text x={rtl ? WIDTH - 44 - QR_SIDE : 44 + QR_SIDE} y={HEIGHT - 66} fill="#e9d9d1" fontSize="12">
        {t('invite:poster.code')}
      </text>
      <text x={rtl ? WIDTH - 44 - QR_SIDE : 44 + QR_SIDE} y={HEIGHT - 42} fill="#fff" fontSize="20" fontWeight="700" letterSpacing="1">
        {code}
      </text>
    </svg>
  )
}

/** The poster as a PNG. @throws Error when the browser cannot draw it */
export const posterPicture = (svg: SVGSVGElement): Promise<Blob> => svgPicture(svg, WIDTH * SAVED_SCALE, HEIGHT * SAVED_SCALE)
