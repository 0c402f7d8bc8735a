/** Fields of a row of filters: a choice and a day, each empty for any. What is set has an ink border. */
import { useT } from '../i18n/i18n.ts'
import { Select } from './select.tsx'

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
