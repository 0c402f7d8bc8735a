/** The gap of the live book between the jaws of a caliper: the only thing in the hero that carries the theme colour. */
import { formatFixed } from '@agio/engine/money/decimal.ts'
import { type DepthView, useDepth } from '../../data/live/depth.ts'
import type { MarketPair } from '../../data/market/market-model.ts'
import { formatNumber } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { CaliperFrame } from './caliper-frame.tsx'
import { depthShape, purchase, reachOf, sumWithin } from './caliper-model.ts'

const WIDTH = 606
const HEIGHT = 244
/** The gap is drawn wider than it is: a spread of one tick would be invisible. */
const GAP = 52
const AXIS = 206
const TOP = 72
const JAWS = 20
/** What the example spends, in the quote asset. */
const BUDGET = '1000'

interface DrawingProps {
  readonly depth: DepthView
  readonly bid: number
  readonly ask: number
  readonly priceScale: number
  readonly label: string
}

function Drawing({ depth, bid, ask, priceScale, label }: DrawingProps) {
  const reach = Math.max(reachOf(depth.bids, bid), reachOf(depth.asks, ask))
  const deepest = Math.max(1, sumWithin(depth.bids, bid, reach), sumWithin(depth.asks, ask, reach)) * 1.05
  const left = (WIDTH - GAP) / 2
  const right = left + GAP
  const bids = depthShape(depth.bids, bid, reach, deepest, { inner: left, outer: 0, top: TOP, bottom: AXIS })
  const asks = depthShape(depth.asks, ask, reach, deepest, { inner: right, outer: WIDTH, top: TOP, bottom: AXIS })
  const price = (ticks: number) => formatNumber(formatFixed(BigInt(Math.round(ticks)), priceScale), { scale: priceScale })
  const ticks = [
    { x: WIDTH * 0.1, text: price(bid - reach * 0.78) },
    { x: WIDTH * 0.28, text: price(bid - reach * 0.39) },
    { x: WIDTH * 0.72, text: price(ask + reach * 0.39) },
    { x: WIDTH * 0.9, text: price(ask + reach * 0.78) },
  ]
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label} className="block size-full">
      <path d={bids.area} className="fill-up-tint" />
      <path d={bids.edge} className="fill-none stroke-up" strokeWidth="1.5" />
      <path d={asks.area} className="fill-down-tint" />
      <path d={asks.edge} className="fill-none stroke-down" strokeWidth="1.5" />
      <g className="stroke-line2">
        <line x1="0" x2={WIDTH} y1={AXIS} y2={AXIS} />
        {Array.from({ length: 33 }, (_, index) => {
          const x = (WIDTH / 32) * index
          return <line key={x} x1={x} x2={x} y1={AXIS} y2={AXIS + (index % 4 === 0 ? 8 : 4)} />
        })}
      </g>
      <g className="fill-none stroke-theme" strokeWidth="2">
        <path d={`M${left} ${JAWS - 6}v12M${right} ${JAWS - 6}v12M${left} ${JAWS}H${right}`} />
        <path d={`M${left} ${JAWS + 6}V${AXIS}M${right} ${JAWS + 6}V${AXIS}`} strokeWidth="1" />
      </g>
      <g className="num fill-muted text-micro max-md:text-[18px]" textAnchor="middle">
        {ticks.map((tick) => (
          <text key={tick.x} x={tick.x} y={AXIS + 25}>
            {tick.text}
          </text>
        ))}
      </g>
      <text x={WIDTH / 2} y={AXIS + 25} textAnchor="middle" className="num fill-fg text-micro font-semibold max-md:text-[18px]">
        {price((bid + ask) / 2)}
      </text>
    </svg>
  )
}

export function Caliper({ pair }: { readonly pair: MarketPair }) {
  const t = useT()
  const depth = useDepth(pair.symbol, { priceScale: pair.priceScale, quantityScale: pair.quantityScale })
  const bid = depth.bids[0]?.price
  const ask = depth.asks[0]?.price
  if (!depth.ready || bid === undefined || ask === undefined) return <CaliperFrame pair={pair} />
  const text = (ticks: number) => formatFixed(BigInt(ticks), pair.priceScale)
  return (
    <CaliperFrame
      pair={pair}
      live
      bid={text(bid)}
      ask={text(ask)}
      spread={text(ask - bid)}
      bought={purchase(depth.bids, depth.asks, pair, BUDGET)}
    >
      <Drawing depth={depth} bid={bid} ask={ask} priceScale={pair.priceScale} label={t('home:caliper.picture', { symbol: pair.symbol })} />
    </CaliperFrame>
  )
}
