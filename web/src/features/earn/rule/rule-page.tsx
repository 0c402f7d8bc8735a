/** `/financial?rule=`: by what rule a product earns, with the figures of yesterday, so that anybody can count a line of interest again. */
import type { Product } from '@agio/wire/earn/types.ts'
import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { serverNow } from '../../../data/clock.ts'
import { tiersOf } from '../../../data/earn/interest.ts'
import { type DayRate, useRates } from '../../../data/earn/products.ts'
import { loadableOf } from '../../../data/loadable.ts'
import { readAmount } from '../../../data/typed-amount.ts'
import { formatDayUtc, formatMomentUtc, formatNumber, formatRate } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/i18n.ts'
import { typedNumber } from '../../../i18n/typed-text.ts'
import { paths } from '../../../paths.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { CoinLogo } from '../../../ui/coin-logo.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { Link } from '../../../ui/link.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { NoData } from '../../../ui/states.tsx'
import { TypedField } from '../../../ui/text-field.tsx'
import { hindranceOf, sampleOf } from '../earn-model.ts'
import { earlyText, productTitle, rateKind, tierLines } from '../product-words.ts'
import { rateOn, recount, yesterdayOf } from './rule-model.ts'
import { type Rule, useRule } from './use-rule.ts'

export function RulePage({ productId }: { readonly productId: string }) {
  const t = useT()
  const { rule, again } = useRule(productId)
  return (
    <div className="page-column w-full pt-8 pb-16">
      <Link to={paths.earn} className="hit-area inline-flex items-center gap-1.5 text-dense font-medium text-muted hover:text-fg">
        <Icon as={ArrowLeft} size={16} directional />
        {t('savings:rule.back')}
      </Link>
      {rule.state === 'loading' || rule.state === 'failed' ? (
        <div className="card mt-4">
          <h1 className="visually-hidden">{t('earn:title')}</h1>
          {rule.state === 'failed' ? <ErrorPanel title={t('earn:failed')} error={rule.error} onRetry={again} /> : <SkeletonRows rows={8} />}
        </div>
      ) : rule.value === undefined ? (
        <div className="card mt-4">
          <h1 className="visually-hidden">{t('earn:title')}</h1>
          <NoData size="page" title={t('savings:rule.none')} link={{ to: paths.earn, label: t('savings:rule.back') }} />
        </div>
      ) : (
        <RuleOf rule={rule.value} />
      )}
    </div>
  )
}

function RuleOf({ rule }: { readonly rule: Rule }) {
  const t = useT()
  const { product } = rule
  return (
    <>
      <div className="mt-4 mb-6 flex flex-wrap items-end justify-between gap-4">
        <div className="flex min-w-0 items-center gap-3">
          <CoinLogo coin={product.coinName} size={40} url={product.iconUrl} />
          <div className="min-w-0">
            <h1 className="text-title">{productTitle(t, product)}</h1>
            <p className="text-muted">{product.name}</p>
          </div>
        </div>
        {rule.isListed ? (
          <ButtonLink to={`${paths.earn}?product=${product.id}`}>{t('savings:rule.toProduct')}</ButtonLink>
        ) : (
          <Chip tone="neutral">{t(`earn:status.${hindranceOf(product) ?? 'onSale'}`)}</Chip>
        )}
      </div>
      <div className="grid items-start gap-6 max-md:gap-3 lg:grid-cols-[minmax(0,1fr)_384px]">
        <div className="grid gap-6 max-md:gap-3">
          <Words product={product} />
          <Recounted rule={rule} />
        </div>
        <History product={product} />
      </div>
    </>
  )
}

function Card({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="card min-w-0" aria-label={title}>
      <h2 className="flex min-h-13 items-center border-b border-line px-5 text-base font-semibold max-md:px-4">{title}</h2>
      <div className="p-5 max-md:p-4">{children}</div>
    </section>
  )
}

/** The rule in sentences. */
function Words({ product }: { readonly product: Product }) {
  const t = useT()
  const fixed = product.termDays > 0
  const daily = product.payoutMode === 1
  const points = [
    t('savings:rule.start'),
    t('savings:rule.lowest'),
    t(product.rateType === 1 ? 'savings:rule.rateFixed' : 'savings:rule.rateCurrent'),
    t(daily ? 'savings:rule.daily' : 'savings:rule.end'),
    ...(fixed ? [t('savings:rule.maturity'), t('savings:rule.early', { rule: earlyText(t, product) })] : []),
  ]
  return (
    <Card title={t('savings:rule.title')}>
      <ul className="flex list-disc flex-col gap-2 ps-5">
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      <p className="mt-4 overflow-x-auto rounded-control bg-field px-4 py-3 text-dense">
        <bdi className="code whitespace-nowrap">{t(daily ? 'savings:rule.formulaDaily' : 'savings:rule.formulaEnd')}</bdi>
      </p>
    </Card>
  )
}

/** Yesterday's line for any principal, each step of it; nothing is counted with a rate that is not that day's. */
function Recounted({ rule: { product, scale, again } }: { readonly rule: Rule }) {
  const t = useT()
  const now = serverNow()
  const rates = useRates(product.id, now)
  const history = loadableOf(rates)
  const day = yesterdayOf(now)
  return (
    <Card title={t('savings:rule.yesterday', { day: formatDayUtc(Date.parse(`${day}T00:00:00Z`)) })}>
      {history.state === 'failed' ? (
        <ErrorPanel title={t('savings:rule.historyFailed')} error={history.error} onRetry={() => void rates.refetch()} />
      ) : scale.state === 'failed' ? (
        <ErrorPanel title={t('savings:sheet.failed')} error={scale.error} onRetry={again} />
      ) : history.state === 'loading' || scale.state === 'loading' ? (
        <SkeletonRows rows={6} />
      ) : (
        <Steps key={product.id} product={product} rate={rateOn(history.value, day)} day={day} scale={scale.value} />
      )}
    </Card>
  )
}

interface StepsProps {
  readonly product: Product
  /** Of the day; undefined where none was in force. */
  readonly rate: DayRate | undefined
  readonly day: string
  readonly scale: number
}

function Steps({ product, rate, day, scale }: StepsProps) {
  const t = useT()
  const [text, setText] = useState(() => sampleOf(product))
  if (rate === undefined) return <p className="text-dense text-muted">{t('savings:rule.notBegun')}</p>
  const entry = readAmount(text, scale)
  const count = entry.kind === 'amount' ? recount(text.replace(/\.$/, ''), tiersOf(rate, scale), scale) : undefined
  return (
    <>
      <div className="max-w-80">
        <TypedField
          label={t('savings:rule.principal')}
          inputMode="decimal"
          autoComplete="off"
          dir="ltr"
          maxLength={40}
          value={text}
          read={typedNumber}
          onTyped={setText}
          end={<bdi className="text-muted">{product.coinName}</bdi>}
          fault={
            entry.kind === 'amount' || entry.kind === 'empty'
              ? undefined
              : t(entry.kind === 'nothing' ? 'savings:fault.nothing' : `savings:fault.${entry.kind}`)
          }
        />
      </div>
      {count !== undefined && (
        <dl className="mt-4 text-dense" data-recount={count.interest}>
          {count.portions.map((portion) => (
            <Step
              key={portion.part + portion.rate}
              name={`${formatNumber(portion.part)} × ${formatRate(portion.rate)}`}
              value={formatNumber(portion.product)}
            />
          ))}
          <Step name={t('savings:rule.year')} value={formatNumber(count.year)} />
          <Step name={t('savings:rule.day')} value={`${formatNumber(count.interest)} ${product.coinName}`} strong />
        </dl>
      )}
      <p className="mt-3 text-small text-muted">
        {t('savings:rule.posted', { time: formatMomentUtc(Date.parse(`${day}T00:00:00Z`) + DAY_MS) })}
      </p>
    </>
  )
}

const DAY_MS = 86_400_000

function Step({ name, value, strong = false }: { readonly name: string; readonly value: string; readonly strong?: boolean }) {
  return (
    <div className={`flex min-h-8 flex-wrap items-center justify-between gap-x-4 ${strong ? 'mt-1 border-t border-line pt-1' : ''}`}>
      <dt className="text-muted">
        <bdi className="num">{name}</bdi>
      </dt>
      <dd className={`text-end break-all ${strong ? 'font-semibold' : ''}`}>
        <bdi dir="ltr" className="num">
          {value}
        </bdi>
      </dd>
    </div>
  )
}

function History({ product }: { readonly product: Product }) {
  const t = useT()
  const rates = useRates(product.id, serverNow())
  const rows = [...(rates.data ?? [])].reverse()
  const lines = tierLines(t, product)
  return (
    <Card title={t('savings:rule.history')}>
      <p className="mb-3 text-dense text-muted">
        {lines.length === 0 && <bdi className="num font-semibold text-fg">{`${formatRate(product.annualRate)} `}</bdi>}
        <span>{rateKind(t, product)}</span>
      </p>
      {lines.length > 0 && (
        <dl className="mb-3 border-b border-line pb-3 text-dense">
          {lines.map(({ name, rate }) => (
            <Step key={name} name={name} value={rate} />
          ))}
        </dl>
      )}
      {rates.isError && rates.data === undefined ? (
        <ErrorPanel title={t('savings:rule.historyFailed')} error={rates.error} onRetry={() => void rates.refetch()} />
      ) : rates.data === undefined ? (
        <SkeletonRows rows={6} />
      ) : rows.length === 0 ? (
        <p className="text-dense text-muted">{t('savings:rule.noHistory')}</p>
      ) : (
        <table className="w-full text-dense" data-rates>
          <caption className="visually-hidden">{t('savings:rule.history')}</caption>
          <thead>
            <tr className="text-small text-faint">
              <th scope="col" className="h-8 text-start font-normal">
                {t('savings:rule.dayHead')}
              </th>
              <th scope="col" className="text-end font-normal">
                {t('savings:rule.rateHead')}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ day, annualRate, tiers }) => (
              <tr key={day} className="border-t border-grid">
                <td className="h-8">
                  <bdi className="num">{day}</bdi>
                </td>
                <td className="text-end font-medium">
                  <bdi className="num">
                    {tiers.length === 0 ? formatRate(annualRate) : tiers.map((one) => formatRate(one.annualRate)).join(' · ')}
                  </bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  )
}
