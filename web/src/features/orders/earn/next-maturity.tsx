/** When the next order ends, and how long that still is. */
import type { EarnOrder } from '@agio/wire/earn/types.ts'
import { Clock } from 'lucide-react'
import { useBalancesVisible } from '../../../data/balance-visibility.ts'
import { serverNow } from '../../../data/clock.ts'
import { formatDays, formatMomentUtc, isolated } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/i18n.ts'
import { Icon } from '../../../ui/icons.tsx'
import { NumberText } from '../../../ui/number-text.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { nextToEnd, timeLeft } from './earn-address.ts'

export function NextMaturity({ orders }: { readonly orders: readonly EarnOrder[] }) {
  const t = useT()
  const visible = useBalancesVisible()
  const now = serverNow(useNow(1000))
  const next = nextToEnd(orders, now)
  if (next === undefined || next.expireTime === null) return null
  const { days, clock } = timeLeft(next.expireTime - now)
  const left = days > 0 ? `${formatDays(days)} ${isolated(clock)}` : isolated(clock)
  return (
    <section
      aria-label={t('savings:orders.next')}
      className="card mb-4 flex flex-wrap items-center gap-x-6 gap-y-1 px-5 py-3 max-md:px-4"
      data-next={next.orderNo}
    >
      <h2 className="flex items-center gap-2 text-dense text-muted">
        <Icon as={Clock} size={16} />
        {t('savings:orders.next')}
      </h2>
      <p className="font-medium">
        <span>{next.productName}</span> <NumberText value={next.principal} unit={next.coinName} hidden={!visible} className="text-muted" />
      </p>
      <p className="text-dense text-muted">{formatMomentUtc(next.expireTime)}</p>
      <p role="timer" aria-live="off" className="ms-auto font-semibold tabular-nums max-md:ms-0" data-left>
        {t('savings:orders.nextIn', { left })}
      </p>
    </section>
  )
}
