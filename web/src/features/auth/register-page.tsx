/** Create an account: e-mail, code, password, agreements. What is missing is named beside its field and below the button. */
import { Check } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { CallError } from '../../data/call-error.ts'
import { failureText } from '../../data/deed.ts'
import { maskAccount } from '../../data/mask.ts'
import { useSite } from '../../data/site.ts'
import { readStored } from '../../data/storage.ts'
import { type Translate, useT } from '../../i18n/i18n.ts'
import { Sentence } from '../../i18n/sentence.tsx'
import { latinText } from '../../i18n/typed-text.ts'
import { legalPath, paths } from '../../paths.ts'
import { AccountField, KindChoice, useAreaCode } from '../../proof/account-field.tsx'
import { isAccount, missingAccount, typedAccount } from '../../proof/auth-model.ts'
import { CodeField } from '../../proof/code-field.tsx'
import { PasswordRules } from '../../proof/password-rules.tsx'
import { useVerdict } from '../../proof/use-verdict.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Link } from '../../ui/link.tsx'
import { useLocation } from '../../ui/navigation.tsx'
import { SmartLink } from '../../ui/smart-link.tsx'
import { PasswordField, TypedField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast-store.ts'
import { AuthLayout } from './auth-layout.tsx'
import { missingParts, type Registration, type RegistrationPart } from './registration.ts'
import { registerWith, sendAccountCode, useFinish, useInviteCode } from './use-auth.ts'

function Aside() {
  const t = useT()
  return (
    <>
      <h2 className="text-h2 text-balance">{t('auth:register.aside')}</h2>
      <p className="mt-3 text-[16px] leading-[22px] text-muted">{t('auth:register.asideText')}</p>
      <ol className="mt-8 flex flex-col gap-5">
        {([1, 2, 3] as const).map((step) => (
          <li key={step} className="flex gap-4">
            <span
              className={`num flex size-6 shrink-0 items-center justify-center rounded-full text-small font-semibold ${step === 1 ? 'border-2 border-theme' : 'bg-press text-muted'}`}
            >
              {step}
            </span>
            <span>
              <span className="block text-base font-semibold">{t(`auth:register.step${step}`)}</span>
              <span className="block text-dense text-muted">{t(`auth:register.step${step}Text`)}</span>
            </span>
          </li>
        ))}
      </ol>
    </>
  )
}

/** Address of a legal document: configured, else its help article. */
function documentPath(document: 'user_agreement' | 'privacy_policy'): string {
  const configured = readStored('kvConfig')?.[document]
  return typeof configured === 'string' ? configured : legalPath(document)
}

function missingText(t: Translate, part: RegistrationPart, form: Registration): string {
  return t(part === 'account' ? missingAccount(form) : `auth:missing.${part}`)
}

/** Beside which field a refusal of the server belongs. */
const PLACES: Readonly<Record<string, RegistrationPart | 'inviteCode'>> = {
  ACCOUNT_EXISTS: 'account',
  CODE_CHANNEL_UNAVAILABLE: 'account',
  REGISTER_CLOSED: 'account',
  REGION_DENIED: 'account',
  PASSWORD_WEAK: 'password',
  TERMS_NOT_ACCEPTED: 'agreement',
  INVITE_CODE_INVALID: 'inviteCode',
}

function placeOf(error: unknown): RegistrationPart | 'inviteCode' {
  return (error instanceof CallError ? PLACES[error.errorName] : undefined) ?? 'code'
}

const EMPTY: Registration = { kind: 'email', areaCode: '', account: '', code: '', password: '', agreement: false, privacy: false }

function useRegistration(inviteFromLink: string) {
  const t = useT()
  const finish = useFinish()
  const typedElsewhere: unknown = useLocation().state
  const [typed, setForm] = useState<Registration>({
    ...EMPTY,
    account: typeof typedElsewhere === 'string' ? typedAccount('email', typedElsewhere) : '',
  })
  const verdict = useVerdict(typed.password, typed.account)
  const form = { ...typed, areaCode: useAreaCode(typed.areaCode), verdict }
  const [inviteCode, setInviteCode] = useState(inviteFromLink)
  const [tried, setTried] = useState(false)
  const [refusal, setRefusal] = useState<{ readonly part: RegistrationPart | 'inviteCode'; readonly text: string }>()
  const [busy, setBusy] = useState(false)
  const missing = missingParts(form)
  const set = (change: Partial<Registration>) => {
    setForm({ ...typed, ...change })
    setRefusal(undefined)
  }
  /** A part's fault after the first try to send, or the server's refusal of it. */
  const faultOf = (part: RegistrationPart | 'inviteCode'): { readonly fault?: string } => {
    if (refusal?.part === part) return { fault: refusal.text }
    return part !== 'inviteCode' && tried && missing.includes(part) ? { fault: missingText(t, part, form) } : {}
  }
  const submit = async () => {
    setTried(true)
    if (missing.length > 0 || busy) return
    setBusy(true)
    try {
      await finish(await registerWith({ ...form, inviteCode }))
      toast({ kind: 'success', title: t('auth:register.done') })
    } catch (error) {
      const part = placeOf(error)
      setRefusal({ part, text: failureText('account', error) })
      document.querySelector<HTMLInputElement>(`[name="${part}"]`)?.focus()
    } finally {
      setBusy(false)
    }
  }
  return { form, set, inviteCode, setInviteCode, missing, faultOf, submit, busy, setTried }
}

/** An invitation code as it was given out. */
const typedInvite = (text: string): string => latinText(text).trim()

function AgreementBox({ part, state }: { readonly part: 'agreement' | 'privacy'; readonly state: ReturnType<typeof useRegistration> }) {
  const t = useT()
  const document = part === 'agreement' ? 'user_agreement' : 'privacy_policy'
  return (
    <Checkbox
      name={part}
      checked={state.form[part]}
      onChange={(event) => state.set({ [part]: event.target.checked })}
      {...state.faultOf(part)}
    >
      <Sentence
        text="auth:register.accept"
        places={{
          document: (
            <SmartLink
              to={documentPath(document)}
              className="font-medium underline decoration-line2 underline-offset-2 hover:decoration-fg"
            >
              {t(`auth:register.${part}`)}
            </SmartLink>
          ),
        }}
      />
    </Checkbox>
  )
}

function AccountFields({ state }: { readonly state: ReturnType<typeof useRegistration> }) {
  const t = useT()
  const { form, set, faultOf } = state
  const sendCode = async () => {
    if (isAccount(form)) return sendAccountCode(form, 'REGISTER')
    state.setTried(true)
    document.querySelector<HTMLInputElement>('[name="account"]')?.focus()
    return undefined
  }
  return (
    <>
      <KindChoice input={form} onChange={(input) => set({ ...input, code: '' })} />
      <AccountField
        input={form}
        onChange={set}
        name="account"
        autoComplete="email"
        fault={faultOf('account').fault}
        {...(isAccount(form) ? { end: <Icon as={Check} size={16} className="text-up-text" /> } : {})}
      />
      <CodeField
        label={t(form.kind === 'email' ? 'auth:register.code' : 'auth:register.codeSms')}
        name="code"
        hint={t(form.kind === 'email' ? 'auth:register.codeHint' : 'auth:register.codeHintSms')}
        value={form.code}
        onChange={(code) => set({ code })}
        target={maskAccount(form.account)}
        onSend={sendCode}
        {...faultOf('code')}
      />
      <div>
        <PasswordField
          label={t('auth:password')}
          name="password"
          autoComplete="new-password"
          value={form.password}
          onChange={(event) => set({ password: event.target.value })}
          {...faultOf('password')}
        />
        <PasswordRules password={form.password} account={form.account} verdict={form.verdict} />
      </div>
    </>
  )
}

export function RegisterPage() {
  const t = useT()
  const { search } = useLocation()
  const fromLink = useInviteCode()
  const state = useRegistration(fromLink)
  const form = useRef<HTMLFormElement>(null)
  const isClosed = useSite().stopped.includes('registration')
  const { missing, inviteCode } = state
  const [firstMissing] = missing
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (firstMissing !== undefined) form.current?.querySelector<HTMLInputElement>(`[name="${firstMissing}"]`)?.focus()
    void state.submit()
  }
  return (
    <AuthLayout aside={<Aside />} heading={t('auth:register.heading')} tall>
      <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-5">
        <AccountFields state={state} />
        <TypedField
          label={t('auth:register.invite')}
          labelEnd={<span className="text-dense text-muted">{t('auth:register.optional')}</span>}
          name="inviteCode"
          dir="ltr"
          maxLength={16}
          value={inviteCode}
          read={typedInvite}
          onTyped={state.setInviteCode}
          {...state.faultOf('inviteCode')}
          {...(fromLink !== '' && inviteCode === fromLink
            ? { end: <span className="rounded-chip bg-press px-1.5 text-small font-medium">{t('auth:register.fromLink')}</span> }
            : {})}
        />
        <div className="flex flex-col gap-3">
          <AgreementBox part="agreement" state={state} />
          <AgreementBox part="privacy" state={state} />
        </div>
        <Button
          type="submit"
          look="primary"
          size={52}
          wide
          sending={state.busy}
          lockedBecause={isClosed ? t('shell:stopped.registration') : firstMissing && missingText(t, firstMissing, state.form)}
        >
          {t('auth:register.submit')}
        </Button>
        <p className="text-center text-dense text-muted">
          {t('auth:register.already')}{' '}
          <Link to={paths.login + search} className="font-medium text-theme-text hover:underline">
            {t('auth:login.heading')}
          </Link>
        </p>
      </form>
    </AuthLayout>
  )
}
