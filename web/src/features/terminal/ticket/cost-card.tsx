/** "Before you send": what the order does and costs, before the button. Each term explains itself on tap. */
import { formatDecimal } from '@agio/engine/money/decimal.ts'
import { formatSteps } from '@agio/wire/steps.ts'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { formatNumber, formatRate, inPercent } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/i18n.ts'
import type { TextKey } from '../../../i18n/keys.ts'
import { leftToRight } from '../../../i18n/left-to-right.ts'
import { Icon } from '../../../ui/icons.tsx'
import { HIDDEN_AMOUNT } from '../../../ui/number-text.tsx'
import type { TicketContext } from '../model/context.ts'
import type { Cost, Short } from '../model/cost.ts'
import type { Ticket } from '../model/resolve.ts'

/** Outside components: the React compiler loses BigInt literals inside them. */
const ZERO = 0n
/** Decimals of the ledger. */
const COIN_SCALE = 8

interface CostCardProps {
  readonly cost: Cost | undefined
  readonly context: TicketContext
  readonly ticket: Ticket
  /** What it costs would tell a balance that is hidden. */
  readonly secret: boolean
  /** Fewer lines where room is short. */
  readonly short: boolean
  /** Prices between which orders of a locked account trade. */
  readonly bound?: { readonly low: string; readonly high: string } | undefined
}

/** A share in 1e-6 as percent with two decimals, more where it is tiny. */
const percentText = (shareE6: number): string =>
  inPercent(formatNumber(formatDecimal(BigInt(shareE6), 4), { scale: shareE6 > 0 && shareE6 < 100 ? 4 : 2, round: true }))
const rateText = (rateE8: number): string => formatRate(formatDecimal(BigInt(rateE8), 8))

/** Marks what is not known to the last unit. */
const about = (cost: Cost, text: string): string => (cost.exact || text === '--' ? text : `≈ ${text}`)

const SHORT: ReadonlySet<string> = new Set(['fee', 'breakEven', 'returned', 'receive'])

interface Line {
  readonly key: 'average' | 'slippage' | 'fee' | 'impact' | 'breakEven' | 'returned' | 'receive'
  readonly label: string
  readonly value: string
}

function useLines({ cost, context, ticket, secret, short }: CostCardProps): readonly Line[] {
  const t = useT()
  const { terms } = context
  const price = (ticks: number): string =>
    ticks === 0 ? '--' : `${formatNumber(formatSteps(ticks, terms.priceScale), { scale: terms.priceScale })} ${terms.quote}`
  const money = (minor: bigint, inBase: boolean): string =>
    `${formatNumber(formatDecimal(minor, inBase ? context.baseScale : context.quoteScale), { scale: inBase ? context.baseScale : Math.min(context.quoteScale, 8) })} ${inBase ? terms.base : terms.quote}`
  /** In the platform coin, in the asset of the side, or a part in each. */
  const feeText = ({ fee, feeIn, discounted }: Cost): string => {
    const own = money(fee, feeIn === 'base')
    if (discounted === undefined) return own
    const inCoin = `${formatNumber(discounted.fee, { scale: COIN_SCALE })} ${discounted.coin}`
    return fee === ZERO ? inCoin : `${inCoin} + ${own}`
  }
  const none = '--'
  const feeLabel =
    cost === undefined || cost.role === 'both'
      ? t('terminal:cost.fee')
      : t(`terminal:cost.fee.${cost.role}`, { rate: rateText(cost.feeRateE8) })
  const resting = cost?.rests ? ` · ${t('terminal:cost.rests')}` : ''
  const lines: Line[] = [
    { key: 'average', label: t('terminal:cost.average'), value: cost === undefined ? none : price(cost.average) },
    { key: 'slippage', label: t('terminal:cost.slippage'), value: cost === undefined ? none : `${percentText(cost.slippageE6)}${resting}` },
    { key: 'fee', label: feeLabel, value: cost === undefined ? none : about(cost, feeText(cost)) },
    { key: 'impact', label: t('terminal:cost.impact'), value: cost === undefined ? none : percentText(cost.impactE6) },
    { key: 'breakEven', label: t('terminal:cost.breakEven'), value: cost === undefined ? none : about(cost, price(cost.breakEven)) },
    ...(cost === undefined || cost.returned === ZERO
      ? []
      : [{ key: 'returned', label: t('terminal:cost.returned'), value: `≈ ${money(cost.returned, false)}` } as const]),
    {
      key: 'receive',
      label: t('terminal:cost.receive'),
      value: cost === undefined ? none : about(cost, money(cost.receive, ticket.draft.side === 'buy')),
    },
  ]
  const told = secret ? lines.map((line) => (line.value === none ? line : { ...line, value: HIDDEN_AMOUNT })) : lines
  return short ? told.filter((line) => SHORT.has(line.key)) : told
}

export function CostCard(props: CostCardProps) {
  const t = useT()
  const [open, setOpen] = useState<string>()
  const lines = useLines(props)
  return (
    <section aria-label={t('terminal:cost.title')} className="rounded-control border border-line bg-field text-small" data-cost>
      <div className="flex h-7.5 items-center justify-between border-b border-line px-3 max-md:hidden">
        <h3 className="text-small font-semibold">{t('terminal:cost.title')}</h3>
        <button
          type="button"
          aria-expanded={open === 'all'}
          onClick={() => setOpen(open === 'all' ? undefined : 'all')}
          className="inline-flex min-h-6 items-center gap-1 text-muted hover:text-fg"
        >
          {t('terminal:cost.how')}
          <Icon as={ChevronRight} size={12} directional />
        </button>
      </div>
      <div className="px-3 py-1">
        {lines.map((line) => (
          <CostLine
            key={line.key}
            line={line}
            explained={open === line.key || open === 'all'}
            onExplain={() => setOpen(open === line.key ? undefined : line.key)}
          />
        ))}
        {props.bound !== undefined && (
          <p className="py-1 text-warning-text" data-bound>
            {t('terminal:cost.bound', { low: formatNumber(props.bound.low), high: formatNumber(props.bound.high) })}
          </p>
        )}
        {props.cost?.short !== undefined && <ShortNote {...props} short={props.cost.short} />}
      </div>
    </section>
  )
}

/** What the book cannot give is lost to an order that does not wait: said before it is sent. */
function ShortNote({ short, context, ticket, secret }: { readonly short: Short } & Pick<CostCardProps, 'context' | 'ticket' | 'secret'>) {
  const t = useT()
  const scale = ticket.byTotal ? context.quoteScale : context.terms.quantityScale
  const text = (amount: bigint): string => (secret ? HIDDEN_AMOUNT : formatNumber(formatDecimal(amount, scale)))
  const unit = ticket.byTotal ? context.terms.quote : context.terms.base
  return (
    <p className="py-1 text-warning-text" data-short>
      {t('terminal:cost.short', { done: text(short.done), wanted: leftToRight(`${text(short.wanted)} ${unit}`) })}
    </p>
  )
}

function CostLine({ line, explained, onExplain }: { readonly line: Line; readonly explained: boolean; readonly onExplain: () => void }) {
  const t = useT()
  const result = line.key === 'receive'
  const explanation: TextKey = `terminal:cost.explain.${line.key}`
  return (
    <div className={result ? 'mt-0.5 border-t border-line pt-0.5 text-dense font-semibold' : ''} data-cost-line={line.key}>
      <div className="flex min-h-6 items-center justify-between gap-3 pointer-coarse:min-h-11">
        <div className={result ? 'font-normal text-muted' : 'text-muted'}>
          <button
            type="button"
            aria-expanded={explained}
            onClick={onExplain}
            className="min-h-6 underline decoration-ctl decoration-dotted pointer-coarse:min-h-11 underline-offset-3 hover:text-fg"
          >
            {line.label}
          </button>
        </div>
        <div data-value className="num min-w-0 text-end font-medium text-fg md:truncate">
          {line.value}
        </div>
      </div>
      {explained && <div className="pb-1 text-small font-normal text-muted">{t(explanation)}</div>}
    </div>
  )
}
