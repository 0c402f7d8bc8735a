/** What stands below an opened contract order: its fills with their sums, and its ids. */
import type { CoOrder, CoTrade } from '@agio/wire/futures/types.ts'
import { times } from '../../../data/amounts.ts'
import { useFillsOfOrder } from '../../../data/contract/contract-lists.ts'
import { useT } from '../../../i18n/i18n.ts'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { Fact, FillSums } from '../order-fills.tsx'

/** A lot is one contract: price by contracts is what an average is made of. */
const countedFill = ({ id, role, price, volume, fee, feeCoin, ctime }: CoTrade) => ({
  ...{ tradeId: id, role, price, quantity: volume, value: times(price, Number(volume)), fee, feeAsset: feeCoin, at: ctime },
})

export function ContractFills({ order }: { readonly order: CoOrder }) {
  const t = useT()
  const query = useFillsOfOrder(order)
  if (query.isPending) return <SkeletonRows rows={2} height={34} />
  if (query.isError) return <ErrorPanel title={t('orders:fills.failed')} error={query.error} onRetry={() => void query.refetch()} />
  const fills = query.data.map(countedFill)
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_280px]">
      {fills.length === 0 ? (
        <p className="text-muted">{t('orders:fills.none')}</p>
      ) : (
        <FillSums fills={fills} counts={t('perpetual:head.contracts')} priceScale={order.pricePrecision} />
      )}
      <dl className="text-dense">
        <Fact name={t('orders:fact.order')} value={order.id} />
        <Fact name={t('orders:fact.own')} value={order.clientOrderId} />
      </dl>
    </div>
  )
}
