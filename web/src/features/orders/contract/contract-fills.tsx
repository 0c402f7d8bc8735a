/** What stands below an opened contract order: its fills with their sums, and its ids. */
import type { CoOrder, CoTrade } from '@agio/wire/futures/types.ts'
import { times } from '../../../data/amounts.ts'
import { type OrderRow, useFillsOfOrder } from '../../../data/contract/contract-lists.ts'
import { type EarlierOrder, readEarlier } from '../../../data/spot/earlier-order.ts'
import { formatNumber } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/i18n.ts'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { OrderStory } from '../../../ui/order-story.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { Fact, FillSums } from '../order-fills.tsx'

/** A lot is one contract: price by contracts is what an average is made of. */
const countedFill = ({ id, role, price, volume, fee, feeCoin, ctime }: CoTrade) => ({
  ...{ tradeId: id, role, price, quantity: volume, value: times(price, Number(volume)), fee, feeAsset: feeCoin, at: ctime },
})

interface ContractStoryProps {
  readonly order: OrderRow
  /** Those of the row unless told. */
  readonly earlier?: readonly EarlierOrder[]
  /** With all of its times. */
  readonly whole?: boolean
}

export function ContractStory({ order, earlier = readEarlier(order.amendments), whole = false }: ContractStoryProps) {
  const { price, triggerPrice, volume, pricePrecision } = order
  return (
    <OrderStory
      earlier={earlier}
      now={{ price, triggerPrice, quantity: volume }}
      priceText={(text) => formatNumber(text, { scale: pricePrecision })}
      quantityText={(contracts) => formatNumber(contracts)}
      whole={whole}
    />
  )
}

export function ContractFills({ order }: { readonly order: CoOrder }) {
  const t = useT()
  const query = useFillsOfOrder(order)
  if (query.isPending) return <SkeletonRows rows={2} height={34} />
  if (query.isError) return <ErrorPanel title={t('orders:fills.failed')} error={query.error} onRetry={() => void query.refetch()} />
  const fills = query.data.fills.map(countedFill)
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_280px]">
      <div>
        {fills.length === 0 ? (
          <p className="text-muted">{t('orders:fills.none')}</p>
        ) : (
          <FillSums fills={fills} counts={t('perpetual:head.contracts')} priceScale={order.pricePrecision} />
        )}
        <ContractStory order={order} earlier={query.data.earlier} whole />
      </div>
      <dl className="text-dense">
        <Fact name={t('orders:fact.order')} value={order.id} />
        <Fact name={t('orders:fact.own')} value={order.clientOrderId} />
      </dl>
    </div>
  )
}
