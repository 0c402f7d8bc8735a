/** Where an account is typed: e-mail or telephone number, the latter with the code of its country. */
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { homeCountry, useCountries } from '../data/account/countries.ts'
import { useT } from '../i18n/i18n.ts'
import { latinText } from '../i18n/typed-text.ts'
import { Segmented } from '../ui/choice.tsx'
import { Icon } from '../ui/icons.tsx'
import { TypedField } from '../ui/text-field.tsx'
import { useTyped } from '../ui/use-typed.ts'
import { type AccountInput, typedAccount } from './auth-model.ts'

interface AccountFieldProps {
  readonly input: AccountInput
  readonly onChange: (input: AccountInput) => void
  readonly name: string
  /** As the password managers know it; `username` for a login. */
  readonly autoComplete: 'username' | 'email'
  readonly fault?: string | undefined
  readonly end?: ReactNode
}

export function KindChoice({ input, onChange }: Pick<AccountFieldProps, 'input' | 'onChange'>) {
  const t = useT()
  return (
    <Segmented
      label={t('auth:kind')}
      value={input.kind}
      onChange={(kind) => onChange({ ...input, kind, account: '' })}
      options={[
        { value: 'email', label: t('auth:email') },
        { value: 'phone', label: t('auth:phone') },
      ]}
    />
  )
}

/** The code that counts: the chosen one, else that of the country the browser is set to. */
export function useAreaCode(chosen: string): string {
  const countries = useCountries()
  return chosen !== '' ? chosen : (countries.find(({ code }) => code === homeCountry())?.areaCode ?? '')
}

/** The digits of a country code as it is typed by hand. */
const areaDigits = (text: string): string => latinText(text).replace(/\D/g, '').slice(0, 4)

/** Country code in front of a number: the browser's own list, drawn as the code alone. Typed by hand when the list did not load. */
export function AreaCode({ value, onChange }: { readonly value: string; readonly onChange: (areaCode: string) => void }) {
  const t = useT()
  const id = useId()
  const countries = useCountries()
  const areaCode = useAreaCode(value)
  const typed = useTyped(value, areaDigits, onChange)
  const chosen = countries.find((country) => country.areaCode === areaCode && country.code === homeCountry())
  const shown = chosen ?? countries.find((country) => country.areaCode === areaCode)
  if (countries.length === 0) {
    return (
      <span className="num flex items-center text-muted">
        +
        <input
          aria-label={t('auth:areaCode')}
          inputMode="numeric"
          autoComplete="tel-country-code"
          {...typed}
          className="w-10 bg-transparent text-base font-medium text-fg outline-none max-md:text-[16px]"
        />
      </span>
    )
  }
  return (
    <span className="relative flex h-full items-center gap-1 border-e border-line2 pe-2.5 has-[select:focus-visible]:rounded-chip has-[select:focus-visible]:outline-2 has-[select:focus-visible]:outline-fg">
      <span aria-hidden="true" className="num text-base font-medium">
        {areaCode === '' ? '+' : `+${areaCode}`}
      </span>
      <Icon as={ChevronDown} size={14} className="text-muted" />
      <select
        id={id}
        aria-label={t('auth:areaCode')}
        autoComplete="tel-country-code"
        value={shown?.code ?? ''}
        onChange={(event) => onChange(countries.find(({ code }) => code === event.target.value)?.areaCode ?? '')}
        className="absolute inset-0 w-full opacity-0"
      >
        <option value="">{t('auth:areaCode')}</option>
        {countries.map((country) => (
          <option key={country.code} value={country.code}>
            {`${country.name} +${country.areaCode}`}
          </option>
        ))}
      </select>
    </span>
  )
}

/** One field for the chosen kind. */
export function AccountField({ input, onChange, name, autoComplete, fault, end }: AccountFieldProps) {
  const t = useT()
  const phone = input.kind === 'phone'
  const wrong = fault === undefined ? {} : { fault }
  return (
    <TypedField
      key={input.kind}
      label={t(phone ? 'auth:phoneNumber' : 'auth:email')}
      name={name}
      type={phone ? 'tel' : 'email'}
      {...(phone ? { inputMode: 'tel' as const } : {})}
      autoCapitalize="none"
      spellCheck={false}
      dir="ltr"
      autoComplete={phone ? (autoComplete === 'username' ? 'username' : 'tel-national') : autoComplete}
      value={input.account}
      read={(text) => typedAccount(input.kind, text)}
      onTyped={(account) => onChange({ ...input, account })}
      {...(phone ? { start: <AreaCode value={input.areaCode} onChange={(areaCode) => onChange({ ...input, areaCode })} /> } : {})}
      {...(end === undefined ? {} : { end })}
      {...wrong}
    />
  )
}
