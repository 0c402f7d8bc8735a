/** What else an order may carry: an order that follows it, post only, how long it lives, a shown part, and what happens when it meets one's own. */
import { useState } from 'react'
import { useT } from '../../../i18n/i18n.ts'
import { DecimalInput } from '../../../terminal/fields/decimal-input.tsx'
import { Checkbox } from '../../../ui/choice.tsx'
import { Select } from '../../../ui/select.tsx'
import { useDesk, useDraft } from '../desk.ts'
import { FIELDS, LIFETIMES, SELF_TRADE_MODES } from '../model/order-words.ts'
import type { TicketText } from '../model/ticket.ts'
import { readsAs, type TicketWork } from './use-ticket.ts'

interface OptionProps {
  readonly work: TicketWork
  readonly onEnter: () => void
}

export function TicketOptions({ work, onEnter }: OptionProps) {
  const t = useT()
  const { change } = useDesk()
  const draft = useDraft()
  const fields = FIELDS[draft.type]
  const [more, setMore] = useState(false)
  return (
    <div className="flex flex-col gap-1 max-md:gap-2">
      {fields.child && (
        <Checkbox checked={draft.child} onChange={(event) => change({ kind: 'set', values: { child: event.target.checked } })}>
          {t('terminal:option.child')}
        </Checkbox>
      )}
      {draft.child && <ChildFields work={work} onEnter={onEnter} />}
      <div className="flex flex-wrap items-center justify-between gap-2">
        {fields.postOnly ? (
          <Checkbox checked={draft.postOnly} onChange={(event) => change({ kind: 'set', values: { postOnly: event.target.checked } })}>
            {t('terminal:option.postOnly')}
          </Checkbox>
        ) : (
          <span />
        )}
        <span className="ms-auto flex items-center gap-1">
          {fields.timesInForce.length > 0 && !draft.postOnly && (
            <span className="inline-flex [&_select]:font-normal [&_select]:text-muted pointer-coarse:[&_select]:h-11">
              <TimeInForceChoice />
            </span>
          )}
          <button
            type="button"
            aria-expanded={more}
            onClick={() => setMore(!more)}
            className="hit-area h-7 rounded-chip px-1.5 text-small font-medium text-muted hover:bg-hover hover:text-fg"
          >
            {t(more ? 'terminal:option.less' : 'terminal:option.more')}
          </button>
        </span>
      </div>
      {more && <MoreOptions work={work} onEnter={onEnter} />}
    </div>
  )
}

function TimeInForceChoice() {
  const t = useT()
  const { change } = useDesk()
  const draft = useDraft()
  const fields = FIELDS[draft.type]
  return (
    <>
      <Select
        label={t('terminal:option.timeInForce')}
        hideLabel
        look="quiet"
        fit
        height={28}
        value={draft.timeInForce}
        onChange={(timeInForce) => change({ kind: 'set', values: { timeInForce } })}
        options={fields.timesInForce.map((value) => ({ value, label: t(`terminal:time.${value}`) }))}
      />
      {draft.timeInForce === 'gtd' && (
        <Select
          label={t('terminal:option.lifetime')}
          hideLabel
          look="quiet"
          fit
          height={28}
          value={String(draft.lifetime)}
          onChange={(text) => change({ kind: 'set', values: { lifetime: LIFETIMES.find((hours) => String(hours) === text) ?? 24 } })}
          options={LIFETIMES.map((hours) => ({ value: String(hours), label: t(`terminal:lifetime.${hours}`) }))}
        />
      )}
    </>
  )
}

function ChildFields({ work, onEnter }: OptionProps) {
  const t = useT()
  const { change, terms } = useDesk()
  const draft = useDraft()
  const field = (name: 'takeProfit' | 'stopLoss') => (
    <DecimalInput
      key={name}
      name={name}
      height={36}
      label={t(`terminal:option.${name}`)}
      unit={terms.quote}
      scale={terms.priceScale}
      value={draft[name]}
      placeholder={t('terminal:ticket.optional')}
      onChange={(text) => change({ kind: 'text', field: name, text })}
      onStep={(steps) => work.step(name, steps)}
      onEnter={onEnter}
      fault={work.faultOf(name)}
      readsAs={readsAs(work.ticket, name, terms.priceScale, terms.quote, work.secret)}
    />
  )
  return (
    <div className="flex flex-col gap-2">
      {field('takeProfit')}
      {field('stopLoss')}
      <p className="text-small text-muted">{t('terminal:option.childNote')}</p>
    </div>
  )
}

function MoreOptions({ work, onEnter }: OptionProps) {
  const t = useT()
  const { change, terms } = useDesk()
  const draft = useDraft()
  const visibleField: TicketText = 'visible'
  return (
    <div className="flex flex-col gap-2 rounded-control border border-line p-2.5">
      {FIELDS[draft.type].iceberg && (
        <Checkbox checked={draft.iceberg} onChange={(event) => change({ kind: 'set', values: { iceberg: event.target.checked } })}>
          {t('terminal:option.iceberg')}
        </Checkbox>
      )}
      {draft.iceberg && (
        <DecimalInput
          name={visibleField}
          height={36}
          label={t('terminal:option.visible')}
          unit={terms.base}
          scale={terms.quantityScale}
          value={draft.visible}
          onChange={(text) => change({ kind: 'text', field: visibleField, text })}
          onStep={(steps) => work.step(visibleField, steps)}
          onEnter={onEnter}
          fault={work.faultOf(visibleField)}
          readsAs={readsAs(work.ticket, visibleField, terms.quantityScale, terms.base, work.secret)}
        />
      )}
      <div className="flex items-center justify-between gap-2 text-dense text-muted pointer-coarse:[&_select]:h-11">
        <span aria-hidden="true">{t('terminal:option.selfTrade')}</span>
        <Select
          label={t('terminal:option.selfTrade')}
          hideLabel
          look="quiet"
          fit
          height={28}
          value={draft.selfTrade}
          onChange={(selfTrade) => change({ kind: 'set', values: { selfTrade } })}
          options={SELF_TRADE_MODES.map((value) => ({ value, label: t(`terminal:selfTrade.${value}`) }))}
        />
      </div>
    </div>
  )
}
