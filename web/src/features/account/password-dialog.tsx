/** Changes the password: the present one, the new one twice, then the codes that the account asks for. */
import { passwordChange } from '@agio/wire/account/auth-factors.ts'
import { Clock } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { refreshAccount, type SecurityInfo } from '../../data/account/account.ts'
import { send } from '../../data/http-client.ts'
import { useT } from '../../i18n/i18n.ts'
import { failedPasswordRules } from '../../proof/auth-model.ts'
import { PasswordRules } from '../../proof/password-rules.tsx'
import { prove } from '../../proof/proof-store.ts'
import { useVerdict } from '../../proof/use-verdict.ts'
import { Button, ButtonPair } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { PasswordField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useAction } from '../../ui/use-action.ts'
import { Note } from '../../user-centre/account-card.tsx'
import { passwordMethods } from './security-model.ts'

interface PasswordDialogProps {
  readonly security: SecurityInfo
  /** The account as it may be shown; the server compares with the whole. */
  readonly account: string
  readonly onClose: () => void
}

type FieldName = 'old' | 'next' | 'again'

function usePasswordForm({ security, account, onClose }: PasswordDialogProps) {
  const t = useT()
  const form = useRef<HTMLFormElement>(null)
  const action = useAction('account')
  const [fields, setFields] = useState({ old: '', next: '', again: '' })
  const [tried, setTried] = useState(false)
  const verdict = useVerdict(fields.next, account)
  const missing: Readonly<Record<FieldName, string | undefined>> = {
    old: fields.old === '' ? t('auth:missing.passwordEmpty') : undefined,
    next: failedPasswordRules(fields.next, account, verdict).length === 0 ? undefined : t('auth:missing.password'),
    again: fields.again === fields.next ? undefined : t('auth:reset.differ'),
  }
  const refused = action.refusal?.name === 'PASSWORD_WRONG' || action.refusal?.name === 'LOGIN_LOCKED' ? 'old' : 'next'
  const faultOf = (name: FieldName): { readonly fault?: string } => {
    const text = action.refusal !== undefined && refused === name ? action.refusal.text : tried ? missing[name] : undefined
    return text === undefined ? {} : { fault: text }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    const first = (['old', 'next', 'again'] as const).find((name) => missing[name] !== undefined)
    if (first !== undefined) return form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus()
    void action.run(async () => {
      const done = await prove({
        methods: passwordMethods(security),
        scene: 'CHANGE_PASSWORD',
        call: (codes) => send(passwordChange, { oldPassword: fields.old, newPassword: fields.next, codes }),
      })
      if (done === undefined) return
      refreshAccount()
      toast({ kind: 'success', title: t('account:password.saved'), detail: t('account:password.savedText') })
      onClose()
    })
  }
  const set = (change: Partial<typeof fields>) => {
    setFields({ ...fields, ...change })
    action.clear()
  }
  return { form, fields, verdict, set, submit, busy: action.busy, faultOf }
}

export function PasswordDialog(props: PasswordDialogProps) {
  const { account, onClose } = props
  const t = useT()
  const { form, fields, verdict, set, submit, busy, faultOf } = usePasswordForm(props)
  return (
    <Dialog title={t('account:password.title')} onClose={onClose} width={480} sheet>
      <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-5">
        <PasswordField
          label={t('account:password.old')}
          name="old"
          autoComplete="current-password"
          value={fields.old}
          onChange={(event) => set({ old: event.target.value })}
          {...faultOf('old')}
        />
        <div>
          <PasswordField
            label={t('auth:reset.new')}
            name="next"
            autoComplete="new-password"
            value={fields.next}
            onChange={(event) => set({ next: event.target.value })}
            {...faultOf('next')}
          />
          <PasswordRules password={fields.next} account={account} verdict={verdict} />
        </div>
        <PasswordField
          label={t('auth:reset.again')}
          name="again"
          autoComplete="new-password"
          value={fields.again}
          onChange={(event) => set({ again: event.target.value })}
          {...faultOf('again')}
        />
        <Note icon={Clock}>{t('account:password.note')}</Note>
        <ButtonPair>
          <Button size={44} onClick={onClose}>
            {t('account:cancel')}
          </Button>
          <Button type="submit" look="primary" size={44} sending={busy}>
            {t('account:save')}
          </Button>
        </ButtonPair>
      </form>
    </Dialog>
  )
}
