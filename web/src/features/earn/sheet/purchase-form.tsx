/** Amount, account, renewal and agreement of a purchase; below each what follows from it. */
import type { EarnOrder, Product } from '@agio/wire/earn/types.ts'
import { BadgeCheck } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useBalancesVisible } from '../../../data/balance-visibility.ts'
import type { EarnCoin } from '../../../data/earn/products.ts'
import { formatCompact, formatMomentUtc, formatNumber, isolated, withUnit } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/i18n.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox, Segmented, Switch } from '../../../ui/choice.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { Link } from '../../../ui/link.tsx'
import { HIDDEN_AMOUNT } from '../../../ui/number-text.tsx'
import { SmartLink } from '../../../ui/smart-link.tsx'
import { amountText, earlyText, hindranceText } from '../product-words.ts'
import { AmountField } from './amount-field.tsx'
import { Projected } from './projected.tsx'
import { firstPayout, renewableUntil } from './sheet-model.ts'
import { type Purchase, type Terms, useEstimate, usePurchase } from './use-purchase.ts'

interface PurchaseFormProps {
  readonly product: Product
  readonly terms: Terms
  readonly coin: EarnCoin
  readonly onBought: (order: EarnOrder) => void
}

export function PurchaseForm({ product, terms, coin, onBought }: PurchaseFormProps) {
  const t = useT()
  const form = useRef<HTMLFormElement>(null)
  const [tried, setTried] = useState(false)
  // The sheet stood before its form did: the focus follows as soon as there is something to type into.
  useEffect(() => form.current?.querySelector<HTMLElement>('[data-focus]')?.focus(), [])
  const purchase = usePurchase(product, terms, coin.scale, onBought)
  const { choice, amount, fault, refusal } = purchase
  const known = fault === undefined || fault === 'balance' ? amount : undefined
  const { estimate, isCurrent } = useEstimate(product.id, known)
  const lock = useLock(product, terms)
  const focus = (name: string) => form.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (lock !== undefined || purchase.busy) return
    if (fault !== undefined) return focus('amount')
    if (!choice.agreed) return focus('agree')
    // What is wrong stands at the amount, which may be far above the button.
    void purchase.send().then((ofAmount) => ofAmount && focus('amount'))
  }
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-5" data-purchase>
      {terms.kycOk === 0 && <VerifyFirst level={product.requiredKycLevel} />}
      <PayFrom purchase={purchase} terms={terms} />
      <AmountField product={product} purchase={purchase} tried={tried} />
      <Projected product={product} terms={terms} coin={coin} amount={known} estimate={estimate} isCurrent={isCurrent} />
      <Facts product={product} terms={terms} />
      {product.autoPurchase === 1 && terms.expireTime !== null && <Renewal purchase={purchase} expireTime={terms.expireTime} />}
      <Checkbox
        name="agree"
        checked={choice.agreed}
        onChange={(event) => choice.setAgreed(event.target.checked)}
        fault={tried && !choice.agreed ? t('savings:agree.missing') : undefined}
      >
        <Agreement url={terms.agreementUrl} />
      </Checkbox>
      <div className="max-md:sticky max-md:bottom-0 max-md:-mx-4 max-md:border-t max-md:border-line max-md:bg-raised max-md:px-4 max-md:py-3">
        <Button type="submit" look="primary" size={52} wide sending={purchase.busy} lockedBecause={lock} data-subscribe>
          {amount === '' ? t('earn:action.subscribe') : t('savings:subscribe', { amount: amountText(amount, product.coinName) })}
        </Button>
        <div role="alert">
          {refusal !== undefined && !refusal.atAmount && <p className="mt-2 text-center text-dense text-down-text">{refusal.text}</p>}
        </div>
        {/* Above an open keyboard there is room for little else than the amount. */}
        <p className="mt-2 text-center text-small text-balance text-muted [@media(max-height:480px)]:hidden">
          {t(product.rateType === 1 ? 'savings:note.fixed' : 'savings:note.current')}
        </p>
      </div>
    </form>
  )
}

/** Why nobody, or this user, can buy it now. */
function useLock(product: Product, terms: Terms): string | undefined {
  const t = useT()
  return hindranceText(t, product) ?? (terms.kycOk === 0 ? t('savings:lock.kyc') : undefined)
}

function VerifyFirst({ level }: { readonly level: number }) {
  const t = useT()
  return (
    <p className="flex items-start gap-2.5 rounded-control bg-warning-tint p-3 text-dense" data-kyc>
      <Icon as={BadgeCheck} size={16} className="mt-0.5 text-warning-text" />
      <span>
        <span>{t('savings:kyc', { level: Math.max(1, level) })}</span>{' '}
        <Link to={paths.identity} className="font-semibold underline underline-offset-3">
          {t('savings:kyc.link')}
        </Link>
      </span>
    </p>
  )
}

function PayFrom({ purchase, terms }: { readonly purchase: Purchase; readonly terms: Terms }) {
  const t = useT()
  const visible = useBalancesVisible()
  const { account, setAccount } = purchase.choice
  const option = (value: 'spot' | 'financial', name: string, balance: string) => ({
    value,
    label: (
      <span className="block py-0.5">
        <span className="block">{name}</span>
        <bdi className="num text-small font-normal text-muted">{visible ? formatNumber(balance) : HIDDEN_AMOUNT}</bdi>
      </span>
    ),
  })
  return (
    <div>
      <p aria-hidden="true" className="mb-1.5 text-dense font-medium">
        {t('savings:payFrom')}
      </p>
      <Segmented
        label={t('savings:payFrom')}
        value={account}
        onChange={setAccount}
        options={[
          option('spot', t('shell:wallet.spot'), terms.balance),
          option('financial', t('shell:wallet.earn'), terms.financialBalance),
        ]}
      />
    </div>
  )
}

function Facts({ product, terms }: { readonly product: Product; readonly terms: Terms }) {
  const t = useT()
  const coin = product.coinName
  const line = (name: string, value: ReactNode) => (
    <div className="flex min-h-8 items-center justify-between gap-4">
      <dt className="text-muted">{name}</dt>
      <dd className="text-end font-medium">{value}</dd>
    </div>
  )
  return (
    <dl className="text-dense" data-terms>
      {line(t('savings:fact.least'), amountText(terms.min, coin))}
      {line(t('savings:fact.step'), amountText(terms.step, coin))}
      {line(t('savings:fact.interestStart'), formatMomentUtc(terms.interestStart))}
      {line(t('savings:fact.firstPayout'), formatMomentUtc(firstPayout(product, terms.interestStart, terms.expireTime)))}
      {terms.expireTime !== null && line(t('savings:fact.end'), formatMomentUtc(terms.expireTime))}
      {line(t('savings:fact.early'), earlyText(t, product))}
      {line(t('savings:fact.ownQuota'), withUnit(formatCompact(terms.userQuotaLeft), coin))}
      {line(
        t('savings:fact.quota'),
        t('savings:quota.of', {
          left: isolated(formatCompact(product.leftQuota)),
          total: withUnit(formatCompact(product.totalQuota), coin),
        }),
      )}
      {product.redeemPoolLeft !== null && line(t('savings:fact.pool'), withUnit(formatCompact(product.redeemPoolLeft), coin))}
    </dl>
  )
}

function Renewal({ purchase, expireTime }: { readonly purchase: Purchase; readonly expireTime: number }) {
  const t = useT()
  const { renewal, setRenewal } = purchase.choice
  return (
    <div>
      <div className="flex items-center justify-between gap-4">
        <div>
          <p className="font-medium" id="renew">
            {t('savings:renew')}
          </p>
          <p className="text-small text-muted">{t('savings:renew.until', { time: formatMomentUtc(renewableUntil(expireTime)) })}</p>
        </div>
        <Switch aria-labelledby="renew" checked={renewal !== 0} onChange={(event) => setRenewal(event.target.checked ? 1 : 0)} data-renew />
      </div>
      {renewal !== 0 && (
        <div className="mt-2">
          <Segmented
            label={t('savings:renew.what')}
            value={renewal === 1 ? 'principal' : 'all'}
            onChange={(value) => setRenewal(value === 'principal' ? 1 : 2)}
            options={[
              { value: 'principal', label: t('savings:renewal.1') },
              { value: 'all', label: t('savings:renewal.2') },
            ]}
          />
        </div>
      )}
    </div>
  )
}

/** The terms of the operator where there are any, else what the sheet itself says. */
function Agreement({ url }: { readonly url: string | null }) {
  const t = useT()
  if (url === null) return <span>{t('savings:agree')}</span>
  return (
    <span>
      <span>{t('savings:agree')}</span>{' '}
      <SmartLink to={url} className="font-medium underline underline-offset-3">
        {t('savings:agree.read')}
      </SmartLink>
    </span>
  )
}
