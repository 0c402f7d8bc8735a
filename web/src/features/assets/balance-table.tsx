/** Balances by coin: total with its value, what is free, what orders hold, share of the whole. */
import { useBalancesVisible } from '../../data/balance-visibility.ts'
import { useFiat, worthText } from '../../data/fiat.ts'
import { useAllTerms, useAssets } from '../../data/spot/pair-terms.ts'
import { formatNumber, inPercent, isolated } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { paths, spotTerminalPath } from '../../paths.ts'
import { CoinLogo } from '../../ui/coin-logo.tsx'
import { Link } from '../../ui/link.tsx'
import { HIDDEN_AMOUNT, LedgerText } from '../../ui/number-text.tsx'
import { type BalanceRow, owes } from './assets-model.ts'
import { CoinActions } from './coin-actions.tsx'
import { DebtNote } from './debt-note.tsx'

/** A share in tenths of a percent. */
export const shareText = (shareE3: number): string => inPercent(formatNumber(`${Math.floor(shareE3 / 10)}.${shareE3 % 10}`, { scale: 1 }))

const some = (amount: string): boolean => /[1-9]/.test(amount)

interface BalanceTableProps {
  readonly rows: readonly BalanceRow[]
  /** Absent where coins can move nowhere. */
  readonly onTransfer: ((coin: string) => void) | undefined
}

export function BalanceTable({ rows, onTransfer }: BalanceTableProps) {
  const t = useT()
  const head = (key: 'coin' | 'total' | 'available' | 'held' | 'share' | 'action', className = '', end = true) => (
    <th scope="col" className={`h-9 px-2 text-small font-normal text-faint ${end ? 'text-end' : 'text-start'} ${className}`}>
      {t(`assets:head.${key}`)}
    </th>
  )
  return (
    <table className="w-full border-collapse text-dense" data-balances>
      <caption className="visually-hidden">{t('assets:table')}</caption>
      <thead>
        <tr className="border-b border-line">
          {head('coin', 'ps-5 max-md:ps-4', false)}
          {head('total')}
          {head('available', 'max-md:hidden')}
          {head('held', 'max-md:hidden')}
          {head('share', 'max-lg:hidden')}
          {head('action', 'pe-5 max-md:pe-2 max-md:text-transparent')}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.asset} row={row} onTransfer={onTransfer} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ row, onTransfer }: { readonly row: BalanceRow; readonly onTransfer: BalanceTableProps['onTransfer'] }) {
  const t = useT()
  const visible = useBalancesVisible()
  const fiat = useFiat()
  const asset = useAssets().data?.get(row.asset)
  const pair = [...(useAllTerms().data?.values() ?? [])].find((terms) => terms.base === row.asset)
  const note = (amount: string) => isolated(visible ? formatNumber(amount) : HIDDEN_AMOUNT)
  const isHeld = some(row.held)
  return (
    <tr
      className="h-13 border-b border-grid last:border-0 hover:bg-hover"
      data-balance={row.asset}
      data-total={row.total}
      data-available={row.available}
      data-held={row.held}
      data-debt={row.debt}
    >
      <td className={`px-2 ps-5 max-md:ps-4 ${owes(row) ? 'py-1.5' : ''}`}>
        <span className="flex items-center gap-3">
          <CoinLogo coin={row.asset} size={28} url={row.iconUrl} />
          <span>
            <span className="block leading-5 font-semibold">
              {pair === undefined ? (
                row.asset
              ) : (
                <Link to={spotTerminalPath(pair.symbol, true)} className="hit-area hover:text-theme-text">
                  {row.asset}
                </Link>
              )}
            </span>
            <span className="block text-small text-muted">{asset?.fullName}</span>
            {owes(row) && <DebtNote coin={row.asset} debt={row.debt} />}
          </span>
        </span>
      </td>
      <td className="px-2 text-end ">
        <span className="block leading-5">
          <LedgerText value={row.total} hidden={!visible} />
        </span>
        <span className="block text-small text-muted">
          <bdi className="num">{visible ? worthText(fiat, row) : HIDDEN_AMOUNT}</bdi>
        </span>
      </td>
      <td className="px-2 text-end max-md:hidden">
        <LedgerText value={row.available} hidden={!visible} />
        {some(row.locked) && <span className="block text-small text-muted">{t('assets:locked', { amount: note(row.locked) })}</span>}
      </td>
      <td className="px-2 text-end max-md:hidden">
        {isHeld ? (
          <Link
            to={some(row.pending) ? paths.withdraw : paths.spotOrders}
            className="underline decoration-ctl decoration-dotted underline-offset-3 hover:text-theme-text"
          >
            <LedgerText value={row.held} hidden={!visible} />
          </Link>
        ) : (
          <LedgerText value={row.held} hidden={!visible} />
        )}
        {some(row.pending) && <span className="block text-small text-muted">{t('assets:pending', { amount: note(row.pending) })}</span>}
      </td>
      <td className="px-2 text-end max-lg:hidden">
        <span className="inline-flex items-center gap-2">
          <span aria-hidden="true" className="h-1 w-14 overflow-hidden rounded-full bg-line">
            <span className="block h-full bg-fg" style={{ inlineSize: `${row.shareE3 / 10}%` }} />
          </span>
          <bdi className="num w-12 text-muted">{shareText(row.shareE3)}</bdi>
        </span>
      </td>
      <td className="px-2 pe-5 text-end whitespace-nowrap max-md:w-11 max-md:pe-2">
        <CoinActions coin={row.asset} onTransfer={onTransfer} />
      </td>
    </tr>
  )
}
