/** Six boxes for a code. One real field lies over them, so that pasting, message autofill and screen readers work as with any field. */
import { CircleAlert } from 'lucide-react'
import { type ReactNode, type RefObject, useId } from 'react'
import { Icon } from '../ui/icons.tsx'
import { useTyped } from '../ui/use-typed.ts'
import { digitsOf } from './digits.ts'

interface CodeBoxesProps {
  readonly label: string
  readonly value: string
  readonly onChange: (code: string) => void
  readonly fault?: string | undefined
  /** Beside the label, at its end. */
  readonly end?: ReactNode
  readonly hint?: ReactNode
  readonly field?: RefObject<HTMLInputElement | null>
  readonly name?: string
  readonly hideLabel?: boolean
}

const BOXES = [0, 1, 2, 3, 4, 5] as const

function Box({ at, value, wrong }: { readonly at: number; readonly value: string; readonly wrong: boolean }) {
  const active = at === Math.min(value.length, 5)
  return (
    <span
      className={`num flex h-13 items-center justify-center rounded-control border bg-field text-[22px] font-semibold ${wrong ? 'border-down-text' : 'border-line2'} ${active ? 'group-focus-within:outline-2 group-focus-within:-outline-offset-1 group-focus-within:outline-fg' : ''}`}
    >
      {value[at] ?? (active && <span className="hidden h-6 w-px bg-theme group-focus-within:block" />)}
    </span>
  )
}

export function CodeBoxes({ label, value, onChange, fault, end, hint, field, name, hideLabel = false }: CodeBoxesProps) {
  const id = useId()
  const typed = useTyped(value, digitsOf, onChange)
  const noteId = `${id}-note`
  return (
    <div>
      <div className={hideLabel && end === undefined ? '' : 'mb-1.5 flex flex-wrap items-baseline justify-between gap-x-2'}>
        <label htmlFor={id} className={hideLabel ? 'visually-hidden' : 'text-dense font-medium'}>
          {label}
        </label>
        {end}
      </div>
      <div dir="ltr" className="group relative">
        <div aria-hidden="true" className="grid grid-cols-6 gap-2">
          {BOXES.map((at) => (
            <Box key={at} at={at} value={value} wrong={fault !== undefined} />
          ))}
        </div>
        <input
          ref={field}
          id={id}
          name={name}
          {...typed}
          inputMode="numeric"
          autoComplete="one-time-code"
          aria-invalid={fault !== undefined || undefined}
          aria-describedby={noteId}
          className="absolute inset-0 size-full cursor-text opacity-0"
        />
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
