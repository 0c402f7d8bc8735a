/** What an amount would earn: the line to its payout, what taking it out earlier would bring, and the days on which money comes. */
import type { Product } from '@agio/wire/earn/types.ts'
import { type ReactNode, useState } from 'react'
import { plus } from '../../../data/amounts.ts'
import type { EarnCoin } from '../../../data/earn/products.ts'
import { useFiat } from '../../../data/fiat.ts'
import { worth } from '../../../data/shell/rate-model.ts'
import { formatDayUtc } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/i18n.ts'
import { Select } from '../../../ui/select.tsx'
import { sampleOf } from '../earn-model.ts'
import { amountText } from '../product-words.ts'
import { Curve } from './curve.tsx'
import { PayoutCalendar } from './payout-calendar.tsx'
import { backAfter, DAY_MS, project } from './sheet-model.ts'
import type { Terms, useEstimate } from './use-purchase.ts'

interface ProjectedProps {
  readonly product: Product
  readonly terms: Terms
  readonly coin: EarnCoin
  /** What is typed, where it may be counted with. */
  readonly amount: string | undefined
  readonly estimate: ReturnType<typeof useEstimate>['estimate']
  readonly isCurrent: boolean
}

/** Amounts in the coin, or in the currency that the reader chose. */
function useMoney(coin: EarnCoin, inFiat: boolean): (amount: string) => string {
  const fiat = useFiat()
  return (amount) => {
    const usdt = inFiat ? worth(amount, coin.usdtPrice) : undefined
    return usdt === undefined ? amountText(amount, coin.coinName) : fiat(usdt)
  }
}

export function Projected({ product, terms, coin, amount, estimate, isCurrent }: ProjectedProps) {
  const t = useT()
  const [inFiat, setInFiat] = useState(false)
  const money = useMoney(coin, inFiat)
  const counted = amount ?? sampleOf(product)
  const projection = project(product, counted, coin.scale, terms.interestStart, terms.expireTime)
  const days = projection.earned.length
  // What the exchange itself counts stands as soon as it has counted; the line below it is drawn by the same rule.
  const local = projection.earned.at(-1) ?? '0'
  const total = amount !== undefined && isCurrent && estimate?.total != null ? estimate.total : local
  const back = plus(counted, total)
  return (
    <section aria-label={t('savings:pays')} data-projection={total} aria-busy={!isCurrent}>
      <div className="flex items-center justify-between gap-4">
        <h3 className="text-base font-semibold">
          {t('savings:pays')} {amount === undefined && <span className="font-normal text-muted">{amountText(counted, coin.coinName)}</span>}
        </h3>
        <Select
          label={t('savings:currency')}
          hideLabel
          look="quiet"
          height={28}
          fit
          value={inFiat ? 'fiat' : 'coin'}
          onChange={(value) => setInFiat(value === 'fiat')}
          options={[
            { value: 'coin', label: coin.coinName },
            { value: 'fiat', label: t('savings:currency.own') },
          ]}
        />
      </div>
      <Curve
        product={product}
        projection={projection}
        total={`+${money(total)}`}
        back={(day) => money(backAfter(product, counted, day, projection))}
      />
      <Line
        name={
          product.termDays === 0
            ? t('savings:backIn', { day: formatDayUtc(projection.start + days * DAY_MS) })
            : t('savings:backOn', { day: formatDayUtc(projection.end) })
        }
      >
        {money(back)}
      </Line>
      {estimate !== undefined && amount !== undefined && (
        <p className="mt-1.5 text-small text-muted">
          <span>{t('savings:perDay', { amount: amountText(estimate.perDay, coin.coinName) })}</span>{' '}
          {estimate.estimated === 1 && <span data-estimated>{t('savings:estimated')}</span>}
        </p>
      )}
      <PayoutCalendar product={product} projection={projection} />
    </section>
  )
}

function Line({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <p className="flex min-h-11 items-center justify-between gap-4 border-y border-line py-2">
      <span className="text-muted">{name}</span>
      <span className="text-end font-semibold">
        <bdi className="num">{children}</bdi>
      </span>
    </p>
  )
}
