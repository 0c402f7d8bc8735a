/** The contract ticket: margin mode, leverage and position mode, side, type, fields, protection, cost, button. */
import { ArrowLeftRight } from 'lucide-react'
import { Fragment, type ReactNode, Suspense, useRef } from 'react'
import { useBalancesVisible } from '../../../../data/balance-visibility.ts'
import { useContractAccounts } from '../../../../data/contract/my-contracts.ts'
import { formatNumber } from '../../../../i18n/format.ts'
import { useT } from '../../../../i18n/i18n.ts'
import { leftToRight } from '../../../../i18n/left-to-right.ts'
import { paths } from '../../../../paths.ts'
import { DecimalInput } from '../../../../terminal/fields/decimal-input.tsx'
import { ShareSlider } from '../../../../terminal/fields/share-slider.tsx'
import type { TicketProps } from '../../../../terminal/market.ts'
import { Segmented } from '../../../../ui/choice.tsx'
import { Icon } from '../../../../ui/icons.tsx'
import { Link } from '../../../../ui/link.tsx'
import { HIDDEN_AMOUNT } from '../../../../ui/number-text.tsx'
import { DialogBoundary } from '../../../../ui/part-boundary.tsx'
import { Select } from '../../../../ui/select.tsx'
import { useContractDesk, useContractDraft } from '../desk.ts'
import { type ContractText, priced, SIZE_UNITS, TICKET_KINDS } from '../model/draft.ts'
import { coinText, sizeScaleOf, valueText } from '../model/read-ticket.ts'
import { ContractCostCard } from './contract-cost-card.tsx'
import { ContractOptions } from './contract-options.tsx'
import { ContractSubmit } from './contract-submit.tsx'
import { OpenAccount } from './open-account.tsx'
import { SettingChips } from './setting-chips.tsx'
import { ConfirmOrder } from './ticket-dialogs.ts'
import { useContractKeys } from './use-contract-keys.ts'
import { type ContractTicketWork, contractReadsAs, useContractTicket } from './use-contract-ticket.ts'

/** Outside components: the React compiler loses BigInt literals inside them. */
const ZERO = 0n

export function ContractTicketPanel({ short, beside, keys }: TicketProps) {
  const t = useT()
  const { member, config } = useContractDesk()
  const work = useContractTicket()
  const form = useRef<HTMLFormElement>(null)
  const focusField = (field: ContractText) => form.current?.querySelector<HTMLInputElement>(`input[name="${field}"]`)?.focus()
  const send = async () => {
    const faulty = await work.send()
    if (faulty !== undefined) focusField(faulty)
  }
  useContractKeys({ enabled: keys, focusField, setShare: work.setShare })
  // Enter in a field moves to the button, whose sentence is the review; Enter there sends, Escape goes back.
  const review = () => form.current?.querySelector<HTMLButtonElement>('button[type="submit"]')?.focus()
  if (member && config !== undefined && !config.isOpened) return <OpenAccount />
  return (
    <div className="flex flex-col gap-2.5 md:gap-[9px]">
      {/* Their dialogs have forms of their own: inside the ticket's, what is sent there would send the order, too. */}
      <SettingChips />
      <form
        ref={form}
        aria-label={t('terminal:ticket.title')}
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && event.target instanceof HTMLButtonElement) focusField('size')
        }}
        className="flex flex-col gap-2.5 md:gap-[9px]"
        data-ticket
      >
        <div
          className={beside === undefined ? 'flex flex-col gap-2.5 md:gap-[9px]' : 'grid grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)] gap-4'}
        >
          <div className="flex min-w-0 flex-col gap-2.5">
            <TicketHead listed={beside !== undefined} />
            <Available />
            <Fields work={work} onEnter={review} />
          </div>
          {beside}
        </div>
        <ContractOptions work={work} onEnter={review} />
        <ContractCostCard work={work} short={short} />
        <ContractSubmit work={work} hints={keys && !short} />
      </form>
      <DialogBoundary onFail={() => work.confirm(false)}>
        <Suspense>{work.confirming && <ConfirmOrder work={work} />}</Suspense>
      </DialogBoundary>
    </div>
  )
}

const SIDES = { buy: 'contract:ticket.buyLong', sell: 'contract:ticket.sellShort' } as const
const SHORT_SIDES = { buy: 'contract:ticket.longShort', sell: 'contract:ticket.shortShort' } as const
const CLOSING = { buy: 'contract:side.closeShort', sell: 'contract:side.closeLong' } as const

/** @param listed the types as one list: there is no room for tabs */
function TicketHead({ listed }: { readonly listed: boolean }) {
  const t = useT()
  const { change, config } = useContractDesk()
  const draft = useContractDraft()
  // Beside each other a long and a short are closed by the opposite side: what ends is said, not what is bought.
  const words = config?.isHedged === true && draft.closes ? CLOSING : listed ? SHORT_SIDES : SIDES
  return (
    <>
      {config?.isHedged === true && (
        <Segmented
          height={28}
          label={t('contract:ticket.openClose')}
          value={draft.closes ? 'close' : 'open'}
          onChange={(value) => change({ kind: 'set', values: { closes: value === 'close' } })}
          options={[
            { value: 'open', label: t('contract:ticket.open') },
            { value: 'close', label: t('contract:ticket.close') },
          ]}
        />
      )}
      <div data-side className="[&_label]:!h-9 max-md:[&_label]:!h-11">
        <Segmented
          label={t('terminal:ticket.side')}
          value={draft.side}
          onChange={(side) => change({ kind: 'side', side })}
          options={[
            { value: 'buy', label: t(words.buy), chosen: 'bg-up text-black' },
            { value: 'sell', label: t(words.sell), chosen: 'bg-down text-black' },
          ]}
        />
      </div>
      {listed ? (
        <Select
          label={t('terminal:ticket.type')}
          hideLabel
          height={44}
          value={draft.kind}
          onChange={(type) => change({ kind: 'type', type })}
          options={TICKET_KINDS.map((kind) => ({ value: kind, label: t(`contract:kind.${kind}`) }))}
        />
      ) : (
        <KindTabs />
      )}
    </>
  )
}

function KindTabs() {
  const t = useT()
  const { change } = useContractDesk()
  const draft = useContractDraft()
  return (
    <fieldset className="flex flex-wrap items-center gap-x-3">
      <legend className="visually-hidden">{t('terminal:ticket.type')}</legend>
      {TICKET_KINDS.map((kind) => (
        <button
          key={kind}
          type="button"
          aria-pressed={draft.kind === kind}
          onClick={() => change({ kind: 'type', type: kind })}
          className={`relative h-7.5 text-dense font-medium max-md:h-11 ${draft.kind === kind ? 'text-fg after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 after:bg-theme' : 'text-muted hover:text-fg'}`}
        >
          {t(`contract:kind.${kind}`)}
        </button>
      ))}
    </fieldset>
  )
}

/** Free margin, and the way to move more of it here. */
function Available() {
  const t = useT()
  const { terms, member } = useContractDesk()
  const { rows } = useContractAccounts(member)
  const visible = useBalancesVisible()
  const account = rows.find(({ asset }) => asset === terms.marginAsset)
  const free = account === undefined ? '--' : visible ? formatNumber(account.free, { scale: 2 }) : HIDDEN_AMOUNT
  return (
    <p className="flex h-5 items-center justify-between gap-2 text-small whitespace-nowrap text-muted max-md:h-auto max-md:min-h-5 max-md:flex-wrap max-md:gap-y-0">
      <span className="max-md:hidden">{t('contract:ticket.available')}</span>
      <span className="md:hidden">{t('contract:account.free')}</span>
      <span className="inline-flex items-center gap-1">
        <bdi className="num font-medium text-fg" data-available>
          <span>{free}</span> <span className="max-[359px]:hidden">{terms.marginAsset}</span>
        </bdi>
        {member && (
          <Link
            to={paths.contractAssets}
            aria-label={t('contract:account.transfer')}
            title={t('contract:account.transfer')}
            className="hit-area -me-1 p-1 text-theme-text"
          >
            <Icon as={ArrowLeftRight} size={14} />
          </Link>
        )}
      </span>
    </p>
  )
}

interface FieldsProps {
  readonly work: ContractTicketWork
  readonly onEnter: () => void
}

function Fields({ work, onEnter }: FieldsProps) {
  const t = useT()
  const { terms, change, member } = useContractDesk()
  const draft = useContractDraft()
  const { ticket } = work
  const field = (
    name: ContractText,
    label: string,
    unit: string,
    scale: number,
    more: { readonly placeholder?: string; readonly value?: string; readonly onChange?: (text: string) => void } = {},
  ): ReactNode => (
    <DecimalInput
      name={name}
      label={label}
      unit={unit}
      scale={scale}
      value={draft[name]}
      onChange={(text) => change({ kind: 'text', field: name, text, unit: draft.unit })}
      onEnter={onEnter}
      onStep={(steps) => work.step(name, steps)}
      fault={work.faultOf(name)}
      readsAs={contractReadsAs(ticket, name, scale, unit)}
      {...more}
    />
  )
  // In place of a size that tells what there is, the share that was asked for stands, and can be changed.
  const secretSize = work.secret
    ? {
        value: `${draft.share}%`,
        onChange: (text: string) => {
          const share = /^\s*(\d{1,2}|100)\s*%\s*$/.exec(text)?.[1]
          if (share === undefined) change({ kind: 'text', field: 'size', text, unit: draft.unit })
          else work.setShare(Number(share))
        },
      }
    : undefined
  const price = (name: 'price' | 'trigger', label: string, more?: { readonly placeholder: string }) =>
    field(name, label, terms.quote, terms.priceScale, more)
  return (
    <>
      {draft.kind === 'trigger' && price('trigger', t('terminal:ticket.trigger'))}
      {draft.kind === 'trailing' && field('callback', t('contract:ticket.callback'), '%', 2)}
      {draft.kind === 'trailing' && price('trigger', t('terminal:ticket.activation'), { placeholder: t('terminal:ticket.optional') })}
      {priced(draft) ? price('price', t('terminal:ticket.price')) : draft.kind === 'trailing' ? null : <MarketPrice />}
      {field(
        'size',
        t('contract:ticket.size'),
        unitName(t, draft.unit, terms),
        sizeScaleOf(draft, terms),
        secretSize ?? { value: ticket.draft.size },
      )}
      <SizeNote work={work} />
      <ShareSlider percent={work.percent} onChange={work.setShare} disabled={!member || work.most === ''} bare />
    </>
  )
}

const unitName = (
  t: ReturnType<typeof useT>,
  unit: (typeof SIZE_UNITS)[number],
  terms: { readonly base: string; readonly marginAsset: string },
) => (unit === 'coin' ? terms.base : unit === 'value' ? terms.marginAsset : t('contract:unit.contractsShort'))

/** What the size comes to in the other units, and the choice of the one it is typed in. */
function SizeNote({ work }: Pick<FieldsProps, 'work'>) {
  const t = useT()
  const { terms, change } = useContractDesk()
  const draft = useContractDraft()
  const { ticket, mark } = work
  const { contracts } = ticket
  const at = priced(draft) ? ticket.price : mark
  const known = contracts !== undefined && contracts > ZERO
  const others = work.secret
    ? [HIDDEN_AMOUNT]
    : known
      ? [
          ...(draft.unit === 'contracts'
            ? []
            : [t('contract:unit.contractsOf', { count: Number(contracts), shown: formatNumber(String(contracts)) })]),
          ...(draft.unit === 'coin' ? [] : [`${formatNumber(coinText(contracts, terms))} ${terms.base}`]),
          ...(draft.unit === 'value' || at === ZERO
            ? []
            : [`≈\u00a0${formatNumber(valueText(contracts, at, terms), { scale: 2 })} ${terms.quote}`]),
        ]
      : [t('contract:unit.one', { amount: leftToRight(`${formatNumber(terms.multiplier)} ${terms.base}`) })]
  return (
    <p className="-mt-1.5 flex min-h-6 items-center justify-between gap-2 text-small text-muted">
      <span className="min-w-0 md:truncate" data-size-note>
        {others.map((text, index) => (
          <Fragment key={text}>
            {index > 0 && <span> · </span>}
            <bdi className="tabular-nums">{text}</bdi>
          </Fragment>
        ))}
      </span>
      <span className="-me-1.5 shrink-0 [&_select]:font-normal [&_select]:text-muted pointer-coarse:[&_select]:h-11">
        <Select
          label={t('contract:unit.choice')}
          hideLabel
          look="quiet"
          fit
          height={28}
          value={draft.unit}
          onChange={(unit) => change({ kind: 'unit', unit })}
          options={SIZE_UNITS.map((unit) => ({ value: unit, label: unitName(t, unit, terms) }))}
        />
      </span>
    </p>
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
