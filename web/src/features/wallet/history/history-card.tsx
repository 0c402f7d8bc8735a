/** Deposits or withdrawals, newest first, with filters that stand in the address, and as a file. */
import type { WalletTx } from '@agio/wire/wallet/types.ts'
import { Inbox } from 'lucide-react'
import { serverNow } from '../../../data/clock.ts'
import { messageOf } from '../../../data/message-of.ts'
import { type PagedList, usePages } from '../../../data/paged-list.ts'
import { csvDay, saveFile } from '../../../data/spot/csv.ts'
import { loadAll } from '../../../data/spot/order-lists.ts'
import { useWalletCoins } from '../../../data/wallet/networks.ts'
import { loadWalletTxs, type TxKind } from '../../../data/wallet/transactions.ts'
import { useT } from '../../../i18n/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Choice, Days } from '../../../ui/filter-fields.tsx'
import { CsvButton, MoreRows, NewerRows } from '../../../ui/list-ends.tsx'
import { useSearchParams } from '../../../ui/navigation.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { NoData } from '../../../ui/states.tsx'
import { tellCut } from '../../../ui/tell-cut.ts'
import { toast } from '../../../ui/toast-store.ts'
import { ZoneNote } from '../../../ui/zone-note.tsx'
import { txFile } from '../model/tx-file.ts'
import { isTxFiltered, NO_FILTER, readTxAddress, statesOf, type TxAddress, txFilterOf, writeTxAddress } from '../model/tx-filters.ts'
import { TxRows } from './tx-rows.tsx'

/** A symbol that no coin has finds nothing, and does not show everything. */
const NO_COIN = '0'

export function HistoryCard({ kind }: { readonly kind: TxKind }) {
  const t = useT()
  const [search, setSearch] = useSearchParams()
  const coins = useWalletCoins().data
  const address = readTxAddress(search, kind)
  const coinId = address.coin === undefined ? undefined : (coins?.find(({ coinName }) => coinName === address.coin)?.coinId ?? NO_COIN)
  const filter = txFilterOf(kind, address, coinId)
  const list = usePages(['walletTxs', filter], (place) => loadWalletTxs(filter, place), coins !== undefined || address.coin === undefined)
  const save = () =>
    void loadAll((place, size) => loadWalletTxs(filter, place, size))
      .then((all) => {
        saveFile(`${kind === 'deposit' ? 'deposits' : 'withdrawals'}-${csvDay(serverNow())}.csv`, txFile(all.rows))
        tellCut(t, all)
      })
      .catch((error: unknown) => toast({ kind: 'error', title: messageOf(error) }))
  const title = t(kind === 'deposit' ? 'wallet:history.deposits' : 'wallet:history.withdrawals')
  return (
    <section aria-label={title} data-history={kind}>
      <div className="card overflow-x-auto">
        <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3 border-b border-line px-5 py-3 max-md:px-4">
          <h2 className="py-1.5 text-base font-semibold">{title}</h2>
          <span className="flex flex-wrap items-end gap-2 max-md:w-full">
            <Filters
              kind={kind}
              address={address}
              coins={coins?.map(({ coinName }) => coinName) ?? []}
              onChange={(change) => setSearch(writeTxAddress(search, { ...address, ...change }), { replace: true })}
            />
            <CsvButton total={list.total} onSave={save} />
          </span>
        </div>
        <ZoneNote className="px-5 pt-2" />
        <NewerRows list={list} />
        <List kind={kind} list={list} filtered={isTxFiltered(address)} />
      </div>
      <MoreRows list={list} />
    </section>
  )
}

interface FiltersProps {
  readonly kind: TxKind
  readonly address: TxAddress
  readonly coins: readonly string[]
  readonly onChange: (change: Partial<TxAddress>) => void
}

function Filters({ kind, address, coins, onChange }: FiltersProps) {
  const t = useT()
  const any = { value: '' as const, label: t('orders:filter.all') }
  return (
    <div className="flex flex-wrap items-end gap-2 max-md:grid max-md:w-full max-md:grid-cols-2" data-filters>
      <Choice
        label={t('wallet:coin')}
        value={address.coin}
        onChange={(coin) => onChange({ coin })}
        options={[any, ...coins.map((coin) => ({ value: coin, label: coin }))]}
      />
      <Choice
        label={t('wallet:head.state')}
        value={address.state}
        onChange={(state) => onChange({ state })}
        options={[any, ...statesOf(kind).map((state) => ({ value: String(state), label: t(`wallet:state.${state}`) }))]}
      />
      <Days from={address.from} to={address.to} onChange={onChange} recent />
      {isTxFiltered(address) && (
        <Button look="quiet" size={36} onClick={() => onChange(NO_FILTER)} className="!text-theme-text" data-reset>
          {t('orders:filter.reset')}
        </Button>
      )}
    </div>
  )
}

function List({ kind, list, filtered }: { readonly kind: TxKind; readonly list: PagedList<WalletTx>; readonly filtered: boolean }) {
  const t = useT()
  if (list.isPending) return <SkeletonRows rows={4} />
  if (list.error !== null && list.rows.length === 0)
    return <ErrorPanel title={t('wallet:history.failed')} error={list.error} onRetry={list.again} />
  if (list.rows.length === 0)
    return (
      <NoData
        icon={Inbox}
        title={t(filtered ? 'wallet:history.filtered' : `wallet:history.none.${kind}`)}
        {...(!filtered && { text: t(`wallet:history.noneText.${kind}`) })}
      />
    )
  return <TxRows kind={kind} rows={list.rows} />
}
