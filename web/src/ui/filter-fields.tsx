/** Fields of a row of filters: a choice and days, each empty for any. What is set has an ink border, unless something always is. */
import { useT } from '../i18n/i18n.ts'
import { Select } from './select.tsx'

interface ChoiceProps<Value extends string> {
  readonly label: string
  readonly value: Value | undefined
  readonly onChange: (value: Value | undefined) => void
  readonly options: readonly { readonly value: Value | ''; readonly label: string }[]
  /** There is no choice of any: what is chosen narrows nothing. */
  readonly always?: boolean
}

export function Choice<Value extends string>({ label, value, onChange, options, always = false }: ChoiceProps<Value>) {
  return (
    <div
      className={`[&_label]:!mb-1 [&_label]:!text-small [&_label]:!text-muted pointer-coarse:[&_select]:!h-11 ${value === undefined || always ? '' : '[&_select]:!border-fg'}`}
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

interface DaysProps {
  readonly from: string | undefined
  readonly to: string | undefined
  readonly onChange: (change: { readonly from?: string | undefined; readonly to?: string | undefined }) => void
  /** The list tells the last 90 days up to its end where no beginning is chosen, not all there is. */
  readonly recent?: boolean
}

/** First and last day of a list, both included. */
export function Days({ from, to, onChange, recent = false }: DaysProps) {
  const t = useT()
  const any = t('orders:filter.all')
  return (
    <>
      <Day
        label={t('orders:filter.from')}
        value={from}
        unset={recent ? t('orders:filter.last90') : any}
        onChange={(day) => onChange({ from: day })}
      />
      <Day
        label={t('orders:filter.to')}
        value={to}
        unset={recent ? t('orders:filter.today') : any}
        onChange={(day) => onChange({ to: day })}
      />
    </>
  )
}

interface DayProps {
  readonly label: string
  readonly value: string | undefined
  /** What stands in the place of a day that is not chosen. */
  readonly unset: string
  readonly onChange: (value: string | undefined) => void
}

function Day({ label, value, unset, onChange }: DayProps) {
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
            <bdi data-unset>{unset}</bdi>
          </span>
        )}
      </span>
    </label>
  )
}
