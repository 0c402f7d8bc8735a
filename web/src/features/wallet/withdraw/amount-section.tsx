/** How much, the fee inside; and a note to oneself. */
import { units } from '../../../data/amounts.ts'
import { useBalancesVisible } from '../../../data/balance-visibility.ts'
import { useFiat } from '../../../data/fiat.ts'
import { formatNumber, withUnit } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/i18n.ts'
import { typedNumber } from '../../../i18n/typed-text.ts'
import { Button } from '../../../ui/button.tsx'
import { HIDDEN_AMOUNT } from '../../../ui/number-text.tsx'
import { TextField, TypedField } from '../../../ui/text-field.tsx'
import { mostOf, worthOf } from '../model/withdraw-model.ts'
import type { Withdraw } from './use-withdraw.ts'

export function AmountSection({ form, fault }: { readonly form: Withdraw; readonly fault: string | undefined }) {
  const t = useT()
  const fiat = useFiat()
  const visible = useBalancesVisible()
  const { coin, draft, change, preview, scale, amount } = form
  const symbol = coin?.coinName ?? ''
  const max = preview.data === undefined ? undefined : mostOf(preview.data.max, scale)
  const worth = amount === undefined ? undefined : worthOf(amount, coin?.usdtPrice ?? '0')
  const about = worth === undefined ? '' : fiat(worth)
  return (
    <div className="flex flex-col gap-4">
      <TypedField
        label={t('withdraw:amount.label')}
        name="amount"
        inputMode="decimal"
        autoComplete="off"
        dir="ltr"
        height={52}
        large
        maxLength={40}
        value={draft.amount}
        read={typedNumber}
        onTyped={(text) => change({ amount: text })}
        {...(fault === undefined ? {} : { fault })}
        hint={
          <span className="flex flex-wrap justify-between gap-x-4">
            <bdi className="num">{about === '' ? '' : `≈ ${about}`}</bdi>
            {preview.data !== undefined && max !== undefined && (
              <span data-bounds={`${preview.data.min} ${max}`}>
                {/* Who has less than the least amount is not told to stay between the two. */}
                {units(max) < units(preview.data.min)
                  ? t('withdraw:amount.belowMin', { amount: withUnit(formatNumber(preview.data.min), symbol) })
                  : t('withdraw:amount.bounds', {
                      min: withUnit(formatNumber(preview.data.min), symbol),
                      max: withUnit(visible ? formatNumber(max) : HIDDEN_AMOUNT, symbol),
                    })}
              </span>
            )}
          </span>
        }
        end={
          <>
            <bdi className="text-[16px] text-muted">{symbol}</bdi>
            <Button size={28} onClick={() => change({ amount: max ?? '' })} disabled={max === undefined} className="hit-area" data-max>
              {t('withdraw:amount.max')}
            </Button>
          </>
        }
      />
      <TextField
        label={t('withdraw:remark')}
        name="remark"
        autoComplete="off"
        maxLength={64}
        value={draft.remark}
        onChange={(event) => change({ remark: event.target.value })}
      />
    </div>
  )
}
