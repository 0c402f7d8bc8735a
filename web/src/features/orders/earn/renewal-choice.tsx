/** What happens at the end of an order: can be chosen until an hour before it. */
import type { EarnOrder } from '@agio/wire/earn/types.ts'
import { useMutation } from '@tanstack/react-query'
import { serverNow } from '../../../data/clock.ts'
import { failureText } from '../../../data/deed.ts'
import { useEarnChanged } from '../../../data/earn/my-earn.ts'
import { renew } from '../../../data/earn/my-earn-calls.ts'
import { formatMomentUtc } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/i18n.ts'
import { Select } from '../../../ui/select.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { useNow } from '../../../ui/use-now.ts'
import { renewableUntil } from './earn-address.ts'

const CHOICES = [
  ['0', 'pay'],
  ['1', 'principal'],
  ['2', 'all'],
] as const

export function RenewalChoice({ order }: { readonly order: EarnOrder }) {
  const t = useT()
  const now = serverNow(useNow(1000))
  const changed = useEarnChanged()
  const change = useMutation({
    mutationFn: (renewal: EarnOrder['autoPurchase']) => renew(order.orderNo, renewal),
    onSuccess: () => toast({ kind: 'success', title: t('savings:renewal.saved') }),
    onError: (error) => toast({ kind: 'error', title: failureText('savings', error) }),
    onSettled: changed,
  })
  const until = renewableUntil(order)
  if (until === undefined) return null
  const locked = now >= until
  const value = change.isPending ? change.variables : order.autoPurchase
  return (
    <div className="max-w-72" data-renewal={order.autoPurchase}>
      <Select
        label={t('savings:renewal.at')}
        value={String(value) as '0' | '1' | '2'}
        disabled={locked || change.isPending}
        onChange={(next) => change.mutate(next === '0' ? 0 : next === '1' ? 1 : 2)}
        options={CHOICES.map(([choice, key]) => ({ value: choice, label: t(`savings:renewal.${key}`) }))}
      />
      <p className="mt-1.5 text-small text-muted">
        {locked ? t('savings:renewal.locked') : t('savings:renew.until', { time: formatMomentUtc(until) })}
      </p>
    </div>
  )
}
