/** A forgotten password: account, code, new password. What follows is said before it is saved. No header and no footer. */
import { CircleCheck, Clock } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { TenantLogo } from '../../app/header/tenant-logo.tsx'
import { boot } from '../../data/boot.ts'
import { CallError } from '../../data/call-error.ts'
import { failureText } from '../../data/deed.ts'
import { maskAccount } from '../../data/mask.ts'
import { messageOf } from '../../data/message-of.ts'
import { useT } from '../../i18n/i18n.ts'
import { Sentence } from '../../i18n/sentence.tsx'
import { paths } from '../../paths.ts'
import { AccountField, KindChoice, useAreaCode } from '../../proof/account-field.tsx'
import { type AccountInput, failedPasswordRules, isAccount, isCode, missingAccount } from '../../proof/auth-model.ts'
import { CodeBoxes } from '../../proof/code-boxes.tsx'
import { beginReport } from '../../proof/device/begin-report.ts'
import { PasswordRules } from '../../proof/password-rules.tsx'
import { ProofField } from '../../proof/proof-field.tsx'
import { isProof } from '../../proof/proof-model.ts'
import { SendCodeButton } from '../../proof/send-code.tsx'
import { useVerdict } from '../../proof/use-verdict.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Link } from '../../ui/link.tsx'
import { PasswordField } from '../../ui/text-field.tsx'
import { ResetSteps } from './reset-steps.tsx'
import { resetWith, sendAccountCode } from './use-auth.ts'

type Stage = 'account' | 'code' | 'password' | 'done'
const STAGES = ['account', 'code', 'password'] as const

interface Draft {
  readonly input: AccountInput
  readonly code: string
  /** When another code may be sent, ms. */
  readonly resendTime: number | undefined
  /** Why the code has to be typed again. */
  readonly codeFault: string | undefined
}

const EMPTY: Draft = { input: { kind: 'email', account: '', areaCode: '' }, code: '', resendTime: undefined, codeFault: undefined }

interface StageProps {
  readonly draft: Draft
  readonly onChange: (change: Partial<Draft>) => void
  readonly onStage: (stage: Stage) => void
}

function AccountStage({ draft, onChange, onStage }: StageProps) {
  const t = useT()
  const form = useRef<HTMLFormElement>(null)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const input = { ...draft.input, areaCode: useAreaCode(draft.input.areaCode) }
  const wrong = (text: string) => {
    setFault(text)
    form.current?.querySelector<HTMLInputElement>('[name="account"]')?.focus()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (!isAccount(input)) return wrong(t(missingAccount(input)))
    setBusy(true)
    try {
      const sent = await sendAccountCode(input, 'RESET_PASSWORD')
      onChange({ input, code: '', resendTime: sent.resendTime, codeFault: undefined })
      onStage('code')
    } catch (error) {
      // A code is on its way already: the step that takes it can be shown.
      if (error instanceof CallError && error.errorName === 'CODE_RESEND_TOO_SOON') {
        onChange({ input, code: '', codeFault: undefined })
        return onStage('code')
      }
      wrong(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      <KindChoice
        input={input}
        onChange={(next) => {
          setFault(undefined)
          onChange({ input: next })
        }}
      />
      <AccountField
        input={input}
        name="account"
        autoComplete="username"
        fault={fault}
        onChange={(next) => {
          setFault(undefined)
          onChange({ input: next })
        }}
      />
      <Button type="submit" look="primary" size={52} wide sending={busy}>
        {t('auth:reset.send')}
      </Button>
    </form>
  )
}

function CodeStage({ draft, onChange, onStage }: StageProps) {
  const t = useT()
  const field = useRef<HTMLInputElement>(null)
  const [fault, setFault] = useState(draft.codeFault)
  useEffect(() => field.current?.focus(), [])
  const change = (code: string) => {
    setFault(undefined)
    onChange({ code })
    if (isCode(code)) onStage('password')
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isCode(draft.code)) return onStage('password')
    setFault(t('auth:step.missing'))
    field.current?.focus()
  }
  const mask = maskAccount(draft.input.account)
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <CodeBoxes
        label={t(draft.input.kind === 'email' ? 'auth:step.email' : 'auth:step.phone', { target: mask })}
        field={field}
        value={draft.code}
        onChange={change}
        fault={fault}
        hint={t('auth:reset.codeHint')}
        end={<SendCodeButton target={mask} sentUntil={draft.resendTime} onSend={() => sendAccountCode(draft.input, 'RESET_PASSWORD')} />}
      />
      <Button type="submit" look="primary" size={52} wide>
        {t('auth:continue')}
      </Button>
      <Button look="quiet" wide onClick={() => onStage('account')}>
        {t('auth:reset.other')}
      </Button>
    </form>
  )
}

interface Faults {
  readonly password?: string
  readonly again?: string
  readonly google?: string
}

/** Saves once for each press; a refusal of the code leads back to its step. */
function useNewPassword({ draft, onChange, onStage }: StageProps) {
  const t = useT()
  const form = useRef<HTMLFormElement>(null)
  const [fields, setFields] = useState({ password: '', again: '', google: '' })
  const verdict = useVerdict(fields.password, draft.input.account)
  const [asksGoogle, setAsksGoogle] = useState(false)
  const [busy, setBusy] = useState(false)
  const [faults, setFaults] = useState<Faults>({})
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  const refuse = (found: Faults) => {
    setFaults(found)
    const [first] = Object.keys(found)
    if (first !== undefined) form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus()
  }
  const missing = (): Faults => ({
    ...(failedPasswordRules(fields.password, draft.input.account, verdict).length === 0 ? {} : { password: t('auth:missing.password') }),
    ...(fields.again === fields.password ? {} : { again: t('auth:reset.differ') }),
    ...(!asksGoogle || isProof('google', fields.google) ? {} : { google: t('auth:step.missing') }),
  })
  const failed = (error: unknown) => {
    const name = error instanceof CallError ? error.errorName : ''
    const text = failureText('account', error)
    if (name === 'SECOND_FACTOR_REQUIRED') {
      setAsksGoogle(true)
      return refuse({ google: t('auth:reset.google') })
    }
    if (name === 'SECOND_FACTOR_INVALID' || name === 'CODE_USED') return refuse({ google: text })
    if (name.startsWith('CODE_')) {
      onChange({ code: '', codeFault: text })
      return onStage('code')
    }
    refuse({ password: text })
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const found = missing()
    if (Object.keys(found).length > 0) return refuse(found)
    setBusy(true)
    try {
      await resetWith(draft.input, draft.code, fields.password, fields.google)
      onStage('done')
    } catch (error) {
      failed(error)
    } finally {
      setBusy(false)
    }
  }
  const set = (change: Partial<typeof fields>) => {
    setFields({ ...fields, ...change })
    setFaults({})
  }
  return { form, fields, verdict, set, asksGoogle, busy, faults, submit }
}

function PasswordStage(props: StageProps) {
  const t = useT()
  const { draft } = props
  const { form, fields, verdict, set, asksGoogle, busy, faults, submit } = useNewPassword(props)
  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      {/* Password managers keep the new password under this name. */}
      <input type="text" autoComplete="username" value={draft.input.account} readOnly hidden />
      <div>
        <PasswordField
          label={t('auth:reset.new')}
          name="password"
          autoComplete="new-password"
          value={fields.password}
          onChange={(event) => set({ password: event.target.value })}
          {...(faults.password === undefined ? {} : { fault: faults.password })}
        />
        <PasswordRules password={fields.password} account={draft.input.account} verdict={verdict} />
      </div>
      <PasswordField
        label={t('auth:reset.again')}
        name="again"
        autoComplete="new-password"
        value={fields.again}
        onChange={(event) => set({ again: event.target.value })}
        {...(faults.again === undefined ? {} : { fault: faults.again })}
      />
      {asksGoogle && (
        <ProofField method="google" mask="" value={fields.google} onChange={(google) => set({ google })} fault={faults.google} />
      )}
      <Note>{t('auth:reset.note')}</Note>
      <Button type="submit" look="primary" size={52} wide sending={busy}>
        {t('auth:reset.save')}
      </Button>
    </form>
  )
}

function Note({ children }: { readonly children: ReactNode }) {
  return (
    <p className="flex gap-3 rounded-control border border-line bg-field p-4 text-dense text-muted">
      <Icon as={Clock} size={16} className="mt-px" />
      <span>{children}</span>
    </p>
  )
}

function Done() {
  const t = useT()
  return (
    <div role="status" className="flex flex-col gap-5">
      <p className="flex gap-3 text-base">
        <Icon as={CircleCheck} size={20} className="text-up-text" />
        <span>{t('auth:reset.doneText')}</span>
      </p>
      <ButtonLink look="primary" size={52} wide to={paths.login}>
        {t('auth:login.heading')}
      </ButtonLink>
    </div>
  )
}

const HEADINGS = {
  account: 'auth:reset.heading',
  code: 'auth:reset.codeHeading',
  password: 'auth:reset.newHeading',
  done: 'auth:reset.done',
} as const

export function ResetPage() {
  const t = useT()
  const [draft, setDraft] = useState(EMPTY)
  const [stage, setStage] = useState<Stage>('account')
  const stageProps: StageProps = { draft, onChange: (change) => setDraft((now) => ({ ...now, ...change })), onStage: setStage }
  const at = stage === 'done' ? STAGES.length : STAGES.indexOf(stage)
  return (
    <div className="page-column flex flex-1 flex-col items-center gap-8 py-12 max-md:gap-6 max-md:py-8">
      <Link to={paths.home} className="rounded-chip py-2">
        <span aria-hidden="true" className="flex">
          <TenantLogo />
        </span>
        <span className="visually-hidden">{`${boot().tenantName}: ${t('shell:home')}`}</span>
      </Link>
      <ResetSteps label={t('auth:reset.steps')} names={STAGES.map((one) => t(`auth:reset.step.${one}`))} at={at} />
      <section
        onInput={beginReport}
        className="w-full max-w-110 max-md:[--field:var(--panel)] max-md:[&_[aria-disabled=true]]:bg-press! md:card md:p-8"
      >
        <h1 className="text-title">{t(HEADINGS[stage])}</h1>
        <p className="mt-1 mb-5 text-base text-muted">
          {stage === 'account' && <span>{t('auth:reset.text')}</span>}
          {(stage === 'code' || stage === 'password') && (
            <Sentence
              text="auth:reset.for"
              places={{ account: <bdi className="font-semibold text-fg">{maskAccount(draft.input.account)}</bdi> }}
            />
          )}
        </p>
        {stage === 'account' && <AccountStage {...stageProps} />}
        {stage === 'code' && <CodeStage {...stageProps} />}
        {stage === 'password' && <PasswordStage {...stageProps} />}
        {stage === 'done' && <Done />}
      </section>
      {stage !== 'done' && (
        <p className="text-dense text-muted">
          {t('auth:reset.remembered')}{' '}
          <Link to={paths.login} className="font-medium text-theme-text hover:underline">
            {t('auth:reset.back')}
          </Link>
        </p>
      )}
    </div>
  )
}
