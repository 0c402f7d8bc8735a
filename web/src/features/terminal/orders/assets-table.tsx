/** The user's balances in the terminal's foot. */
import { Wallet } from 'lucide-react'
import { useBalancesVisible } from '../../../data/balance-visibility.ts'
import { useFiat, worthText } from '../../../data/fiat.ts'
import { type Balance, useLiveBalances } from '../../../data/spot/my-balances.ts'
import { useT } from '../../../i18n/i18n.ts'
import { paths } from '../../../paths.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { CoinLogo } from '../../../ui/coin-logo.tsx'
import { HIDDEN_AMOUNT, NumberText } from '../../../ui/number-text.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { EmptyState } from '../../../ui/states.tsx'

const worthShowing = (balance: Balance): boolean => /[1-9]/.test(balance.total)

/** Decimals of the ledger: equal everywhere, so that the points stand below each other. */
const SCALE = 8

export function AssetsTable() {
  const t = useT()
  const { known, balances } = useLiveBalances()
  const visible = useBalancesVisible()
  const fiat = useFiat()
  const rows = [...balances.values()].filter(worthShowing)
  if (!known && rows.length === 0) return <SkeletonRows rows={3} height={34} />
  if (rows.length === 0)
    return (
      <EmptyState
        icon={Wallet}
        title={t('terminal:assets.none')}
        action={
          <ButtonLink size={28} to={paths.spotAssets}>
            {t('terminal:assets.open')}
          </ButtonLink>
        }
      />
    )
  const head = (text: string, end = false) => (
    <th scope="col" className={`h-7 px-2 text-small font-normal text-faint first:ps-4 last:pe-4 ${end ? 'text-end' : 'text-start'}`}>
      {text}
    </th>
  )
  return (
    <table className="w-full border-collapse text-dense" data-assets>
      <caption className="visually-hidden">{t('terminal:tabs.assets')}</caption>
      <thead>
        <tr>
          {head(t('assets:head.coin'))}
          {head(t('assets:head.total'), true)}
          {head(t('assets:head.available'), true)}
          {head(t('assets:head.held'), true)}
          {head(t('assets:head.value'), true)}
        </tr>
      </thead>
      <tbody>
        {rows.map((balance) => (
          <tr key={balance.asset} className="h-8.5 border-t border-grid">
            <td className="px-2 ps-4">
              <span className="flex items-center gap-2 font-medium">
                <CoinLogo coin={balance.asset} size={18} url={balance.iconUrl} />
                <span>{balance.asset}</span>
              </span>
            </td>
            <td className="px-2 text-end">
              <NumberText value={balance.total} scale={SCALE} hidden={!visible} />
            </td>
            <td className="px-2 text-end" data-free={balance.asset}>
              <NumberText value={balance.available} scale={SCALE} hidden={!visible} />
            </td>
            <td className="px-2 text-end">
              <NumberText value={balance.held} scale={SCALE} hidden={!visible} />
            </td>
            <td className="px-2 pe-4 text-end text-muted">
              <bdi className="num">{visible ? worthText(fiat, balance) : HIDDEN_AMOUNT}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
