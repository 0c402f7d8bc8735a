/** The second factor of a withdrawal: a code of every method that it names, with the time that is left. A reload finds it again. */
import type { WalletTxDetail } from '@agio/wire/wallet/types.ts'
import { checkWithdraw, withdrawCheckEmail, withdrawCheckSms } from '@agio/wire/wallet/wallet.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Timer } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { useSecurity } from '../../../data/account/account.ts'
import { failureText } from '../../../data/deed.ts'
import { send } from '../../../data/http-client.ts'
import { messageOf } from '../../../data/message-of.ts'
import { SPOT_QUERIES, spotChanged } from '../../../data/spot/spot-changes.ts'
import { formatNumber, isolated, withUnit } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/i18n.ts'
import { ProofField } from '../../../proof/proof-field.tsx'
import {
  askedMethods,
  completeProof,
  isAboutCodes,
  type ProofCodes,
  type ProofMethod,
  proofMethods,
  wrongMethod,
} from '../../../proof/proof-model.ts'
import { useSecondsLeft } from '../../../proof/use-resend.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { Card } from '../../../user-centre/account-card.tsx'
import { CODES_MS, type CodesAsked, clockOf, codesKey } from './codes-model.ts'

/** What was answered when it was asked for; after a reload, what the account asks of every withdrawal. */
function useAsked(tx: WalletTxDetail): {
  readonly asked: CodesAsked | undefined
  readonly learn: (methods: readonly ProofMethod[]) => void
} {
  const [known] = useState(useQueryClient().getQueryData<CodesAsked>(codesKey(tx.id)))
  const [learnt, learn] = useState<readonly ProofMethod[]>()
  const security = useSecurity().data
  const methods = learnt ?? known?.methods ?? (security === undefined ? undefined : proofMethods(security.withdrawMethods))
  const masks = known?.masks ?? { email: security?.emailMask ?? undefined, phone: security?.phoneMask ?? undefined }
  const asked = methods === undefined ? undefined : { methods, masks, expireTime: known?.expireTime ?? tx.createTime + CODES_MS }
  return { asked, learn }
}

interface Fault {
  readonly method: ProofMethod | undefined
  readonly text: string
}

/** Sends the codes, one at a time; what is wrong with one stands at its field. */
function useCheck(tx: WalletTxDetail, methods: readonly ProofMethod[], learn: (methods: readonly ProofMethod[]) => void) {
  const t = useT()
  const client = useQueryClient()
  const place = useRef<HTMLFormElement>(null)
  const running = useRef(false)
  const [codes, setCodes] = useState<ProofCodes>({})
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<Fault>()
  const focus = (method: ProofMethod | undefined) => place.current?.querySelector<HTMLInputElement>(`[name="${method}"]`)?.focus()
  const refuse = (error: unknown) => {
    const more = askedMethods(error)
    if (more !== undefined && more.length > methods.length) {
      learn(more)
      return setFault({ method: more.find((one) => !methods.includes(one)), text: messageOf(error) })
    }
    const wrong = isAboutCodes(error) ? (wrongMethod(error) ?? methods[0]) : undefined
    if (wrong !== undefined) setCodes({ ...codes, [wrong]: '' })
    setFault({ method: wrong, text: failureText('change', error) })
    focus(wrong)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const open = methods.find((one) => !completeProof([one], codes))
    if (open !== undefined) {
      setFault({ method: open, text: t('auth:step.missing') })
      return focus(open)
    }
    if (running.current) return
    running.current = true
    setBusy(true)
    setFault(undefined)
    try {
      const now = await send(checkWithdraw, { id: tx.id, codes })
      client.setQueryData([SPOT_QUERIES, 'walletTx', tx.id], { ...tx, ...now })
    } catch (error) {
      refuse(error)
    } finally {
      running.current = false
      setBusy(false)
      spotChanged()
    }
  }
  const change = (method: ProofMethod, code: string) => {
    setCodes({ ...codes, [method]: code })
    if (fault?.method === method) setFault(undefined)
  }
  return { place, codes, busy, fault, submit, change }
}

export function CodesCard({ tx }: { readonly tx: WalletTxDetail }) {
  const t = useT()
  const { asked, learn } = useAsked(tx)
  const methods = asked?.methods ?? []
  const { place, codes, busy, fault, submit, change } = useCheck(tx, methods, learn)
  const seconds = useSecondsLeft(asked?.expireTime)
  if (asked === undefined) return <SkeletonRows rows={3} height={72} />
  const sender = { email: () => send(withdrawCheckEmail, { id: tx.id }), phone: () => send(withdrawCheckSms, { id: tx.id }) }
  const amount = withUnit(formatNumber(tx.amount), tx.coinName)
  return (
    <Card
      title={t('withdraw:codes.title')}
      end={
        <span className="inline-flex items-center gap-1.5 text-dense text-muted">
          <Icon as={Timer} size={14} />
          <span data-left={seconds}>{t('withdraw:codes.left', { time: isolated(clockOf(seconds)) })}</span>
        </span>
      }
    >
      <form
        ref={place}
        noValidate
        onSubmit={(event) => void submit(event)}
        className="flex max-w-120 flex-col gap-5 p-7 max-md:p-4"
        data-codes={methods.join(' ')}
      >
        <p className="text-dense text-muted">{t('withdraw:codes.text', { amount })}</p>
        {methods.map((method) => (
          <ProofField
            key={method}
            method={method}
            mask={method === 'google' ? '' : (asked.masks[method] ?? '')}
            value={codes[method] ?? ''}
            onChange={(code) => change(method, code)}
            fault={fault?.method === method ? fault.text : undefined}
            {...(method === 'google' ? {} : { onSend: sender[method] })}
          />
        ))}
        {fault !== undefined && fault.method === undefined && (
          <p role="alert" className="text-dense text-down-text">
            {fault.text}
          </p>
        )}
        <Button type="submit" look="primary" size={52} wide sending={busy} data-confirm>
          {t('withdraw:codes.go', { amount })}
        </Button>
      </form>
    </Card>
  )
}
