/** What an order was before it was amended or lowered: it is one row with its story, not a cancelled order and another one. */
import type { EarlierOrder } from '../data/spot/earlier-order.ts'
import { formatDayTime, isolated, ownDirection } from '../i18n/format.ts'
import { useT } from '../i18n/i18n.ts'

type Figures = Pick<EarlierOrder, 'price' | 'triggerPrice' | 'quantity'>

interface OrderStoryProps {
  readonly earlier: readonly EarlierOrder[]
  /** What it is since. */
  readonly now: Figures
  readonly priceText: (price: string) => string
  readonly quantityText: (quantity: string) => string
  /** Says all of it with its times; else the last step alone. */
  readonly whole?: boolean
}

export function OrderStory({ earlier, now, priceText, quantityText, whole = false }: OrderStoryProps) {
  const t = useT()
  if (earlier.length === 0) return null
  const figures = ({ price, triggerPrice, quantity }: Figures): string => {
    const prices = [price, triggerPrice].flatMap((one) => (one !== null && /[1-9]/.test(one) ? [priceText(one)] : []))
    return isolated([prices.join(' / '), ...(quantity === null ? [] : [quantityText(quantity)])].filter((text) => text !== '').join(' × '))
  }
  const steps = earlier.map((one, place) => {
    const changed =
      one.loweredTo === null || one.quantity === null
        ? t('orders:story.amended', { from: figures(one), to: figures(earlier[place + 1] ?? now) })
        : t('orders:story.lowered', { from: isolated(quantityText(one.quantity)), to: isolated(quantityText(one.loweredTo)) })
    const traded = /[1-9]/.test(one.executedQuantity)
      ? t('orders:story.traded', { amount: isolated(quantityText(one.executedQuantity)) })
      : ''
    return { key: `${one.orderId} ${place}`, at: one.at, text: ownDirection(traded === '' ? changed : `${changed} · ${traded}`) }
  })
  const last = steps.at(-1)
  if (!whole) {
    return (
      <span className="block text-small font-normal text-muted" data-story>
        {last?.text}
        {steps.length > 1 && <span className="block">{t('orders:story.more', { count: steps.length - 1 })}</span>}
      </span>
    )
  }
  return (
    <ol className="mt-2 text-dense text-muted" data-story>
      {steps.map(({ key, at, text }) => (
        <li key={key} className="py-1">
          <bdi className="num">{formatDayTime(at)}</bdi> <span>{text}</span>
        </li>
      ))}
    </ol>
  )
}
