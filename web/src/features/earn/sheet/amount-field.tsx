/** The amount of a purchase: typed, by Max, or on a slider between the least and what can be paid. */
import type { Product } from '@agio/wire/earn/types.ts'
import { isPositive } from '../../../data/amounts.ts'
import { useBalancesVisible } from '../../../data/balance-visibility.ts'
import { formatCompact, formatNumber, isolated, withUnit } from '../../../i18n/format.ts'
import { type Translate, useT } from '../../../i18n/i18n.ts'
import { typedNumber } from '../../../i18n/typed-text.ts'
import { Button } from '../../../ui/button.tsx'
import { HIDDEN_AMOUNT } from '../../../ui/number-text.tsx'
import { TypedField } from '../../../ui/text-field.tsx'
import { amountText } from '../product-words.ts'
import { amountAt, mostAllowed, mostPayable, placeOf, reachOf, SLIDER_PARTS } from './sheet-model.ts'
import type { Purchase } from './use-purchase.ts'

interface AmountFieldProps {
  readonly product: Product
  readonly purchase: Purchase
  readonly tried: boolean
}

export function AmountField({ product, purchase, tried }: AmountFieldProps) {
  const t = useT()
  const visible = useBalancesVisible()
  const { choice, bounds, refusal } = purchase
  const coin = product.coinName
  const payable = mostPayable(bounds)
  return (
    <div>
      <TypedField
        label={t('savings:amount')}
        labelEnd={
          <span className="text-small text-muted">
            {t('savings:free', { amount: isolated(visible ? formatNumber(bounds.balance) : HIDDEN_AMOUNT) })}
          </span>
        }
        name="amount"
        inputMode="decimal"
        autoComplete="off"
        dir="ltr"
        height={52}
        large
        maxLength={40}
        readOnly={purchase.busy}
        data-focus={matchMedia('(pointer: coarse)').matches ? undefined : true}
        value={choice.text}
        read={typedNumber}
        onTyped={choice.setText}
        end={
          <span className="flex items-center gap-2.5">
            <bdi className="text-base text-muted">{coin}</bdi>
            <Button size={28} className="hit-area" disabled={!isPositive(payable)} onClick={() => choice.setText(payable)} data-max>
              {t('savings:max')}
            </Button>
          </span>
        }
        fault={refusal?.atAmount === true ? refusal.text : faultText(t, purchase, coin, tried, visible)}
      />
      {isPositive(mostAllowed(bounds)) && <AmountSlider product={product} purchase={purchase} />}
    </div>
  )
}

/** What is wrong with the typed amount. A field nobody has finished is not told off for being empty. */
function faultText(t: Translate, { fault, bounds }: Purchase, coin: string, tried: boolean, visible: boolean): string | undefined {
  if (fault === undefined || (fault === 'empty' && !tried)) return undefined
  const say = (amount: string) => ({ amount: amountText(amount, coin) })
  switch (fault) {
    case 'empty':
    case 'tooLittle':
      return t('savings:fault.tooLittle', say(bounds.min))
    case 'step':
      return t('savings:fault.step', say(bounds.step))
    case 'tooMuch':
      return t('savings:fault.tooMuch', say(bounds.max))
    case 'userQuota':
      return t('savings:fault.userQuota', say(bounds.userQuotaLeft))
    case 'quota':
      return t('savings:fault.quota', say(bounds.leftQuota))
    case 'balance':
      return t('savings:fault.balance', { amount: withUnit(visible ? formatNumber(bounds.balance) : HIDDEN_AMOUNT, coin) })
    default:
      return t(`savings:fault.${fault}`)
  }
}

const STOPS = [0, 25, 50, 75, 100] as const

function AmountSlider({ product, purchase }: { readonly product: Product; readonly purchase: Purchase }) {
  const t = useT()
  const visible = useBalancesVisible()
  const { choice, bounds, amount } = purchase
  const place = amount === '' ? 0 : placeOf(amount, bounds)
  const percent = (place * 100) / SLIDER_PARTS
  const [reach, allowed] = [reachOf(bounds), mostAllowed(bounds)]
  const end =
    reach === allowed
      ? t('savings:quota.own', { amount: isolated(formatCompact(allowed)) })
      : t('savings:free', { amount: isolated(visible ? formatNumber(reach) : HIDDEN_AMOUNT) })
  return (
    <div className="mt-2">
      <div className="relative mx-1 h-8 pointer-coarse:h-11">
        <span aria-hidden="true" className="absolute inset-x-0 top-1/2 h-0.5 -translate-y-1/2 bg-line2" />
        {STOPS.map((stop) => (
          <span
            key={stop}
            aria-hidden="true"
            className={`absolute top-1/2 size-[7px] -translate-y-1/2 rotate-45 border ${stop <= percent ? 'border-fg bg-fg' : 'border-ctl bg-raised'}`}
            style={{ insetInlineStart: `calc(${stop}% - 3.5px)` }}
          />
        ))}
        <input
          type="range"
          min={0}
          max={SLIDER_PARTS}
          step={1}
          value={place}
          disabled={purchase.busy}
          aria-label={t('savings:slider')}
          aria-valuetext={amountText(amount === '' ? bounds.min : amount, product.coinName)}
          onChange={(event) => choice.setText(amountAt(Number(event.target.value), bounds))}
          className="peer absolute -inset-x-2 inset-y-0 m-0 w-[calc(100%+16px)] cursor-pointer appearance-none bg-transparent opacity-0 [&::-webkit-slider-thumb]:size-4"
        />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 size-4 -translate-y-1/2 rounded-full border-4 border-fg bg-raised peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-fg"
          style={{ insetInlineStart: `calc(${percent}% - 8px)` }}
        />
      </div>
      <p className="flex justify-between gap-4 text-small text-muted">
        <bdi className="num">{formatNumber(bounds.min)}</bdi>
        <span>{end}</span>
      </p>
    </div>
  )
}
