/** What a contract is: its rules, the brackets of its margin, and what its index is made of. */
import { useQuery } from '@tanstack/react-query'
import { coinsOf } from '../../../../data/contract/contract-prices.ts'
import { contractCalls, useContractMarket } from '../../../../data/contract/contracts.ts'
import { formatNumber } from '../../../../i18n/format.ts'
import { useT } from '../../../../i18n/i18n.ts'
import { ErrorPanel } from '../../../../ui/error-panel.tsx'
import { SkeletonRows } from '../../../../ui/skeleton.tsx'
import { useContractDesk } from '../desk.ts'
import { FactRows } from '../fact-rows.tsx'
import { shareText } from '../rates.ts'
import { ContractRules } from './contract-rules.tsx'

export function ContractInfoPanel() {
  return (
    <div className="grid min-h-0 flex-1 content-start gap-6 overflow-auto p-4 lg:grid-cols-2">
      <Day />
      <ContractRules />
      <Tiers />
    </div>
  )
}

/** What the bar of a wide screen has beside the prices, for a phone. */
function Day() {
  const t = useT()
  const { terms } = useContractDesk()
  const market = useContractMarket(terms.contractId).data
  return (
    <section aria-label={t('contract:bar.title')} className="md:hidden" data-day>
      <FactRows
        facts={[
          [t('contract:bar.turnover24', { asset: terms.quote }), market === undefined ? '--' : formatNumber(market.amount, { scale: 0 })],
          [
            t('contract:bar.openInterest'),
            market === undefined ? '--' : `${formatNumber(coinsOf(market.openInterest, terms), { scale: 1 })} ${terms.base}`,
          ],
        ]}
      />
    </section>
  )
}

/** From here on a bound is none: it is the most that any amount can be. */
const BOUNDLESS = 9e10

/** Where a bracket ends; of the last one, which has no end, where it begins. */
export function boundText(upTo: string, before: string | undefined): string {
  if (Number(upTo) < BOUNDLESS) return formatNumber(upTo, { scale: 0 })
  return before === undefined ? '∞' : `> ${formatNumber(before, { scale: 0 })}`
}

function Tiers() {
  const t = useT()
  const { terms } = useContractDesk()
  const tiers = useQuery({
    queryKey: ['contractTiers', terms.contractId],
    staleTime: 300_000,
    queryFn: async () => (await contractCalls()).loadTiers(terms.contractId),
  })
  if (tiers.isPending) return <SkeletonRows rows={5} height={28} />
  if (tiers.data === undefined)
    return <ErrorPanel title={t('contract:tiers.failed')} error={tiers.error} onRetry={() => void tiers.refetch()} />
  const head = (text: string, end = true) => (
    <th scope="col" className={`h-7 text-small font-normal text-faint ${end ? 'text-end' : 'text-start'}`}>
      {text}
    </th>
  )
  return (
    <section aria-label={t('contract:tiers.title')}>
      <h3 className="mb-1 text-dense font-semibold">{t('contract:tiers.title')}</h3>
      <table className="w-full text-dense">
        <caption className="visually-hidden">{t('contract:tiers.title')}</caption>
        <thead>
          <tr>
            {head(t('contract:tiers.upTo', { asset: terms.quote }), false)}
            {head(t('contract:tiers.leverage'))}
            {head(t('contract:tiers.rate'))}
          </tr>
        </thead>
        <tbody>
          {tiers.data.map((tier, index) => (
            <tr key={tier.level} className="h-8 border-t border-grid">
              <td>
                <bdi className="num">{boundText(tier.maxPositionValue, tiers.data[index - 1]?.maxPositionValue)}</bdi>
              </td>
              <td className="num text-end">{`${tier.maxLever}×`}</td>
              <td className="num text-end">{shareText(tier.keepRate)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-2 text-small text-muted">{t('contract:tiers.text')}</p>
    </section>
  )
}
