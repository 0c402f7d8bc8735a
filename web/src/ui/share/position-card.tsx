/** A position to be shown to others: which way, how much it returned, at which prices; never how large it is. Drawn as one SVG. */
import type { Position } from '@agio/wire/futures/position-types.ts'
import type { RefObject } from 'react'
import { useSite } from '../../data/site.ts'
import { formatFullUtc, formatNumber, formatShare, isolated } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'

export const WIDTH = 360
export const HEIGHT = 450
const EDGE = 28

/** What a card tells, as texts; there is no amount in it. */
export interface CardFacts {
  readonly symbol: string
  readonly isLong: boolean
  readonly leverage: number
  /** A share with its sign. */
  readonly gain: string
  readonly isGain: boolean
  readonly entry: string
  readonly mark: string
}

/** What a card is made of; `indexPrice` is the mark. */
export interface CardPosition
  extends Pick<Position, 'symbol' | 'orderSide' | 'leverageLevel' | 'returnRate' | 'openAvgPrice' | 'indexPrice'> {
  /** Digits of prices behind the point; without it as many as there are. */
  readonly priceScale?: number
}

export function cardFacts(position: CardPosition): CardFacts {
  const { symbol, orderSide, leverageLevel, returnRate, openAvgPrice, indexPrice, priceScale } = position
  const price = (text: string): string => formatNumber(text, priceScale === undefined ? {} : { scale: priceScale, round: true })
  return {
    symbol,
    isLong: orderSide === 'BUY',
    leverage: leverageLevel,
    gain: formatShare(returnRate, { sign: 'always' }),
    isGain: !returnRate.startsWith('-'),
    entry: price(openAvgPrice),
    mark: price(indexPrice),
  }
}

interface CardProps {
  readonly ref: RefObject<SVGSVGElement | null>
  readonly position: CardPosition
  /** Moment of the figures, ms. */
  readonly at: number
}

export function PositionCard({ ref, position, at }: CardProps) {
  const t = useT()
  const { tenantName } = useSite()
  const facts = cardFacts(position)
  const styles = getComputedStyle(document.documentElement)
  const colour = (name: string, otherwise: string): string => styles.getPropertyValue(name).trim() || otherwise
  const theme = colour('--theme', '#FF5F1F')
  const rtl = document.documentElement.dir === 'rtl'
  const start = rtl ? WIDTH - EDGE : EDGE
  const end = rtl ? EDGE : WIDTH - EDGE
  const gain = facts.isGain ? colour('--up', '#00C788') : colour('--down', '#FF6A4D')
  const way = t(facts.isLong ? 'perpetual:long' : 'perpetual:short')
  const line = (name: string, value: string, y: number) => (
    <>
      <text x={start} y={y} fill="#e9d9d1" fontSize="15">
        {name}
      </text>
      <text x={end} y={y} fill="#fff" fontSize="15" fontWeight="650" textAnchor="end">
        {value}
      </text>
    </>
  )
  return (
    <svg
      ref={ref}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={t('perpetual:share.label', { contract: facts.symbol, way, gain: facts.gain })}
      direction={rtl ? 'rtl' : 'ltr'}
      fontFamily="Inter Variable, Inter, system-ui, sans-serif"
      className="h-auto w-90 max-w-full rounded-card"
      data-card
    >
      <rect width={WIDTH} height={HEIGHT} fill={`color-mix(in srgb, ${theme} 20%, black)`} />
      <g transform="translate(150 -30) scale(10)" fill={theme}>
        <path d="M2 21 9.2 3h3.5L5.5 21zM14.3 10.6 16.1 6.2 22 21h-3.5z" opacity="0.14" />
      </g>
      <text x={start} y={54} fill="#fff" fontSize="24" fontWeight="700">
        {tenantName}
      </text>
      <text x={start} y={150} fill="#fff" fontSize="22" fontWeight="650">
        {facts.symbol}
      </text>
      <text x={start} y={180} fill={facts.isLong ? colour('--up', '#00C788') : colour('--down', '#FF6A4D')} fontSize="16" fontWeight="600">
        {`${way} · ${isolated(`${facts.leverage}×`)}`}
      </text>
      <text
        x={start}
        y={258}
        fill={gain}
        fontSize="52"
        fontWeight="700"
        letterSpacing="-1"
        direction="ltr"
        textAnchor={rtl ? 'end' : 'start'}
      >
        {facts.gain}
      </text>
      {line(t('perpetual:head.entry'), facts.entry, 330)}
      {line(t('perpetual:fact.mark'), facts.mark, 358)}
      <text x={start} y={HEIGHT - EDGE} fill="#e9d9d1" fontSize="12">
        {formatFullUtc(at)}
      </text>
    </svg>
  )
}
