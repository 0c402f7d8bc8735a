/** A field for a price or an amount: label at the start, value and unit at the end, steps by button and arrow key, sums resolved in words below. */
import { CircleAlert, Minus, Plus } from 'lucide-react'
import { type KeyboardEvent, type Ref, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { decimalMark, formatNumber } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { typedNumber } from '../../i18n/typed-text.ts'
import { Icon } from '../../ui/icons.tsx'
import { useSelectAll } from '../../ui/use-select-all.ts'
import { useTyped } from '../../ui/use-typed.ts'
import { stepSize } from './step-size.ts'

interface DecimalInputProps {
  readonly label: string
  readonly unit: string
  /** As typed, or what another field makes of it. */
  readonly value: string
  readonly onChange: (text: string) => void
  /** One step up or down; absent where steps have no meaning. */
  readonly onStep?: ((steps: number) => void) | undefined
  /** The value of a typed sum or short form. */
  readonly readsAs?: string | undefined
  readonly fault?: string | undefined
  readonly scale?: number
  /** A low field stands in a narrow place and has no buttons for steps; arrow keys step there too. */
  readonly height?: 36 | 40
  readonly inputRef?: Ref<HTMLInputElement>
  readonly onEnter?: (() => void) | undefined
  readonly disabled?: boolean
  readonly name: string
  readonly placeholder?: string | undefined
  /** The dialog around it opens with the focus here, except where that would bring up a keyboard of the screen. */
  readonly first?: boolean
}

const PLAIN = /^\d+(\.\d+)?$/

/**
 * What the field shows: the typed text while it is being edited, grouped digits otherwise. Where a language writes decimals with a comma
 * and groups with a point the text stays in the wire's spelling: a field must not show what it would refuse to be typed.
 */
export function shownText(value: string, editing: boolean, scale: number | undefined): string {
  if (editing || !PLAIN.test(value) || decimalMark() === ',') return value
  const tooFine = scale !== undefined && (value.split('.')[1]?.replace(/0+$/, '').length ?? 0) > scale
  return formatNumber(value, scale === undefined || tooFine ? {} : { scale })
}

export function DecimalInput(props: DecimalInputProps) {
  const {
    label,
    unit,
    value,
    onChange,
    onStep,
    readsAs,
    fault,
    scale,
    height = 40,
    inputRef,
    onEnter,
    disabled = false,
    name,
    placeholder,
    first = false,
  } = props
  const id = useId()
  const [editing, setEditing] = useState(false)
  // The plain digits must be there before anything is selected or typed over them.
  const entering = useSelectAll(() => flushSync(() => setEditing(true)))
  const typed = useTyped(shownText(value, editing, scale), typedNumber, onChange)
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') {
      event.preventDefault()
      onEnter?.()
      return
    }
    const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0
    if (direction === 0 || onStep === undefined) return
    event.preventDefault()
    onStep(direction * stepSize(event))
  }
  const noted = fault !== undefined || readsAs !== undefined
  return (
    <div>
      <div
        className={`flex items-center rounded-control border ps-3 transition-colors duration-(--fast) max-md:relative max-md:h-13 ${height === 40 ? 'h-10' : 'h-9'} ${disabled ? 'border-dashed border-line2 bg-transparent' : 'bg-field'} ${fault === undefined ? 'border-line2' : 'border-down-text outline-1 -outline-offset-1 outline-down-text'} has-[input:focus-visible]:border-transparent has-[input:focus-visible]:outline-2 has-[input:focus-visible]:-outline-offset-1 has-[input:focus-visible]:outline-fg`}
      >
        <label
          htmlFor={id}
          className="shrink-0 text-dense text-muted max-md:pointer-events-none max-md:absolute max-md:start-3 max-md:top-1.5 max-md:text-small"
        >
          <span>{label}</span> <span className="md:hidden">{unit}</span>
        </label>
        <input
          ref={inputRef}
          id={id}
          name={name}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          spellCheck={false}
          maxLength={40}
          disabled={disabled}
          placeholder={placeholder}
          data-focus={(first && !matchMedia('(pointer: coarse)').matches) || undefined}
          {...typed}
          {...entering}
          onBlur={() => setEditing(false)}
          onKeyDown={onKeyDown}
          aria-invalid={fault !== undefined || undefined}
          aria-describedby={noted ? `${id}-note` : undefined}
          className="num min-w-0 flex-1 bg-transparent px-2 text-end text-base font-medium outline-none placeholder:text-faint max-md:absolute max-md:inset-0 max-md:px-3 max-md:pt-5 max-md:text-start max-md:text-[16px] max-md:rtl:text-end"
        />
        <span className="shrink-0 pe-3 text-dense text-muted max-md:hidden">
          <bdi>{unit}</bdi>
        </span>
        {onStep !== undefined && height === 40 && <Steppers label={label} onStep={onStep} disabled={disabled} />}
      </div>
      {fault !== undefined ? (
        <p id={`${id}-note`} className="mt-1 flex items-start gap-1.5 text-small text-down-text">
          <Icon as={CircleAlert} size={14} className="mt-px" />
          <span>{fault}</span>
        </p>
      ) : (
        readsAs !== undefined && <ReadsAs id={`${id}-note`} text={readsAs} />
      )}
    </div>
  )
}

function ReadsAs({ id, text }: { readonly id: string; readonly text: string }) {
  const t = useT()
  return (
    <p id={id} className="mt-1 flex justify-between text-small text-muted">
      <span>{t('terminal:ticket.readsAs')}</span>
      <bdi className="num font-medium text-fg">{text}</bdi>
    </p>
  )
}

function Steppers({
  label,
  onStep,
  disabled,
}: {
  readonly label: string
  readonly onStep: (steps: number) => void
  readonly disabled: boolean
}) {
  const t = useT()
  const press = (direction: 1 | -1) => (
    <button
      type="button"
      tabIndex={-1}
      disabled={disabled}
      aria-label={t(direction === 1 ? 'terminal:ticket.stepUp' : 'terminal:ticket.stepDown', { field: label })}
      onClick={(event) => onStep(direction * stepSize(event))}
      className="flex size-6 items-center justify-center rounded-chip text-muted hover:bg-hover hover:text-fg"
    >
      <Icon as={direction === 1 ? Plus : Minus} size={14} />
    </button>
  )
  return (
    <span className="flex h-6 items-center gap-0.5 border-s border-line2 px-1.5 max-md:hidden">
      {press(-1)}
      {press(1)}
    </span>
  )
}
