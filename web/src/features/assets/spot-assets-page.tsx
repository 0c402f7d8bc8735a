/** `/assets/spot`: the total of all accounts in the chosen currency, its course by day, where it is, and every balance of the spot account. */
import { ArrowDownToLine, ArrowLeftRight, ArrowUpFromLine, Eye, EyeOff, type LucideIcon, RefreshCw, Wallet } from 'lucide-react'
import { useState } from 'react'
import { toggleBalances, useBalancesVisible } from '../../data/balance-visibility.ts'
import { useFiat } from '../../data/fiat.ts'
import { openFeatures } from '../../data/shell/menu-model.ts'
import { useSite } from '../../data/site.ts'
import { useOrderCounters } from '../../data/spot/my-orders.ts'
import { useAssets } from '../../data/spot/pair-terms.ts'
import { formatNumber } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { latinText } from '../../i18n/typed-text.ts'
import { paths } from '../../paths.ts'
import { Button, ButtonLink, IconButton } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Arrow, ChangeText, directionOfChange, HIDDEN_AMOUNT } from '../../ui/number-text.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { NoData } from '../../ui/states.tsx'
import { type BalanceRow, shareOf } from './assets-model.ts'
import { useBalances, useOverview } from './assets-queries.ts'
import { AssetsTabs } from './assets-tabs.tsx'
import { BalanceTable, shareText } from './balance-table.tsx'
import { DayCourse } from './day-course.tsx'
import { FaucetButton } from './faucet-button.tsx'
import { TotalFigure } from './total-figure.tsx'
import { type OpenTransfer, useTransferOpener } from './transfer/use-transfer-opener.tsx'

export function SpotAssetsPage() {
  const t = useT()
  const { answer, rows } = useBalances()
  const transfer = useTransferOpener(rows ?? [])
  const counters = useOrderCounters()
  return (
    <div
      className="page-column pb-16"
      data-order-place={counters.placed}
      data-order-update={counters.updated}
      data-order-delete={counters.deleted}
    >
      <AssetsTabs />
      <h1 className="visually-hidden">{t('assets:title')}</h1>
      <div className="mb-6 grid gap-6 xl:grid-cols-[minmax(0,1fr)_360px]">
        <TotalCard onTransfer={transfer.open} />
        <WhereCard rows={rows} />
      </div>
      {answer.isPending ? (
        <div className="card">
          <SkeletonRows rows={6} height={52} />
        </div>
      ) : answer.isError && rows === undefined ? (
        <div className="card">
          <ErrorPanel title={t('assets:failed')} error={answer.error} onRetry={() => void answer.refetch()} />
        </div>
      ) : (
        <BalanceCard rows={rows ?? []} onTransfer={transfer.open} />
      )}
      {transfer.dialog}
    </div>
  )
}

function TotalCard({ onTransfer }: { readonly onTransfer: OpenTransfer }) {
  const t = useT()
  const visible = useBalancesVisible()
  const fiat = useFiat()
  const answer = useOverview()
  const overview = answer.data
  const change = overview?.todayPnlU ?? '0'
  const direction = directionOfChange(change)
  const magnitude = change.startsWith('-') ? change.slice(1) : change
  return (
    <section aria-label={t('assets:total')} className="card min-w-0 p-6 max-md:p-4">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0">
          <p className="flex items-center gap-1 text-base text-muted">
            {t('assets:total')}
            <IconButton label={t(visible ? 'assets:hide' : 'assets:show')} aria-pressed={!visible} onClick={toggleBalances} data-hide>
              <Icon as={visible ? Eye : EyeOff} size={16} />
            </IconButton>
          </p>
          <TotalFigure answer={answer} account="totalU" />
          <p
            className={`flex min-h-6 items-center gap-1.5 text-base ${direction === 'up' ? 'text-up-text' : direction === 'down' ? 'text-down-text' : 'text-muted'}`}
          >
            {overview !== undefined && (
              <>
                <Arrow direction={direction} />
                <bdi className="num">{visible ? `${{ up: '+', down: '−', flat: '' }[direction]}${fiat(magnitude)}` : HIDDEN_AMOUNT}</bdi>
                <ChangeText percent={overview.todayPnlPercent} />
                <span className="text-muted">{t('assets:today')}</span>
              </>
            )}
          </p>
        </div>
        <Ways onTransfer={onTransfer} />
      </div>
      <DayCourse account={0} />
    </section>
  )
}

/** Into the account, out of it, and between what is inside. */
function Ways({ onTransfer }: { readonly onTransfer: OpenTransfer }) {
  const t = useT()
  const { switches } = useSite()
  const assets = [...(useAssets().data?.values() ?? [])]
  const text = (icon: LucideIcon, words: string) => (
    <>
      <Icon as={icon} size={16} />
      <span>{words}</span>
    </>
  )
  return (
    <span className="flex flex-wrap gap-2 max-md:grid max-md:w-full max-md:grid-cols-2" data-ways>
      {assets.some(({ deposits }) => deposits) && (
        <ButtonLink look="primary" to={paths.deposit}>
          {text(ArrowDownToLine, t('assets:action.deposit'))}
        </ButtonLink>
      )}
      {assets.some(({ withdrawals }) => withdrawals) && (
        <ButtonLink to={paths.withdraw}>{text(ArrowUpFromLine, t('assets:action.withdraw'))}</ButtonLink>
      )}
      {onTransfer !== undefined && (
        <Button onClick={() => onTransfer()} data-transfer-open>
          {text(ArrowLeftRight, t('assets:transfer'))}
        </Button>
      )}
      {openFeatures(switches).convert && <ButtonLink to={paths.convert}>{text(RefreshCw, t('assets:action.convert'))}</ButtonLink>}
      <FaucetButton asset="USDT" />
    </span>
  )
}

/** The colours of the coins' own artwork; others are told apart by shades. Names and shares stand beside them. */
const COINS: Readonly<Record<string, string>> = {
  BTC: 'bg-[#f7931a]',
  USDT: 'bg-[#26a17b]',
  ETH: 'bg-[#627eea]',
  SOL: 'bg-[#7d55d5]',
  BNB: 'bg-[#d9a300]',
}
const SHADES = ['bg-fg', 'bg-ctl', 'bg-faint', 'bg-muted', 'bg-line2'] as const
const swatch = (asset: string, index: number): string => COINS[asset] ?? SHADES[index] ?? 'bg-line2'
const LINES = 5

/** Which coins the value is in: one bar and a line for each, never colour alone. */
function WhereCard({ rows }: { readonly rows: readonly BalanceRow[] | undefined }) {
  const t = useT()
  const visible = useBalancesVisible()
  const fiat = useFiat()
  const held = rows?.filter(({ total }) => /[1-9]/.test(total))
  const shown = held?.slice(0, LINES) ?? []
  return (
    <section aria-label={t('assets:where')} className="card">
      <h2 className="flex h-13 items-center border-b border-line px-5 text-base font-semibold max-md:px-4">{t('assets:where')}</h2>
      <div className="p-5 max-md:p-4">
        <AccountLines />
        <div aria-hidden="true" className="mb-4 flex h-2.5 gap-px overflow-hidden rounded-full">
          {shown.map((row, index) => (
            <span key={row.asset} className={swatch(row.asset, index)} style={{ inlineSize: `${row.shareE3 / 10}%` }} />
          ))}
          <span className="flex-1 bg-line" />
        </div>
        <dl className="text-dense">
          {shown.map((row, index) => (
            <div key={row.asset} className="flex h-8 items-center gap-2">
              <span aria-hidden="true" className={`size-2.5 rounded-[2px] ${swatch(row.asset, index)}`} />
              <dt className="flex-1">{row.asset}</dt>
              <dd className="num font-semibold">{visible ? fiat(row.value) : HIDDEN_AMOUNT}</dd>
              <dd className="num w-14 text-end text-muted">{shareText(row.shareE3)}</dd>
            </div>
          ))}
        </dl>
        {held?.length === 0 && <p className="text-dense text-muted">{t('assets:nothing')}</p>}
      </div>
    </section>
  )
}

/** What each account is worth; nothing where there is only one. */
function AccountLines() {
  const t = useT()
  const visible = useBalancesVisible()
  const fiat = useFiat()
  const overview = useOverview().data
  const open = openFeatures(useSite().switches)
  const accounts = [
    { key: 'spot', value: overview?.spotU, isShown: true },
    { key: 'contract', value: overview?.contractU, isShown: open.contract },
    { key: 'earn', value: overview?.financialU, isShown: open.earn },
  ] as const
  const shown = accounts.filter(({ value, isShown }) => isShown || /[1-9]/.test(value ?? ''))
  if (shown.length < 2) return null
  return (
    <dl className="mb-4 border-b border-line pb-3 text-dense" data-accounts>
      {shown.map(({ key, value }) => (
        <div key={key} className="flex h-8 items-center gap-2" data-account={key}>
          <dt className="flex-1 text-muted">{t(`assets:tab.${key}`)}</dt>
          <dd className="num font-semibold">{!visible ? HIDDEN_AMOUNT : value === undefined ? '--' : fiat(value)}</dd>
          <dd className="num w-14 text-end text-muted">
            {overview === undefined ? '' : shareText(shareOf(value ?? '0', overview.totalU))}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function BalanceCard({ rows, onTransfer }: { readonly rows: readonly BalanceRow[]; readonly onTransfer: OpenTransfer }) {
  const t = useT()
  const [hideSmall, setHideSmall] = useState(false)
  const [search, setSearch] = useState('')
  const wanted = latinText(search).trim().toUpperCase()
  const shown = rows.filter((row) => (!hideSmall || !row.small) && row.asset.includes(wanted))
  const hidden = rows.filter((row) => hideSmall && row.small).length
  return (
    <section aria-label={t('assets:table')} className="card overflow-x-auto">
      <div className="flex min-h-13 flex-wrap items-center justify-between gap-3 border-b border-line px-5 py-2 max-md:gap-y-2 max-md:px-4 max-md:pt-4 max-md:pb-4">
        <h2 className="text-base font-semibold">{t('assets:table')}</h2>
        <span className="flex flex-wrap items-center gap-x-4 gap-y-1 max-md:w-full max-md:gap-y-2">
          <Checkbox checked={hideSmall} onChange={(event) => setHideSmall(event.target.checked)}>
            {t('assets:hideSmall')}
          </Checkbox>
          <input
            type="search"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            aria-label={t('assets:search')}
            placeholder={t('assets:search')}
            className="h-9 w-50 rounded-control border border-line2 bg-field px-3 text-dense max-md:h-11 max-md:w-full"
          />
        </span>
      </div>
      {rows.length === 0 ? (
        <NoData icon={Wallet} title={t('assets:none')} text={t('assets:noneText')} />
      ) : (
        <BalanceTable rows={shown} onTransfer={onTransfer} />
      )}
      <p className="flex min-h-11 flex-wrap items-center justify-between gap-2 border-t border-line px-5 text-small max-md:px-4 text-muted">
        <span>
          <span>
            {hidden > 0 ? t('assets:hidden', { count: hidden }) : t('assets:coins', { count: formatNumber(String(shown.length)) })}
          </span>
          {hidden > 0 && (
            <button type="button" className="ms-2 font-medium text-theme-text hover:underline" onClick={() => setHideSmall(false)}>
              {t('assets:showAll')}
            </button>
          )}
        </span>
        <span className="max-md:hidden">{t('assets:sumEquals')}</span>
      </p>
    </section>
  )
}
