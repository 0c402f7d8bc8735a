/** A product in words. */
import type { Product } from '@agio/wire/earn/types.ts'
import { compare } from '../../data/amounts.ts'
import { formatDays, formatMomentUtc, formatNumber, formatRate, isolated, withUnit } from '../../i18n/format.ts'
import type { Translate } from '../../i18n/i18n.ts'
import { hindranceOf } from './earn-model.ts'

export const termText = (t: Translate, termDays: number): string => (termDays === 0 ? t('earn:type.flexible') : formatDays(termDays))

/** `USDT, fixed 30 days`. */
export const productTitle = (t: Translate, { coinName, termDays }: Product): string =>
  termDays === 0
    ? t('earn:title.flexible', { coin: isolated(coinName) })
    : t('earn:title.fixed', { coin: isolated(coinName), term: formatDays(termDays) })

/** An amount of the product's coin, as it stands in a sentence. */
export const amountText = (amount: string, coin: string): string => withUnit(formatNumber(amount), coin)

export const rateKind = (t: Translate, { rateType }: Product): string => t(rateType === 1 ? 'earn:rate.fixed' : 'earn:rate.current')

/** What early redemption costs, or that it is not possible. */
export const earlyText = (t: Translate, { termDays, earlyRedeem, payoutMode }: Product): string => {
  if (termDays === 0) return t('earn:early.anyTime')
  if (earlyRedeem === 0) return t('earn:early.never')
  return t(payoutMode === 1 ? 'earn:early.minusPaid' : 'earn:early.noInterest')
}

/** Why the button of a product does nothing; undefined when it works. */
export function hindranceText(t: Translate, product: Product): string | undefined {
  const hindrance = hindranceOf(product)
  if (hindrance === undefined) return undefined
  return hindrance === 'waiting' ? t('earn:action.starts', { time: formatMomentUtc(product.startTime) }) : t(`earn:action.${hindrance}`)
}

/** Brackets as lines: how far each goes, and its rate. Empty where one rate is for everything. */
export function tierLines(t: Translate, { tiers, coinName }: Product): readonly { readonly name: string; readonly rate: string }[] {
  if (tiers.length < 2) return []
  return tiers.map(({ upTo, annualRate }, position) => {
    const before = tiers[position - 1]?.upTo ?? '0'
    const name =
      upTo === null
        ? t('earn:tier.above', { amount: amountText(before, coinName) })
        : t('earn:tier.upTo', { amount: amountText(upTo, coinName) })
    return { name, rate: formatRate(annualRate) }
  })
}

/** The rate that stands large: of a product with brackets the highest, with a word before it. */
export const hasBrackets = ({ tiers }: Product): boolean =>
  tiers.some((tier) => compare(tier.annualRate, tiers[0]?.annualRate ?? tier.annualRate) !== 0)
