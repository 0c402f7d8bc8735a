/** Changes an API key: its name, what it may do, from where. Less takes a proof of the last minutes; more takes the codes of a new key. */
import { type ApiKeyRow, apiKeyUpdate } from '@agio/wire/account/api-keys.ts'
import { type FormEvent, useRef } from 'react'
import { refreshAccount, type SecurityInfo } from '../../data/account/account.ts'
import { send } from '../../data/http-client.ts'
import { useT } from '../../i18n/i18n.ts'
import { prove, withProof } from '../../proof/proof-store.ts'
import { Button, ButtonPair } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useAction } from '../../ui/use-action.ts'
import { AddressField, LabelField, PermissionFields, useKeyFields } from './key-fields.tsx'
import { formOfKey, growsKey, permissionFlags } from './key-model.ts'
import { changeMethods } from './security-model.ts'

interface KeyDialogProps {
  readonly row: ApiKeyRow
  readonly security: SecurityInfo
  readonly onClose: () => void
}

export function KeyDialog({ row, security, onClose }: KeyDialogProps) {
  const t = useT()
  const form = useRef<HTMLFormElement>(null)
  const action = useAction('account')
  const key = useKeyFields(formOfKey(row), action.clear)
  const grows = growsKey(row, key.fields)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const whole = key.checked(form.current)
    if (whole === undefined) return
    const change = {
      id: row.id,
      label: whole.label.trim(),
      permissions: permissionFlags(whole.permissions),
      ipList: [...whole.addresses],
    }
    void action.run(async () => {
      const saved = growsKey(row, whole)
        ? await prove({ methods: changeMethods(security), scene: 'API_KEY', call: (codes) => send(apiKeyUpdate, { ...change, codes }) })
        : await withProof(() => send(apiKeyUpdate, change))
      if (saved === undefined) return
      refreshAccount()
      toast({ kind: 'success', title: t('account:keys.saved', { name: change.label }) })
      onClose()
    })
  }
  return (
    <Dialog title={t('account:keys.editTitle', { name: row.label })} onClose={onClose} width={520} sheet>
      <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-5">
        <LabelField {...key} />
        <PermissionFields {...key} />
        <AddressField {...key} />
        <p className={`text-dense ${action.refusal === undefined ? 'text-muted' : 'text-down-text'}`} aria-live="polite">
          {action.refusal?.text ?? t(grows ? 'account:keys.grows' : 'account:keys.stays')}
        </p>
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
