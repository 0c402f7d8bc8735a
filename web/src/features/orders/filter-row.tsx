/** Pair, side, type, status and dates; what is set has an ink border. */

import { useAllTerms } from '../../data/spot/pair-terms.ts'
import { useT } from '../../i18n/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import { ENDED_STATES, isFiltered, OPEN_STATES, ORDER_KINDS, type OrderAddress } from './filters.ts'

interface FilterRowProps {
  readonly address: OrderAddress
  readonly onChange: (change: Partial<OrderAddress>) => void
  readonly onReset: () => void
}

export function FilterRow({ address, onChange, onReset }: FilterRowProps) {
  const t = useT()
  const symbols = [...(useAllTerms().data?.keys() ?? [])]
  const any = { value: '' as const, label: t('orders:filter.all') }
  const orders = address.tab !== 'trades'
  return (
    <div className="flex flex-wrap items-end gap-2 max-md:grid max-md:w-full max-md:grid-cols-2" data-filters>
      <Choice
        label={t('orders:head.pair')}
        value={address.symbol}
        onChange={(symbol) => onChange({ symbol })}
        options={[any, ...symbols.map((symbol) => ({ value: symbol, label: symbol }))]}
      />
      <Choice
        label={t('orders:head.side')}
        value={address.side}
        onChange={(side) => onChange({ side })}
        options={[any, { value: 'buy' as const, label: t('orders:side.buy') }, { value: 'sell' as const, label: t('orders:side.sell') }]}
      />
      {orders && (
        <Choice
          label={t('orders:head.kind')}
          value={address.kind}
          onChange={(kind) => onChange({ kind })}
          options={[any, ...ORDER_KINDS.map((kind) => ({ value: kind, label: t(`orders:kind.${kind}`) }))]}
        />
      )}
      {orders && (
        <Choice
          label={t('orders:head.state')}
          value={address.state}
          onChange={(state) => onChange({ state })}
          options={[
            any,
            ...(address.tab === 'open' ? OPEN_STATES : ENDED_STATES).map((state) => ({ value: state, label: t(`orders:state.${state}`) })),
          ]}
        />
      )}
      <Day label={t('orders:filter.from')} value={address.from} onChange={(from) => onChange({ from })} />
      <Day label={t('orders:filter.to')} value={address.to} onChange={(to) => onChange({ to })} />
      {isFiltered(address) && (
        <Button look="quiet" size={36} onClick={onReset} className="!text-theme-text" data-reset>
          {t('orders:filter.reset')}
        </Button>
      )}
    </div>
  )
}

interface ChoiceProps<Value extends string> {
  readonly label: string
  readonly value: Value | undefined
  readonly onChange: (value: Value | undefined) => void
  readonly options: readonly { readonly value: Value | ''; readonly label: string }[]
}

export function Choice<Value extends string>({ label, value, onChange, options }: ChoiceProps<Value>) {
  return (
    <div
      className={`[&_label]:!mb-1 [&_label]:!text-small [&_label]:!text-muted pointer-coarse:[&_select]:!h-11 ${value === undefined ? '' : '[&_select]:!border-fg'}`}
    >
      <Select<Value | ''>
        label={label}
        value={value ?? ''}
        onChange={(next) => onChange(next === '' ? undefined : next)}
        options={options}
      />
    </div>
  )
}

export function Day({
  label,
  value,
  onChange,
}: {
  readonly label: string
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
}) {
  const t = useT()
  return (
    <label className="block text-small font-medium text-muted">
      <span className="mb-1 block">{label}</span>
      {/* Dates run from left to right in every language, and so does what stands in their place. */}
      <span dir="ltr" className="group relative block">
        <input
          type="date"
          value={value ?? ''}
          onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
          className={`num h-9 w-full rounded-control border bg-field px-3 text-dense pointer-coarse:h-11 ${value === undefined ? 'border-line2 not-focus:text-transparent' : 'border-fg text-fg'}`}
        />
        {/* What browsers write into an empty field of theirs looks like a date: in some it is today's. */}
        {value === undefined && (
          <span
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 start-3 flex items-center text-dense text-fg group-focus-within:hidden pointer-coarse:text-[16px]"
          >
            {t('orders:filter.all')}
          </span>
        )}
      </span>
    </label>
  )
}
