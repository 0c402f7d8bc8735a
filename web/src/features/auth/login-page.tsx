/** Log in: account and password first, then the codes that the server asks for, in the same place. */
import { Lock, type LucideIcon, MailCheck, ShieldCheck, TimerReset } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { useT } from '../../i18n/i18n.ts'
import type { TextKey } from '../../i18n/keys.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { PasswordField, TextField } from '../../ui/text-field.tsx'
import { AuthLayout } from './auth-layout.tsx'
import { isEmail } from './auth-model.ts'
import { SecondStep } from './second-step.tsx'
import type { LoginStep } from './use-auth.ts'
import { logInWith, messageOf, useFinish } from './use-auth.ts'

const FACTS: readonly { readonly icon: LucideIcon; readonly title: TextKey; readonly text: TextKey }[] = [
  { icon: ShieldCheck, title: 'auth:login.fact1', text: 'auth:login.fact1Text' },
  { icon: MailCheck, title: 'auth:login.fact2', text: 'auth:login.fact2Text' },
  { icon: TimerReset, title: 'auth:login.fact3', text: 'auth:login.fact3Text' },
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
  readonly account: string
  readonly onAccount: (account: string) => void
  readonly onStep: (step: LoginStep) => void
}

function FirstStep({ account, onAccount, onStep }: FirstStepProps) {
  const t = useT()
  const finish = useFinish()
  const form = useRef<HTMLFormElement>(null)
  const [password, setPassword] = useState('')
  const [faults, setFaults] = useState<{ readonly account?: string; readonly password?: string }>({})
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const found = {
      ...(isEmail(account) ? {} : { account: t('auth:missing.account') }),
      ...(password === '' ? { password: t('auth:missing.passwordEmpty') } : {}),
    }
    setFaults(found)
    if (Object.keys(found).length > 0) {
      form.current?.querySelector<HTMLInputElement>(`[name="${'account' in found ? 'username' : 'password'}"]`)?.focus()
      return
    }
    setBusy(true)
    try {
      const answer = await logInWith(account, password)
      if (answer.stage === 'done') await finish(answer)
      else onStep(answer)
    } catch (error) {
      setFaults({ password: messageOf(error) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      <TextField
        label={t('auth:email')}
        name="username"
        type="email"
        dir="ltr"
        autoComplete="username"
        value={account}
        onChange={(event) => onAccount(event.target.value.trim())}
        {...(faults.account === undefined ? {} : { fault: faults.account })}
      />
      <PasswordField
        label={t('auth:password')}
        labelEnd={
          <Link to={paths.resetPassword} className="text-dense font-medium text-theme-text hover:underline">
            {t('auth:forgot')}
          </Link>
        }
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        {...(faults.password === undefined ? {} : { fault: faults.password })}
      />
      <Button type="submit" look="primary" size={52} wide sending={busy}>
        {t('auth:continue')}
      </Button>
      <RegisterLine />
    </form>
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

export function LoginPage() {
  const t = useT()
  const [account, setAccount] = useState('')
  const [step, setStep] = useState<LoginStep>()
  return (
    <AuthLayout aside={<Aside />} heading={t(step === undefined ? 'auth:login.heading' : 'auth:step.heading')}>
      {step === undefined ? (
        <FirstStep account={account} onAccount={setAccount} onStep={setStep} />
      ) : (
        <SecondStep step={step} account={account} onBack={() => setStep(undefined)} />
      )}
    </AuthLayout>
  )
}
