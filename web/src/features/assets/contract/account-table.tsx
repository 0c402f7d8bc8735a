/** The contract account by margin coin: what is free for orders, what is bound, what may leave. */
import type { CoAccount } from '@agio/wire/futures/position-types.ts'
import { useBalancesVisible } from '../../../data/balance-visibility.ts'
import { useAssets } from '../../../data/spot/pair-terms.ts'
import { formatShare } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/i18n.ts'
import { paths } from '../../../paths.ts'
import { CoinLogo } from '../../../ui/coin-logo.tsx'
import { Link } from '../../../ui/link.tsx'
import { LedgerText } from '../../../ui/number-text.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import type { OpenTransfer } from '../transfer/use-transfer-opener.tsx'

const HIDE = 'max-md:hidden'

interface AccountTableProps {
  readonly rows: readonly CoAccount[]
  readonly onTransfer: OpenTransfer
}

export function AccountTable({ rows, onTransfer }: AccountTableProps) {
  const t = useT()
  const visible = useBalancesVisible()
  const assets = useAssets().data
  const amount = (value: string) => <LedgerText value={value} hidden={!visible} />
  const column = (key: 'canUseAmount' | 'isolateMargin' | 'lockAmount' | 'canTransferAmount', className: string): Column<CoAccount> => ({
    key,
    head: t(`perpetual:account.${key}`),
    end: true,
    className,
    cell: (row) => amount(row[key]),
  })
  const columns: readonly Column<CoAccount>[] = [
    {
      key: 'coin',
      head: t('assets:head.coin'),
      className: 'ps-5 max-md:ps-4',
      cell: ({ symbol }) => (
        <span className="flex items-center gap-3">
          <CoinLogo coin={symbol} size={28} url={assets?.get(symbol)?.iconUrl} />
          <span className="font-semibold">{symbol}</span>
        </span>
      ),
    },
    {
      key: 'balance',
      head: t('perpetual:account.balance'),
      end: true,
      className: 'max-md:pe-4',
      cell: ({ accountBalance, canTransferAmount }) => (
        <span>
          {amount(accountBalance)}
          <span className="block text-small text-muted md:hidden">
            {t('perpetual:account.canTransferAmount')} {amount(canTransferAmount)}
          </span>
        </span>
      ),
    },
    column('canUseAmount', HIDE),
    column('isolateMargin', 'max-lg:hidden'),
    column('lockAmount', 'max-lg:hidden'),
    {
      key: 'ratio',
      head: t('perpetual:account.ratio'),
      end: true,
      className: 'max-xl:hidden',
      cell: ({ totalMarginRate }) => <bdi className="num">{formatShare(totalMarginRate)}</bdi>,
    },
    column('canTransferAmount', HIDE),
    {
      key: 'action',
      head: t('assets:head.action'),
      end: true,
      className: `pe-5 ${HIDE}`,
      cell: (row) => <Actions coin={row.symbol} onTransfer={onTransfer} />,
    },
  ]
  return (
    <section aria-label={t('perpetual:account.coins')} className="card overflow-x-auto" data-contract-accounts={rows.length}>
      <h2 className="flex min-h-13 items-center border-b border-line px-5 text-base font-semibold max-md:px-4">
        {t('perpetual:account.coins')}
      </h2>
      <Table caption={t('perpetual:account.coins')} columns={columns} rows={rows} rowKey={({ symbol }) => symbol} height={52} />
    </section>
  )
}

function Actions({ coin, onTransfer }: { readonly coin: string; readonly onTransfer: OpenTransfer }) {
  const t = useT()
  const look = 'hit-area inline-flex min-h-6 items-center font-medium hover:text-theme-text pointer-coarse:min-h-11'
  return (
    <span className="inline-flex gap-x-4">
      <Link to={`${paths.contractTopUp}?coin=${encodeURIComponent(coin)}`} className={look}>
        {t('perpetual:account.topUp')}
      </Link>
      {onTransfer !== undefined && (
        <button type="button" className={look} onClick={() => onTransfer(coin)} data-transfer-coin={coin}>
          {t('assets:transfer')}
        </button>
      )}
    </span>
  )
}
