/** The dialog that asks for the codes of the present question. Codes send themselves when they are complete. */
import { secondFactorSendCode } from '@agio/wire/account/auth-factors.ts'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useSecurity } from '../data/account/account.ts'
import { send } from '../data/http-client.ts'
import { messageOf } from '../data/message-of.ts'
import { useT } from '../i18n/i18n.ts'
import { Button, ButtonPair } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { beginReport } from './device/begin-report.ts'
import { ProofField } from './proof-field.tsx'
import { completeProof, isAboutCodes, type ProofCodes, type ProofMethod, wrongMethod } from './proof-model.ts'
import { type Question, useQuestion } from './proof-store.ts'

export function ProofDialog() {
  const question = useQuestion()
  return question === undefined ? null : <Asking question={question} />
}

function useAnswer({ methods, run, fail }: Question) {
  const t = useT()
  const form = useRef<HTMLFormElement>(null)
  const [codes, setCodes] = useState<ProofCodes>({})
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<{ readonly method: ProofMethod | undefined; readonly text: string }>()
  const focus = (method: ProofMethod | undefined) =>
    form.current?.querySelector<HTMLInputElement>(method === undefined ? 'input' : `[name="${method}"]`)?.focus()
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  const give = async (present: ProofCodes) => {
    setBusy(true)
    try {
      await run(present)
    } catch (error) {
      if (!isAboutCodes(error)) return fail(error)
      const wrong = wrongMethod(error) ?? methods[0]
      setCodes(wrong === undefined || methods.length === 1 ? {} : { ...present, [wrong]: '' })
      setFault({ method: wrong, text: messageOf(error) })
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
    if (completeProof(methods, next)) void give(next)
    else focus(methods.find((one) => !completeProof([one], next)))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const open = methods.find((one) => !completeProof([one], codes))
    if (open === undefined) return void give(codes)
    setFault({ method: open, text: t('auth:step.missing') })
    focus(open)
  }
  return { form, codes, busy, fault, change, submit }
}

function Asking({ question }: { readonly question: Question }) {
  const t = useT()
  const security = useSecurity().data
  const { form, codes, busy, fault, change, submit } = useAnswer(question)
  const masks = { google: '', email: security?.emailMask ?? '', phone: security?.phoneMask ?? '' }
  return (
    <Dialog title={t('account:prove.title')} onClose={question.cancel} sheet>
      <form ref={form} noValidate onInput={beginReport} onSubmit={submit} className="flex flex-col gap-5">
        <p className="text-dense text-muted">{t('account:prove.text')}</p>
        {question.methods.map((method) => (
          <ProofField
            key={method}
            method={method}
            mask={masks[method]}
            value={codes[method] ?? ''}
            onChange={(code) => change(method, code)}
            fault={fault?.method === method ? fault.text : undefined}
            {...(method === 'google' ? {} : { onSend: () => send(secondFactorSendCode, { scene: question.scene, channel: method }) })}
          />
        ))}
        <ButtonPair>
          <Button size={44} onClick={question.cancel}>
            {t('account:cancel')}
          </Button>
          <Button type="submit" look="primary" size={44} sending={busy}>
            {t('account:prove.submit')}
          </Button>
        </ButtonPair>
      </form>
    </Dialog>
  )
}
