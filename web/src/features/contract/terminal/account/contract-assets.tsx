/** The contract account by margin coin, in the terminal's foot. */
import { Wallet } from 'lucide-react'
import { useBalancesVisible } from '../../../../data/balance-visibility.ts'
import { useContractAccounts } from '../../../../data/contract/my-contracts.ts'
import type { ContractAccount } from '../../../../data/contract/position.ts'
import { useT } from '../../../../i18n/i18n.ts'
import { paths } from '../../../../paths.ts'
import { ButtonLink } from '../../../../ui/button.tsx'
import { CoinLogo } from '../../../../ui/coin-logo.tsx'
import { NumberText } from '../../../../ui/number-text.tsx'
import { SkeletonRows } from '../../../../ui/skeleton.tsx'
import { EmptyState } from '../../../../ui/states.tsx'
import { type Column, Table } from '../../../../ui/table.tsx'
import { useContractDesk } from '../desk.ts'
import { shareText } from '../rates.ts'

const FIGURES = ['equity', 'balance', 'free', 'isolatedMargin', 'reserved', 'unrealised', 'transferable'] as const

export function ContractAssets() {
  const t = useT()
  const { member } = useContractDesk()
  const { known, rows } = useContractAccounts(member)
  const visible = useBalancesVisible()
  const shown = rows.filter(({ balance, equity }) => /[1-9]/.test(balance + equity))
  if (!known && rows.length === 0) return <SkeletonRows rows={2} height={34} />
  if (shown.length === 0)
    return (
      <EmptyState
        icon={Wallet}
        title={t('contract:account.empty')}
        text={t('contract:account.emptyText')}
        action={
          <ButtonLink size={28} to={paths.contractAssets}>
            {t('contract:account.transfer')}
          </ButtonLink>
        }
      />
    )
  const columns: readonly Column<ContractAccount>[] = [
    {
      key: 'asset',
      head: t('assets:head.coin'),
      cell: ({ asset }) => (
        <span className="flex items-center gap-2 font-medium">
          <CoinLogo coin={asset} size={18} />
          <span>{asset}</span>
        </span>
      ),
      className: 'ps-4',
    },
    ...FIGURES.map((key) => ({
      key,
      head: t(`contract:account.${key}`),
      end: true,
      cell: (row: ContractAccount) => (
        <NumberText value={row[key]} scale={4} hidden={!visible} {...(key === 'unrealised' && { sign: 'always' as const })} />
      ),
    })),
    {
      key: 'ratio',
      head: t('contract:account.ratio'),
      end: true,
      cell: ({ marginRatio }) => <bdi className="num">{shareText(marginRatio, 1)}</bdi>,
      className: 'pe-4',
    },
  ]
  return (
    <div className="overflow-x-auto" data-live>
      <Table caption={t('contract:tabs.assets')} columns={columns} rows={shown} rowKey={({ asset }) => asset} height={34} />
    </div>
  )
}
