/** A coin that can be saved: its products by term, what the chosen one pays, and the way in or the reason why there is none. */
import type { Product } from '@agio/wire/earn/types.ts'
import { useState } from 'react'
import { earnedIn } from '../../data/earn/interest.ts'
import type { EarnCoin } from '../../data/earn/products.ts'
import { topRate } from '../../data/earn/top-rate.ts'
import { useLoggedIn } from '../../data/session.ts'
import { formatCompact, formatDays, formatYearlyRate, inPercent, together, withUnit } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { loginPath, paths } from '../../paths.ts'
import { Button, ButtonLink, buttonClass } from '../../ui/button.tsx'
import { Chip, type ChipTone } from '../../ui/chip.tsx'
import { Segmented } from '../../ui/choice.tsx'
import { CoinLogo } from '../../ui/coin-logo.tsx'
import { Link } from '../../ui/link.tsx'
import { NumberText } from '../../ui/number-text.tsx'
import { Select } from '../../ui/select.tsx'
import { type CoinCard, daysShown, firstShown, hindranceOf, needsNames, sampleOf, takenPercent } from './earn-model.ts'
import { amountText, earlyText, hasBrackets, hindranceText, rateKind, termText, tierLines } from './product-words.ts'

const TONES: Readonly<Record<number, ChipTone>> = { 1: 'up', 2: 'warning' }

interface ProductCardProps {
  readonly card: CoinCard
  readonly coin: EarnCoin | undefined
  readonly onBuy: (product: Product) => void
}

export function ProductCard({ card, coin, onBuy }: ProductCardProps) {
  const t = useT()
  const [chosen, setChosen] = useState<string>()
  const product = card.products.find(({ id }) => id === chosen) ?? firstShown(card)
  return (
    <li className="card flex min-w-0 flex-col p-5 max-md:p-4" data-product={product.id} data-status={product.status}>
      <div className="mb-4 flex items-center gap-3">
        <CoinLogo coin={card.coinName} size={32} url={card.iconUrl} />
        <h2 className="min-w-0 flex-1">
          <span className="block text-base leading-5 font-semibold">{card.coinName}</span>
          <span className="block min-h-4 truncate text-small font-normal text-muted">{coin?.fullName}</span>
        </h2>
        <Chip tone={TONES[product.status] ?? 'neutral'}>{t(`earn:status.${hindranceOf(product) ?? 'onSale'}`)}</Chip>
      </div>
      <Picker card={card} product={product} onChange={setChosen} />
      <Rate product={product} />
      <Facts product={product} />
      <div className="mt-auto">
        <Example product={product} scale={coin?.scale} />
        <Quota product={product} />
        <Action product={product} onBuy={onBuy} />
        <Link
          to={`${paths.earn}?rule=${product.id}`}
          className="mx-auto mt-2 flex min-h-8 w-fit items-center text-small font-medium text-muted underline decoration-line2 underline-offset-3 hover:text-fg pointer-coarse:min-h-11"
        >
          {t('earn:rule.link')}
        </Link>
      </div>
    </li>
  )
}

interface PickerProps {
  readonly card: CoinCard
  readonly product: Product
  readonly onChange: (id: string) => void
}

/** Terms side by side; names in a list where terms do not tell products apart. */
function Picker({ card, product, onChange }: PickerProps) {
  const t = useT()
  const label = t('earn:picker', { coin: card.coinName })
  if (needsNames(card.products))
    return (
      <Select
        label={label}
        hideLabel
        value={product.id}
        onChange={onChange}
        options={card.products.map((one) => ({ value: one.id, label: `${one.name} · ${formatYearlyRate(topRate(one))}` }))}
      />
    )
  return (
    <Segmented
      label={label}
      value={product.id}
      onChange={onChange}
      options={card.products.map((one) => ({ value: one.id, label: termText(t, one.termDays) }))}
    />
  )
}

function Rate({ product }: { readonly product: Product }) {
  const t = useT()
  return (
    <p className="mt-4 flex flex-wrap items-baseline gap-x-2">
      {hasBrackets(product) && <span className="text-dense text-muted">{t('earn:rate.upTo')}</span>}
      <bdi className="num text-[32px] leading-10 font-semibold tracking-[-0.01em]" data-rate={product.annualRate}>
        {formatYearlyRate(topRate(product))}
      </bdi>
      <span className="text-dense text-muted">{rateKind(t, product)}</span>
    </p>
  )
}

function Facts({ product }: { readonly product: Product }) {
  const t = useT()
  const facts = [
    ...tierLines(t, product).map(({ name, rate }) => [name, rate] as const),
    [t('earn:fact.interest'), t(product.payoutMode === 1 ? 'earn:payout.daily' : 'earn:payout.end')] as const,
    [t('earn:fact.from'), amountText(product.userMin, product.coinName)] as const,
    [t(product.termDays === 0 ? 'earn:fact.redeem' : 'earn:fact.early'), earlyText(t, product)] as const,
  ]
  return (
    <dl className="my-2 text-dense">
      {facts.map(([name, value]) => (
        <div key={name} className="flex min-h-8 items-center justify-between gap-4">
          <dt className="text-muted">{name}</dt>
          <dd className="text-end font-medium">{value}</dd>
        </div>
      ))}
      {product.isRealname === 1 && (
        <div className="flex min-h-8 items-center justify-between gap-4">
          <dt className="text-muted">{t('earn:fact.who')}</dt>
          <dd className="text-end font-medium">
            <Link
              to={paths.identity}
              className="hit-area underline decoration-ctl decoration-dotted underline-offset-3 hover:text-theme-text"
            >
              {t('earn:verifiedOnly')}
            </Link>
          </dd>
        </div>
      )}
    </dl>
  )
}

/** What a round amount earns: by the rule itself, to the coin's last decimal. */
function Example({ product, scale }: { readonly product: Product; readonly scale: number | undefined }) {
  const t = useT()
  const sample = sampleOf(product)
  const days = daysShown(product)
  return (
    <p className="flex min-h-9 items-center justify-between gap-2 rounded-control bg-field px-3 py-1.5 text-dense">
      <span className="text-balance text-muted">
        {t('earn:example', { amount: amountText(sample, product.coinName), days: together(formatDays(days)) })}
      </span>
      <span className="text-end font-semibold">
        {scale === undefined ? (
          <span>…</span>
        ) : (
          <NumberText value={earnedIn(product, sample, days, product.payoutMode === 1, scale)} unit={product.coinName} />
        )}
      </span>
    </p>
  )
}

function Quota({ product }: { readonly product: Product }) {
  const t = useT()
  const taken = takenPercent(product)
  return (
    <div className="mt-4 mb-4">
      <span aria-hidden="true" className="block h-1 overflow-hidden rounded-full bg-line">
        <span className="block h-full bg-ctl" style={{ inlineSize: `${taken}%` }} />
      </span>
      <p className="mt-1.5 flex flex-wrap justify-between gap-x-3 text-small text-muted">
        <span>{t('earn:quota.taken', { percent: inPercent(String(taken)) })}</span>
        <span>{t('earn:quota.left', { amount: withUnit(formatCompact(product.leftQuota), product.coinName) })}</span>
      </p>
    </div>
  )
}

function Action({ product, onBuy }: { readonly product: Product; readonly onBuy: (product: Product) => void }) {
  const t = useT()
  const loggedIn = useLoggedIn()
  const hindrance = hindranceText(t, product)
  if (hindrance !== undefined)
    return (
      <button type="button" aria-disabled className={`${buttonClass('secondary', 44, true)} cursor-not-allowed !whitespace-normal`}>
        {hindrance}
      </button>
    )
  if (!loggedIn)
    return (
      <ButtonLink to={loginPath(`${paths.earn}?product=${product.id}`)} size={44} wide>
        {t('earn:action.logIn')}
      </ButtonLink>
    )
  return (
    <Button size={44} wide onClick={() => onBuy(product)} data-buy={product.id}>
      {t('earn:action.subscribe')}
    </Button>
  )
}
