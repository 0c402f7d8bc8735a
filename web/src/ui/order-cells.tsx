/** Pieces of an order row: filled share, trigger condition, value. */
import { formatDecimal, parseDecimal } from '@agio/engine/money/decimal.ts'
import { filledPercent, type Order } from '../data/spot/order.ts'
import { formatNumber, inPercent } from '../i18n/format.ts'

export function Filled({ order }: { readonly order: Order }) {
  const percent = filledPercent(order)
  return (
    // As high as a line and at its top, so that the figure stands level with the row's others.
    <span className="inline-flex items-center gap-2 align-top">
      <span aria-hidden="true" className="h-[3px] w-10 overflow-hidden rounded-full bg-line2 max-md:hidden">
        <span className="block h-full bg-fg" style={{ inlineSize: `${percent}%` }} />
      </span>
      <bdi className="num">{inPercent(String(percent))}</bdi>
    </span>
  )
}

const SCALE = 18

/** Price × quantity, exactly; the amount to spend for a market buy by total; undefined for neither. */
export function orderValue(order: Order): string | undefined {
  if (order.total !== null) return order.total
  const price = parseDecimal(order.price ?? order.triggerPrice ?? '', SCALE)
  const quantity = parseDecimal(order.quantity ?? '', SCALE)
  return typeof price === 'bigint' && typeof quantity === 'bigint' ? formatDecimal(price * quantity, SCALE * 2) : undefined
}

/** `≤ 66,520.00`: which way the last price must go, and how far; of a trailing stop its distance and where it begins, `5% @ 70,000`. */
export function triggerText(order: Order): string {
  if (order.kind === 'trailingStop') {
    const distance = order.trailingBps === null ? '—' : inPercent(formatNumber(formatDecimal(BigInt(order.trailingBps), 2)))
    const from = order.activationPrice
    return from === null ? distance : `${distance} @ ${formatNumber(from)}`
  }
  if (order.triggerPrice === null) return '—'
  const stop = order.kind === 'stopLimit' || order.kind === 'stopMarket'
  const rises = stop === (order.side === 'buy')
  return `${rises ? '≥' : '≤'} ${formatNumber(order.triggerPrice)}`
}
