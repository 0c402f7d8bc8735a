/** A labelled one-line field with hint, fault and room for something at its end. */
import { CircleAlert, Eye, EyeOff } from 'lucide-react'
import { type ComponentPropsWithRef, type ReactNode, useId, useState } from 'react'
import { useT } from '../i18n/i18n.ts'
import { Icon } from './icons.tsx'
import { useTyped } from './use-typed.ts'

interface TextFieldProps extends Omit<ComponentPropsWithRef<'input'>, 'size' | 'className' | 'height'> {
  readonly label: string
  /** Beside the label, at its end. */
  readonly labelEnd?: ReactNode
  readonly hint?: ReactNode
  /** What is wrong and what would be right; announced when it appears. */
  readonly fault?: string | undefined
  /** Inside the field, before and after what is typed. */
  readonly start?: ReactNode
  readonly end?: ReactNode
  /** Field height in px. */
  readonly height?: 40 | 44 | 52
  readonly numeric?: boolean
  /** The one thing that a form is about. */
  readonly large?: boolean
}

const HEIGHTS = { 40: 'h-10', 44: 'h-11', 52: 'h-13' } as const

export function TextField({
  label,
  labelEnd,
  hint,
  fault,
  start,
  end,
  height = 44,
  numeric = false,
  large = false,
  id,
  ...rest
}: TextFieldProps) {
  const ownId = useId()
  const inputId = id ?? ownId
  const noteId = `${inputId}-note`
  return (
    <div>
      <div className="mb-1.5 flex items-baseline justify-between gap-2">
        <label htmlFor={inputId} className="text-dense font-medium">
          {label}
        </label>
        {labelEnd}
      </div>
      <div
        // A number with the code of its country reads as one, left to right.
        dir={start === undefined ? undefined : rest.dir}
        className={`flex items-center gap-2 rounded-control border bg-field px-3.5 transition-colors duration-(--fast) has-[input:focus-visible]:outline-2 has-[input:focus-visible]:-outline-offset-1 has-[input:focus-visible]:outline-fg ${HEIGHTS[height]} ${fault === undefined ? 'border-line2' : 'border-down-text outline-1 -outline-offset-1 outline-down-text'}`}
      >
        {start}
        <input
          {...rest}
          id={inputId}
          className={`min-w-0 flex-1 bg-transparent outline-none placeholder:font-normal ${large ? 'num text-[20px] font-semibold' : 'text-base font-medium max-md:text-[16px]'} ${rest.type === 'date' && rest.value === '' ? 'not-focus:text-transparent' : ''} ${numeric ? 'num text-end' : rest.dir === 'ltr' && start === undefined ? 'rtl:text-end' : ''}`}
          data-large={large || undefined}
          aria-invalid={fault !== undefined || undefined}
          aria-describedby={fault !== undefined || hint !== undefined ? noteId : undefined}
        />
        {end}
      </div>
      <div id={noteId} aria-live="polite">
        {fault !== undefined && (
          <p className="mt-1.5 flex items-start gap-1.5 text-small text-down-text">
            <Icon as={CircleAlert} size={14} className="mt-px" />
            <span>{fault}</span>
          </p>
        )}
        {fault === undefined && hint !== undefined && <div className="mt-1.5 text-small text-muted">{hint}</div>}
      </div>
    </div>
  )
}

interface TypedFieldProps extends Omit<TextFieldProps, 'value' | 'onChange'> {
  readonly value: string
  /** As in `useTyped`. */
  readonly read: (text: string) => string
  readonly onTyped: (text: string) => void
}

/** A field for codes and numbers: what is typed stands in it as the product reads it. */
export function TypedField({ value, read, onTyped, ...rest }: TypedFieldProps) {
  return <TextField {...rest} {...useTyped(value, read, onTyped)} />
}

/** A password field whose text can be shown. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'end'>) {
  const t = useT()
  const [shown, setShown] = useState(false)
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      dir="ltr"
      end={
        <button
          type="button"
          className="hit-area text-muted hover:text-fg"
          aria-pressed={shown}
          aria-label={t(shown ? 'ui:password.hide' : 'ui:password.show')}
          onClick={() => setShown(!shown)}
        >
          <Icon as={shown ? EyeOff : Eye} size={16} />
        </button>
      }
    />
  )
}
