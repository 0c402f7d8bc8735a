/** After a purchase: what was bought, when it earns and pays, and where to find it. */
import type { EarnOrder } from '@agio/wire/earn/types.ts'
import { CircleCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { formatMomentUtc } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/i18n.ts'
import { paths } from '../../../paths.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { amountText } from '../product-words.ts'
import { DAY_MS } from './sheet-model.ts'

export function Bought({ order, onClose }: { readonly order: EarnOrder; readonly onClose: () => void }) {
  const t = useT()
  const head = useRef<HTMLHeadingElement>(null)
  // The form that had the focus is gone: whoever reads by ear is led to what came of it.
  useEffect(() => head.current?.focus(), [])
  const first = order.payoutMode === 1 || order.expireTime === null ? order.interestStart + DAY_MS : order.expireTime
  const facts = [
    [t('savings:fact.order'), order.orderNo],
    [t('savings:fact.interestStart'), formatMomentUtc(order.interestStart)],
    [t('savings:fact.firstPayout'), formatMomentUtc(first)],
    [t('savings:fact.end'), order.expireTime === null ? t('earn:early.anyTime') : formatMomentUtc(order.expireTime)],
  ] as const
  return (
    <div data-bought={order.orderNo}>
      <Icon as={CircleCheck} size={40} className="text-up-text" />
      <h3 ref={head} tabIndex={-1} className="mt-3 text-strong outline-none">
        {t('savings:bought', { amount: amountText(order.principal, order.coinName) })}
      </h3>
      <p className="mt-1 text-muted">{t('savings:bought.text')}</p>
      <dl className="mt-5 text-dense">
        {facts.map(([name, value]) => (
          <div key={name} className="flex min-h-8 items-center justify-between gap-4">
            <dt className="text-muted">{name}</dt>
            <dd className="text-end font-medium">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <div className="mt-6 flex flex-col gap-2">
        <ButtonLink to={paths.earnOrders} size={44} wide>
          {t('savings:bought.orders')}
        </ButtonLink>
        <Button look="quiet" size={44} wide onClick={onClose}>
          {t('ui:close')}
        </Button>
      </div>
    </div>
  )
}
