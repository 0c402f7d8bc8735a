/** Coin, destination, network and amount in one card; what comes of it and the way on beside it. */
import { type ReactNode, Suspense, useRef, useState } from 'react'
import { formatNumber, withUnit } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/i18n.ts'
import { paths } from '../../../paths.ts'
import { Link } from '../../../ui/link.tsx'
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
  const place = useRef<HTMLFormElement>(null)
  const [tried, setTried] = useState(false)
  const [reviewing, setReviewing] = useState(false)
  const faults = useFaults(form, tried)
  const { coin, preview } = form
  if (coin === undefined) return null
  const review = () => {
    setTried(true)
    if (faults.first === undefined) setReviewing(true)
    else place.current?.querySelector<HTMLElement>(`[name="${faults.first}"]`)?.focus()
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
        <Section title={t('wallet:coin')} end={t('withdraw:available', { amount: withUnit(formatNumber(balance), coin.coinName) })}>
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
        <Section title={t('wallet:network')} end={form.fitting.length === 1 ? t('withdraw:network.found') : ''}>
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
