/** What it costs and brings, what is left of the limit, what happens next, and the way on. On phones the way on stays at the foot. */
import { Clock } from 'lucide-react'
import { useSecurity } from '../../../data/account/account.ts'
import { useFiat } from '../../../data/fiat.ts'
import { formatNumber, formatTime, isolated } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/i18n.ts'
import { paths } from '../../../paths.ts'
import { proofMethods } from '../../../proof/proof-model.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { NumberText } from '../../../ui/number-text.tsx'
import { Card, Note } from '../../../user-centre/account-card.tsx'
import { LockNote } from '../../../user-centre/lock-note.tsx'
import { percentOf, worthOf } from '../model/withdraw-model.ts'
import { Fact } from '../parts/fact.tsx'
import type { Faults } from './use-faults.ts'
import { useLimitLine } from './use-limit-line.ts'
import { outcomeOf, type Withdraw } from './use-withdraw.ts'

interface ReviewCardProps {
  readonly form: Withdraw
  readonly faults: Faults
  readonly onReview: () => void
}

export function ReviewCard({ form, faults, onReview }: ReviewCardProps) {
  const t = useT()
  const fiat = useFiat()
  const outcome = outcomeOf(form)
  const security = useSecurity().data
  const { coin, network, preview } = form
  const symbol = coin?.coinName ?? ''
  const value = (text: string | undefined) => (text === undefined ? '—' : <NumberText value={text} unit={symbol} />)
  const worth = outcome === undefined ? undefined : worthOf(outcome.arrivedAmount, coin?.usdtPrice ?? '0')
  return (
    <aside className="flex min-w-0 flex-col gap-4 lg:sticky lg:top-[calc(var(--header)+24px)]">
      <Card title={t('withdraw:review')}>
        <div className="px-5 py-4 max-md:px-4">
          <dl>
            <Fact name={t('wallet:sent')} mark="sent">
              {value(form.amount)}
            </Fact>
            <Fact name={network === undefined ? t('wallet:fee') : t('withdraw:fee.on', { network: network.protocolType })} mark="fee">
              {value(outcome?.fee ?? preview.data?.fee)}
            </Fact>
            <div className="mt-2 flex items-start justify-between gap-4 border-t border-line pt-3">
              <dt className="py-1 font-semibold">{t('wallet:arrives')}</dt>
              <dd className="text-end">
                <span className="block text-price" data-fact="arrives">
                  {value(outcome?.arrivedAmount)}
                </span>
                <bdi className="num text-small text-muted">{worth === undefined ? '' : `≈ ${fiat(worth)}`}</bdi>
              </dd>
            </div>
          </dl>
          <LimitBar form={form} />
          <div className="my-4">
            <Next form={form} />
          </div>
          <Go faults={faults} onReview={onReview} arrives={outcome?.arrivedAmount} symbol={symbol} />
          {security !== undefined && faults.lock === undefined && (
            <p className="mt-2 text-center text-small text-muted">
              {t('withdraw:next.codes', {
                methods: proofMethods(security.withdrawMethods)
                  .map((one) => t(`withdraw:method.${one}`))
                  .join(', '),
              })}
            </p>
          )}
        </div>
      </Card>
      {security !== undefined && security.withdrawLockUntil !== null && <LockNote security={security} />}
    </aside>
  )
}

interface GoProps {
  readonly faults: Faults
  readonly onReview: () => void
  readonly arrives: string | undefined
  readonly symbol: string
}

/** The one press that leads on. */
function Go({ faults, onReview, arrives, symbol }: GoProps) {
  const t = useT()
  const methods = useSecurity().data?.withdrawMethods
  return (
    <div className="max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-10 max-md:border-t max-md:border-line max-md:bg-panel max-md:px-4 max-md:pt-2 max-md:pb-[calc(12px+env(safe-area-inset-bottom))]">
      {arrives !== undefined && (
        <p className="mb-2 flex items-baseline justify-between gap-4 text-dense text-muted md:hidden">
          <span>{t('wallet:arrives')}</span>
          <NumberText value={arrives} unit={symbol} className="text-strong text-fg" />
        </p>
      )}
      <Button look="primary" size={52} wide lockedBecause={faults.lock} onClick={onReview} data-review>
        {t('withdraw:go')}
      </Button>
      {methods?.length === 0 && (
        <div className="mt-2">
          <ButtonLink to={paths.security} wide>
            {t('withdraw:lock.factorNext')}
          </ButtonLink>
        </div>
      )}
    </div>
  )
}

/** How much of the limit is used, and how much of it this one takes: with words beside the colours. */
function LimitBar({ form }: { readonly form: Withdraw }) {
  const t = useT()
  const line = useLimitLine()
  if (line === undefined) return null
  const { limits } = line
  const own = form.amount === undefined ? undefined : worthOf(form.amount, form.coin?.usdtPrice ?? '0')
  const amount = (text: string) => isolated(formatNumber(text, { scale: 2 }))
  return (
    <div className="mt-4 text-dense" data-limit={line.text}>
      <p className="flex items-baseline justify-between gap-3">
        <span>
          {t('withdraw:limit')}{' '}
          <bdi dir="ltr" className="font-semibold">
            {line.text}
          </bdi>
        </span>
        {limits !== undefined && <span>{t('withdraw:limit.left', { amount: amount(limits.left) })}</span>}
      </p>
      {limits !== undefined && (
        <>
          <span aria-hidden="true" className="my-1.5 flex h-1.5 gap-px overflow-hidden rounded-full bg-press">
            <span className="bg-ctl" style={{ inlineSize: `${percentOf(limits.used, limits.amountLimit)}%` }} />
            {own !== undefined && <span className="bg-theme" style={{ inlineSize: `${percentOf(own, limits.amountLimit)}%` }} />}
          </span>
          <p className="flex flex-wrap gap-x-4 text-small text-muted">
            <span className="inline-flex items-center gap-1.5">
              <span aria-hidden="true" className="size-2 rounded-[2px] bg-ctl" />
              {t('withdraw:limit.used', { amount: amount(limits.used) })}
            </span>
            {own !== undefined && (
              <span className="inline-flex items-center gap-1.5">
                <span aria-hidden="true" className="size-2 rounded-[2px] bg-theme" />
                {t('withdraw:limit.own', { amount: amount(own) })}
              </span>
            )}
          </p>
        </>
      )}
    </div>
  )
}

/** What happens after the codes. */
function Next({ form }: { readonly form: Withdraw }) {
  const t = useT()
  const preview = form.preview.data
  const words =
    preview?.isInternal === 1
      ? t('withdraw:next.internal')
      : preview?.review === 'manual'
        ? t('withdraw:next.manual')
        : preview?.expectTime == null
          ? t('withdraw:next.auto')
          : t('withdraw:next.expected', { time: isolated(formatTime(preview.expectTime, false)) })
  return (
    <Note icon={Clock}>
      <span>{words}</span> <span>{t('withdraw:next.undo')}</span>
    </Note>
  )
}
