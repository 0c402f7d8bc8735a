/** The frame of the measured gap: the same boxes with and without numbers, so that nothing moves when the book arrives. */
import type { ReactNode } from 'react'
import type { MarketPair } from '../../data/market/market-model.ts'
import { formatRate, isolated } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { CoinLogo } from '../../ui/coin-logo.tsx'
import { NumberText } from '../../ui/number-text.tsx'
import type { Purchase } from './caliper-model.ts'

interface CaliperFrameProps {
  readonly pair?: MarketPair
  readonly live?: boolean
  readonly bid?: string
  readonly ask?: string
  readonly spread?: string
  readonly bought?: Purchase | undefined
  readonly children?: ReactNode
}

function Fact({
  label,
  value,
  unit,
  strong = false,
}: {
  readonly label: string
  readonly value: string
  readonly unit: string
  readonly strong?: boolean
}) {
  return (
    <div className="min-w-0 px-4 py-3">
      <dt className="truncate text-dense text-muted">{label}</dt>
      <dd className={`truncate text-dense ${strong ? 'font-semibold' : 'font-medium'}`}>
        <Figure value={value} unit={unit} scale={{ scale: value.split('.')[1]?.length ?? 0 }} />
      </dd>
    </div>
  )
}

/** A figure of the book, or its place while the book is on its way. */
function Figure({ value, unit, scale }: { readonly value: string; readonly unit?: string; readonly scale?: { readonly scale?: number } }) {
  if (value === '') return <span aria-hidden="true" className="inline-block h-3 w-20 max-w-full rounded-chip bg-press" />
  return <NumberText value={value} {...(unit === undefined ? {} : { unit })} {...scale} />
}

export function CaliperFrame({ pair, live = false, bid = '', ask = '', spread = '', bought, children }: CaliperFrameProps) {
  const t = useT()
  // All the decimals of the pair, so that a price does not change its width when it ends in a zero.
  const scale = pair === undefined ? {} : { scale: pair.priceScale }
  return (
    <div className="card @container min-w-0 overflow-hidden">
      <div className="flex h-14 items-center gap-2.5 px-4 md:px-5">
        <CoinLogo coin={pair?.base ?? '?'} size={24} />
        <bdi dir="ltr" className="flex-1 text-strong rtl:text-end">
          {pair?.symbol ?? ''}
        </bdi>
        <span className={`inline-flex items-center gap-1.5 text-small font-medium ${live ? 'text-up-text' : 'text-muted'}`}>
          <span aria-hidden="true" className={`size-1.5 rounded-full ${live ? 'bg-up' : 'bg-ctl'}`} />
          <span>{t(live ? 'home:caliper.live' : 'home:caliper.waiting')}</span>
        </span>
      </div>
      <dl dir="ltr" className="grid grid-cols-3 px-4 md:px-5">
        <div>
          <dt className="text-dense text-muted">{t('home:caliper.bid')}</dt>
          <dd className="text-price text-up-text">
            <Figure value={bid} scale={scale} />
          </dd>
        </div>
        <div className="text-center">
          <dt className="text-dense text-muted">{t('home:caliper.spread')}</dt>
          <dd className="text-price">
            <Figure value={spread} scale={scale} />
          </dd>
        </div>
        <div className="text-end">
          <dt className="text-dense text-muted">{t('home:caliper.ask')}</dt>
          <dd className="text-price text-down-text">
            <Figure value={ask} scale={scale} />
          </dd>
        </div>
      </dl>
      <div className="aspect-[606/244] w-full border-b border-line">{children}</div>
      <dl className="grid grid-cols-2 divide-line @max-xl:[&>*:nth-child(-n+2)]:border-b @max-xl:[&>*:nth-child(-n+2)]:border-line @max-xl:[&>*:nth-child(odd)]:border-e @max-xl:[&>*:nth-child(odd)]:border-line @xl:grid-cols-4 @xl:divide-x">
        <Fact label={t('home:caliper.pay')} value={bought?.pay ?? ''} unit={pair?.quote ?? ''} />
        <Fact label={t('home:caliper.cost')} value={bought?.cost ?? ''} unit={pair?.quote ?? ''} />
        <Fact
          label={t('home:caliper.fee', { rate: pair === undefined ? '' : isolated(formatRate(pair.takerFee)) })}
          value={bought?.fee ?? ''}
          unit={pair?.base ?? ''}
        />
        <Fact label={t('home:caliper.receive')} value={bought?.receive ?? ''} unit={pair?.base ?? ''} strong />
      </dl>
    </div>
  )
}
