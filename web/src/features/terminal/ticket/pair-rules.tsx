/** The bounds of the pair and the user's fee rates: facts that explain a refusal before it happens. */
import { formatDecimal, parseDecimal } from '@agio/engine/money/decimal.ts'
import { formatSteps } from '@agio/wire/steps.ts'
import { useTicker } from '../../../data/live/tickers.ts'
import { formatNumber, formatRate } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/i18n.ts'
import { ticksOf } from '../../../terminal/market.ts'
import { useDesk } from '../desk.ts'

/** Outside components: the React compiler loses BigInt literals inside them. */
const ZERO = 0n

const ONE_E8 = 100_000_000

export function PairRules() {
  const t = useT()
  const { terms, fees } = useDesk()
  const ticker = useTicker(terms.symbol)
  const last = ticksOf(ticker?.price, terms.priceScale)
  const price = (ticks: number): string => formatNumber(formatSteps(ticks, terms.priceScale), { scale: terms.priceScale })
  const rate = (rateE8: number): string => formatRate(formatDecimal(BigInt(rateE8), 8))
  const bound = (text: string): string => {
    const value = parseDecimal(text, 8)
    return typeof value === 'bigint' && value > ZERO ? formatNumber(text) : '—'
  }
  const band = BigInt(terms.bandE8)
  const edges =
    terms.bandE8 === 0 || last === 0
      ? '—'
      : `${price(Number((BigInt(last) * (BigInt(ONE_E8) - band)) / BigInt(ONE_E8)))} – ${price(Number((BigInt(last) * (BigInt(ONE_E8) + band)) / BigInt(ONE_E8)))}`
  const rows = [
    [t('terminal:rules.priceStep'), `${formatSteps(1, terms.priceScale)} ${terms.quote}`],
    [t('terminal:rules.quantityStep'), `${formatSteps(1, terms.quantityScale)} ${terms.base}`],
    [t('terminal:rules.value'), `${bound(terms.valueMin)} – ${bound(terms.valueMax)} ${terms.quote}`],
    [t('terminal:rules.band'), edges],
    [t('terminal:rules.maker'), rate(fees.makerFeeE8 ?? fees.buyFeeE8)],
    [t('terminal:rules.taker'), rate(fees.takerFeeE8 ?? fees.sellFeeE8)],
    [t('terminal:rules.volume'), formatNumber(fees.volume30d, { scale: 2 })],
  ] as const
  return (
    <section aria-label={t('terminal:rules.title')} className="text-small">
      <h3 className="mb-2 text-dense font-semibold">{t('terminal:rules.title')}</h3>
      <dl className="flex flex-col gap-1.5">
        {rows.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-3">
            <dt className="text-muted">{name}</dt>
            <dd className="num min-w-0 text-end">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
