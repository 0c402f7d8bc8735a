/** The second step of a login: exactly the codes that the server asks for, in the time that it gives. */
import { ArrowLeft } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { CallError } from '../../data/call-error.ts'
import { messageOf } from '../../data/message-of.ts'
import { useT } from '../../i18n/i18n.ts'
import { Sentence } from '../../i18n/sentence.tsx'
import { ProofField } from '../../proof/proof-field.tsx'
import { completeProof, type ProofCodes, type ProofMethod, wrongMethod } from '../../proof/proof-model.ts'
import { useSecondsLeft } from '../../proof/use-resend.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { toast } from '../../ui/toast-store.ts'
import { confirmLogin, type LoginAnswer, type LoginStep, sendLoginCode } from './use-auth.ts'

interface SecondStepProps {
  readonly step: LoginStep
  readonly account: string
  readonly onBack: () => void
  readonly onAnswer: (answer: LoginAnswer) => Promise<void>
}

export const minutes = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** The way back and who is logging in. */
export function StepHead({ account, onBack }: Pick<SecondStepProps, 'account' | 'onBack'>) {
  const t = useT()
  return (
    <p className="-mt-2 flex items-center gap-2 text-dense text-muted">
      <IconButton label={t('auth:step.back')} onClick={onBack} className="-ms-2">
        <Icon as={ArrowLeft} size={18} directional />
      </IconButton>
      <span>
        <Sentence text="auth:step.as" places={{ account: <bdi className="font-semibold text-fg">{account}</bdi> }} />
      </span>
    </p>
  )
}

/** Confirms as soon as every code is complete, once for each set of codes. */
function useConfirm({ step, onBack, onAnswer }: SecondStepProps) {
  const [codes, setCodes] = useState<ProofCodes>({})
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<{ readonly method: ProofMethod | undefined; readonly text: string }>()
  const form = useRef<HTMLFormElement>(null)
  const focus = (method: ProofMethod | undefined) =>
    form.current?.querySelector<HTMLInputElement>(method === undefined ? 'input' : `[name="${method}"]`)?.focus()
  const confirm = async (present: ProofCodes) => {
    setBusy(true)
    try {
      await onAnswer(await confirmLogin(step.ticket, { ...present }))
    } catch (error) {
      if (error instanceof CallError && error.errorName === 'LOGIN_TICKET_EXPIRED') {
        toast({ kind: 'error', title: error.message })
        return onBack()
      }
      const wrong = wrongMethod(error) ?? (step.methods.length === 1 ? step.methods[0] : undefined)
      setCodes(wrong === undefined ? {} : { ...present, [wrong]: '' })
      setFault({ method: wrong ?? step.methods[0], text: messageOf(error) })
      focus(wrong)
    } finally {
      setBusy(false)
    }
  }
  const change = (method: ProofMethod, code: string) => {
    const next = { ...codes, [method]: code }
    setCodes(next)
    setFault(undefined)
    if (busy || code.length !== 6) return
    if (completeProof(step.methods, next)) void confirm(next)
    else focus(step.methods.find((one) => !completeProof([one], next)))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const open = step.methods.find((one) => !completeProof([one], codes))
    if (open === undefined) return void confirm(codes)
    setFault({ method: open, text: '' })
    focus(open)
  }
  return { form, codes, change, busy, fault, submit }
}

export function SecondStep(props: SecondStepProps) {
  const { step, account, onBack } = props
  const t = useT()
  const { form, codes, change, busy, fault, submit } = useConfirm(props)
  const seconds = useSecondsLeft(step.expireTime)
  useEffect(() => form.current?.querySelector('input')?.focus(), [form])
  const many = step.methods.length > 1
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-5">
      <StepHead account={account} onBack={onBack} />
      {many && <p className="text-base text-muted">{t('auth:step.all', { count: step.methods.length })}</p>}
      {step.methods.map((method) => (
        <ProofField
          key={method}
          method={method}
          mask={method === 'google' ? '' : (step.masks[method] ?? '')}
          value={codes[method] ?? ''}
          onChange={(code) => change(method, code)}
          fault={fault?.method === method ? fault.text || t('auth:step.missing') : undefined}
          {...(method === 'google' ? {} : { onSend: () => sendLoginCode(step.ticket, method) })}
        />
      ))}
      <Button type="submit" look="primary" size={52} wide sending={busy}>
        {t('auth:step.submit')}
      </Button>
      <p className="text-center text-small text-muted">
        {seconds > 0 ? t('auth:step.left', { time: minutes(seconds) }) : t('auth:step.over')}
      </p>
    </form>
  )
}
