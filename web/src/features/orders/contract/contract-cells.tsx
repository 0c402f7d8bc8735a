/** Pieces that rows about contracts share. */
import type { CoOrder } from '@agio/wire/futures/types.ts'
import { formatDayTime, formatLedger, formatNumber, formatRate, together } from '../../../i18n/format.ts'
import { type Translate, useT } from '../../../i18n/i18n.ts'
import { directionOfChange, HIDDEN_AMOUNT } from '../../../ui/number-text.tsx'

const LOOKS = { up: 'text-up-text', down: 'text-down-text', flat: '' } as const

interface SignedProps {
  readonly value: string
  readonly unit?: string
  /** Shows `****` in place of the value. */
  readonly hidden?: boolean
}

/** Money with its sign, coloured by it. */
export function Signed({ value, unit, hidden = false }: SignedProps) {
  return (
    <bdi dir="ltr" className={`num whitespace-nowrap ${hidden ? '' : LOOKS[directionOfChange(value)]}`}>
      {(hidden ? HIDDEN_AMOUNT : formatLedger(value, 'always')) + (unit === undefined ? '' : ` ${unit}`)}
    </bdi>
  )
}

export const Moment = ({ at }: { readonly at: number }) => <bdi className="num text-muted">{formatDayTime(at)}</bdi>

/** The name of a contract; on a phone, what it is about and when below it. */
export function ContractCell({ symbol, side, at }: { readonly symbol: string; readonly side?: 'BUY' | 'SELL'; readonly at: number }) {
  const t = useT()
  return (
    <span className="font-medium">
      <bdi dir="ltr">{symbol}</bdi>
      <span className="block text-small font-normal text-muted md:hidden">
        {side !== undefined && (
          <span className={side === 'BUY' ? 'text-up-text' : 'text-down-text'}>
            {t(side === 'BUY' ? 'orders:side.buy' : 'orders:side.sell')}{' '}
          </span>
        )}
        <bdi className="num">{formatDayTime(at)}</bdi>
      </span>
    </span>
  )
}

export function SideCell({ order }: { readonly order: Pick<CoOrder, 'side' | 'open'> }) {
  const t = useT()
  return (
    <span className={`font-medium ${order.side === 'BUY' ? 'text-up-text' : 'text-down-text'}`}>
      {t(order.side === 'BUY' ? 'orders:side.buy' : 'orders:side.sell')}
      {order.open === 'CLOSE' && <span className="block text-small font-normal text-muted">{t('perpetual:closes')}</span>}
    </span>
  )
}

/** 1 last, 2 mark, 3 index. */
const PRICES = { 1: 'perpetual:by.last', 2: 'perpetual:by.mark', 3: 'perpetual:by.index' } as const
const RISES = 3

/** `≥ 60,000 mark`; of a trailing order its distance; a dash for one without a condition. */
export function conditionText(order: CoOrder, t: Translate): string {
  const { triggerPrice, triggerType, triggerPxType, callbackRate, callbackValue, side } = order
  if (callbackRate !== null || callbackValue !== null)
    return `${t('perpetual:trailing')} ${callbackRate === null ? formatNumber(callbackValue ?? '') : formatRate(callbackRate)}`
  if (triggerPrice === null) return '—'
  const by = triggerPxType === 1 || triggerPxType === 2 || triggerPxType === 3 ? ` ${t(PRICES[triggerPxType])}` : ''
  // Take profit sells above and buys below, stop loss the other way round.
  const rises = triggerType === 1 ? side === 'BUY' : triggerType === 2 ? side === 'SELL' : triggerType === RISES
  return `${rises ? '≥' : '≤'} ${formatNumber(triggerPrice)}${by}`
}

/** `TP 68,000.0 · SL 64,000.0`: what is placed with its first trade, in the terminal's words; empty where that is nothing. A line breaks between the two. */
export function attachedText({ otoOrder, pricePrecision }: Pick<CoOrder, 'otoOrder' | 'pricePrecision'>, t: Translate): string {
  const leg = (name: string, told: { readonly triggerPrice: string } | undefined) =>
    told === undefined ? [] : [together(`${name} ${formatNumber(told.triggerPrice, { scale: pricePrecision })}`)]
  return [...leg(t('orders:leg.takeProfit'), otoOrder?.takeProfit), ...leg(t('orders:leg.stopLoss'), otoOrder?.stopLoss)].join(' · ')
}

/** What kind of order it is: of one that closes by a condition, which of the two. */
export function typeText(order: CoOrder, t: Translate): string {
  if (order.triggerType === 1) return t('perpetual:stopLoss')
  if (order.triggerType === 2) return t('perpetual:takeProfit')
  return t(`perpetual:type.${String(order.type) as '1'}`)
}
