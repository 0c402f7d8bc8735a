/** Log in: account and password first, then the codes that the server asks for, in the same place. */
import { Fingerprint, Lock, type LucideIcon, MailCheck, ShieldCheck } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { maskAccount } from '../../data/mask.ts'
import { messageOf } from '../../data/message-of.ts'
import { useT } from '../../i18n/i18n.ts'
import type { TextKey } from '../../i18n/keys.ts'
import { paths } from '../../paths.ts'
import { AccountField, KindChoice, useAreaCode } from '../../proof/account-field.tsx'
import { type AccountInput, isAccount, missingAccount } from '../../proof/auth-model.ts'
import { passkeysSupported, wasCancelled } from '../../proof/passkey-support.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Link } from '../../ui/link.tsx'
import { useLocation } from '../../ui/navigation.tsx'
import { PasswordField } from '../../ui/text-field.tsx'
import { AuthLayout } from './auth-layout.tsx'
import { NewDevice } from './device-step.tsx'
import { NotMe, useRefusedLogin } from './not-me.tsx'
import { SecondStep } from './second-step.tsx'
import { type DeviceStep, type LoginAnswer, type LoginStep, logInWith, useFinish } from './use-auth.ts'

const FACTS: readonly { readonly icon: LucideIcon; readonly title: TextKey; readonly text: TextKey }[] = [
  { icon: Fingerprint, title: 'auth:login.fact1', text: 'auth:login.fact1Text' },
  { icon: MailCheck, title: 'auth:login.fact2', text: 'auth:login.fact2Text' },
  { icon: ShieldCheck, title: 'auth:login.fact3', text: 'auth:login.fact3Text' },
]

function Aside() {
  const t = useT()
  const { protocol, host } = window.location
  return (
    <>
      <p className="inline-flex h-9 items-center gap-2 rounded-full border border-line2 bg-panel px-4 text-dense">
        <Icon as={Lock} size={14} className={protocol === 'https:' ? 'text-up-text' : 'text-muted'} />
        <bdi dir="ltr">
          <span className={protocol === 'https:' ? 'text-up-text' : 'text-muted'}>{`${protocol}//`}</span>
          {host}
        </bdi>
      </p>
      <h2 className="mt-5 text-h2 text-balance">{t('auth:login.aside')}</h2>
      <p className="mt-3 text-[16px] leading-[22px] text-muted">{t('auth:login.asideText')}</p>
      <ul className="mt-8 flex flex-col gap-5">
        {FACTS.map((fact) => (
          <li key={fact.title} className="flex gap-3">
            <span className="flex size-9 shrink-0 items-center justify-center rounded-card border border-line bg-panel">
              <Icon as={fact.icon} size={18} />
            </span>
            <span>
              <span className="block text-base font-semibold">{t(fact.title)}</span>
              <span className="block text-dense text-muted">{t(fact.text)}</span>
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

interface FirstStepProps {
  readonly input: AccountInput
  readonly onInput: (input: AccountInput) => void
  readonly onAnswer: (answer: LoginAnswer) => Promise<void>
}

interface Faults {
  readonly account?: string
  readonly password?: string
}

/** Sends account and password once for each press, and names what is missing before. */
function useFirstStep({ input, onAnswer }: FirstStepProps, areaCode: string) {
  const t = useT()
  const form = useRef<HTMLFormElement>(null)
  const [password, setPassword] = useState('')
  const [faults, setFaults] = useState<Faults>({})
  const [busy, setBusy] = useState(false)
  const account = { ...input, areaCode }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const found: Faults = {
      ...(isAccount(account) ? {} : { account: t(missingAccount(account)) }),
      ...(password === '' ? { password: t('auth:missing.passwordEmpty') } : {}),
    }
    setFaults(found)
    if (Object.keys(found).length > 0) {
      form.current?.querySelector<HTMLInputElement>(`[name="${'account' in found ? 'username' : 'password'}"]`)?.focus()
      return
    }
    setBusy(true)
    try {
      await onAnswer(await logInWith(account, password))
    } catch (error) {
      setFaults({ password: messageOf(error) })
      form.current?.querySelector<HTMLInputElement>('[name="password"]')?.focus()
    } finally {
      setBusy(false)
    }
  }
  return { form, password, setPassword, faults, setFaults, busy, submit }
}

function FirstStep(props: FirstStepProps) {
  const { input, onInput, onAnswer } = props
  const t = useT()
  const areaCode = useAreaCode(input.areaCode)
  const { form, password, setPassword, faults, setFaults, busy, submit } = useFirstStep(props, areaCode)
  const change = (next: AccountInput) => {
    onInput(next)
    setFaults({})
  }
  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      <KindChoice input={input} onChange={change} />
      <AccountField input={input} onChange={change} name="username" autoComplete="username" fault={faults.account} />
      <PasswordField
        label={t('auth:password')}
        labelEnd={
          <Link to={paths.resetPassword} className="hit-area text-dense font-medium text-theme-text hover:underline">
            {t('auth:forgot')}
          </Link>
        }
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => {
          setPassword(event.target.value)
          setFaults({})
        }}
        {...(faults.password === undefined ? {} : { fault: faults.password })}
      />
      <Button type="submit" look="primary" size={52} wide sending={busy}>
        {t('auth:continue')}
      </Button>
      <PasskeyButton account={input.account} onAnswer={onAnswer} />
      <RegisterLine />
    </form>
  )
}

/** In place of password and code; absent where the browser has no passkeys. */
function PasskeyButton({ account, onAnswer }: { readonly account: string; readonly onAnswer: FirstStepProps['onAnswer'] }) {
  const t = useT()
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  if (!passkeysSupported()) return null
  const start = async () => {
    if (busy) return
    setBusy(true)
    setFault(undefined)
    try {
      const { logInWithPasskey } = await import('../../proof/passkey.ts')
      await onAnswer(await logInWithPasskey(account))
    } catch (error) {
      setFault(wasCancelled(error) ? t('auth:passkey.cancelled') : messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div>
      <p
        aria-hidden="true"
        className="mb-5 flex items-center gap-3 text-small text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line"
      >
        {t('auth:or')}
      </p>
      <Button size={44} wide sending={busy} onClick={() => void start()}>
        <Icon as={Fingerprint} size={18} />
        {t('auth:passkey.use')}
      </Button>
      <p role="status" className="text-small text-down-text">
        {fault !== undefined && <span className="mt-1.5 block">{fault}</span>}
      </p>
    </div>
  )
}

function RegisterLine() {
  const t = useT()
  const { search } = useLocation()
  return (
    <p className="text-center text-dense text-muted">
      {t('auth:login.noAccount')}{' '}
      <Link to={paths.register + search} className="font-medium text-theme-text hover:underline">
        {t('auth:login.register')}
      </Link>
    </p>
  )
}

const HEADINGS = { first: 'auth:login.heading', secondFactor: 'auth:step.heading', confirmDevice: 'auth:device.heading' } as const

export function LoginPage() {
  const t = useT()
  const finish = useFinish()
  const [input, setInput] = useState<AccountInput>({ kind: 'email', account: '', areaCode: '' })
  const [step, setStep] = useState<LoginStep | DeviceStep>()
  const notMe = useRefusedLogin()
  const onAnswer = async (answer: LoginAnswer) => {
    if (answer.stage === 'done') await finish(answer)
    else setStep(answer)
  }
  const back = () => setStep(undefined)
  const account = input.account === '' ? '' : maskAccount(input.account)
  if (notMe !== undefined) {
    return (
      <AuthLayout aside={<Aside />} heading={t('auth:notMe.heading')}>
        <NotMe token={notMe} />
      </AuthLayout>
    )
  }
  return (
    <AuthLayout aside={<Aside />} heading={t(HEADINGS[step?.stage ?? 'first'])}>
      {step === undefined && <FirstStep input={input} onInput={setInput} onAnswer={onAnswer} />}
      {step?.stage === 'secondFactor' && <SecondStep step={step} account={account} onBack={back} onAnswer={onAnswer} />}
      {step?.stage === 'confirmDevice' && <NewDevice step={step} account={account} onBack={back} onAnswer={onAnswer} />}
    </AuthLayout>
  )
}
