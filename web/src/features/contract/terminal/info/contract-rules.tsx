/** The rules of a contract as a list of facts. */
import { formatSteps } from '@agio/wire/steps.ts'
import { formatNumber, formatRate, ownDirection } from '../../../../i18n/format.ts'
import { useT } from '../../../../i18n/i18n.ts'
import { HelpLink } from '../../../../ui/help-link.tsx'
import { useContractDesk } from '../desk.ts'
import { FactRows } from '../fact-rows.tsx'
import { rateText, shareText } from '../rates.ts'

/** The rules in a sentence each. */
const WORDS = ['mark', 'price', 'cut', 'liquidation', 'profit'] as const

export function ContractRules() {
  const t = useT()
  const { terms } = useContractDesk()
  const volume = (text: string) =>
    /[1-9]/.test(text) ? ownDirection(t('contract:unit.contractsOf', { count: Number(text), shown: formatNumber(String(text)) })) : '—'
  return (
    <section aria-label={t('contract:rules.title')}>
      <h3 className="mb-1 text-dense font-semibold">{t('contract:rules.title')}</h3>
      <FactRows
        facts={[
          [t('contract:rules.contract'), `${formatNumber(terms.multiplier)} ${terms.base}`],
          [t('contract:rules.tick'), `${formatSteps(terms.tick, terms.priceScale)} ${terms.quote}`],
          [t('contract:rules.leverage'), `${terms.leastLeverage}–${terms.mostLeverage}×`],
          [t('contract:rules.fees'), `${formatRate(terms.makerFee)} / ${formatRate(terms.takerFee)}`],
          [t('contract:rules.liquidationFee'), formatRate(terms.liquidationFee)],
          [t('contract:rules.funding'), ownDirection(t('contract:rules.everyHours', { count: terms.fundingEvery }))],
          [t('contract:rules.fundingBounds'), `${rateText(terms.fundingFloor)} … ${rateText(terms.fundingCap)}`],
          [t('contract:rules.mostLimit'), volume(terms.mostLimit)],
          [t('contract:rules.mostMarket'), volume(terms.mostMarket)],
          [t('contract:rules.leastValue'), `${formatNumber(terms.leastValue)} ${terms.marginAsset}`],
          [t('contract:rules.priceRange'), `±${shareText(terms.priceRange, 1)}`],
          [t('contract:rules.markRange'), `±${formatRate(terms.markRange)}`],
          [t('contract:rules.fillRange'), formatRate(terms.fillRange)],
          [t('contract:rules.slippage'), formatRate(terms.slippage)],
        ]}
      />
      <div className="mt-3 flex flex-col gap-2 text-small text-muted" data-rule-words>
        {WORDS.map((key) => (
          <p key={key}>{t(`contract:rules.words.${key}`)}</p>
        ))}
        <p className="flex flex-wrap gap-x-4 gap-y-1">
          <HelpLink article="liquidation" beside>
            {t('contract:help.liquidation')}
          </HelpLink>
          <HelpLink article="deleveraging" beside>
            {t('contract:help.deleveraging')}
          </HelpLink>
        </p>
      </div>
    </section>
  )
}
