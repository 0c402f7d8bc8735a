/** What it takes to trade through to the row under the pointer: quantity, average, total, distance from the best price. */
import { formatDecimal } from '@agio/engine/money/decimal.ts'
import { divideHalfUp } from '@agio/engine/money/rounding.ts'
import { formatSteps } from '@agio/wire/steps.ts'
import { type CSSProperties, useEffect, useRef } from 'react'
import { moneyScale } from '../../data/spot/money-scale.ts'
import { formatNumber, inPercent } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import type { MarketTerms } from '../market.ts'
import type { LadderRow } from '../model/grouping.ts'

interface SweepTipProps {
  readonly row: LadderRow
  readonly side: 'bids' | 'asks'
  /** Ticks. */
  readonly best: number
  readonly terms: MarketTerms
  /** Where the book stands in the window. */
  readonly frame: DOMRect | undefined
}

const WIDTH = 240
const HEIGHT = 172
const GAP = 8

/** Beside the book, on the chart's side where there is room: panels cut off what leaves them, so it is placed above the whole window. */
function placeOf(frame: DOMRect, side: 'bids' | 'asks'): CSSProperties {
  const left = document.documentElement.dir === 'rtl' ? frame.right + GAP : frame.left - WIDTH - GAP
  const fits = left >= 0 && left + WIDTH <= window.innerWidth
  return {
    left: fits ? left : frame.left - WIDTH - GAP < 0 ? frame.right + GAP : frame.left - WIDTH - GAP,
    top: side === 'asks' ? frame.top + 32 : frame.bottom - HEIGHT,
  }
}

/** What it costs to trade through to a row, in the quote, exact: a contract is worth its share of the coin. */
export function sweepTotal({ cumulativeValue }: Pick<LadderRow, 'cumulativeValue'>, terms: MarketTerms): string {
  const { lots, scale } = terms.worth ?? { lots: 1, scale: terms.quantityScale }
  return formatDecimal(cumulativeValue * BigInt(lots), terms.priceScale + scale)
}

export function SweepTip({ row, side, best, terms, frame }: SweepTipProps) {
  const t = useT()
  const tip = useRef<HTMLDivElement>(null)
  useEffect(() => tip.current?.showPopover(), [])
  const price = (ticks: number): string => formatNumber(formatSteps(ticks, terms.priceScale), { scale: terms.priceScale })
  const average = Number(divideHalfUp(row.cumulativeValue, BigInt(Math.max(1, row.cumulative))))
  const away = best === 0 ? 0 : Math.abs(row.price - best) / best
  const lines = [
    [t('terminal:sweep.amount'), `${formatNumber(formatSteps(row.cumulative, terms.quantityScale))} ${terms.base}`],
    [t('terminal:sweep.average'), `${price(average)} ${terms.quote}`],
    [t('terminal:sweep.total'), `${formatNumber(sweepTotal(row, terms), { scale: moneyScale(terms.quote) })} ${terms.quote}`],
    [
      t(side === 'asks' ? 'terminal:sweep.fromAsk' : 'terminal:sweep.fromBid'),
      inPercent(formatNumber(formatDecimal(BigInt(Math.round(away * 1e6)), 4), { scale: 3, sign: 'always' })),
    ],
  ] as const
  return (
    <div
      ref={tip}
      popover="manual"
      role="presentation"
      style={frame === undefined ? undefined : placeOf(frame, side)}
      className="pointer-events-none fixed inset-auto m-0 w-60 rounded-card border border-line2 bg-raised p-3 text-small text-fg shadow-float max-lg:hidden"
      data-sweep-tip
    >
      <p className="mb-2 font-semibold">{t(side === 'asks' ? 'terminal:sweep.buy' : 'terminal:sweep.sell', { price: price(row.price) })}</p>
      <dl className="flex flex-col gap-1">
        {lines.map(([label, value]) => (
          <div key={label} className="flex justify-between gap-3">
            <dt className="text-muted">{label}</dt>
            <dd className="num font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 border-t border-line pt-2 text-micro text-faint">{t('terminal:sweep.hint')}</p>
    </div>
  )
}
