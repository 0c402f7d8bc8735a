/** Takes money out of a product; what comes of it stands there before it is done, and what is lost by it first of all. */
import type { EarnOrder } from '@agio/wire/earn/types.ts'
import { TriangleAlert } from 'lucide-react'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { compare, isPositive } from '../../../data/amounts.ts'
import { useBalancesVisible } from '../../../data/balance-visibility.ts'
import { useAssets } from '../../../data/spot/pair-terms.ts'
import { formatMomentUtc, formatNumber, withUnit } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/i18n.ts'
import { typedNumber } from '../../../i18n/typed-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Segmented } from '../../../ui/choice.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { NumberText } from '../../../ui/number-text.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { TypedField } from '../../../ui/text-field.tsx'
import { type Redeeming, useFixedTerms, useFlexibleTerms, useRedeeming, useTypedAmount } from './use-redemption.ts'

interface RedeemProps {
  readonly order: EarnOrder
  readonly onClose: () => void
}

export function RedeemDialog({ order, onClose }: RedeemProps) {
  const t = useT()
  return (
    <Dialog title={t('savings:redeem.title', { product: order.productName })} onClose={onClose} width={480} sheet>
      {order.type === 1 ? <Fixed order={order} onClose={onClose} /> : <Flexible order={order} onClose={onClose} />}
    </Dialog>
  )
}

const amountIn = (amount: string, { coinName }: EarnOrder): string => withUnit(formatNumber(amount), coinName)

function Fixed({ order, onClose }: RedeemProps) {
  const t = useT()
  const terms = useFixedTerms(order.orderNo)
  const redeeming = useRedeeming(order, onClose)
  if (terms.data === undefined)
    return terms.isError ? (
      <ErrorPanel title={t('savings:redeem.failed')} error={terms.error} onRetry={() => void terms.refetch()} />
    ) : (
      <SkeletonRows rows={5} />
    )
  const { allowed, early, principal, accruedInterest, paidInterest, forfeited, receive, expireTime } = terms.data
  if (allowed === 0) return <p className="text-muted">{t('savings:redeem.never', { time: formatMomentUtc(expireTime) })}</p>
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void redeeming.redeem(undefined)
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4" data-redeem="fixed">
      {early === 1 && (
        <p className="flex items-start gap-2.5 rounded-control bg-warning-tint p-3 text-dense">
          <Icon as={TriangleAlert} size={16} className="mt-0.5 text-warning-text" />
          <span>
            {isPositive(forfeited) && (
              <span className="block font-semibold" data-forfeited={forfeited}>
                {t('savings:redeem.forfeited')} <Amount value={forfeited} order={order} />
              </span>
            )}
            <span>{t('savings:redeem.early')}</span>
          </span>
        </p>
      )}
      <ToAccount redeeming={redeeming} />
      <Lines
        order={order}
        lines={[
          ['principal', principal],
          ['accrued', accruedInterest],
          ...(isPositive(paidInterest) ? [['paid', paidInterest] as const] : []),
          ['forfeited', isPositive(forfeited) ? `-${forfeited}` : forfeited],
        ]}
        receive={receive}
      />
      <Sending redeeming={redeeming} label={t('savings:redeem.submit', { amount: amountIn(receive, order) })} onClose={onClose} />
    </form>
  )
}

function Flexible({ order, onClose }: RedeemProps) {
  const t = useT()
  const form = useRef<HTMLFormElement>(null)
  const [tried, setTried] = useState(false)
  const scale = useAssets().data?.get(order.coinName)?.scale ?? 8
  const { text, setText, entry, amount } = useTypedAmount(scale)
  const tooMuchLocally = amount !== undefined && compare(amount, order.principal) > 0
  const terms = useFlexibleTerms(order.orderNo, tooMuchLocally ? undefined : amount)
  const redeeming = useRedeeming(order, onClose)
  const most = terms.data?.max ?? order.principal
  const tooMuch = amount !== undefined && compare(amount, most) > 0
  const fault =
    entry.kind === 'marks' || entry.kind === 'notANumber' || entry.kind === 'tooFine' ? t(`savings:fault.${entry.kind}`) : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (amount === undefined || tooMuch) return form.current?.querySelector<HTMLElement>('[name="amount"]')?.focus()
    // All of it, accrued interest included, is said by leaving the amount out.
    void redeeming.redeem(compare(amount, order.principal) === 0 ? undefined : amount)
  }
  const nothing = tried && (entry.kind === 'empty' || entry.kind === 'nothing') ? t('savings:fault.nothing') : undefined
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4" data-redeem="flexible">
      <TypedField
        label={t('savings:amount')}
        labelEnd={<span className="text-small text-muted">{t('savings:redeem.most', { amount: amountIn(most, order) })}</span>}
        name="amount"
        inputMode="decimal"
        autoComplete="off"
        dir="ltr"
        height={52}
        large
        maxLength={40}
        readOnly={redeeming.busy}
        data-focus={matchMedia('(pointer: coarse)').matches ? undefined : true}
        value={text}
        read={typedNumber}
        onTyped={setText}
        end={
          <span className="flex items-center gap-2.5">
            <bdi className="text-base text-muted">{order.coinName}</bdi>
            <Button size={28} className="hit-area" disabled={!isPositive(most)} onClick={() => setText(most)} data-max>
              {t('savings:max')}
            </Button>
          </span>
        }
        fault={fault ?? (tooMuch ? t('savings:redeem.most', { amount: amountIn(most, order) }) : nothing)}
      />
      <ToAccount redeeming={redeeming} />
      {terms.isError && terms.data === undefined ? (
        <ErrorPanel title={t('savings:redeem.failed')} error={terms.error} onRetry={() => void terms.refetch()} />
      ) : (
        <Lines
          order={order}
          lines={[
            ['principal', amount ?? terms.data?.principal],
            ['accrued', terms.data?.accruedInterest],
          ]}
          receive={terms.data?.receive}
        />
      )}
      <Sending
        redeeming={redeeming}
        label={amount === undefined ? t('savings:redeem') : t('savings:redeem.submit', { amount: amountIn(amount, order) })}
        onClose={onClose}
      />
    </form>
  )
}

function ToAccount({ redeeming }: { readonly redeeming: Redeeming }) {
  const t = useT()
  return (
    <div>
      <p aria-hidden="true" className="mb-1.5 text-dense font-medium">
        {t('savings:redeem.to')}
      </p>
      <Segmented
        label={t('savings:redeem.to')}
        value={redeeming.account}
        onChange={redeeming.setAccount}
        options={[
          { value: 'spot', label: t('shell:wallet.spot') },
          { value: 'financial', label: t('shell:wallet.earn') },
        ]}
      />
    </div>
  )
}

function Amount({ value, order }: { readonly value: string; readonly order: EarnOrder }) {
  return <NumberText value={value} unit={order.coinName} hidden={!useBalancesVisible()} />
}

const NAMES = {
  principal: 'savings:redeem.principal',
  accrued: 'savings:redeem.accrued',
  paid: 'savings:assets.paid',
  forfeited: 'savings:redeem.forfeited',
} as const

interface LinesProps {
  readonly order: EarnOrder
  readonly lines: readonly (readonly [keyof typeof NAMES, string | undefined])[]
  readonly receive: string | undefined
}

function Lines({ order, lines, receive }: LinesProps) {
  const t = useT()
  const line = (name: string, value: ReactNode, look = '') => (
    <div key={name} className={`flex min-h-8 items-center justify-between gap-4 ${look}`}>
      <dt className="text-muted">{name}</dt>
      <dd className="text-end font-semibold">{value}</dd>
    </div>
  )
  const money = (value: string | undefined) => (value === undefined ? '…' : <Amount value={value} order={order} />)
  return (
    <dl className="rounded-control bg-hover px-3.5 py-2 text-dense" data-receive={receive}>
      {lines.map(([key, value]) => line(t(NAMES[key]), money(value), key === 'forfeited' ? '[&_dd]:text-warning-text' : ''))}
      {line(t('savings:redeem.arrives'), t('savings:redeem.now'))}
      {line(t('savings:redeem.receive'), money(receive), 'mt-1 border-t border-line2 pt-1')}
    </dl>
  )
}

function Sending({ redeeming, label, onClose }: { readonly redeeming: Redeeming; readonly label: string; readonly onClose: () => void }) {
  const t = useT()
  return (
    <div>
      <Button type="submit" look="primary" size={52} wide sending={redeeming.busy} data-redeem-send>
        {label}
      </Button>
      <div role="alert">
        {redeeming.refused !== undefined && <p className="mt-2 text-center text-dense text-down-text">{redeeming.refused}</p>}
      </div>
      <Button look="quiet" size={44} wide className="mt-1" onClick={onClose}>
        {t('savings:orders.cancel')}
      </Button>
    </div>
  )
}
