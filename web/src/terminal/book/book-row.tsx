/** One level of the book. Drawn again only when one of its own values changed. */
import { formatSteps } from '@agio/wire/steps.ts'
import { type KeyboardEvent, memo } from 'react'
import { formatNumber } from '../../i18n/format.ts'
import { amountText } from './amount-text.ts'

export interface BookRowProps {
  readonly side: 'bids' | 'asks'
  readonly index: number
  readonly price: number
  readonly quantity: number
  readonly cumulative: number
  /** Width of the bar in whole percent, so that a tiny change draws nothing. */
  readonly share: number
  readonly own: boolean
  readonly ownLabel: string
  readonly swept: boolean
  readonly tabbable: boolean
  readonly priceScale: number
  readonly quantityScale: number
  /** Height in px: 20 on a desktop, 24 where fingers point. */
  readonly height: 20 | 24
  readonly totals: boolean
  readonly onChoose: (side: 'bids' | 'asks', index: number, fill: boolean) => void
  readonly onPoint: (side: 'bids' | 'asks', index: number | undefined) => void
}

/** Bars are backgrounds of the cells, which are equally wide, and grow from the inline end. */
const BAR = 'bg-no-repeat [background-position:100%_0] rtl:[background-position:0_0]'
const UP_BAR = `${BAR} bg-[linear-gradient(var(--up-tint),var(--up-tint))]`
const DOWN_BAR = `${BAR} bg-[linear-gradient(var(--down-tint),var(--down-tint))]`

const AMOUNT_DECIMALS = 4
const TOTAL_DECIMALS = 3

export const BookRow = memo(function BookRow(props: BookRowProps) {
  const {
    side,
    index,
    price,
    quantity,
    cumulative,
    share,
    own,
    ownLabel,
    swept,
    tabbable,
    priceScale,
    quantityScale,
    height,
    totals,
    onChoose,
    onPoint,
  } = props
  const onKeyDown = (event: KeyboardEvent<HTMLTableRowElement>) => {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      onChoose(side, index, event.shiftKey)
    }
  }
  const columns = totals ? 3 : 2
  /** The part of the row's bar that lies in a cell, counted from the inline end. */
  const bar = (place: number) => ({ backgroundSize: `${Math.min(100, Math.max(0, share * columns - place * 100))}% 100%` })
  const barLook = side === 'bids' ? UP_BAR : DOWN_BAR
  return (
    <tr
      // The rows are the controls of the book: focus, Enter and pointer choose their price.
      tabIndex={tabbable ? 0 : -1}
      data-book-row={side}
      data-price={formatSteps(price, priceScale)}
      data-own={own || undefined}
      onClick={(event) => onChoose(side, index, event.shiftKey)}
      onKeyDown={onKeyDown}
      onPointerEnter={() => onPoint(side, index)}
      onFocus={() => onPoint(side, index)}
      className={`cursor-pointer outline-offset-[-2px] ${height === 20 ? 'h-5' : 'h-6'} ${swept ? 'bg-press' : ''}`}
    >
      {/* A row is no frame for what is positioned in it: WebKit takes the table's. A cell is one everywhere. */}
      <td style={bar(columns - 1)} className={`relative ps-4 text-start ${barLook} ${side === 'bids' ? 'text-up-text' : 'text-down-text'}`}>
        {own && (
          <span className="absolute start-1.5 top-1/2 size-[5px] -translate-y-1/2 rounded-full bg-fg" role="img" aria-label={ownLabel} />
        )}
        <bdi className="num">{formatNumber(formatSteps(price, priceScale), { scale: priceScale })}</bdi>
      </td>
      <td style={bar(columns - 2)} className={`text-end text-fg ${barLook}`}>
        <bdi className="num">{amountText(quantity, quantityScale, AMOUNT_DECIMALS)}</bdi>
      </td>
      {totals && (
        <td style={bar(0)} className={`pe-4 text-end text-muted ${barLook}`}>
          <bdi className="num">{amountText(cumulative, quantityScale, TOTAL_DECIMALS)}</bdi>
        </td>
      )}
    </tr>
  )
})
