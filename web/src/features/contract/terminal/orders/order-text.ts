/** Contract orders in words, for tables, cards and the chart. */
import type { ContractOrder } from '../../../../data/contract/contract-order.ts'
import { coinsOf } from '../../../../data/contract/contract-prices.ts'
import type { ContractTerms } from '../../../../data/contract/contract-terms.ts'
import { formatNumber, isolated, ownDirection } from '../../../../i18n/format.ts'
import type { Translate } from '../../../../i18n/i18n.ts'
import { shareText } from '../rates.ts'

/** `Take profit`, `Trailing`, `Trigger limit`, `Post only`. */
export function kindText(t: Translate, order: ContractOrder): string {
  if (!order.isConditional) return t(`contract:orderKind.${order.kind}`)
  if (order.callbackRate !== null || order.callbackValue !== null) return t('contract:kind.trailing')
  if (order.triggerKind === 'takeProfit') return t('contract:option.takeProfit')
  if (order.triggerKind === 'stopLoss') return t('contract:option.stopLoss')
  return t(order.kind === 'market' ? 'contract:orderKind.triggerMarket' : 'contract:orderKind.triggerLimit')
}

/** `Open long`, `Close short`; without a way in one-way mode, where a sell may do either: `Sell`. */
export const sideText = (t: Translate, { side, closes }: Pick<ContractOrder, 'side' | 'closes'>): string =>
  closes
    ? t(side === 'buy' ? 'contract:side.closeShort' : 'contract:side.closeLong')
    : t(side === 'buy' ? 'contract:side.long' : 'contract:side.short')

/** `TP 68,000.0 · SL 64,000.0`: what is placed with the first trade of an order; empty where that is nothing. */
export function attachedText(t: Translate, { takeProfit, stopLoss, priceScale }: ContractOrder): string {
  const leg = (name: string, price: string | null) => (price === null ? [] : [`${name} ${formatNumber(price, { scale: priceScale })}`])
  return [...leg(t('orders:leg.takeProfit'), takeProfit), ...leg(t('orders:leg.stopLoss'), stopLoss)].join(' · ')
}

/** `Mark ≥ 68,000.0`, `2.5% from 67,000.0`; of an order without a condition, what is attached to it. */
export function triggerText(t: Translate, order: ContractOrder): string {
  const priceOf = (value: string) => formatNumber(value, { scale: order.priceScale })
  const price = order.triggerPrice === null ? undefined : priceOf(order.triggerPrice)
  const turn =
    order.callbackRate !== null ? shareText(order.callbackRate) : order.callbackValue !== null ? priceOf(order.callbackValue) : ''
  if (turn !== '')
    return price === undefined ? turn : ownDirection(t('contract:order.turnFrom', { turn: isolated(turn), price: isolated(price) }))
  if (price === undefined) return attachedText(t, order) || '—'
  const by = order.triggerBy === null ? '' : `${t(`contract:series.${order.triggerBy}`)} `
  return `${by}${firesAbove(order) ? '≥' : '≤'} ${price}`
}

/** What opens names its direction; what closes has it from its side: the one that sells takes profit above and stops a loss below. */
function firesAbove({ triggerKind, side }: ContractOrder): boolean {
  if (triggerKind === 'rising' || triggerKind === 'falling') return triggerKind === 'rising'
  return (triggerKind === 'takeProfit') === (side === 'sell')
}

/** `0.200 BTC`. */
export const amountText = (volume: string, terms: ContractTerms | undefined): string =>
  terms === undefined ? formatNumber(volume) : `${formatNumber(coinsOf(volume, terms), { scale: terms.lotScale })} ${terms.base}`

/** `0.100 / 0.200 BTC`: both in the unit that stands behind them. */
export function filledText({ filled, volume }: Pick<ContractOrder, 'filled' | 'volume'>, terms: ContractTerms | undefined): string {
  const part = terms === undefined ? formatNumber(filled) : formatNumber(coinsOf(filled, terms), { scale: terms.lotScale })
  return `${part} / ${amountText(volume, terms)}`
}

export function priceText(t: Translate, order: ContractOrder): string {
  return order.kind === 'market' || !/[1-9]/.test(order.price) ? t('orders:market') : formatNumber(order.price, { scale: order.priceScale })
}
