/** What else a contract order may carry: protection for what it opens, reduce only, how long it lives, what its trigger is tested against. */
import { formatNumber } from '../../../../i18n/format.ts'
import { useT } from '../../../../i18n/i18n.ts'
import { DecimalInput } from '../../../../terminal/fields/decimal-input.tsx'
import { Checkbox } from '../../../../ui/choice.tsx'
import { Select } from '../../../../ui/select.tsx'
import { useContractDesk, useContractDraft } from '../desk.ts'
import { triggerByOf } from '../model/body.ts'
import { conditional, DURATIONS, LIFETIMES, priced, protectable, TRIGGER_PRICES } from '../model/draft.ts'
import { profitText } from '../model/read-ticket.ts'
import { type ContractTicketWork, contractReadsAs } from './use-contract-ticket.ts'

interface OptionProps {
  readonly work: ContractTicketWork
  readonly onEnter: () => void
}

export function ContractOptions({ work, onEnter }: OptionProps) {
  const t = useT()
  const { change, config } = useContractDesk()
  const draft = useContractDraft()
  return (
    <div className="flex flex-col gap-1 max-md:gap-2">
      {conditional(draft) && <ConditionChoices />}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        {protectable(draft) && (
          <Checkbox checked={draft.protects} onChange={(event) => change({ kind: 'set', values: { protects: event.target.checked } })}>
            {t('contract:option.protects')}
          </Checkbox>
        )}
        {config?.isHedged !== true && (
          <Checkbox checked={draft.closes} onChange={(event) => change({ kind: 'set', values: { closes: event.target.checked } })}>
            {t('contract:option.reduceOnly')}
          </Checkbox>
        )}
        {draft.kind === 'limit' && (
          <span className="ms-auto [&_select]:font-normal [&_select]:text-muted pointer-coarse:[&_select]:h-11">
            <Select
              label={t('terminal:option.timeInForce')}
              hideLabel
              look="quiet"
              fit
              height={28}
              value={draft.duration}
              onChange={(duration) => change({ kind: 'set', values: { duration } })}
              options={DURATIONS.map((value) => ({ value, label: t(`contract:duration.${value}`) }))}
            />
          </span>
        )}
      </div>
      {draft.protects && protectable(draft) && <ProtectionFields work={work} onEnter={onEnter} />}
    </div>
  )
}

/** Of an order that waits: tested against which price, limit or market then, and for how many days. */
function ConditionChoices() {
  const t = useT()
  const { change, config } = useContractDesk()
  const draft = useContractDraft()
  const by = config === undefined ? (draft.triggerBy ?? 'mark') : triggerByOf(draft, config)
  return (
    <div className="flex flex-wrap items-center gap-x-1 [&_select]:font-normal [&_select]:text-muted pointer-coarse:[&_select]:h-11">
      <Select
        label={t('contract:option.triggerBy')}
        hideLabel
        look="quiet"
        fit
        height={28}
        value={by}
        onChange={(triggerBy) => change({ kind: 'set', values: { triggerBy } })}
        options={TRIGGER_PRICES.map((value) => ({ value, label: t(`contract:triggerBy.${value}`) }))}
      />
      <Select
        label={t('contract:option.then')}
        hideLabel
        look="quiet"
        fit
        height={28}
        value={draft.firesAtMarket ? 'market' : 'limit'}
        onChange={(value) => change({ kind: 'set', values: { firesAtMarket: value === 'market' } })}
        options={[
          { value: 'market', label: t('contract:option.thenMarket') },
          { value: 'limit', label: t('contract:option.thenLimit') },
        ]}
      />
      <Select
        label={t('contract:option.lifetime')}
        hideLabel
        look="quiet"
        fit
        height={28}
        value={String(draft.lifetime ?? config?.lifetime ?? 7)}
        onChange={(text) => change({ kind: 'set', values: { lifetime: LIFETIMES.find((days) => String(days) === text) ?? 7 } })}
        options={LIFETIMES.map((days) => ({ value: String(days), label: t('contract:option.days', { count: days }) }))}
      />
    </div>
  )
}

function ProtectionFields({ work, onEnter }: OptionProps) {
  const t = useT()
  const { change, terms } = useContractDesk()
  const draft = useContractDraft()
  const field = (name: 'takeProfit' | 'stopLoss') => (
    <DecimalInput
      key={name}
      name={name}
      height={36}
      label={t(`contract:ruler.${name}`)}
      unit=""
      scale={terms.priceScale}
      value={draft[name]}
      placeholder={t('terminal:ticket.optional')}
      onChange={(text) => change({ kind: 'text', field: name, text, unit: draft.unit })}
      onStep={(steps) => work.step(name, steps)}
      onEnter={onEnter}
      fault={work.faultOf(name)}
      readsAs={contractReadsAs(work.ticket, name, terms.priceScale, terms.quote)}
    />
  )
  return (
    <div className="grid grid-cols-2 items-start gap-x-2 max-md:grid-cols-1 max-md:gap-y-2">
      {(['takeProfit', 'stopLoss'] as const).map((leg) => (
        <div key={leg} className="min-w-0">
          {field(leg)}
          <Outcome work={work} of={leg} />
        </div>
      ))}
    </div>
  )
}

/** What the order's contracts win or lose between its price and this one, before fees. */
function Outcome({ work, of }: { readonly work: ContractTicketWork; readonly of: 'takeProfit' | 'stopLoss' }) {
  const t = useT()
  const { terms } = useContractDesk()
  const { ticket, mark } = work
  const from = priced(ticket.draft) ? ticket.price : mark
  const to = ticket[of]
  if (ticket.contracts === undefined || !ticket.contracts || !from || !to || work.faultOf(of) !== undefined) return null
  const profit = profitText(ticket.draft.side, ticket.contracts, from, to, terms)
  if (work.secret) return null
  return (
    <p className={`mt-0.5 text-end text-small ${profit.startsWith('-') ? 'text-down-text' : 'text-up-text'}`}>
      <span className="visually-hidden">{t('contract:option.outcome')} </span>
      <bdi className="num">{`≈ ${formatNumber(profit, { scale: 2, sign: 'always' })}`}</bdi>
    </p>
  )
}
