/** `/contractOrder`: orders of contracts, fills, positions that are gone and every line of the account; a receipt is an address of it. */
import type { CoOrder } from '@agio/wire/futures/types.ts'
import { Inbox } from 'lucide-react'
import { Suspense, useState } from 'react'
import { ClosedPage } from '../../../app/closed-page.tsx'
import { useContractChanges } from '../../../data/contract/contract-changes.ts'
import { cancelAllContractOrders, cancelContractOrder } from '../../../data/contract/contract-lists.ts'
import { sendUnkeyed } from '../../../data/deed.ts'
import { openFeatures } from '../../../data/shell/menu-model.ts'
import { useSite } from '../../../data/site.ts'
import { useT } from '../../../i18n/i18n.ts'
import { paths } from '../../../paths.ts'
import { CancelAll } from '../../../ui/cancel-all.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { CsvButton, ListFoot, MoreRows, NewerRows } from '../../../ui/list-ends.tsx'
import { useSearchParams } from '../../../ui/navigation.tsx'
import { part } from '../../../ui/part.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { NoData } from '../../../ui/states.tsx'
import { TabList } from '../../../ui/tabs.tsx'
import { tellFailed } from '../../../ui/tell-failed.ts'
import { toast } from '../../../ui/toast-store.ts'
import { ZoneNote } from '../../../ui/zone-note.tsx'
import { OrderTabs } from '../order-tabs.tsx'
import { CONTRACT_TABS, type ContractAddress, isFiltered, readAddress, writeAddress } from './contract-address.ts'
import { ContractFilters } from './contract-filters.tsx'
import { ContractOrderRows } from './contract-order-rows.tsx'
import { ContractTradeRows, PositionHistoryRows, TransactionRows } from './contract-past-rows.tsx'
import { type ContractLists, useContractLists, useSaving } from './use-contract-lists.ts'

const ReceiptPage = part(async () => (await import('./receipt/receipt-page.tsx')).ReceiptPage)

export function ContractOrdersPage() {
  const { contract } = openFeatures(useSite().switches)
  const [search] = useSearchParams()
  const receipt = search.get('receipt')
  if (!contract) return <ClosedPage />
  if (receipt === null) return <Lists />
  return (
    <Suspense fallback={<div className="min-h-dvh" />}>
      <ReceiptPage receiptId={receipt} />
    </Suspense>
  )
}

function useCancelling({ kind, filters }: ContractLists) {
  const t = useT()
  const [canceling, setCanceling] = useState<ReadonlySet<string>>(new Set())
  return {
    canceling,
    async one(order: CoOrder) {
      if (canceling.has(order.id)) return
      setCanceling((now) => new Set(now).add(order.id))
      const outcome = await sendUnkeyed(() => cancelContractOrder(order, kind))
      if (outcome.kind === 'done') return toast({ kind: 'success', title: t('orders:canceled'), detail: order.symbol })
      tellFailed('change', outcome)
      setCanceling((now) => new Set([...now].filter((id) => id !== order.id)))
    },
    async all() {
      const outcome = await sendUnkeyed(() => cancelAllContractOrders(kind, filters.contractId))
      if (outcome.kind !== 'done') tellFailed('change', outcome)
      else toast({ kind: 'success', title: t('orders:canceledAll', { count: outcome.answer }) })
    },
  }
}

function Lists() {
  const t = useT()
  useContractChanges()
  const [search, setSearch] = useSearchParams()
  const address = readAddress(search)
  const lists = useContractLists(address)
  const save = useSaving(address, lists)
  const cancelling = useCancelling(lists)
  const { open, list } = lists
  const go = (change: Partial<ContractAddress>) => setSearch(writeAddress({ ...address, ...change }))
  const total = list === undefined ? (lists.live.data === undefined ? undefined : open.length) : list.total
  // Side and type narrow what is shown and not what the call takes back: with one of them set, only single orders can be cancelled.
  const mayCancelAll = list === undefined && open.length > 0 && address.side === undefined && address.type === undefined
  const taken = address.tab === 'trigger' ? { open: 0, conditional: open.length } : { open: open.length, conditional: 0 }
  return (
    <div data-tabs-at-top className="page-column pb-16">
      <OrderTabs />
      <h1 className="mb-3 text-title">{t('pages:title.contractOrder')}</h1>
      <TabList
        label={t('orders:views')}
        tabs={CONTRACT_TABS.map((tab) => ({ value: tab, label: t(`perpetual:tab.${tab}`) }))}
        value={address.tab}
        onChange={(tab) => setSearch(writeAddress({ ...readAddress(new URLSearchParams()), tab, contract: address.contract }))}
        height={44}
        className="mb-4 border-b border-line"
      />
      <div className="mb-4 flex flex-wrap items-end justify-between gap-3">
        <ContractFilters
          address={address}
          onChange={go}
          onReset={() => setSearch(writeAddress({ ...readAddress(new URLSearchParams()), tab: address.tab, coin: address.coin }))}
        />
        <span className="flex flex-wrap gap-2">
          <CsvButton total={total} onSave={() => void save()} />
          {mayCancelAll && (
            <CancelAll taken={taken} label={t('orders:cancelAll', { count: open.length })} onCancel={() => void cancelling.all()} />
          )}
        </span>
      </div>
      <ZoneNote className="mb-2" />
      <div className="card overflow-x-auto">
        {list !== undefined && <NewerRows list={list} />}
        <Rows address={address} lists={lists} cancelling={cancelling} />
        <ListFoot total={total} />
      </div>
      {list !== undefined && <MoreRows list={list} />}
    </div>
  )
}

interface RowsProps {
  readonly address: ContractAddress
  readonly lists: ContractLists
  readonly cancelling: ReturnType<typeof useCancelling>
}

function Rows({ address, lists, cancelling }: RowsProps) {
  const t = useT()
  const { tab } = address
  const { live, list, open } = lists
  const empty = (
    <NoData
      icon={Inbox}
      title={t(isFiltered(address) ? 'orders:noneFiltered' : `perpetual:none.${tab}`)}
      link={{ to: paths.contractTerminal, label: t('orders:openTerminal') }}
    />
  )
  const state = list ?? { isPending: live.isPending, error: live.error, rows: open, again: () => void live.refetch() }
  if (state.isPending) return <SkeletonRows rows={5} height={52} />
  if (state.error !== null && state.rows.length === 0)
    return <ErrorPanel alone title={t('orders:failed')} error={state.error} onRetry={state.again} />
  if (tab === 'history') return <ContractOrderRows orders={lists.history.rows} empty={empty} />
  if (tab === 'trades') return <ContractTradeRows rows={lists.trades.rows} empty={empty} />
  if (tab === 'positions') return <PositionHistoryRows rows={lists.positions.rows} empty={empty} />
  if (tab === 'transactions') return <TransactionRows rows={lists.transactions.rows} empty={empty} />
  return (
    <ContractOrderRows
      orders={open}
      waits={tab === 'trigger'}
      onCancel={(order) => void cancelling.one(order)}
      canceling={cancelling.canceling}
      empty={empty}
    />
  )
}
