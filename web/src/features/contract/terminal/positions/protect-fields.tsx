/** The fields of a take profit and a stop loss, with what each would bring, and what they are tested against. */
import { formatDecimal } from '@agio/engine/money/decimal.ts'
import type { TriggerBy } from '../../../../data/contract/contract-order.ts'
import type { ContractTerms } from '../../../../data/contract/contract-terms.ts'
import type { Position } from '../../../../data/contract/position.ts'
import { formatNumber } from '../../../../i18n/format.ts'
import { useT } from '../../../../i18n/i18n.ts'
import { DecimalInput } from '../../../../terminal/fields/decimal-input.tsx'
import { ticksOf } from '../../../../terminal/market.ts'
import { Select } from '../../../../ui/select.tsx'
import { TRIGGER_PRICES } from '../model/draft.ts'
import { profitText } from '../model/read-ticket.ts'
import { LEGS, type Leg, type Texts, ticksIn } from './protect-plan.ts'

interface FieldsProps {
  readonly position: Position
  readonly terms: ContractTerms
  readonly texts: Texts
  readonly onChange: (texts: Texts) => void
  /** Whole contracts that would be closed. */
  readonly contracts: bigint
}

export function ProtectFields({ position, terms, texts, onChange, contracts }: FieldsProps) {
  const t = useT()
  const step = (leg: Leg) => (steps: number) => {
    const present = ticksIn(texts[leg], terms)
    const from = present === 'faulty' || !present ? BigInt(ticksOf(position.markPrice, terms.priceScale)) : present
    const next = from + BigInt(steps * terms.tick)
    if (next > BigInt(0)) onChange({ ...texts, [leg]: formatDecimal(next, terms.priceScale) })
  }
  return LEGS.map((leg) => {
    const ticks = ticksIn(texts[leg], terms)
    const fault =
      ticks === 'faulty' ? t('contract:fault.priceStep', { step: formatDecimal(BigInt(terms.tick), terms.priceScale) }) : undefined
    return (
      <div key={leg}>
        <DecimalInput
          name={`protect-${leg}`}
          label={t(`contract:option.${leg}`)}
          unit={terms.quote}
          scale={terms.priceScale}
          value={texts[leg]}
          placeholder={t('contract:protect.none')}
          onChange={(text) => onChange({ ...texts, [leg]: text })}
          onStep={step(leg)}
          fault={fault}
        />
        {ticks !== 'faulty' && <Outcome position={position} terms={terms} ticks={ticks} contracts={contracts} />}
      </div>
    )
  })
}

/** Which price decides that one of them fires. */
export function TestedAgainst({ by, onChange }: { readonly by: TriggerBy; readonly onChange: (by: TriggerBy) => void }) {
  const t = useT()
  return (
    <Select
      label={t('contract:option.triggerBy')}
      value={by}
      onChange={onChange}
      options={TRIGGER_PRICES.map((value) => ({ value, label: t(`contract:series.${value}`) }))}
    />
  )
}

interface OutcomeProps extends Pick<FieldsProps, 'position' | 'terms' | 'contracts'> {
  readonly ticks: bigint
}

/** What is won or lost from the entry to a price, before fees. */
function Outcome({ position, terms, ticks, contracts }: OutcomeProps) {
  const t = useT()
  if (!ticks || !contracts) return null
  // The average entry may lie between ticks: rounded to one for this estimate.
  const entry = BigInt(Math.round(Number(position.entryPrice) * 10 ** terms.priceScale))
  const profit = profitText(position.isShort ? 'sell' : 'buy', contracts, entry, ticks, terms)
  return (
    <p className={`mt-1 text-end text-small ${profit.startsWith('-') ? 'text-down-text' : 'text-up-text'}`}>
      <span className="visually-hidden">{t('contract:option.outcome')} </span>
      <bdi className="num">{`≈ ${formatNumber(profit, { scale: 2, sign: 'always' })} ${terms.quote}`}</bdi>
    </p>
  )
}
