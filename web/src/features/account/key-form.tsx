/** Makes an API key: a name, what it may do, from where, for how long; then the codes, then its secret once. */
import { apiKeyCreate } from '@agio/wire/api-keys.ts'
import { X } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { refreshAccount, type SecurityInfo } from '../../data/account/account.ts'
import { send } from '../../data/http-client.ts'
import { useT } from '../../i18n/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox, Segmented } from '../../ui/choice.tsx'
import { Icon } from '../../ui/icons.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Card } from './account-card.tsx'
import {
  addAddresses,
  EMPTY_KEY,
  type KeyForm as Fields,
  type KeyFault,
  keyFaults,
  LABEL_MAX,
  PERMISSIONS,
  permissionFlags,
} from './key-model.ts'
import { prove } from './proof-store.ts'
import { changeMethods } from './security-model.ts'
import { useAction } from './use-action.ts'

interface KeyFormProps {
  readonly security: SecurityInfo
  readonly onMade: (made: { readonly label: string; readonly apiKey: string; readonly secret: string }) => void
}

const DAYS = ['30', '90', '365', '0'] as const

function useKeyForm({ security, onMade }: KeyFormProps) {
  const t = useT()
  const form = useRef<HTMLFormElement>(null)
  const action = useAction()
  const [fields, setFields] = useState<Fields>(EMPTY_KEY)
  const [tried, setTried] = useState(false)
  const set = (change: Partial<Fields>) => {
    setFields({ ...fields, ...change })
    action.clear()
  }
  const faultOf = (fault: KeyFault, present: Fields = fields): string | undefined =>
    tried && keyFaults(present).includes(fault) ? t(`account:keys.fault.${fault}`) : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    // What still stands in the address field counts as typed.
    const { accepted, rest } = addAddresses(fields.addresses, fields.typed)
    const whole = { ...fields, addresses: accepted, typed: rest }
    setFields(whole)
    const [first] = keyFaults(whole)
    if (first !== undefined)
      return form.current
        ?.querySelector<HTMLInputElement>(`[name="${first === 'permissions' ? 'read' : first === 'withdraw' ? 'addresses' : first}"]`)
        ?.focus()
    void action.run(async () => {
      const made = await prove({
        methods: changeMethods(security),
        scene: 'API_KEY',
        call: (codes) =>
          send(apiKeyCreate, {
            label: whole.label.trim(),
            permissions: permissionFlags(whole.permissions),
            ipList: [...whole.addresses],
            ...(whole.days === 0 ? {} : { expireDays: whole.days }),
            codes,
          }),
      })
      if (made === undefined) return
      onMade(made)
      setFields(EMPTY_KEY)
      setTried(false)
      refreshAccount()
      window.scrollTo({ top: 0 })
    })
  }
  return { form, fields, set, faultOf, submit, action }
}

export function KeyForm(props: KeyFormProps) {
  const t = useT()
  const { form, fields, set, faultOf, submit, action } = useKeyForm(props)
  const permissionFault = faultOf('permissions')
  return (
    <Card title={t('account:keys.new')}>
      <form ref={form} noValidate onSubmit={submit}>
        <div className="grid gap-x-8 gap-y-6 p-6 max-md:p-4 md:grid-cols-2">
          <TextField
            label={t('account:keys.name')}
            name="label"
            autoComplete="off"
            maxLength={LABEL_MAX}
            value={fields.label}
            onChange={(event) => set({ label: event.target.value })}
            {...withFault(faultOf('label'))}
          />
          <div>
            <p aria-hidden="true" className="mb-1.5 text-dense font-medium">
              {t('account:keys.expires')}
            </p>
            <Segmented
              label={t('account:keys.expires')}
              value={String(fields.days) as (typeof DAYS)[number]}
              onChange={(days) => set({ days: Number(days) })}
              options={DAYS.map((value) => ({
                value,
                label: value === '0' ? t('account:keys.noEnd') : t('account:login.days', { count: Number(value) }),
              }))}
            />
          </div>
          <fieldset className="flex flex-col gap-3">
            <legend className="mb-2 text-dense font-medium">{t('account:keys.mayDo')}</legend>
            {PERMISSIONS.map((one) => (
              <Checkbox
                key={one}
                name={one}
                checked={fields.permissions[one]}
                onChange={(event) => set({ permissions: { ...fields.permissions, [one]: event.target.checked } })}
              >
                {t(`account:keys.may.${one}`)}
                {one === 'withdraw' && <span className="block text-small text-muted">{t('account:keys.withdrawNeeds')}</span>}
              </Checkbox>
            ))}
            {permissionFault !== undefined && (
              <p role="alert" className="text-small text-down-text">
                {permissionFault}
              </p>
            )}
          </fieldset>
          <Addresses fields={fields} set={set} fault={faultOf('withdraw') ?? faultOf('addresses')} />
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

const withFault = (fault: string | undefined): { readonly fault?: string } => (fault === undefined ? {} : { fault })

interface AddressesProps {
  readonly fields: Fields
  readonly set: (change: Partial<Fields>) => void
  readonly fault: string | undefined
}

/** Network addresses as chips; a space, a comma or Enter ends one, Backspace takes the last back. */
function Addresses({ fields, set, fault }: AddressesProps) {
  const t = useT()
  const id = useId()
  const take = (text: string) => {
    const { accepted, rest } = addAddresses(fields.addresses, text)
    set({ addresses: accepted, typed: rest })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter' && fields.typed.trim() !== '') {
      event.preventDefault()
      take(fields.typed)
    }
    if (event.key === 'Backspace' && fields.typed === '') set({ addresses: fields.addresses.slice(0, -1) })
  }
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 flex items-baseline justify-between gap-2 text-dense font-medium">
        {t('account:keys.only')}
        <span className="font-normal text-muted">{t('account:keys.upTo')}</span>
      </label>
      <div
        dir="ltr"
        className={`flex min-h-22 flex-wrap content-start items-center gap-2 rounded-control border bg-field p-3 has-[input:focus-visible]:outline-2 has-[input:focus-visible]:-outline-offset-1 has-[input:focus-visible]:outline-fg ${fault === undefined ? 'border-line2' : 'border-down-text'}`}
      >
        {fields.addresses.map((address) => (
          <span key={address} className="code inline-flex h-6 items-center gap-1 rounded-chip bg-press ps-2 pe-1 text-dense font-medium">
            {address}
            <button
              type="button"
              aria-label={t('account:keys.dropAddress', { address })}
              onClick={() => set({ addresses: fields.addresses.filter((one) => one !== address) })}
              className="hit-area text-muted hover:text-fg"
            >
              <Icon as={X} size={14} />
            </button>
          </span>
        ))}
        <input
          id={id}
          name="addresses"
          autoComplete="off"
          spellCheck={false}
          value={fields.typed}
          placeholder={fields.addresses.length === 0 ? '18.196.20.41, 2a05:d014::/64' : ''}
          onChange={(event) => (/[\s,;]$/.test(event.target.value) ? take(event.target.value) : set({ typed: event.target.value }))}
          onPaste={(event) => {
            event.preventDefault()
            take(fields.typed + event.clipboardData.getData('text'))
          }}
          onBlur={() => take(fields.typed)}
          onKeyDown={onKeyDown}
          aria-invalid={fault !== undefined || undefined}
          aria-describedby={`${id}-note`}
          className="code h-6 min-w-32 flex-1 bg-transparent text-dense outline-none max-md:text-[16px]"
        />
      </div>
      <p id={`${id}-note`} aria-live="polite" className={`mt-1.5 text-small ${fault === undefined ? 'text-muted' : 'text-down-text'}`}>
        {fault ?? t('account:keys.withoutList')}
      </p>
    </div>
  )
}
