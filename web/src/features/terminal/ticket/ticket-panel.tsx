/** The order ticket: side, type, fields, share, options, cost, button. Every order type of the API is here. */
import { formatDecimal } from '@agio/engine/money/decimal.ts'
import { ChevronDown, CirclePlus } from 'lucide-react'
import { useRef, useState } from 'react'
import { useBalancesVisible } from '../../../data/balance-visibility.ts'
import { moneyScale } from '../../../data/spot/money-scale.ts'
import { formatNumber } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/i18n.ts'
import { paths } from '../../../paths.ts'
import { DecimalInput } from '../../../terminal/fields/decimal-input.tsx'
import { ShareSlider } from '../../../terminal/fields/share-slider.tsx'
import type { TicketProps } from '../../../terminal/market.ts'
import { Segmented } from '../../../ui/choice.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { Link } from '../../../ui/link.tsx'
import { HIDDEN_AMOUNT } from '../../../ui/number-text.tsx'
import { Select } from '../../../ui/select.tsx'
import { useDesk, useDraft } from '../desk.ts'
import { FIELDS, TICKET_TYPES, type TicketType } from '../model/order-words.ts'
import type { TicketText } from '../model/ticket.ts'
import { CostCard } from './cost-card.tsx'
import { SubmitButton } from './submit-button.tsx'
import { useTicketKeys } from './ticket-keys.ts'
import { TicketOptions } from './ticket-options.tsx'
import { readsAs, shownTexts, type TicketWork, useTicket } from './use-ticket.ts'

export function TicketPanel({ short, beside, keys }: TicketProps) {
  const t = useT()
  const work = useTicket()
  const form = useRef<HTMLFormElement>(null)
  const focusField = (field: TicketText) => form.current?.querySelector<HTMLInputElement>(`input[name="${field}"]`)?.focus()
  const send = async () => {
    const faulty = await work.send()
    if (faulty !== undefined) focusField(faulty)
  }
  useTicketKeys({ enabled: keys, focusField, setShare: work.setShare })
  // Enter in a field moves to the button, whose sentence is the review; Enter there sends, Escape goes back.
  const review = () => form.current?.querySelector<HTMLButtonElement>('button[type="submit"]')?.focus()
  return (
    <form
      ref={form}
      aria-label={t('terminal:ticket.title')}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && event.target instanceof HTMLButtonElement) focusField(work.ticket.draft.basis)
      }}
      className="flex flex-col gap-2.5"
      data-ticket
    >
      <div className={beside === undefined ? 'flex flex-col gap-2.5' : 'grid grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)] gap-4'}>
        <div className="flex min-w-0 flex-col gap-2.5">
          <TicketHead listed={beside !== undefined} />
          <Available work={work} />
          <TicketFields work={work} onEnter={review} />
        </div>
        {beside}
      </div>
      <TicketOptions work={work} onEnter={review} />
      <CostCard cost={work.cost} context={work.context} ticket={work.ticket} secret={work.secret} short={short} bound={work.bound} />
      <SubmitButton work={work} hints={keys && !short && <KeyHints />} />
    </form>
  )
}

/** @param listed the types as one list: there is no room for tabs */
function TicketHead({ listed }: { readonly listed: boolean }) {
  const t = useT()
  const { change } = useDesk()
  const draft = useDraft()
  return (
    <>
      <div data-side className="[&_label]:!h-9 max-md:[&_label]:!h-11">
        <Segmented
          label={t('terminal:ticket.side')}
          value={draft.side}
          onChange={(side) => change({ kind: 'side', side })}
          options={[
            { value: 'buy', label: t('terminal:buy'), chosen: 'bg-up text-black' },
            { value: 'sell', label: t('terminal:sell'), chosen: 'bg-down text-black' },
          ]}
        />
      </div>
      {listed ? (
        <Select
          label={t('terminal:ticket.type')}
          hideLabel
          height={44}
          value={draft.type}
          onChange={(type) => change({ kind: 'type', type })}
          options={TICKET_TYPES.map((type) => ({ value: type, label: t(`terminal:type.${type}`) }))}
        />
      ) : (
        <TypeChoice value={draft.type} onChange={(type) => change({ kind: 'type', type })} />
      )}
    </>
  )
}

const PLAIN_TYPES: readonly TicketType[] = ['limit', 'market']

/** Limit and market as tabs; the six conditional kinds behind one choice that keeps the last one used. */
function TypeChoice({ value, onChange }: { readonly value: TicketType; readonly onChange: (type: TicketType) => void }) {
  const t = useT()
  const [lastOther, setLastOther] = useState<TicketType>('stopLimit')
  const other = PLAIN_TYPES.includes(value) ? lastOther : value
  const choose = (type: TicketType) => {
    if (!PLAIN_TYPES.includes(type)) setLastOther(type)
    onChange(type)
  }
  const look = (active: boolean) =>
    `relative h-7.5 text-dense font-medium max-md:h-11 ${active ? 'text-fg after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 after:bg-theme' : 'text-muted hover:text-fg'}`
  return (
    <fieldset className="flex flex-wrap items-center gap-x-4">
      <legend className="visually-hidden">{t('terminal:ticket.type')}</legend>
      {PLAIN_TYPES.map((type) => (
        <button key={type} type="button" aria-pressed={value === type} onClick={() => choose(type)} className={look(value === type)}>
          {t(`terminal:type.${type}`)}
        </button>
      ))}
      <span className="flex items-center">
        <button type="button" aria-pressed={value === other} onClick={() => choose(other)} className={look(value === other)}>
          {t(`terminal:type.${other}`)}
        </button>
        <span className="relative inline-flex size-7 items-center justify-center rounded-chip text-muted hover:bg-hover hover:text-fg has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-fg">
          <Icon as={ChevronDown} size={14} />
          <select
            aria-label={t('terminal:ticket.otherTypes')}
            value={value === other ? other : ''}
            onChange={(event) => {
              const type = TICKET_TYPES.find((one) => one === event.target.value)
              if (type !== undefined) choose(type)
            }}
            className="absolute inset-0 w-full cursor-pointer opacity-0 [&>option]:bg-raised [&>option]:text-fg"
          >
            <option value="" hidden />
            {TICKET_TYPES.filter((type) => !PLAIN_TYPES.includes(type)).map((type) => (
              <option key={type} value={type}>
                {t(`terminal:type.${type}`)}
              </option>
            ))}
          </select>
        </span>
      </span>
    </fieldset>
  )
}

function Available({ work }: { readonly work: TicketWork }) {
  const t = useT()
  const { terms } = useDesk()
  const draft = useDraft()
  const visible = useBalancesVisible()
  const { context } = work
  const buying = draft.side === 'buy'
  const free = buying ? context.freeQuote : context.freeBase
  const scale = buying ? context.quoteScale : context.baseScale
  const shown =
    free === undefined
      ? '--'
      : visible
        ? formatNumber(formatDecimal(free, scale), buying ? { scale: moneyScale(terms.quote) } : {})
        : HIDDEN_AMOUNT
  return (
    <p className="flex h-5 items-center justify-between gap-2 text-small whitespace-nowrap text-muted max-md:h-auto max-md:min-h-5 max-md:flex-wrap max-md:gap-y-0">
      <span>{t('terminal:ticket.available')}</span>
      <span className="inline-flex items-center gap-1">
        <bdi className="num font-medium text-fg" data-available>
          <span>{shown}</span> <span className="max-[359px]:hidden">{buying ? terms.quote : terms.base}</span>
        </bdi>
        {free !== undefined && (
          <Link
            to={paths.spotAssets}
            aria-label={t('terminal:ticket.topUp')}
            title={t('terminal:ticket.topUp')}
            className="hit-area -me-1 p-1 text-theme-text"
          >
            <Icon as={CirclePlus} size={14} />
          </Link>
        )}
      </span>
    </p>
  )
}

function TicketFields({ work, onEnter }: { readonly work: TicketWork; readonly onEnter: () => void }) {
  const t = useT()
  const { terms, change } = useDesk()
  const draft = useDraft()
  const { ticket, context, cost, faultOf, secret } = work
  const fields = FIELDS[draft.type]
  const texts = shownTexts(ticket, context, secret)
  const set = (field: TicketText) => (text: string) => change({ kind: 'text', field, text })
  const common = (field: TicketText, unit: string, scale: number) => ({
    name: field,
    unit,
    scale,
    onChange: set(field),
    onEnter,
    fault: faultOf(field),
    readsAs: readsAs(ticket, field, scale, unit, secret),
    onStep: (steps: number) => work.step(field, steps),
  })
  const market = draft.type === 'market'
  return (
    <>
      {fields.trigger && (
        <DecimalInput label={t('terminal:ticket.trigger')} value={draft.trigger} {...common('trigger', terms.quote, terms.priceScale)} />
      )}
      {fields.trailing && <DecimalInput label={t('terminal:ticket.trailing')} value={draft.trailing} {...common('trailing', '%', 2)} />}
      {fields.trailing && (
        <DecimalInput
          label={t('terminal:ticket.activation')}
          value={draft.activation}
          placeholder={t('terminal:ticket.optional')}
          {...common('activation', terms.quote, terms.priceScale)}
        />
      )}
      {fields.price && (
        <DecimalInput label={t('terminal:ticket.price')} value={draft.price} {...common('price', terms.quote, terms.priceScale)} />
      )}
      {fields.triggerLimit && (
        <DecimalInput
          label={t('terminal:ticket.triggerLimit')}
          value={draft.triggerLimit}
          placeholder={t('terminal:ticket.optional')}
          {...common('triggerLimit', terms.quote, terms.priceScale)}
        />
      )}
      {!fields.price && !fields.trigger && <MarketPrice />}
      <DecimalInput
        label={t('terminal:ticket.quantity')}
        value={texts.quantity}
        placeholder={secret ? HIDDEN_AMOUNT : undefined}
        {...common('quantity', terms.base, terms.quantityScale)}
      />
      <ShareSlider
        percent={work.percent}
        onChange={work.setShare}
        disabled={context.freeQuote === undefined && context.freeBase === undefined}
      />
      {(fields.price || (market && draft.side === 'buy')) && (
        <DecimalInput
          label={t('terminal:ticket.total')}
          value={texts.total}
          {...common('total', terms.quote, context.quoteScale)}
          placeholder={
            secret
              ? HIDDEN_AMOUNT
              : market && cost !== undefined
                ? `≈ ${formatNumber(formatDecimal(cost.pay, context.quoteScale), { scale: moneyScale(terms.quote) })}`
                : undefined
          }
          onStep={undefined}
          scale={Math.max(terms.priceScale, 2)}
        />
      )}
    </>
  )
}

/** Where a price field would stand: an order at the market has none, and says so. */
function MarketPrice() {
  const t = useT()
  return (
    <p className="flex h-10 items-center justify-between rounded-control border border-dashed border-line2 px-3 text-dense text-muted max-md:h-13">
      <span>{t('terminal:ticket.price')}</span>
      <span>{t('terminal:ticket.marketPrice')}</span>
    </p>
  )
}

function KeyHints() {
  const t = useT()
  return (
    <p
      className="mt-2 flex flex-wrap items-center justify-center gap-x-3 gap-y-1 text-micro text-faint pointer-coarse:hidden"
      aria-hidden="true"
    >
      <span>
        <kbd className="rounded-chip border border-line2 px-1.5">B</kbd> <kbd className="rounded-chip border border-line2 px-1.5">S</kbd>
      </span>
      <span>{t('terminal:keys.hintShare')}</span>
      <span>{t('terminal:keys.hintTick')}</span>
      <span>{t('terminal:keys.hintReview')}</span>
    </p>
  )
}
