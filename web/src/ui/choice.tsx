/** Checkbox, switch and segmented choice on native inputs: keyboard, forms and names come from the browser. */
import { Check } from 'lucide-react'
import { type ComponentPropsWithRef, type ReactNode, useId } from 'react'

interface CheckboxProps extends Omit<ComponentPropsWithRef<'input'>, 'type' | 'className'> {
  readonly children: ReactNode
  readonly fault?: string | undefined
}

export function Checkbox({ children, fault, ...rest }: CheckboxProps) {
  const faultId = useId()
  return (
    <div>
      <label className="flex cursor-pointer items-start gap-2.5 text-dense pointer-coarse:py-2.5">
        <span className="relative mt-px inline-flex">
          <input
            {...rest}
            type="checkbox"
            className={`peer hit-area size-4 appearance-none rounded-[3px] border checked:border-fg checked:bg-fg disabled:opacity-50 ${fault === undefined ? 'border-ctl' : 'border-down-text'}`}
            aria-invalid={fault !== undefined || undefined}
            aria-describedby={fault === undefined ? undefined : faultId}
          />
          <Check
            size={12}
            strokeWidth={3}
            aria-hidden
            className="pointer-events-none absolute inset-0.5 hidden text-bg peer-checked:block"
          />
        </span>
        <span>{children}</span>
      </label>
      {fault !== undefined && (
        <p id={faultId} className="ms-6.5 mt-1 text-small text-down-text">
          {fault}
        </p>
      )}
    </div>
  )
}

export function Switch({
  children,
  ...rest
}: Omit<ComponentPropsWithRef<'input'>, 'type' | 'className' | 'role'> & { readonly children?: ReactNode }) {
  return (
    <label className="inline-flex cursor-pointer items-center gap-2 text-dense pointer-coarse:py-3">
      <input
        {...rest}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox tells its state by itself
        role="switch"
        className="relative h-[18px] w-8 shrink-0 appearance-none rounded-full bg-ctl transition-colors duration-(--fast) before:absolute before:start-0.5 before:top-0.5 before:size-3.5 before:rounded-full before:bg-bg before:transition-[inset-inline-start] before:duration-(--fast) checked:bg-fg checked:before:start-4"
      />
      {children !== undefined && <span>{children}</span>}
    </label>
  )
}

export interface SegmentOption<Value extends string> {
  readonly value: Value
  readonly label: ReactNode
  /** Classes of the chosen segment; the pressed field unless told. */
  readonly chosen?: string
}

interface SegmentedProps<Value extends string> {
  readonly label: string
  readonly options: readonly SegmentOption<Value>[]
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly height?: 28 | 36
}

/** Either/or inside a form: a radio group drawn as one track. */
export function Segmented<Value extends string>({ label, options, value, onChange, height = 36 }: SegmentedProps<Value>) {
  const name = useId()
  return (
    <fieldset className="grid min-w-0 auto-cols-fr grid-flow-col gap-0.5 rounded-control border border-line bg-field p-0.5">
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className={`relative flex min-w-0 cursor-pointer text-center leading-4 items-center justify-center rounded-chip px-3 text-dense max-sm:px-2 font-semibold transition-colors duration-(--fast) has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-fg ${height === 36 ? 'h-8 pointer-coarse:h-11' : 'h-6.5 pointer-coarse:[&>input]:-inset-y-[9px]'} ${option.value === value ? (option.chosen ?? 'bg-press text-fg') : 'text-muted hover:text-fg'}`}
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="absolute inset-0 appearance-none outline-none"
          />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  )
}
