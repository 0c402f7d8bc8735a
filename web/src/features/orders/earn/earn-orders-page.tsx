/** `/financialOrder`: what one holds in savings, what has ended, and every line; stays open to holders where savings are closed. */
import type { EarnBill, EarnOrder } from '@agio/wire/earn/types.ts'
import { Inbox } from 'lucide-react'
import { useState } from 'react'
import { serverNow } from '../../../data/clock.ts'
import { useLiveEarn } from '../../../data/earn/live-earn.ts'
import { useHeldOrders } from '../../../data/earn/my-earn.ts'
import { loadBills, loadOrders } from '../../../data/earn/my-earn-calls.ts'
import { messageOf } from '../../../data/message-of.ts'
import { type PagedList, usePages } from '../../../data/paged-list.ts'
import { csvDay, saveFile } from '../../../data/spot/csv.ts'
import { loadAll } from '../../../data/spot/order-lists.ts'
import { PAGE_SIZE } from '../../../data/spot/page-size.ts'
import { useAssets } from '../../../data/spot/pair-terms.ts'
import { useT } from '../../../i18n/i18n.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Segmented } from '../../../ui/choice.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Choice, Days } from '../../../ui/filter-fields.tsx'
import { CsvButton, ListFoot, MoreRows, NewerRows } from '../../../ui/list-ends.tsx'
import { useSearchParams } from '../../../ui/navigation.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { NoData } from '../../../ui/states.tsx'
import { tellCut } from '../../../ui/tell-cut.ts'
import { toast } from '../../../ui/toast-store.ts'
import { ZoneNote } from '../../../ui/zone-note.tsx'
import { OrderTabs } from '../order-tabs.tsx'
import { type EarnAddress, isFiltered, lineFilter, orderFilter, readAddress, VIEWS, writeAddress } from './earn-address.ts'
import { earnLineFile, earnOrderFile } from './earn-files.ts'
import { LineRows } from './earn-line-rows.tsx'
import { EarnOrderRows } from './earn-order-rows.tsx'
import { NextMaturity } from './next-maturity.tsx'
import { RedeemDialog } from './redeem-dialog.tsx'

const NOTHING: EarnAddress = readAddress(new URLSearchParams())

/** The rows of the view, and the way to all of them as a file. */
function useLists(address: EarnAddress) {
  const t = useT()
  const assets = useAssets().data
  const coinId = address.coin === undefined ? undefined : assets?.get(address.coin)?.assetId
  const ofOrders = orderFilter(address, coinId, serverNow())
  const ofLines = lineFilter(address, coinId)
  // A coin of the address is known by name only once the coins are there: until then no list would be the right one.
  const ready = address.coin === undefined || assets !== undefined
  const isLines = address.view === 'lines'
  const orders = usePages(['earnOrders', ofOrders], (place) => loadOrders(ofOrders, place, PAGE_SIZE), ready && !isLines)
  const lines = usePages(['earnBills', ofLines], (place) => loadBills(ofLines, place, PAGE_SIZE), ready && isLines)
  const save = async () => {
    const name = `earn-${address.view}-${csvDay(serverNow())}.csv`
    try {
      if (isLines) {
        const all = await loadAll((place, size) => loadBills(ofLines, place, size))
        saveFile(name, earnLineFile(all.rows))
        return tellCut(t, all)
      }
      const all = await loadAll((place, size) => loadOrders(ofOrders, place, size))
      saveFile(name, earnOrderFile(all.rows))
      tellCut(t, all)
    } catch (error) {
      toast({ kind: 'error', title: messageOf(error) })
    }
  }
  return { orders, lines, list: isLines ? lines : orders, save }
}

export function EarnOrdersPage() {
  const t = useT()
  const [search, setSearch] = useSearchParams()
  const address = readAddress(search)
  useLiveEarn()
  const held = useHeldOrders()
  const { orders, lines, list, save } = useLists(address)
  const [redeeming, setRedeeming] = useState<EarnOrder>()
  const go = (change: Partial<EarnAddress>) => setSearch(writeAddress({ ...address, ...change }))
  return (
    <div data-tabs-at-top className="page-column pb-16">
      <OrderTabs />
      <div className="mb-5 flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-title">{t('pages:title.financialOrder')}</h1>
        <div className="w-[480px] max-w-full max-sm:[&_fieldset]:auto-cols-auto">
          <Segmented
            label={t('orders:views')}
            value={address.view}
            onChange={(view) => go({ view })}
            options={VIEWS.map((view) => ({ value: view, label: t(`savings:orders.view.${view}`) }))}
          />
        </div>
      </div>
      <NextMaturity orders={held.data ?? []} />
      <div className="mb-4 flex flex-wrap items-end justify-between gap-3">
        <Filters address={address} onChange={go} onReset={() => go({ ...NOTHING, view: address.view })} />
        <CsvButton total={list.total} onSave={() => void save()} />
      </div>
      <ZoneNote className="mb-2" />
      <div className="card overflow-x-auto">
        <NewerRows list={list} />
        <List address={address} orders={orders} lines={lines} onRedeem={setRedeeming} />
        <ListFoot total={list.total} />
      </div>
      <MoreRows list={list} />
      {redeeming !== undefined && <RedeemDialog order={redeeming} onClose={() => setRedeeming(undefined)} />}
    </div>
  )
}

interface FiltersProps {
  readonly address: EarnAddress
  readonly onChange: (change: Partial<EarnAddress>) => void
  readonly onReset: () => void
}

function Filters({ address, onChange, onReset }: FiltersProps) {
  const t = useT()
  const coins = [...(useAssets().data?.keys() ?? [])]
  const any = { value: '' as const, label: t('orders:filter.all') }
  const { view } = address
  return (
    <div className="flex flex-wrap items-end gap-2 max-md:grid max-md:w-full max-md:grid-cols-2" data-filters>
      <Choice
        label={t('orders:bills.coin')}
        value={address.coin}
        onChange={(coin) => onChange({ coin })}
        options={[any, ...coins.map((coin) => ({ value: coin, label: coin }))]}
      />
      {view !== 'lines' && (
        <Choice<'1' | '2'>
          label={t('orders:head.kind')}
          value={address.type === undefined ? undefined : address.type === 1 ? '1' : '2'}
          onChange={(type) => onChange({ type: type === undefined ? undefined : type === '1' ? 1 : 2 })}
          options={[any, { value: '2', label: t('earn:type.flexible') }, { value: '1', label: t('earn:type.fixed') }]}
        />
      )}
      {view === 'ended' && (
        <Choice<'0'>
          label={t('orders:head.state')}
          value={address.failed ? '0' : undefined}
          onChange={(status) => onChange({ failed: status === '0' })}
          options={[
            { value: '', label: t('savings:status.2') },
            { value: '0', label: t('savings:status.0') },
          ]}
        />
      )}
      {view === 'lines' && (
        <Choice<'1' | '2' | '3'>
          label={t('orders:bills.kind')}
          value={address.kind === undefined ? undefined : (String(address.kind) as '1' | '2' | '3')}
          onChange={(kind) => onChange({ kind: kind === undefined ? undefined : kind === '1' ? 1 : kind === '2' ? 2 : 3 })}
          options={[any, ...(['3', '1', '2'] as const).map((kind) => ({ value: kind, label: t(`savings:bill.${kind}`) }))]}
        />
      )}
      <Days from={address.from} to={address.to} onChange={onChange} recent={view !== 'holding'} />
      {isFiltered(address) && (
        <Button look="quiet" size={36} onClick={onReset} className="!text-theme-text" data-reset>
          {t('orders:filter.reset')}
        </Button>
      )}
    </div>
  )
}

interface ListProps {
  readonly address: EarnAddress
  readonly orders: PagedList<EarnOrder>
  readonly lines: PagedList<EarnBill>
  readonly onRedeem: (order: EarnOrder) => void
}

function List({ address, orders, lines, onRedeem }: ListProps) {
  const t = useT()
  const isLines = address.view === 'lines'
  const list = isLines ? lines : orders
  if (list.isPending) return <SkeletonRows rows={5} height={52} />
  if (list.error !== null && list.rows.length === 0)
    return <ErrorPanel alone title={t('savings:orders.failed')} error={list.error} onRetry={list.again} />
  const empty = (
    <NoData
      icon={Inbox}
      title={t(isFiltered(address) ? 'orders:noneFiltered' : `savings:orders.none.${address.view}`)}
      link={{ to: paths.earn, label: t('savings:rule.back') }}
    />
  )
  return isLines ? <LineRows lines={lines.rows} empty={empty} /> : <EarnOrderRows orders={orders.rows} onRedeem={onRedeem} empty={empty} />
}
