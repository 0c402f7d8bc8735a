/** What stands below an opened order: its fills with their sums, and the facts of the order. */
import { formatDecimal, parseDecimal } from '@agio/engine/money/decimal.ts'
import { divideHalfUp } from '@agio/engine/money/rounding.ts'
import type { Fill, Order } from '../../data/spot/order.ts'
import { useOrderFills } from '../../data/spot/order-lists.ts'
import { formatDayTime, formatNumber } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { spotTerminalPath } from '../../paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Link } from '../../ui/link.tsx'
import { OrderStory } from '../../ui/order-story.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'

/** Decimals of fees: what the ledger keeps. */
export const FEE = { scale: 8 }

const SCALE = 18

/** Exact sum of decimal texts. */
function sum(texts: readonly string[]): bigint {
  return texts.reduce((total, text) => {
    const minor = parseDecimal(text, SCALE)
    return total + (typeof minor === 'bigint' ? minor : 0n)
  }, 0n)
}

/** Value ÷ quantity at some decimals, half-up. A plain function: the React compiler loses BigInt literals inside components. */
function averageOf(value: bigint, quantity: bigint, decimals: number): bigint {
  return quantity === 0n ? 0n : divideHalfUp(value * 10n ** BigInt(decimals), quantity)
}

export function OrderFills({ order }: { readonly order: Order }) {
  const t = useT()
  const query = useOrderFills(order.orderId)
  if (query.isPending) return <SkeletonRows rows={2} height={34} />
  if (query.isError) return <ErrorPanel title={t('orders:fills.failed')} error={query.error} onRetry={() => void query.refetch()} />
  const { fills } = query.data
  const told = query.data.order
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_280px]">
      <div>
        {fills.length === 0 ? <p className="text-muted">{t('orders:fills.none')}</p> : <FillSums fills={fills} />}
        <OrderStory earlier={told.earlier} now={told} priceText={formatNumber} quantityText={formatNumber} whole />
      </div>
      <dl className="text-dense">
        <Fact name={t('orders:fact.order')} value={order.orderId} />
        <Fact name={t('orders:fact.own')} value={order.clientOrderId} />
        <Fact
          name={t('orders:fact.time')}
          value={t(`orders:time.${order.timeInForce}`) + (order.expireAt === null ? '' : ` · ${formatDayTime(order.expireAt)}`)}
        />
        {order.reason !== null && (
          <Fact name={t('orders:fact.reason')} value={t(`orders:reason.${order.reason}` as 'orders:reason.user')} />
        )}
        <div className="mt-3">
          <Link to={spotTerminalPath(order.symbol, true)} className={buttonClass('secondary', 28)}>
            {t('orders:openTerminal')}
          </Link>
        </div>
      </dl>
    </div>
  )
}

export function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div className="flex h-8 items-center justify-between gap-3">
      <dt className="text-muted">{name}</dt>
      <dd className="code min-w-0 truncate font-medium">{value}</dd>
    </div>
  )
}

type Counted = Pick<Fill, 'tradeId' | 'role' | 'price' | 'quantity' | 'value' | 'fee' | 'feeAsset' | 'at'>

interface FillSumsProps {
  readonly fills: readonly Counted[]
  /** What quantities count; amounts unless told. */
  readonly counts?: string
  /** Decimals of the average; those of the prices unless told. */
  readonly priceScale?: number
}

const CELL = 'px-2 text-end'

function FillRow({ fill }: { readonly fill: Counted }) {
  const t = useT()
  const role = t(`orders:role.${fill.role}`)
  return (
    <tr className="h-8.5 border-b border-grid">
      <td className="text-start text-muted">
        <bdi className="num">{formatDayTime(fill.at)}</bdi>
        <span className="block text-small md:hidden" data-role>
          {role}
        </span>
      </td>
      <td className={CELL}>
        <bdi className="num">{formatNumber(fill.price)}</bdi>
      </td>
      <td className={CELL}>
        <bdi className="num">{formatNumber(fill.quantity)}</bdi>
      </td>
      <td className={CELL}>
        <bdi className="num">{`${formatNumber(fill.fee, FEE)} ${fill.feeAsset}`}</bdi>
      </td>
      <td className="ps-8 max-md:hidden" data-role>
        {role}
      </td>
    </tr>
  )
}

/** The fills and, below them, what they add up to: the row's own numbers. */
export function FillSums({ fills, counts, priceScale }: FillSumsProps) {
  const t = useT()
  const quantity = sum(fills.map((fill) => fill.quantity))
  const value = sum(fills.map((fill) => fill.value))
  const fee = sum(fills.map((fill) => fill.fee))
  const decimals = priceScale ?? Math.max(...fills.map((fill) => fill.price.split('.')[1]?.length ?? 0))
  const average = averageOf(value, quantity, decimals)
  return (
    <table className="w-full border-collapse text-dense" data-fills>
      <thead>
        <tr className="border-b border-line text-small text-faint">
          <th scope="col" className="pb-2 text-start font-normal">
            {t('orders:head.time')}
          </th>
          <th scope="col" className="px-2 pb-2 text-end font-normal">
            {t('orders:head.price')}
          </th>
          <th scope="col" className="px-2 pb-2 text-end font-normal">
            {counts ?? t('orders:head.amount')}
          </th>
          <th scope="col" className="px-2 pb-2 text-end font-normal">
            {t('orders:head.fee')}
          </th>
          <th scope="col" className="ps-8 pb-2 text-start font-normal max-md:hidden">
            {t('orders:head.role')}
          </th>
        </tr>
      </thead>
      <tbody>
        {fills.map((fill) => (
          <FillRow key={fill.tradeId} fill={fill} />
        ))}
      </tbody>
      <tfoot>
        <tr className="h-8.5 font-semibold">
          <td>{t('orders:fills.count', { count: fills.length })}</td>
          <td className={CELL}>
            <bdi className="num">{formatNumber(formatDecimal(average, decimals))}</bdi>
          </td>
          <td className={CELL} data-fill-sum>
            <bdi className="num">{formatNumber(formatDecimal(quantity, SCALE))}</bdi>
          </td>
          <td className={CELL}>
            <bdi className="num">{`${formatNumber(formatDecimal(fee, SCALE), FEE)} ${fills[0]?.feeAsset ?? ''}`}</bdi>
          </td>
          <td className="ps-8 font-normal text-muted max-md:hidden">{t('orders:fills.average')}</td>
        </tr>
      </tfoot>
    </table>
  )
}
