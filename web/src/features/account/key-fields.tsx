/** The fields that a new key and a changed one have in common: its name, what it may do, from where. */
import { X } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { useT } from '../../i18n/i18n.ts'
import { latinText } from '../../i18n/typed-text.ts'
import { Checkbox } from '../../ui/choice.tsx'
import { Icon } from '../../ui/icons.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useTyped } from '../../ui/use-typed.ts'
import { addAddresses, type KeyForm as Fields, type KeyFault, keyFaults, LABEL_MAX, PERMISSIONS } from './key-model.ts'

/** Which field a fault stands beside. */
const FIELD_OF: Readonly<Record<KeyFault, string>> = {
  label: 'label',
  permissions: 'read',
  withdraw: 'addresses',
  addresses: 'addresses',
  publicKey: 'publicKey',
}

export interface KeyFields {
  readonly fields: Fields
  readonly set: (change: Partial<Fields>) => void
  readonly faultOf: (fault: KeyFault) => string | undefined
  /** The fields when nothing is wrong; else what is wrong is shown, its place focused, and undefined answered. */
  readonly checked: (form: HTMLFormElement | null) => Fields | undefined
  readonly reset: () => void
}

/** @param onChange after any change, so that an old refusal goes */
export function useKeyFields(start: Fields, onChange: () => void): KeyFields {
  const t = useT()
  const [fields, setFields] = useState(start)
  const [tried, setTried] = useState(false)
  return {
    fields,
    set: (change) => {
      setFields({ ...fields, ...change })
      onChange()
    },
    faultOf: (fault) => (tried && keyFaults(fields).includes(fault) ? t(`account:keys.fault.${fault}`) : undefined),
    checked: (form) => {
      setTried(true)
      // What still stands in the address field counts as typed.
      const { accepted, rest } = addAddresses(fields.addresses, fields.typed)
      const whole = { ...fields, addresses: accepted, typed: rest }
      setFields(whole)
      const [first] = keyFaults(whole)
      if (first === undefined) return whole
      form?.querySelector<HTMLInputElement>(`[name="${FIELD_OF[first]}"]`)?.focus()
      return undefined
    },
    reset: () => {
      setFields(start)
      setTried(false)
    },
  }
}

export function LabelField({ fields, set, faultOf }: KeyFields) {
  const t = useT()
  return (
    <TextField
      label={t('account:keys.name')}
      name="label"
      autoComplete="off"
      maxLength={LABEL_MAX}
      value={fields.label}
      onChange={(event) => set({ label: event.target.value })}
      {...withFault(faultOf('label'))}
    />
  )
}

export function PermissionFields({ fields, set, faultOf }: KeyFields) {
  const t = useT()
  const fault = faultOf('permissions')
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 text-dense font-medium">{t('account:keys.mayDo')}</legend>
      {PERMISSIONS.map((one) => (
        <Checkbox
          key={one}
          name={one}
          checked={fields.permissions[one]}
          onChange={(event) => set({ permissions: { ...fields.permissions, [one]: event.target.checked } })}
        >
          <span>{t(`account:keys.may.${one}`)}</span>
          {one === 'withdraw' && <span className="block text-small text-muted">{t('account:keys.withdrawNeeds')}</span>}
        </Checkbox>
      ))}
      {fault !== undefined && (
        <p role="alert" className="text-small text-down-text">
          {fault}
        </p>
      )}
    </fieldset>
  )
}

export const withFault = (fault: string | undefined): { readonly fault?: string } => (fault === undefined ? {} : { fault })

/** Network addresses as chips; a space, a comma or Enter ends one, Backspace takes the last back. */
export function AddressField({ fields, set, faultOf }: KeyFields) {
  const t = useT()
  const fault = faultOf('withdraw') ?? faultOf('addresses')
  const id = useId()
  const take = (text: string) => {
    const { accepted, rest } = addAddresses(fields.addresses, text)
    set({ addresses: accepted, typed: rest })
  }
  const typed = useTyped(fields.typed, latinText, (text) => (/[\s,;]$/.test(text) ? take(text) : set({ typed: text })))
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
            <span>{address}</span>
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
          placeholder={fields.addresses.length === 0 ? '18.196.20.41, 2a05:d014::/64' : ''}
          {...typed}
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
