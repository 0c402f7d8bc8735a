/** The button that sends a code, and the seconds until it may send the next one. */
import { useState } from 'react'
import { messageOf } from '../data/message-of.ts'
import { useT } from '../i18n/i18n.ts'
import { toast } from '../ui/toast-store.ts'
import { useSecondsLeft } from './use-resend.ts'

/** Sends a code and answers when the next may be sent (ms), or nothing when it did not send. */
export type SendCode = () => Promise<{ readonly resendTime: number } | undefined>

interface SendCodeProps {
  /** When a code that was sent before this was drawn may be followed by another, ms. */
  readonly sentUntil?: number | undefined
  readonly onSend: SendCode
  /** Shown masked in the confirmation. */
  readonly target: string
}

export function SendCodeButton({ onSend, target, sentUntil }: SendCodeProps) {
  const t = useT()
  const [resendAt, setResendAt] = useState(sentUntil)
  const [sending, setSending] = useState(false)
  const seconds = useSecondsLeft(resendAt)
  const sendNow = async () => {
    if (sending || seconds > 0) return
    setSending(true)
    try {
      const sent = await onSend()
      if (sent === undefined) return
      setResendAt(sent.resendTime)
      toast({ kind: 'success', title: t('auth:code.sent', { target }) })
    } catch (error) {
      toast({ kind: 'error', title: messageOf(error) })
    } finally {
      setSending(false)
    }
  }
  return (
    <button
      type="button"
      aria-disabled={sending || seconds > 0}
      onClick={() => void sendNow()}
      className="hit-area text-dense font-medium whitespace-nowrap text-theme-text hover:underline aria-disabled:text-muted aria-disabled:no-underline"
    >
      {seconds > 0 ? t('auth:code.again', { seconds }) : t(resendAt === undefined ? 'auth:code.send' : 'auth:code.resend')}
    </button>
  )
}
