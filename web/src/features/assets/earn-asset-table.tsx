/** Savings by coin: all of it with its worth, what is free, what products hold, what it earned; and the ways on. */
import { useBalancesVisible } from '../../data/balance-visibility.ts'
import { useFiat } from '../../data/fiat.ts'
import { useAssets } from '../../data/spot/pair-terms.ts'
import { useT } from '../../i18n/i18n.ts'
import { paths } from '../../paths.ts'
import { CoinLogo } from '../../ui/coin-logo.tsx'
import { Link } from '../../ui/link.tsx'
import { HIDDEN_AMOUNT, LedgerText } from '../../ui/number-text.tsx'
import type { EarnAssetRow } from './earn-asset-model.ts'
import type { OpenTransfer } from './transfer/use-transfer-opener.tsx'

interface EarnAssetTableProps {
  readonly rows: readonly EarnAssetRow[]
  readonly onTransfer: OpenTransfer
  readonly maySubscribe: boolean
}

const HEADS = [
  ['free', 'max-md:hidden'],
  ['principal', 'max-md:hidden'],
  ['accrued', 'max-md:hidden'],
  ['paid', 'max-lg:hidden'],
  ['yesterday', 'max-lg:hidden'],
] as const

export function EarnAssetTable({ rows, onTransfer, maySubscribe }: EarnAssetTableProps) {
  const t = useT()
  return (
    <table className="w-full border-collapse text-dense" data-earn-assets>
      <caption className="visually-hidden">{t('savings:assets.table')}</caption>
      <thead>
        <tr className="border-b border-line text-small text-faint">
          <th scope="col" className="h-9 px-2 ps-5 text-start font-normal max-md:ps-4">
            {t('assets:head.coin')}
          </th>
          <th scope="col" className="px-2 text-end font-normal max-md:pe-4">
            {t('assets:head.total')}
          </th>
          {HEADS.map(([key, look]) => (
            <th key={key} scope="col" className={`px-2 text-end font-normal ${look}`}>
              {t(`savings:assets.${key}`)}
            </th>
          ))}
          <th scope="col" className="px-2 pe-5 text-end font-normal max-md:hidden">
            {t('assets:head.action')}
          </th>
        </tr>
      </thead>
      {rows.map((row) => (
        <Row key={row.coinId} row={row} onTransfer={onTransfer} maySubscribe={maySubscribe} />
      ))}
    </table>
  )
}

function Row({ row, onTransfer, maySubscribe }: Omit<EarnAssetTableProps, 'rows'> & { readonly row: EarnAssetRow }) {
  const t = useT()
  const visible = useBalancesVisible()
  const fiat = useFiat()
  const asset = useAssets().data?.get(row.coinName)
  const amount = (value: string, look = '') => <LedgerText value={value} hidden={!visible} className={look} />
  const actions = <Actions row={row} onTransfer={onTransfer} maySubscribe={maySubscribe} />
  return (
    <tbody
      className="border-b border-grid last:border-0"
      data-earn-asset={row.coinName}
      data-total={row.total}
      data-worth={row.totalU}
      data-free={row.available}
      data-principal={row.principal}
    >
      <tr className="h-13 hover:bg-hover">
        <td className="px-2 ps-5 max-md:ps-4">
          <span className="flex items-center gap-3">
            <CoinLogo coin={row.coinName} size={28} url={asset?.iconUrl} />
            <span className="font-semibold">{row.coinName}</span>
          </span>
        </td>
        <td className="px-2 text-end max-md:pe-4">
          <span className="block leading-5">{amount(row.total, 'font-medium')}</span>
          <span className="block text-small text-muted">
            <bdi className="num">{!visible ? HIDDEN_AMOUNT : row.totalU === undefined ? '--' : fiat(row.totalU)}</bdi>
          </span>
        </td>
        <td className="px-2 text-end max-md:hidden">{amount(row.available)}</td>
        <td className="px-2 text-end max-md:hidden">{amount(row.principal)}</td>
        <td className="px-2 text-end max-md:hidden">{amount(row.accruedInterest)}</td>
        <td className="px-2 text-end max-lg:hidden">{amount(row.paidInterest)}</td>
        <td className="px-2 text-end max-lg:hidden">{amount(row.yesterdayInterest)}</td>
        <td className="px-2 pe-5 text-end whitespace-nowrap max-md:hidden">{actions}</td>
      </tr>
      <tr className="md:hidden">
        <td colSpan={2} className="px-4 pb-2">
          {/* What the columns of a wide screen say. */}
          <dl className="mb-1 flex flex-wrap gap-x-5 text-small text-muted">
            {(['free', 'principal'] as const).map((key) => (
              <div key={key} className="flex gap-1.5">
                <dt>{t(`savings:assets.${key}`)}</dt>
                <dd>{amount({ free: row.available, principal: row.principal }[key])}</dd>
              </div>
            ))}
          </dl>
          {actions}
        </td>
      </tr>
    </tbody>
  )
}

function Actions({ row, onTransfer, maySubscribe }: Omit<EarnAssetTableProps, 'rows'> & { readonly row: EarnAssetRow }) {
  const t = useT()
  const look = 'hit-area inline-flex min-h-6 items-center font-medium hover:text-theme-text pointer-coarse:min-h-11'
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-x-4 gap-y-1">
      {maySubscribe && (
        <Link to={`${paths.earn}?coin=${row.coinId}`} className={look}>
          {t('earn:action.subscribe')}
        </Link>
      )}
      <Link to={`${paths.earnOrders}?coin=${row.coinName}`} className={look}>
        {t('savings:redeem')}
      </Link>
      {onTransfer !== undefined && (
        <button type="button" className={look} onClick={() => onTransfer(row.coinName)} data-transfer-coin={row.coinName}>
          {t('assets:transfer')}
        </button>
      )}
    </span>
  )
}
