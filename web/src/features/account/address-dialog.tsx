/** Binds an e-mail address or a telephone number, or puts a new one in place of the old. */
import { emailBind, phoneBind, secondFactorSendCode } from '@agio/wire/account/auth-factors.ts'
import { Clock } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { type SecurityInfo, takeSecurity } from '../../data/account/account.ts'
import { send } from '../../data/http-client.ts'
import { maskAccount } from '../../data/mask.ts'
import { useT } from '../../i18n/i18n.ts'
import { AccountField, useAreaCode } from '../../proof/account-field.tsx'
import { type AccountInput, type AccountKind, isAccount, isCode, missingAccount } from '../../proof/auth-model.ts'
import { CodeField } from '../../proof/code-field.tsx'
import { prove } from '../../proof/proof-store.ts'
import { Button, ButtonPair } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useAction } from '../../ui/use-action.ts'
import { Note } from '../../user-centre/account-card.tsx'
import { changeMethods } from './security-model.ts'

interface AddressDialogProps {
  readonly kind: AccountKind
  readonly security: SecurityInfo
  readonly onClose: () => void
}

function useBinding({ kind, security, onClose }: AddressDialogProps) {
  const t = useT()
  const form = useRef<HTMLFormElement>(null)
  const action = useAction('account')
  const [typed, setTyped] = useState<AccountInput>({ kind, account: '', areaCode: '' })
  const [code, setCode] = useState('')
  const [tried, setTried] = useState<'send' | 'save'>()
  const input = { ...typed, areaCode: useAreaCode(typed.areaCode) }
  const focus = (name: string) => form.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus()
  const sendTo = async () => {
    if (!isAccount(input)) {
      setTried('send')
      focus('account')
      return undefined
    }
    const target = { target: input.account, ...(kind === 'phone' ? { areaCode: input.areaCode } : {}) }
    return send(secondFactorSendCode, { scene: 'BIND', channel: kind, ...target })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried('save')
    if (!isAccount(input)) return focus('account')
    if (!isCode(code)) return focus('code')
    void action.run(async () => {
      const bound = await prove({
        methods: changeMethods(security),
        scene: 'CHANGE_FACTOR',
        call: (codes) =>
          kind === 'email'
            ? send(emailBind, { email: input.account, code, codes })
            : send(phoneBind, { areaCode: input.areaCode, phone: input.account, code, codes }),
      })
      if (bound === undefined) return
      takeSecurity(bound)
      toast({ kind: 'success', title: t(`account:${kind}.saved`) })
      onClose()
    })
  }
  const inUse = action.refusal?.name.endsWith('_IN_USE') === true
  const accountFault = inUse ? action.refusal?.text : tried !== undefined && !isAccount(input) ? t(missingAccount(input)) : undefined
  const codeFault =
    !inUse && action.refusal !== undefined ? action.refusal.text : tried === 'save' && !isCode(code) ? t('auth:missing.code') : undefined
  return { form, input, setTyped, code, setCode, sendTo, submit, action, accountFault, codeFault }
}

export function AddressDialog(props: AddressDialogProps) {
  const { kind, security, onClose } = props
  const t = useT()
  const { form, input, setTyped, code, setCode, sendTo, submit, action, accountFault, codeFault } = useBinding(props)
  const replaces = kind === 'email' ? security.emailBound === 1 : security.phoneBound === 1
  return (
    <Dialog title={t(replaces ? `account:${kind}.change` : `account:${kind}.add`)} onClose={onClose} sheet>
      <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-5">
        <AccountField
          input={input}
          onChange={(next) => {
            setTyped(next)
            action.clear()
          }}
          name="account"
          autoComplete="email"
          fault={accountFault}
        />
        <CodeField
          label={t('account:address.code')}
          name="code"
          value={code}
          onChange={(next) => {
            setCode(next)
            action.clear()
          }}
          target={maskAccount(input.account)}
          onSend={sendTo}
          {...(codeFault === undefined ? {} : { fault: codeFault })}
        />
        <Note icon={Clock}>{t(replaces ? 'account:address.replaces' : 'account:address.adds')}</Note>
        <ButtonPair>
          <Button size={44} onClick={onClose}>
            {t('account:cancel')}
          </Button>
          <Button type="submit" look="primary" size={44} sending={action.busy}>
            {t('account:save')}
          </Button>
        </ButtonPair>
      </form>
    </Dialog>
  )
}
