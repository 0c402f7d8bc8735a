/** Below the ticket: equity, what is free, how near the crossed positions are to liquidation, and the way to move money. */
import { useBalancesVisible } from '../../../../data/balance-visibility.ts'
import { useContractAccounts } from '../../../../data/contract/my-contracts.ts'
import { formatNumber, type NumberStyle } from '../../../../i18n/format.ts'
import { useT } from '../../../../i18n/i18n.ts'
import { paths } from '../../../../paths.ts'
import { ButtonLink } from '../../../../ui/button.tsx'
import { HIDDEN_AMOUNT } from '../../../../ui/number-text.tsx'
import { useContractDesk } from '../desk.ts'
import { RatioBar } from '../positions/ratio-bar.tsx'
import { shareText } from '../rates.ts'

export function ContractAccountCard() {
  const t = useT()
  const { terms, member, config } = useContractDesk()
  const { rows } = useContractAccounts(member)
  const visible = useBalancesVisible()
  if (!member || config?.isOpened !== true) return null
  const account = rows.find(({ asset }) => asset === terms.marginAsset)
  const money = (value: string | undefined, style: NumberStyle = {}): string =>
    value === undefined ? '--' : visible ? `${formatNumber(value, { scale: 2, ...style })} ${terms.marginAsset}` : HIDDEN_AMOUNT
  const row = (name: string, value: string, tone = '') => (
    <div className="flex min-h-6 items-center justify-between gap-3">
      <dt className="text-muted">{name}</dt>
      <dd className={`num font-medium ${tone}`}>{value}</dd>
    </div>
  )
  const unrealised = account?.unrealised ?? '0'
  const gains = unrealised.startsWith('-') ? 'text-down-text' : /[1-9]/.test(unrealised) ? 'text-up-text' : ''
  return (
    <section aria-label={t('contract:account.title')} className="px-4 py-2.5 text-small" data-contract-account>
      <div className="mb-1 flex items-center justify-between">
        <h2 className="text-dense font-semibold">{t('contract:account.title')}</h2>
        <ButtonLink size={24} to={paths.contractAssets}>
          {t('contract:account.transfer')}
        </ButtonLink>
      </div>
      <dl>
        {row(t('contract:account.equity'), money(account?.equity))}
        {row(t('contract:account.free'), money(account?.free))}
        {row(t('contract:account.unrealised'), money(account?.unrealised, { sign: 'always' }), gains)}
        <div className="flex min-h-6 items-center justify-between gap-3">
          <dt className="text-muted">{t('contract:account.ratio')}</dt>
          <dd className="flex items-center gap-2">
            <RatioBar ratio={account?.marginRatio ?? '0'} />
            <bdi className="num font-medium">{account === undefined ? '--' : shareText(account.marginRatio, 1)}</bdi>
          </dd>
        </div>
      </dl>
    </section>
  )
}
