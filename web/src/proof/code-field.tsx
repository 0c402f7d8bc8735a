/** A field for a six-digit code with a button that sends one. */
import { useT } from '../i18n/i18n.ts'
import { TypedField } from '../ui/text-field.tsx'
import { digitsOf } from './digits.ts'
import { type SendCode, SendCodeButton } from './send-code.tsx'

interface CodeFieldProps {
  readonly label: string
  readonly name?: string
  readonly value: string
  readonly onChange: (code: string) => void
  readonly fault?: string | undefined
  readonly hint?: string
  /** Absent for codes that nobody sends. */
  readonly onSend?: SendCode
  /** Shown masked in the confirmation. */
  readonly target?: string
}

export function CodeField({ label, name, value, onChange, fault, hint, onSend, target = '' }: CodeFieldProps) {
  const t = useT()
  return (
    <TypedField
      label={label}
      name={name}
      value={value}
      read={digitsOf}
      onTyped={onChange}
      inputMode="numeric"
      autoComplete="one-time-code"
      dir="ltr"
      placeholder={t('auth:code.placeholder')}
      {...(fault === undefined ? {} : { fault })}
      {...(hint === undefined ? {} : { hint })}
      {...(onSend === undefined ? {} : { end: <SendCodeButton onSend={onSend} target={target} /> })}
    />
  )
}
