/** Coin, destination, network and amount in one card; what comes of it and the way on beside it. */
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useBalancesVisible } from '../../../data/balance-visibility.ts'
import { formatNumber, withUnit } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/i18n.ts'
import { paths } from '../../../paths.ts'
import { Link } from '../../../ui/link.tsx'
import { HIDDEN_AMOUNT } from '../../../ui/number-text.tsx'
import { part } from '../../../ui/part.tsx'
import { CoinField } from '../parts/coin-field.tsx'
import { AmountSection } from './amount-section.tsx'
import { DestinationSection } from './destination-section.tsx'
import { NetworkSection } from './network-section.tsx'
import { ReviewCard } from './review-card.tsx'
import { useFaults } from './use-faults.ts'
import type { Withdraw } from './use-withdraw.ts'

const ReviewDialog = part(async () => (await import('./review-dialog.tsx')).ReviewDialog)

export function WithdrawForm({ form }: { readonly form: Withdraw }) {
  const t = useT()
  const visible = useBalancesVisible()
  const place = useRef<HTMLFormElement>(null)
  const [tried, setTried] = useState(false)
  const [reviewing, setReviewing] = useState(false)
  const [early, setEarly] = useState(false)
  const faults = useFaults(form, tried)
  const { coin, preview } = form
  const { guard, draft } = form
  const isChecking = guard.inspect === undefined && !guard.failed && (draft.address !== '' || draft.entryId !== undefined)
  const { first } = faults
  // Asked for while the checks of addresses were on their way: it goes on when they have spoken.
  useEffect(() => {
    if (!early || isChecking) return
    setEarly(false)
    if (first === undefined) setReviewing(true)
    else place.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }, [early, isChecking, first])
  if (coin === undefined) return null
  const review = () => {
    setTried(true)
    if (first === undefined) setReviewing(true)
    else if (isChecking) setEarly(true)
    else place.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }
  const balance = preview.data?.balance ?? coin.balance
  return (
    <form
      ref={place}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        review()
      }}
      className="grid items-start gap-6 max-md:gap-3 lg:grid-cols-[minmax(0,1fr)_320px] xl:grid-cols-[minmax(0,1fr)_384px]"
      data-withdraw
    >
      <div className="card min-w-0 divide-y divide-line">
        <Section
          title={t('wallet:coin')}
          end={t('withdraw:available', { amount: withUnit(visible ? formatNumber(balance) : HIDDEN_AMOUNT, coin.coinName) })}
        >
          <CoinField coins={form.coins.data ?? []} value={coin.coinName} onChange={form.pick} />
        </Section>
        <Section
          title={t('wallet:to')}
          end={
            <Link to={paths.addressBook} className="hit-area font-medium text-theme-text hover:underline">
              {t('withdraw:manage')}
            </Link>
          }
        >
          <DestinationSection form={form} faults={faults} />
        </Section>
        <Section
          title={t('wallet:network')}
          end={form.network !== undefined && form.fitting.length === 1 ? t('withdraw:network.found') : ''}
        >
          <NetworkSection form={form} fault={faults.network} />
        </Section>
        <Section title={t('withdraw:amount')} end="">
          <AmountSection form={form} fault={faults.amount} />
        </Section>
      </div>
      <ReviewCard form={form} faults={faults} onReview={review} />
      {reviewing && (
        <Suspense>
          <ReviewDialog form={form} onClose={() => setReviewing(false)} />
        </Suspense>
      )}
    </form>
  )
}

function Section({ title, end, children }: { readonly title: string; readonly end: ReactNode; readonly children: ReactNode }) {
  return (
    <section className="p-7 max-md:p-4" aria-label={title}>
      <div className="mb-3 flex items-baseline justify-between gap-4">
        <h2 className="text-strong">{title}</h2>
        <span className="min-w-0 text-end text-dense text-muted">{end}</span>
      </div>
      {children}
    </section>
  )
}
