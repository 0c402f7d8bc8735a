/** The second step of a login: exactly the codes that the server asks for, in the time that it gives. */
import { ArrowLeft } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { CallError } from '../../data/call-error.ts'
import { useT } from '../../i18n/i18n.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { toast } from '../../ui/toast-store.ts'
import { isCode } from './auth-model.ts'
import { CodeField } from './code-field.tsx'
import type { LoginStep } from './use-auth.ts'
import { confirmLogin, messageOf, sendLoginCode, useFinish } from './use-auth.ts'
import { useSecondsLeft } from './use-resend.ts'

interface SecondStepProps {
  readonly step: LoginStep
  readonly account: string
  readonly onBack: () => void
}

const minutes = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** Confirms as soon as every code is complete, once for each set of codes. */
function useConfirm({ step, onBack }: SecondStepProps) {
  const finish = useFinish()
  const [codes, setCodes] = useState<Readonly<Record<string, string>>>({})
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const complete = step.methods.every((method) => isCode(codes[method] ?? ''))
  const confirm = async (present: Readonly<Record<string, string>>) => {
    setBusy(true)
    try {
      await finish(await confirmLogin(step.ticket, present))
    } catch (error) {
      if (error instanceof CallError && error.errorName === 'LOGIN_TICKET_EXPIRED') {
        toast({ kind: 'error', title: error.message })
        return onBack()
      }
      setCodes({})
      setFault(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  const change = (method: string, code: string) => {
    const next = { ...codes, [method]: code }
    setCodes(next)
    setFault(undefined)
    if (!busy && step.methods.every((one) => isCode(next[one] ?? ''))) void confirm(next)
  }
  return { codes, change, busy, fault, setFault, complete, confirm }
}

export function SecondStep(props: SecondStepProps) {
  const { step, account, onBack } = props
  const t = useT()
  const form = useRef<HTMLFormElement>(null)
  const { codes, change, busy, fault, setFault, complete, confirm } = useConfirm(props)
  const seconds = useSecondsLeft(step.expireTime)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (complete && !busy) void confirm(codes)
    else if (!complete) {
      setFault(t('auth:step.missing'))
      form.current?.querySelector('input')?.focus()
    }
  }
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-5">
      <p className="-mt-2 flex items-center gap-2 text-dense text-muted">
        <IconButton label={t('auth:step.back')} onClick={onBack} className="-ms-2">
          <Icon as={ArrowLeft} size={18} directional />
        </IconButton>
        <bdi dir="ltr">{account}</bdi>
      </p>
      {step.methods.map((method, index) => {
        const target = method === 'google' ? '' : (step.masks[method] ?? '')
        return (
          <CodeField
            key={method}
            height={52}
            label={t(`auth:step.${method}`, { target })}
            target={target}
            value={codes[method] ?? ''}
            onChange={(code) => change(method, code)}
            {...(index === 0 && fault !== undefined ? { fault } : {})}
            {...(method === 'google' ? {} : { onSend: () => sendLoginCode(step.ticket, method) })}
          />
        )
      })}
      <Button type="submit" look="primary" size={52} wide sending={busy}>
        {t('auth:step.submit')}
      </Button>
      <p className="text-center text-small text-muted">
        {seconds > 0 ? t('auth:step.left', { time: minutes(seconds) }) : t('auth:step.over')}
      </p>
    </form>
  )
}
