/** `/billDetails`: every change of a balance, newest first, and the proof that the lines add up. */

import { formatDecimal, parseDecimal } from '@agio/engine/money/decimal.ts'
import { billsByCategory, userBalance } from '@agio/wire/assets.ts'
import { ACCOUNT_TYPES } from '@agio/wire/assets-view.ts'
import { useQuery } from '@tanstack/react-query'
import { Check, Download, Inbox, Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { useBalancesVisible } from '../../data/balance-visibility.ts'
import { serverNow } from '../../data/clock.ts'
import { send } from '../../data/http-client.ts'
import { openFeatures } from '../../data/shell/menu-model.ts'
import { useSite } from '../../data/site.ts'
import { csvDay, csvFile, csvTime, saveFile } from '../../data/spot/csv.ts'
import { type AllRows, loadAll, PAGE_SIZE, type Place, usePages } from '../../data/spot/order-lists.ts'
import { useAssets } from '../../data/spot/pair-terms.ts'
import { SPOT_QUERIES } from '../../data/spot/spot-changes.ts'
import { formatDayTime, formatNumber } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { CoinLogo } from '../../ui/coin-logo.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Link } from '../../ui/link.tsx'
import { MoreRows, NewerRows } from '../../ui/list-ends.tsx'
import { useSearchParams } from '../../ui/navigation.tsx'
import { HIDDEN_AMOUNT, NumberText } from '../../ui/number-text.tsx'
import { Select } from '../../ui/select.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { NoData } from '../../ui/states.tsx'
import { tellCut } from '../../ui/tell-cut.ts'
import { toast } from '../../ui/toast-store.ts'
import { ZoneNote } from '../../ui/zone-note.tsx'
import { Head } from './order-rows.tsx'
import { OrderTabs } from './order-tabs.tsx'

/** Outside components: the React compiler loses BigInt literals inside them. */
const ZERO = 0n

const CATEGORIES = ['deposit', 'withdraw', 'transfer', 'trade', 'fee', 'convert', 'earn', 'commission', 'airdrop', 'adjustment'] as const
type Category = (typeof CATEGORIES)[number]
/** Contract bills have a list of their own. */
type Account = 'spot' | 'financial'
const SCALE = 18
/** Decimals of the ledger: equal everywhere, so that the points stand below each other. */
const SHOWN = 8

interface BillFilter {
  readonly account: Account
  readonly category: Category | undefined
  readonly coinId: string | undefined
}

async function loadBills(filter: BillFilter, place: Place, size = PAGE_SIZE) {
  const answer = await send(billsByCategory, {
    accountType: ACCOUNT_TYPES[filter.account],
    ...(filter.category !== undefined && { category: filter.category }),
    ...(filter.coinId !== undefined && { coinId: filter.coinId }),
    pageNo: place.page,
    pageSize: size,
    ...(place.asOf !== undefined && { asOf: place.asOf }),
  })
  return { rows: answer.list, total: answer.total, asOf: answer.asOf }
}
type Bill = Awaited<ReturnType<typeof loadBills>>['rows'][number]

const minor = (text: string): bigint => {
  const negative = text.startsWith('-')
  const value = parseDecimal(negative ? text.slice(1) : text, SCALE)
  return typeof value !== 'bigint' ? 0n : negative ? -value : value
}

/** Every line that fits the filter as a file, up to 10,000. */
async function saveBills(filter: BillFilter): Promise<AllRows<Bill>> {
  const all = await loadAll((place, size) => loadBills(filter, place, size))
  const head = ['id', 'createTime', 'category', 'coinName', 'amount', 'balanceAfter', 'refType', 'refId', 'remark']
  const rows = all.rows.map((bill) => [
    bill.id,
    csvTime(bill.createTime),
    bill.category,
    bill.coinName,
    bill.amount,
    bill.balanceAfter,
    bill.refType,
    bill.refId,
    bill.remark,
  ])
  saveFile(`bills-${csvDay(serverNow())}.csv`, csvFile(head, rows))
  return all
}

export function BillsPage() {
  const t = useT()
  const { switches } = useSite()
  const [search, setSearch] = useSearchParams()
  const assets = [...(useAssets().data?.values() ?? [])]
  const coin = search.get('coin')?.toUpperCase()
  const asset = assets.find((one) => one.symbol === coin)
  const category = CATEGORIES.find((one) => one === search.get('kind'))
  const account: Account = search.get('account') === 'earn' ? 'financial' : 'spot'
  const filter = { account, category, coinId: asset?.assetId }
  const bills = usePages(['bills', filter], (place) => loadBills(filter, place))
  const { rows } = bills
  const choose = (name: string, value: string) => {
    const next = new URLSearchParams(search)
    if (value === '') next.delete(name)
    else next.set(name, value)
    setSearch(next)
  }
  const save = () =>
    void saveBills(filter)
      .then((all) => tellCut(t, all))
      .catch((error: unknown) => {
        console.warn('the file was not made', error)
        toast({ kind: 'error', title: t('orders:unknown') })
      })
  return (
    <div className="page-column pb-16">
      <OrderTabs />
      <h1 className="text-title">{t('orders:bills.title')}</h1>
      <p className="mb-5 text-muted">{t('orders:bills.text')}</p>
      {asset !== undefined && account === 'spot' && (
        <Proof assetId={asset.assetId} symbol={asset.symbol} rows={rows} complete={category === undefined} />
      )}
      <div className="mb-4 flex flex-wrap items-end gap-2" data-filters>
        {(account === 'financial' || openFeatures(switches).earn) && (
          <Select
            label={t('orders:bills.account')}
            value={account === 'spot' ? '' : 'earn'}
            onChange={(value) => choose('account', value)}
            options={[
              { value: '', label: t('shell:wallet.spot') },
              { value: 'earn', label: t('shell:wallet.earn') },
            ]}
          />
        )}
        <Select
          label={t('orders:bills.coin')}
          value={asset?.symbol ?? ''}
          onChange={(value) => choose('coin', value)}
          options={[{ value: '', label: t('orders:filter.all') }, ...assets.map((one) => ({ value: one.symbol, label: one.symbol }))]}
        />
        <Select
          label={t('orders:bills.kind')}
          value={category ?? ''}
          onChange={(value) => choose('kind', value)}
          options={[
            { value: '', label: t('orders:filter.all') },
            ...CATEGORIES.map((one) => ({ value: one, label: t(`orders:bill.${one}`) })),
          ]}
        />
        {(asset !== undefined || category !== undefined || account !== 'spot') && (
          <Button look="quiet" className="!text-theme-text" onClick={() => setSearch(new URLSearchParams())} data-reset>
            {t('orders:filter.reset')}
          </Button>
        )}
        <span className="ms-auto flex gap-2 print:hidden">
          <Button onClick={() => window.print()}>
            <Icon as={Printer} size={16} />
            {t('orders:bills.statement')}
          </Button>
          <Button onClick={save} data-csv>
            <Icon as={Download} size={16} />
            CSV
          </Button>
        </span>
      </div>
      <ZoneNote className="mb-2" />
      <div className="card overflow-x-auto">
        <NewerRows list={bills} />
        {bills.isPending ? (
          <SkeletonRows rows={8} />
        ) : bills.error !== null && rows.length === 0 ? (
          <ErrorPanel title={t('orders:failed')} error={bills.error} onRetry={bills.again} />
        ) : (
          <BillRows rows={rows} />
        )}
        <p className="flex min-h-11 items-center border-t border-line px-5 text-small text-muted">{t('orders:bills.foot')}</p>
      </div>
      <MoreRows list={bills} />
    </div>
  )
}

/** Balance before the shown lines + their sum = balance now, with a tick when it is so. */
function Proof({
  assetId,
  symbol,
  rows,
  complete,
}: {
  readonly assetId: string
  readonly symbol: string
  readonly rows: readonly Bill[]
  readonly complete: boolean
}) {
  const t = useT()
  const visible = useBalancesVisible()
  const now = useQuery({ queryKey: [SPOT_QUERIES, 'balance', assetId], queryFn: () => send(userBalance, { coinId: assetId }) }).data
  const oldest = rows.at(-1)
  const lines = rows.reduce((sum, row) => sum + minor(row.amount), ZERO)
  const before = oldest === undefined ? ZERO : minor(oldest.balanceAfter) - minor(oldest.amount)
  const balance = now === undefined ? undefined : minor(now.total)
  const fits = complete && balance !== undefined && before + lines === balance
  const shown = (value: bigint | undefined) =>
    value === undefined ? '--' : visible ? formatNumber(formatDecimal(value, SCALE), { scale: SHOWN }) : HIDDEN_AMOUNT
  const facts = [
    [t('orders:bills.before'), shown(before)],
    [t('orders:bills.sum', { count: rows.length }), shown(lines)],
    [t('orders:bills.now'), shown(balance)],
  ] as const
  return (
    <dl className="card mb-4 grid gap-px overflow-hidden bg-line sm:grid-cols-3">
      {facts.map(([name, value], index) => (
        <div key={name} className="bg-panel px-5 py-3">
          <dt className="text-small text-muted">{name}</dt>
          <dd className="num flex items-center gap-2 text-strong rtl:justify-end">
            <span>{value}</span> <span className="text-small font-normal text-muted">{symbol}</span>
            {index === 2 && fits && <Icon as={Check} size={16} className="text-up-text" label={t('orders:bills.fits')} />}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** A deposit or withdrawal has a page of its own; what came from another customer of the house is one of the receiver's deposits. */
function WalletReference({ bill, id, text }: { readonly bill: Bill; readonly id: string; readonly text: string }) {
  const left = bill.category === 'withdraw' && bill.amount.startsWith('-')
  return (
    <Link to={`${left ? paths.withdraw : paths.deposit}?id=${encodeURIComponent(id)}`} className="hit-area hover:text-theme-text">
      <span>{text}</span> <bdi className="code">{id}</bdi>
    </Link>
  )
}

/** What a line may refer to. */
const REFERENCES = ['orderId', 'tradeId', 'convert'] as const

function BillRows({ rows }: { readonly rows: readonly Bill[] }) {
  const t = useT()
  const visible = useBalancesVisible()
  const reference = (row: Bill): ReactNode => {
    if (row.refType === 'walletTx' && row.refId !== null) return <WalletReference bill={row} id={row.refId} text={kind(row.category)} />
    const known = REFERENCES.find((one) => one === row.refType)
    return (
      <>
        <span>{row.refType === 'transfer' ? t('orders:bill.transfer') : known === undefined ? row.refType : t(`orders:ref.${known}`)}</span>{' '}
        <bdi className="code">{row.refId}</bdi>
      </>
    )
  }
  const kind = (category: string): string => {
    const known = CATEGORIES.find((one) => one === category)
    return known === undefined ? category : t(`orders:bill.${known}`)
  }
  return (
    <table className="w-full border-collapse text-dense" data-bills>
      <caption className="visually-hidden">{t('orders:bills.title')}</caption>
      <thead>
        <tr className="border-b border-line">
          <Head className="ps-5 max-md:hidden">{t('orders:head.time')}</Head>
          <Head className="max-md:ps-5">{t('orders:bills.kind')}</Head>
          <Head>{t('orders:bills.coin')}</Head>
          <Head end>{t('orders:bills.change')}</Head>
          <Head end className="max-md:hidden">
            {t('orders:bills.after')}
          </Head>
          <Head className="ps-8 max-md:hidden">{t('orders:bills.reference')}</Head>
        </tr>
      </thead>
      <tbody>
        {rows.length === 0 && (
          <tr>
            <td colSpan={6}>
              <NoData icon={Inbox} title={t('orders:bills.none')} />
            </td>
          </tr>
        )}
        {rows.map((row) => (
          <tr key={row.id} className="h-11 border-b border-grid last:border-0 hover:bg-hover" data-bill={row.id}>
            <td className="px-2 ps-5 text-start text-muted max-md:hidden">
              <bdi className="num">{formatDayTime(row.createTime)}</bdi>
            </td>
            <td className="px-2 max-md:py-2 max-md:ps-5">
              <span>{kind(row.category)}</span>
              <span className="block text-small text-muted md:hidden">
                <bdi className="num">{formatDayTime(row.createTime)}</bdi>
              </span>
            </td>
            <td className="px-2">
              <span className="flex items-center gap-2 font-medium">
                <CoinLogo coin={row.coinName} size={18} />
                <span>{row.coinName}</span>
              </span>
            </td>
            <td className={`px-2 text-end font-medium ${row.amount.startsWith('-') ? 'text-down-text' : 'text-up-text'}`}>
              <NumberText value={row.amount} sign="always" scale={SHOWN} hidden={!visible} />
            </td>
            <td className="px-2 text-end max-md:hidden">
              <NumberText value={row.balanceAfter} scale={SHOWN} hidden={!visible} />
            </td>
            <td className="ps-8 pe-5 text-muted max-md:hidden">{reference(row)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
