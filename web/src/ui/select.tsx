/** A choice from a list on the browser's own control: right on phones, right for screen readers, no code. */
import { ChevronDown } from 'lucide-react'
import { type ComponentPropsWithRef, useId } from 'react'
import { Icon } from './icons.tsx'

export interface SelectOption<Value extends string> {
  readonly value: Value
  readonly label: string
}

interface SelectProps<Value extends string> extends Omit<ComponentPropsWithRef<'select'>, 'size' | 'className' | 'value' | 'onChange'> {
  readonly label: string
  readonly hideLabel?: boolean
  readonly options: readonly SelectOption<Value>[]
  readonly value: Value
  readonly onChange: (value: Value) => void
  /** quiet: text only, for panel heads. */
  readonly look?: 'field' | 'quiet'
  readonly height?: 28 | 36 | 40 | 44
  /** As wide as what is chosen; else as wide as its place. */
  readonly fit?: boolean
}

const HEIGHTS = { 28: 'h-7 text-small', 36: 'h-9 text-dense', 40: 'h-10 text-base', 44: 'h-11 text-base' } as const

export function Select<Value extends string>({
  label,
  hideLabel = false,
  options,
  value,
  onChange,
  look = 'field',
  height = 36,
  fit = false,
  id,
  ...rest
}: SelectProps<Value>) {
  const ownId = useId()
  const selectId = id ?? ownId
  const frame = look === 'field' ? 'border border-line2 bg-field ps-3 pe-8' : 'ps-1.5 pe-6 hover:bg-hover'
  return (
    <div>
      <label htmlFor={selectId} className={hideLabel ? 'visually-hidden' : 'mb-1.5 block text-dense font-medium'}>
        {label}
      </label>
      <span className={`relative inline-flex items-center ${fit ? '' : 'w-full'}`}>
        {fit && (
          // Not every engine sizes a select by its choice: a text of the same form does.
          <span
            aria-hidden="true"
            className={`invisible font-medium whitespace-nowrap pointer-coarse:text-[16px] ${frame} ${HEIGHTS[height]}`}
          >
            {options.find((option) => option.value === value)?.label}
          </span>
        )}
        <select
          {...rest}
          id={selectId}
          value={value}
          onChange={(event) => {
            const chosen = options.find((option) => option.value === event.target.value)
            if (chosen !== undefined) onChange(chosen.value)
          }}
          className={`${fit ? 'absolute inset-0 my-auto' : ''} w-full appearance-none rounded-control font-medium text-fg [&>option]:bg-raised [&>option]:text-fg ${frame} ${HEIGHTS[height]}`}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon
          as={ChevronDown}
          size={14}
          className={`pointer-events-none absolute text-muted ${look === 'field' ? 'end-2.5' : 'end-1.5'}`}
        />
      </span>
    </div>
  )
}
