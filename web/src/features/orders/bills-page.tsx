/** `/billDetails`: every change of a balance, newest first, and the proof that the lines add up. */
import { billsByCategory, userBalance } from '@agio/wire/assets/assets.ts'
import { useQuery } from '@tanstack/react-query'
import { Check, Download, Inbox, Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { useBalancesVisible } from '../../data/balance-visibility.ts'
import { serverNow } from '../../data/clock.ts'
import { send } from '../../data/http-client.ts'
import { type Place, usePages } from '../../data/paged-list.ts'
import { openFeatures } from '../../data/shell/menu-model.ts'
import { useSite } from '../../data/site.ts'
import { csvDay, csvFile, csvTime, saveFile } from '../../data/spot/csv.ts'
import { type AllRows, loadAll } from '../../data/spot/order-lists.ts'
import { PAGE_SIZE } from '../../data/spot/page-size.ts'
import { useAssets } from '../../data/spot/pair-terms.ts'
import { SPOT_QUERIES } from '../../data/spot/spot-changes.ts'
import { formatDayTime, formatNumber } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { CoinLogo } from '../../ui/coin-logo.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Choice, Days } from '../../ui/filter-fields.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Link } from '../../ui/link.tsx'
import { MoreRows, NewerRows } from '../../ui/list-ends.tsx'
import { useSearchParams } from '../../ui/navigation.tsx'
import { HIDDEN_AMOUNT, NumberText } from '../../ui/number-text.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { NoData } from '../../ui/states.tsx'
import { tellCut } from '../../ui/tell-cut.ts'
import { toast } from '../../ui/toast-store.ts'
import { ZoneNote } from '../../ui/zone-note.tsx'
import {
  type BillAddress,
  type BillFilter,
  billFilterOf,
  CATEGORIES,
  isBillFiltered,
  NO_BILL_FILTER,
  reachesNow,
  readBillAddress,
  writeBillAddress,
} from './bill-address.ts'
import { billProof } from './bill-proof.ts'
import { Head } from './order-rows.tsx'
import { OrderTabs } from './order-tabs.tsx'

/** Decimals of the ledger: equal everywhere, so that the points stand below each other. */
const SHOWN = 8

async function loadBills(filter: BillFilter, place: Place, size = PAGE_SIZE) {
  const answer = await send(billsByCategory, {
    ...filter,
    pageNo: place.page,
    pageSize: size,
    ...(place.asOf !== undefined && { asOf: place.asOf }),
  })
  return { rows: answer.list, total: answer.total, asOf: answer.asOf }
}
type Bill = Awaited<ReturnType<typeof loadBills>>['rows'][number]

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
  const [search, setSearch] = useSearchParams()
  const address = readBillAddress(search)
  const assets = useAssets().data
  const asset = assets?.get(address.coin ?? '')
  const filter = billFilterOf(address, asset?.assetId)
  const bills = usePages(['bills', filter], (place) => loadBills(filter, place))
  const { rows } = bills
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
      {asset !== undefined && address.account === 'spot' && (
        <Proof
          assetId={asset.assetId}
          symbol={asset.symbol}
          rows={bills.isPending ? undefined : rows}
          complete={reachesNow(filter, serverNow())}
        />
      )}
      <div className="mb-4 flex flex-wrap items-end justify-between gap-3">
        <Filters address={address} onChange={(change) => setSearch(writeBillAddress({ ...address, ...change }))} />
        <span className="ms-auto flex gap-2 max-md:ms-0 print:hidden">
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
          <ErrorPanel alone title={t('orders:failed')} error={bills.error} onRetry={bills.again} />
        ) : (
          <BillRows rows={rows} isFiltered={isBillFiltered({ ...address, account: 'spot' })} />
        )}
        <p className="flex min-h-11 items-center border-t border-line px-5 text-small text-muted">{t('orders:bills.foot')}</p>
      </div>
      <MoreRows list={bills} />
    </div>
  )
}

interface FiltersProps {
  readonly address: BillAddress
  readonly onChange: (change: Partial<BillAddress>) => void
}

function Filters({ address, onChange }: FiltersProps) {
  const t = useT()
  const { switches } = useSite()
  const coins = [...(useAssets().data?.keys() ?? [])]
  const any = { value: '' as const, label: t('orders:filter.all') }
  return (
    <div className="flex flex-wrap items-end gap-2 max-md:grid max-md:w-full max-md:grid-cols-2" data-filters>
      {(address.account === 'financial' || openFeatures(switches).earn) && (
        <Choice
          label={t('orders:bills.account')}
          value={address.account === 'spot' ? undefined : 'earn'}
          onChange={(account) => onChange({ account: account === undefined ? 'spot' : 'financial' })}
          options={[
            { value: '', label: t('shell:wallet.spot') },
            { value: 'earn' as const, label: t('shell:wallet.earn') },
          ]}
        />
      )}
      <Choice
        label={t('orders:bills.coin')}
        value={coins.find((coin) => coin === address.coin)}
        onChange={(coin) => onChange({ coin })}
        options={[any, ...coins.map((coin) => ({ value: coin, label: coin }))]}
      />
      <Choice
        label={t('orders:bills.kind')}
        value={address.category}
        onChange={(category) => onChange({ category })}
        options={[any, ...CATEGORIES.map((one) => ({ value: one, label: t(`orders:bill.${one}`) }))]}
      />
      <Days from={address.from} to={address.to} onChange={onChange} recent />
      {isBillFiltered(address) && (
        <Button look="quiet" size={36} className="!text-theme-text" onClick={() => onChange(NO_BILL_FILTER)} data-reset>
          {t('orders:filter.reset')}
        </Button>
      )}
    </div>
  )
}

interface ProofProps {
  readonly assetId: string
  readonly symbol: string
  /** Undefined until they have been read. */
  readonly rows: readonly Bill[] | undefined
  readonly complete: boolean
}

/** Balance before the shown lines + their sum = balance now, with a tick when it is so. */
function Proof({ assetId, symbol, rows, complete }: ProofProps) {
  const t = useT()
  const visible = useBalancesVisible()
  const now = useQuery({ queryKey: [SPOT_QUERIES, 'balance', assetId], queryFn: () => send(userBalance, { coinId: assetId }) }).data
  const { before, lines, balance, fits } = billProof(rows, now?.total, complete)
  const shown = (value: string | undefined) =>
    value === undefined ? '--' : visible ? formatNumber(value, { scale: SHOWN }) : HIDDEN_AMOUNT
  const facts = [
    [t('orders:bills.before'), shown(before)],
    [t('orders:bills.sum', { count: rows?.length ?? 0 }), shown(lines)],
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
const REFERENCES = ['orderId', 'tradeId', 'convert', 'earnOrder', 'operator'] as const

function BillRows({ rows, isFiltered }: { readonly rows: readonly Bill[]; readonly isFiltered: boolean }) {
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
          <Head className="max-md:ps-4">{t('orders:bills.kind')}</Head>
          <Head>{t('orders:bills.coin')}</Head>
          <Head end className="max-md:pe-4">
            {t('orders:bills.change')}
          </Head>
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
              <NoData icon={Inbox} title={t(isFiltered ? 'orders:noneFiltered' : 'orders:bills.none')} />
            </td>
          </tr>
        )}
        {rows.map((row) => (
          <tr key={row.id} className="h-11 border-b border-grid last:border-0 hover:bg-hover" data-bill={row.id}>
            <td className="px-2 ps-5 text-start text-muted max-md:hidden">
              <bdi className="num">{formatDayTime(row.createTime)}</bdi>
            </td>
            <td className="px-2 max-md:py-2 max-md:ps-4">
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
            <td className="px-2 text-end max-md:pe-4">
              <span className={`font-medium ${row.amount.startsWith('-') ? 'text-down-text' : 'text-up-text'}`}>
                <NumberText value={row.amount} sign="always" scale={SHOWN} hidden={!visible} />
              </span>
              <span className="block text-small text-muted md:hidden">
                <NumberText value={row.balanceAfter} scale={SHOWN} hidden={!visible} />
              </span>
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
