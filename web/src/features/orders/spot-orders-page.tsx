/** `/spotOrder`: open orders, history and own trades, with filters that stand in the address. */
import { Inbox } from 'lucide-react'
import { serverNow } from '../../data/clock.ts'
import { sendUnkeyed } from '../../data/deed.ts'
import { messageOf } from '../../data/message-of.ts'
import type { PagedList } from '../../data/paged-list.ts'
import { cancelSet } from '../../data/spot/cancel-set.ts'
import { csvDay, saveFile } from '../../data/spot/csv.ts'
import { useOpenOrders, useOrderCounters } from '../../data/spot/my-orders.ts'
import type { Fill, Order } from '../../data/spot/order.ts'
import { cancel, cancelMany } from '../../data/spot/order-actions.ts'
import { loadAll, loadFills, loadOrders, useFillPages, useOrderPages } from '../../data/spot/order-lists.ts'
import { type SteadyRows, useSteadyRows } from '../../data/use-steady-rows.ts'
import { useT } from '../../i18n/i18n.ts'
import { paths } from '../../paths.ts'
import { CancelAll } from '../../ui/cancel-all.tsx'
import { Segmented } from '../../ui/choice.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { CsvButton, ListFoot, MoreRows, NewerRows } from '../../ui/list-ends.tsx'
import { useSearchParams } from '../../ui/navigation.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { NoData } from '../../ui/states.tsx'
import { tellCut } from '../../ui/tell-cut.ts'
import { tellFailed } from '../../ui/tell-failed.ts'
import { toast } from '../../ui/toast-store.ts'
import { ZoneNote } from '../../ui/zone-note.tsx'
import { FilterRow } from './filter-row.tsx'
import { filterOf, isFiltered, ORDER_TABS, type OrderAddress, readAddress, writeAddress } from './filters.ts'
import { fillFile, orderFile } from './order-files.ts'
import { FillRows, OrderRows } from './order-rows.tsx'
import { OrderTabs } from './order-tabs.tsx'

function useCancelling() {
  const t = useT()
  return {
    async one(order: Order): Promise<boolean> {
      const outcome = await sendUnkeyed(() => cancel(order))
      if (outcome.kind !== 'done') tellFailed('change', outcome)
      else toast({ kind: 'success', title: t('orders:canceled'), detail: order.symbol })
      return outcome.kind === 'done'
    },
    async many(orderIds: readonly string[]) {
      const outcome = await sendUnkeyed(() => cancelMany(orderIds))
      if (outcome.kind !== 'done') tellFailed('change', outcome)
      else toast({ kind: 'success', title: t('orders:canceledAll', { count: outcome.answer }) })
    },
  }
}

/** The open orders of the live list that fit the filters: they change within the second, the read models a moment later. */
const fits =
  (address: OrderAddress) =>
  (order: Order): boolean =>
    (address.symbol === undefined || order.symbol === address.symbol) &&
    (address.side === undefined || order.side === address.side) &&
    (address.kind === undefined || order.kind === address.kind) &&
    (address.state === undefined || order.state === address.state) &&
    order.createdAt >= (filterOf(address).from ?? 0) &&
    order.createdAt <= (filterOf(address).to ?? Number.POSITIVE_INFINITY)

export function SpotOrdersPage() {
  const t = useT()
  const [search, setSearch] = useSearchParams()
  const address = readAddress(search)
  const filter = filterOf(address)
  const live = useOpenOrders(true)
  const open = live.orders.filter(fits(address))
  const history = useOrderPages(false, filter, address.tab === 'history')
  const trades = useFillPages(filter, address.tab === 'trades')
  const cancelling = useCancelling()
  const steady = useSteadyRows(open, cancelling.one)
  const counters = useOrderCounters()
  const go = (change: Partial<OrderAddress>) => setSearch(writeAddress({ ...address, ...change }))
  const save = async () => {
    const name = `${address.tab}-${csvDay(serverNow())}.csv`
    try {
      if (address.tab === 'open') {
        saveFile(name, orderFile(open))
        return
      }
      if (address.tab === 'trades') {
        const all = await loadAll((place, size) => loadFills(filter, place, size))
        saveFile(name, fillFile(all.rows))
        tellCut(t, all)
        return
      }
      const all = await loadAll((place, size) => loadOrders(false, filter, place, size))
      saveFile(name, orderFile(all.rows))
      tellCut(t, all)
    } catch (error) {
      toast({ kind: 'error', title: messageOf(error) })
    }
  }
  const pages = address.tab === 'history' ? history : trades
  const taken = cancelSet(open, live.orders)
  const openKnown = live.known || live.orders.length > 0
  const total = address.tab !== 'open' ? pages.total : openKnown ? open.length : undefined
  return (
    <div
      data-tabs-at-top
      className="page-column pb-16"
      data-order-place={counters.placed}
      data-order-update={counters.updated}
      data-order-delete={counters.deleted}
    >
      <OrderTabs />
      <div className="mb-5 flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-title">{t('orders:title')}</h1>
        <div className="w-[420px] max-w-full">
          <Segmented
            label={t('orders:views')}
            value={address.tab}
            onChange={(tab) => go({ tab, state: undefined, from: undefined, to: undefined })}
            options={ORDER_TABS.map((tab) => ({ value: tab, label: t(`orders:view.${tab}`) }))}
          />
        </div>
      </div>
      <div className="mb-4 flex flex-wrap items-end justify-between gap-3">
        <FilterRow
          address={address}
          onChange={go}
          onReset={() => setSearch(writeAddress({ ...readAddress(new URLSearchParams()), tab: address.tab }))}
        />
        <span className="flex gap-2">
          <CsvButton total={total} onSave={() => void save()} />
          {address.tab === 'open' && open.length > 0 && (
            <CancelAll
              taken={taken}
              label={t('orders:cancelAll', { count: open.length })}
              onCancel={() => void cancelling.many(taken.orderIds)}
            />
          )}
        </span>
      </div>
      <ZoneNote className="mb-2" />
      <div className="card overflow-x-auto">
        {address.tab !== 'open' && <NewerRows list={pages} />}
        <List address={address} openKnown={openKnown} steady={steady} history={history} trades={trades} />
        <ListFoot total={total} />
      </div>
      {address.tab !== 'open' && <MoreRows list={pages} />}
    </div>
  )
}

interface ListProps {
  readonly address: OrderAddress
  readonly openKnown: boolean
  readonly steady: SteadyRows<Order>
  readonly history: PagedList<Order>
  readonly trades: PagedList<Fill>
}

function List({ address, openKnown, steady, history, trades }: ListProps) {
  const t = useT()
  const list = address.tab === 'history' ? history : trades
  const empty = (
    <NoData
      icon={Inbox}
      title={t(isFiltered(address) ? 'orders:noneFiltered' : `orders:none.${address.tab}`)}
      link={{ to: paths.spotTerminal, label: t('orders:openTerminal') }}
    />
  )
  const shared = { onCancel: steady.cancel, canceling: steady.leaving, empty }
  if (address.tab === 'open') return openKnown ? <OrderRows orders={steady.rows} {...shared} /> : <SkeletonRows rows={5} />
  if (list.isPending) return <SkeletonRows rows={5} />
  if (list.error !== null && list.rows.length === 0)
    return <ErrorPanel alone title={t('orders:failed')} error={list.error} onRetry={list.again} />
  if (address.tab === 'trades') return <FillRows fills={trades.rows} empty={empty} />
  return <OrderRows orders={history.rows} {...shared} />
}
