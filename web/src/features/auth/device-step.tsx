/** A login from a device that the account never saw: the code of the message that names place, device and time. */
import { MailCheck } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { CallError } from '../../data/call-error.ts'
import { messageOf } from '../../data/message-of.ts'
import { useT } from '../../i18n/i18n.ts'
import { Sentence } from '../../i18n/sentence.tsx'
import { isCode } from '../../proof/auth-model.ts'
import { CodeBoxes } from '../../proof/code-boxes.tsx'
import { useSecondsLeft } from '../../proof/use-resend.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { toast } from '../../ui/toast-store.ts'
import { minutes, StepHead } from './second-step.tsx'
import { confirmNewDevice, type DeviceStep, type LoginAnswer, sendLoginCode } from './use-auth.ts'

interface NewDeviceProps {
  readonly step: DeviceStep
  readonly account: string
  readonly onBack: () => void
  readonly onAnswer: (answer: LoginAnswer) => Promise<void>
}

/** The message was sent with the step; another one can be asked for when the wait is over. */
function Resend({ step }: { readonly step: DeviceStep }) {
  const t = useT()
  const [until, setUntil] = useState(step.resendTime)
  const seconds = useSecondsLeft(until)
  const again = async () => {
    if (seconds > 0) return
    try {
      setUntil((await sendLoginCode(step.ticket, step.channel)).resendTime)
      toast({ kind: 'success', title: t('auth:code.sent', { target: step.mask }) })
    } catch (error) {
      toast({ kind: 'error', title: messageOf(error) })
    }
  }
  return (
    <button
      type="button"
      aria-disabled={seconds > 0}
      onClick={() => void again()}
      className="hit-area text-dense font-medium text-theme-text hover:underline aria-disabled:text-muted aria-disabled:no-underline"
    >
      {seconds > 0 ? t('auth:code.again', { seconds }) : t('auth:code.resend')}
    </button>
  )
}

export function NewDevice({ step, account, onBack, onAnswer }: NewDeviceProps) {
  const t = useT()
  const field = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const seconds = useSecondsLeft(step.expireTime)
  useEffect(() => field.current?.focus(), [])
  const confirm = async (present: string) => {
    if (busy) return
    setBusy(true)
    try {
      await onAnswer(await confirmNewDevice(step.ticket, present))
    } catch (error) {
      if (error instanceof CallError && error.errorName === 'LOGIN_TICKET_EXPIRED') {
        toast({ kind: 'error', title: error.message })
        return onBack()
      }
      setCode('')
      setFault(messageOf(error))
      field.current?.focus()
    } finally {
      setBusy(false)
    }
  }
  const change = (next: string) => {
    setCode(next)
    setFault(undefined)
    if (isCode(next)) void confirm(next)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isCode(code)) return void confirm(code)
    setFault(t('auth:step.missing'))
    field.current?.focus()
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <StepHead account={account} onBack={onBack} />
      <p className="flex gap-3 rounded-control border border-line bg-field p-4 text-dense">
        <Icon as={MailCheck} size={20} className="text-muted" />
        <span>
          <Sentence text={`auth:device.text.${step.channel}`} places={{ target: <bdi className="font-semibold">{step.mask}</bdi> }} />
        </span>
      </p>
      <CodeBoxes
        label={t('auth:device.code')}
        field={field}
        value={code}
        onChange={change}
        fault={fault}
        end={<Resend step={step} />}
        hint={t('auth:device.hint')}
      />
      <Button type="submit" look="primary" size={52} wide sending={busy}>
        {t('auth:device.submit')}
      </Button>
      <p className="text-center text-small text-muted">
        {seconds > 0 ? t('auth:step.left', { time: minutes(seconds) }) : t('auth:step.over')}
      </p>
    </form>
  )
}
