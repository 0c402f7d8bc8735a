/** A mark with its parts, and the same made again from them. */
import type { ContractInfo, MarkParts } from '@agio/wire/futures/types.ts'
import { formatNumber, formatPriceAt, isolated } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/i18n.ts'
import { rateText } from './funding-view.tsx'
import { markAgain } from './mark-model.ts'
import { PriceHead, Verdict } from './price-card.tsx'

interface MarkCardProps {
  readonly parts: MarkParts
  readonly contract: ContractInfo
}

export function MarkCard({ parts, contract }: MarkCardProps) {
  const t = useT()
  const again = markAgain(parts, contract.capitalFrequency, contract.coinResultVo.priceTick)
  const priceText = (price: string): string => formatPriceAt(price, contract.coinResultVo.symbolPricePrecision)
  const lastText = parts.lastPrice === '0' ? t('perpetual:mark.none') : priceText(parts.lastPrice)
  const lines = [
    ['funding', again.withFunding, t('perpetual:mark.fundingHow', { rate: isolated(rateText(parts.fundRate)) })],
    ['basis', again.withBasis, t('perpetual:mark.basisOf', { basis: isolated(formatNumber(parts.basis, { sign: 'always' })) })],
    ['drawn', again.drawn, t('perpetual:mark.drawnHow', { last: isolated(lastText) })],
  ] as const
  const made = isolated(priceText(again.made))
  return (
    <section className="card" aria-labelledby="mark-again" data-mark-again>
      <PriceHead id="mark-again" name={t('perpetual:fact.mark')} value={priceText(parts.tagPrice)} />
      <ul className="divide-y divide-grid">
        {lines.map(([key, value, how]) => (
          <li key={key} className="flex items-start justify-between gap-4 px-5 py-3 text-dense max-md:px-4" data-part={key}>
            <span className="min-w-0">
              <span className={again.chosen === key ? 'font-semibold' : ''}>{t(`perpetual:mark.${key}`)}</span>
              <span className="block text-small text-muted">{how}</span>
            </span>
            <bdi className={`num ${again.chosen === key ? 'font-semibold' : ''}`}>{priceText(value)}</bdi>
          </li>
        ))}
        <li className="flex items-start justify-between gap-4 px-5 py-3 text-dense text-muted max-md:px-4">
          <span>{t('perpetual:mark.range', { range: isolated(rateText(parts.range)) })}</span>
          <bdi className="num">{`${priceText(again.lowest)} … ${priceText(again.highest)}`}</bdi>
        </li>
      </ul>
      <Verdict holds={again.holds} made={again.made}>
        {again.holds === undefined ? t('perpetual:mark.shut') : t(again.holds ? 'perpetual:mark.remade' : 'perpetual:mark.wrong', { made })}
      </Verdict>
    </section>
  )
}
