/** Rows of earn orders; a row opens in place to show its lines, its facts and what happens at its end. */
import type { EarnOrder } from '@agio/wire/earn/types.ts'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { Fragment, type ReactNode, useState } from 'react'
import { useBalancesVisible } from '../../../data/balance-visibility.ts'
import { useProductGroups } from '../../../data/earn/products.ts'
import { openFeatures } from '../../../data/shell/menu-model.ts'
import { useSite } from '../../../data/site.ts'
import { formatDays, formatDayTime, formatMomentUtc, formatRate, formatYearlyRate } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/i18n.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Chip, type ChipTone } from '../../../ui/chip.tsx'
import { CoinLogo } from '../../../ui/coin-logo.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { Link } from '../../../ui/link.tsx'
import { LedgerText, NumberText } from '../../../ui/number-text.tsx'
import { Head } from '../order-rows.tsx'
import { OrderLines } from './earn-line-rows.tsx'
import { RenewalChoice } from './renewal-choice.tsx'

const TONES: Readonly<Record<EarnOrder['status'], ChipTone>> = { 0: 'down', 1: 'neutral', 2: 'up' }

interface EarnOrderRowsProps {
  readonly orders: readonly EarnOrder[]
  readonly onRedeem: (order: EarnOrder) => void
  readonly empty: ReactNode
}

export function EarnOrderRows({ orders, onRedeem, empty }: EarnOrderRowsProps) {
  const t = useT()
  const [open, setOpen] = useState<string>()
  return (
    <table className="w-full border-collapse text-dense" data-earn-orders>
      <caption className="visually-hidden">{t('pages:title.financialOrder')}</caption>
      <thead>
        <tr className="border-b border-line">
          <Head className="w-9 ps-5 max-md:ps-3">
            <span className="visually-hidden">{t('orders:head.open')}</span>
          </Head>
          <Head className="max-lg:hidden">{t('orders:head.time')}</Head>
          <Head>{t('savings:orders.product')}</Head>
          <Head end>{t('savings:redeem.principal')}</Head>
          <Head end className="max-md:hidden">
            {t('savings:orders.rate')}
          </Head>
          <Head end className="max-md:hidden">
            {t('savings:assets.accrued')}
          </Head>
          <Head end className="max-lg:hidden">
            {t('savings:assets.paid')}
          </Head>
          <Head className="ps-8 max-lg:hidden">{t('savings:orders.ends')}</Head>
          <Head end>{t('orders:head.state')}</Head>
        </tr>
      </thead>
      <tbody>
        {orders.length === 0 && (
          <tr>
            <td colSpan={9}>{empty}</td>
          </tr>
        )}
        {orders.map((order) => (
          <Fragment key={order.orderNo}>
            <Row
              order={order}
              open={open === order.orderNo}
              onOpen={() => setOpen(open === order.orderNo ? undefined : order.orderNo)}
              onRedeem={onRedeem}
            />
            {open === order.orderNo && (
              <tr className="border-b border-line bg-field">
                <td colSpan={9} className="px-5 py-4 max-md:px-4">
                  <Details order={order} />
                </td>
              </tr>
            )}
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}

interface RowProps {
  readonly order: EarnOrder
  readonly open: boolean
  readonly onOpen: () => void
  readonly onRedeem: (order: EarnOrder) => void
}

function Row({ order, open, onOpen, onRedeem }: RowProps) {
  const t = useT()
  const visible = useBalancesVisible()
  const term = order.termDays === 0 ? t('earn:type.flexible') : formatDays(order.termDays)
  return (
    <tr
      className={`h-13 border-b border-grid hover:bg-hover ${open ? 'bg-press' : ''}`}
      data-earn-order={order.orderNo}
      data-status={order.status}
    >
      <td className="ps-5 max-md:ps-3">
        <button
          type="button"
          aria-expanded={open}
          aria-label={t('savings:orders.openRow', { id: order.orderNo })}
          onClick={onOpen}
          className="hit-area flex size-6 items-center justify-center rounded-chip text-muted hover:text-fg"
        >
          <Icon as={open ? ChevronDown : ChevronRight} size={14} directional={!open} />
        </button>
      </td>
      <td className="px-2 text-start text-muted max-lg:hidden">
        <bdi className="num">{formatDayTime(order.createTime)}</bdi>
      </td>
      <td className="px-2 py-2">
        <span className="flex items-center gap-2.5">
          <span className="max-[379px]:hidden">
            <CoinLogo coin={order.coinName} size={24} />
          </span>
          <span className="min-w-0">
            <span className="block font-medium">{order.productName}</span>
            <span className="block text-small text-muted">{term}</span>
          </span>
        </span>
      </td>
      <td className="px-2 text-end font-medium">
        <NumberText value={order.principal} hidden={!visible} />{' '}
        <span className="font-normal text-muted max-md:hidden">{order.coinName}</span>
        <span className="block text-small font-normal text-muted md:hidden">
          <bdi className="num">{formatYearlyRate(order.annualRate)}</bdi>
        </span>
      </td>
      <td className="px-2 text-end max-md:hidden">
        <bdi className="num">{formatYearlyRate(order.annualRate)}</bdi>
      </td>
      <td className="px-2 text-end max-md:hidden">
        <LedgerText value={order.accruedInterest} hidden={!visible} />
      </td>
      <td className="px-2 text-end max-lg:hidden">
        <LedgerText value={order.paidInterest} hidden={!visible} />
      </td>
      <td className="ps-8 text-muted max-lg:hidden">
        {order.expireTime === null ? t('earn:early.anyTime') : formatMomentUtc(order.expireTime)}
      </td>
      <td className="px-2 pe-5 text-end max-md:pe-4">
        {order.status === 1 ? (
          <Button size={28} onClick={() => onRedeem(order)} className="hit-area pointer-coarse:!h-9" data-redeem-open={order.orderNo}>
            {t('savings:redeem')}
          </Button>
        ) : (
          <Chip tone={TONES[order.status]}>{t(`savings:status.${order.status}`)}</Chip>
        )}
      </td>
    </tr>
  )
}

interface FactProps {
  readonly name: string
  readonly look?: string
  readonly children: ReactNode
}

function Fact({ name, look = '', children }: FactProps) {
  return (
    <div className={`flex min-h-8 items-center justify-between gap-4 ${look}`}>
      <dt className="text-muted">{name}</dt>
      <dd className="text-end font-medium">{children}</dd>
    </div>
  )
}

/** Facts at the side of the lines, as the rows of spot orders have them. */
function Details({ order }: { readonly order: EarnOrder }) {
  const t = useT()
  const visible = useBalancesVisible()
  const { earn } = openFeatures(useSite().switches)
  const groups = useProductGroups().data ?? []
  const known = groups.flatMap(({ products }) => products).find(({ id }) => id === order.productId)
  const renews = order.status === 1 && order.type === 1 && known?.autoPurchase !== 0
  const facts = [
    [t('savings:fact.order'), order.orderNo],
    [t('savings:fact.interestStart'), formatMomentUtc(order.interestStart)],
    ...(order.expireTime === null ? [] : [[t('savings:fact.end'), formatMomentUtc(order.expireTime)] as const]),
    [t('earn:filter.rate'), `${formatRate(order.annualRate)} ${t(order.rateType === 1 ? 'earn:rate.fixed' : 'earn:rate.current')}`],
    [t('earn:fact.interest'), t(order.payoutMode === 1 ? 'earn:payout.daily' : 'earn:payout.end')],
    [t('orders:head.state'), t(`savings:status.${order.status}`)],
  ] as const
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_300px]">
      <OrderLines orderNo={order.orderNo} />
      <div className="max-lg:order-first">
        <dl className="text-dense">
          {facts.map(([name, value]) => (
            <Fact key={name} name={name}>
              <bdi>{value}</bdi>
            </Fact>
          ))}
          {/* Where the row has no column for them. */}
          <Fact name={t('savings:assets.accrued')} look="md:hidden">
            <NumberText value={order.accruedInterest} unit={order.coinName} hidden={!visible} />
          </Fact>
          <Fact name={t('savings:assets.paid')} look="lg:hidden">
            <NumberText value={order.paidInterest} unit={order.coinName} hidden={!visible} />
          </Fact>
        </dl>
        {/* Of a product that lists no longer show there is no other way to its rule. */}
        {earn && (
          <Link
            to={`${paths.earn}?rule=${order.productId}`}
            className="mt-1 inline-flex min-h-8 items-center text-small font-medium text-muted underline decoration-line2 underline-offset-3 hover:text-fg pointer-coarse:min-h-11"
          >
            {t('earn:rule.link')}
          </Link>
        )}
        {renews && (
          <div className="mt-3">
            <RenewalChoice order={order} />
          </div>
        )}
      </div>
    </div>
  )
}
