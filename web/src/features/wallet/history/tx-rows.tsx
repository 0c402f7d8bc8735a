/** Rows of deposits or withdrawals; each leads to its own page. */
import type { WalletTx } from '@agio/wire/wallet/types.ts'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNetworks } from '../../../data/wallet/networks.ts'
import type { TxKind } from '../../../data/wallet/transactions.ts'
import { formatDay, formatDayTime, formatTime, isolated } from '../../../i18n/format.ts'
import { type Translate, useT } from '../../../i18n/i18n.ts'
import { CoinLogo } from '../../../ui/coin-logo.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { Link } from '../../../ui/link.tsx'
import { NumberText } from '../../../ui/number-text.tsx'
import { progressOf, shortened, stateOf, txPath, wordsOf } from '../model/tx-model.ts'
import { StateChip } from '../parts/state-chip.tsx'
import { TxLink } from '../parts/tx-link.tsx'

/** States whose words alone leave a question. */
const EXPLAINED: ReadonlySet<number> = new Set([25, 26, 27, 28, 24])

/** What stands beside the state: blocks, why it waits, or where it went. */
function noteOf(t: Translate, tx: WalletTx): ReactNode {
  const progress = progressOf(tx)
  if (progress !== undefined && tx.isInternal === 0)
    return t('wallet:progress', { count: isolated(String(progress.count)), needed: isolated(String(progress.needed)) })
  const words = wordsOf(tx.reason)
  if (words !== undefined) return words
  const state = stateOf(tx.status)
  if (state !== undefined && (tx.reason !== null || EXPLAINED.has(state))) return t(`wallet:why.${state}`)
  if (tx.isInternal === 1) return t('wallet:internal')
  return <bdi className="code">{shortened(tx.type === 2 ? tx.address : (tx.fromAddress ?? ''))}</bdi>
}

export function TxRows({ kind, rows }: { readonly kind: TxKind; readonly rows: readonly WalletTx[] }) {
  const t = useT()
  const head = (text: string, look = '', end = false) => (
    <th scope="col" className={`h-9 px-2 text-small font-normal text-faint ${end ? 'text-end' : 'text-start'} ${look}`}>
      {text}
    </th>
  )
  return (
    <table className="w-full border-collapse text-dense">
      <caption className="visually-hidden">{t(kind === 'deposit' ? 'wallet:history.deposits' : 'wallet:history.withdrawals')}</caption>
      <thead>
        <tr className="border-b border-line max-md:visually-hidden">
          {head(t('wallet:head.time'), 'ps-5 max-md:hidden')}
          {head(t('wallet:coin'))}
          {head(t('wallet:network'), 'max-lg:hidden')}
          {head(t('wallet:head.amount'), 'max-md:hidden', true)}
          {kind === 'withdrawal' && head(t('wallet:head.fee'), 'max-lg:hidden', true)}
          {head(t('wallet:head.state'), 'ps-8')}
          {head(t(kind === 'deposit' ? 'wallet:head.progress' : 'wallet:head.to'), 'max-md:hidden')}
          {head(t('wallet:tx'), 'max-lg:hidden', true)}
          {head(t('wallet:head.open'), 'w-11 text-transparent')}
        </tr>
      </thead>
      <tbody>
        {rows.map((tx) => (
          <TxRow key={tx.id} tx={tx} kind={kind} />
        ))}
      </tbody>
    </table>
  )
}

/** Arrivals of one transaction that are one deposit. */
const Times = ({ count }: { readonly count: number }) => (
  <bdi className="num ms-1.5 text-small text-muted" data-arrivals={count}>{`×${count}`}</bdi>
)

function TxRow({ tx, kind }: { readonly tx: WalletTx; readonly kind: TxKind }) {
  const t = useT()
  const network = useNetworks().data?.find(({ protocolType }) => protocolType === tx.protocolType)
  return (
    <tr className="h-11 border-b border-grid last:border-0 hover:bg-hover max-md:h-15" data-tx={tx.id} data-status={tx.status}>
      <td className="px-2 ps-5 text-muted whitespace-nowrap max-md:hidden">
        <bdi className="num">{formatDayTime(tx.createTime)}</bdi>
      </td>
      <td className="px-2 max-md:py-2 max-md:ps-4">
        <span className="flex items-center gap-2.5 font-medium">
          <CoinLogo coin={tx.coinName} size={20} />
          <span className="max-md:hidden">{tx.coinName}</span>
          <span className="md:hidden">
            <NumberText value={tx.amount} unit={tx.coinName} className="font-semibold" />
            {tx.count > 1 && <Times count={tx.count} />}
            <span className="block text-small font-normal text-muted">
              <bdi className="num whitespace-nowrap">{`${formatDay(tx.createTime)} ${formatTime(tx.createTime, false)}`}</bdi>
            </span>
          </span>
        </span>
      </td>
      <td className="px-2 max-lg:hidden">{network?.name ?? tx.protocolType}</td>
      <td className="px-2 text-end font-medium max-md:hidden">
        <NumberText value={tx.amount} />
        {tx.count > 1 && <Times count={tx.count} />}
      </td>
      {kind === 'withdrawal' && (
        <td className="px-2 text-end text-muted max-lg:hidden">
          <NumberText value={tx.fee} />
        </td>
      )}
      <td className="px-2 ps-8 max-md:py-2 max-md:ps-2 max-md:text-end">
        <StateChip tx={tx} />
        <span className="block text-small text-muted md:hidden">{noteOf(t, tx)}</span>
      </td>
      <td className="max-w-72 px-2 py-1 text-muted max-md:hidden">{noteOf(t, tx)}</td>
      <td className="px-2 text-end text-muted max-lg:hidden">
        {tx.txHash === null ? '—' : <TxLink hash={tx.txHash} template={network?.explorerTxUrl} />}
      </td>
      <td className="pe-3 text-end">
        <Link
          to={txPath(kind, tx.id)}
          aria-label={t('wallet:openTx', { id: tx.id })}
          className="hit-area inline-flex size-8 items-center justify-center rounded-control text-muted hover:text-fg"
        >
          <Icon as={ChevronRight} size={16} directional />
        </Link>
      </td>
    </tr>
  )
}
