/** A field for a six-digit code with a button that sends one. */
import { type ComponentPropsWithRef, useState } from 'react'
import { useT } from '../../i18n/i18n.ts'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast-store.ts'
import { digitsOf } from './digits.ts'
import { messageOf } from './use-auth.ts'
import { useSecondsLeft } from './use-resend.ts'

interface CodeFieldProps extends Omit<ComponentPropsWithRef<'input'>, 'size' | 'className' | 'onChange' | 'value' | 'height'> {
  readonly height?: 44 | 52
  readonly label: string
  readonly value: string
  readonly onChange: (code: string) => void
  readonly fault?: string | undefined
  readonly hint?: string
  /** Sends a code and answers when the next may be sent (ms); absent for codes that nobody sends. */
  readonly onSend?: () => Promise<{ readonly resendTime: number } | undefined>
  /** Shown masked in the confirmation. */
  readonly target?: string
}

export function CodeField({ label, value, onChange, fault, hint, onSend, target, ...rest }: CodeFieldProps) {
  const t = useT()
  const [resendAt, setResendAt] = useState<number>()
  const [sending, setSending] = useState(false)
  const seconds = useSecondsLeft(resendAt)
  const sendNow = async () => {
    if (onSend === undefined || sending || seconds > 0) return
    setSending(true)
    try {
      const sent = await onSend()
      if (sent === undefined) return
      setResendAt(sent.resendTime)
      toast({ kind: 'success', title: t('auth:code.sent', { target: target ?? '' }) })
    } catch (error) {
      toast({ kind: 'error', title: messageOf(error) })
    } finally {
      setSending(false)
    }
  }
  const words = seconds > 0 ? t('auth:code.again', { seconds }) : t(resendAt === undefined ? 'auth:code.send' : 'auth:code.resend')
  return (
    <TextField
      {...rest}
      label={label}
      value={value}
      onChange={(event) => onChange(digitsOf(event.target.value))}
      inputMode="numeric"
      autoComplete="one-time-code"
      dir="ltr"
      {...(fault === undefined ? {} : { fault })}
      {...(hint === undefined ? {} : { hint })}
      {...(onSend === undefined
        ? {}
        : {
            end: (
              <button
                type="button"
                aria-disabled={sending || seconds > 0}
                onClick={() => void sendNow()}
                className="hit-area text-dense font-medium whitespace-nowrap text-theme-text hover:underline aria-disabled:text-muted aria-disabled:no-underline"
              >
                {words}
              </button>
            ),
          })}
    />
  )
}
