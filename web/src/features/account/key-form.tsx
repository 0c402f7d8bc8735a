/** Makes an API key: a name, what it may do, from where, for how long, how it signs; then the codes, then its secret once. */
import { apiKeyCreate } from '@agio/wire/account/api-keys.ts'
import { type FormEvent, useId, useRef } from 'react'
import { refreshAccount, type SecurityInfo } from '../../data/account/account.ts'
import { send } from '../../data/http-client.ts'
import { useT } from '../../i18n/i18n.ts'
import { prove } from '../../proof/proof-store.ts'
import { Button } from '../../ui/button.tsx'
import { Segmented } from '../../ui/choice.tsx'
import { useAction } from '../../ui/use-action.ts'
import { Card } from '../../user-centre/account-card.tsx'
import { AddressField, type KeyFields, LabelField, PermissionFields, useKeyFields } from './key-fields.tsx'
import { EMPTY_KEY, ed25519Key, type KeyForm as Fields, permissionFlags } from './key-model.ts'
import { changeMethods } from './security-model.ts'

interface KeyFormProps {
  readonly security: SecurityInfo
  readonly onMade: (made: { readonly label: string; readonly apiKey: string; readonly secret: string }) => void
}

const DAYS = ['30', '90', '365', '0'] as const

function requestOf({ label, permissions, addresses, days, publicKey }: Fields) {
  const key = publicKey === undefined ? undefined : ed25519Key(publicKey)
  return {
    label: label.trim(),
    permissions: permissionFlags(permissions),
    ipList: [...addresses],
    ...(days === 0 ? {} : { expireDays: days }),
    ...(key === undefined ? {} : { publicKey: key }),
  }
}

export function KeyForm({ security, onMade }: KeyFormProps) {
  const t = useT()
  const form = useRef<HTMLFormElement>(null)
  const action = useAction('account')
  const key = useKeyFields(EMPTY_KEY, action.clear)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const whole = key.checked(form.current)
    if (whole === undefined) return
    void action.run(async () => {
      const made = await prove({
        methods: changeMethods(security),
        scene: 'API_KEY',
        call: (codes) => send(apiKeyCreate, { ...requestOf(whole), codes }),
      })
      if (made === undefined) return
      onMade(made)
      key.reset()
      refreshAccount()
      window.scrollTo({ top: 0 })
    })
  }
  return (
    <Card title={t('account:keys.new')}>
      <form ref={form} noValidate onSubmit={submit}>
        <div className="grid gap-x-8 gap-y-6 p-6 max-md:p-4 md:grid-cols-2">
          <LabelField {...key} />
          <div>
            <p aria-hidden="true" className="mb-1.5 text-dense font-medium">
              {t('account:keys.expires')}
            </p>
            <Segmented
              label={t('account:keys.expires')}
              value={String(key.fields.days) as (typeof DAYS)[number]}
              onChange={(days) => key.set({ days: Number(days) })}
              options={DAYS.map((value) => ({
                value,
                label: value === '0' ? t('account:keys.noEnd') : t('account:login.days', { count: Number(value) }),
              }))}
            />
          </div>
          <PermissionFields {...key} />
          <AddressField {...key} />
          <Signing {...key} />
        </div>
        <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-6 py-3 max-md:px-4">
          <p className={`text-dense ${action.refusal === undefined ? 'text-muted' : 'text-down-text'}`} aria-live="polite">
            {action.refusal?.text ?? t('account:keys.next')}
          </p>
          <Button type="submit" look="primary" sending={action.busy}>
            {t('account:keys.create')}
          </Button>
        </div>
      </form>
    </Card>
  )
}

/** How requests are signed: with a secret that we make and show once, or with a private key that never leaves its owner. */
function Signing({ fields, set, faultOf }: KeyFields) {
  const t = useT()
  const id = useId()
  const fault = faultOf('publicKey')
  return (
    <div className="flex flex-col gap-4 md:col-span-2">
      <div className="md:max-w-110">
        <p aria-hidden="true" className="mb-1.5 text-dense font-medium">
          {t('account:keys.signing')}
        </p>
        <Segmented
          label={t('account:keys.signing')}
          value={fields.publicKey === undefined ? 'secret' : 'own'}
          onChange={(way) => set({ publicKey: way === 'own' ? '' : undefined })}
          options={[
            { value: 'secret', label: t('account:keys.signing.secret') },
            { value: 'own', label: t('account:keys.signing.own') },
          ]}
        />
      </div>
      {fields.publicKey !== undefined && (
        <div>
          <label htmlFor={id} className="mb-1.5 block text-dense font-medium">
            {t('account:keys.publicKey')}
          </label>
          <textarea
            id={id}
            name="publicKey"
            dir="ltr"
            rows={3}
            autoComplete="off"
            spellCheck={false}
            maxLength={400}
            value={fields.publicKey}
            onChange={(event) => set({ publicKey: event.target.value })}
            aria-invalid={fault !== undefined || undefined}
            aria-describedby={`${id}-note`}
            className={`code w-full resize-y rounded-control border bg-field p-3 text-dense focus-visible:outline-2 focus-visible:-outline-offset-1 focus-visible:outline-fg max-md:text-[16px] ${fault === undefined ? 'border-line2' : 'border-down-text'}`}
          />
          <p id={`${id}-note`} aria-live="polite" className={`mt-1.5 text-small ${fault === undefined ? 'text-muted' : 'text-down-text'}`}>
            {fault ?? t('account:keys.publicKeyHint')}
          </p>
        </div>
      )}
    </div>
  )
}
