/** The verification in five steps. What was typed stays in this page alone until it is sent. */
import { ArrowLeft, ArrowRight, Shield } from 'lucide-react'
import { useRef, useState } from 'react'
import { homeCountry } from '../../data/account/countries.ts'
import { type IdentityForm as SentForm, sendVerification } from '../../data/account/identity.ts'
import { CallError } from '../../data/call-error.ts'
import { serverNow } from '../../data/clock.ts'
import { failureText } from '../../data/deed.ts'
import { useT } from '../../i18n/i18n.ts'
import { beginReport } from '../../proof/device/begin-report.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { CountryStep, DocumentStep, PicturesStep, ReviewStep } from './form-steps.tsx'
import { type Draft, draftOf, type Faults, faultsIn, faultsOf, photosOf, STEPS, type Step, stepOfFaults } from './identity-model.ts'
import { Stepper } from './stepper.tsx'

const SELFIE = ['handKey'] as const

/** Fields and pictures as the call takes them. */
function verificationOf({ pictures, expireDate, ...texts }: Draft) {
  const { frontKey, reverseKey, handKey } = pictures
  return {
    level: 1 as const,
    ...texts,
    ...(expireDate !== '' && { expireDate }),
    ...(frontKey !== undefined && { frontKey: frontKey.key }),
    ...(reverseKey !== undefined && texts.idType !== 'PASSPORT' && { reverseKey: reverseKey.key }),
    ...(handKey !== undefined && { handKey: handKey.key }),
  }
}

function useVerification(form: SentForm | null) {
  const [now] = useState(() => serverNow())
  const [draft, setDraft] = useState(() => draftOf(form, homeCountry()))
  const [step, setStep] = useState<Step>(form === null ? 'country' : 'photos')
  const [faults, setFaults] = useState<Faults>({})
  const [failure, setFailure] = useState<string>()
  const [sending, setSending] = useState(false)
  const change = (part: Partial<Draft>): void => {
    setDraft({ ...draft, ...part })
    setFaults({})
  }
  const go = (to: Step): void => {
    setFaults({})
    setFailure(undefined)
    setStep(to)
  }
  const submit = async (): Promise<void> => {
    setSending(true)
    setFailure(undefined)
    try {
      await sendVerification(verificationOf(draft))
    } catch (error) {
      const found = error instanceof CallError ? faultsIn(error.errorName, error.params) : {}
      if (Object.keys(found).length > 0) setStep(stepOfFaults(found))
      setFaults(found)
      setFailure(failureText('account', error))
    } finally {
      setSending(false)
    }
  }
  const next = (): void => {
    const found = faultsOf(step, draft, now)
    if (Object.keys(found).length > 0) setFaults(found)
    else if (step === 'review') void submit()
    else go(STEPS[STEPS.indexOf(step) + 1] ?? 'review')
  }
  return { draft, step, faults, failure, sending, change, next, back: () => go(STEPS[STEPS.indexOf(step) - 1] ?? 'country'), now }
}

export function IdentityForm({ form }: { readonly form: SentForm | null }) {
  const t = useT()
  const { draft, step, faults, failure, sending, change, next, back, now } = useVerification(form)
  const head = useRef<HTMLHeadingElement>(null)
  const props = { draft, faults, onChange: change }
  const move = (act: () => void): void => {
    act()
    // Whoever listens hears which step begins; the field that is at fault announces itself.
    queueMicrotask(() => head.current?.focus())
  }
  const isLast = step === 'review'
  const following = STEPS[STEPS.indexOf(step) + 1]
  return (
    <form
      noValidate
      className="card"
      onInput={beginReport}
      onSubmit={(event) => {
        event.preventDefault()
        move(next)
      }}
    >
      <Stepper step={step} />
      <div className="p-6 max-md:p-4">
        <h2
          ref={head}
          tabIndex={-1}
          className={step === 'photos' || step === 'selfie' ? 'visually-hidden' : 'mb-4 text-strong outline-none'}
        >
          {t(`identity:head.${step}`)}
        </h2>
        {step === 'country' && <CountryStep {...props} />}
        {step === 'document' && <DocumentStep {...props} now={now} />}
        {step === 'photos' && <PicturesStep {...props} now={now} fields={photosOf(draft.idType)} />}
        {step === 'selfie' && <PicturesStep {...props} now={now} fields={SELFIE} />}
        {isLast && <ReviewStep draft={draft} />}
        {isLast && (
          <p className="mt-6 flex items-start gap-2 text-dense text-muted">
            <Icon as={Shield} size={16} className="mt-px" />
            {t('identity:rules.private')}
          </p>
        )}
        <p role="alert" className="mt-3 text-dense text-down-text empty:hidden">
          {failure}
        </p>
      </div>
      <div className="flex items-center justify-between gap-3 border-t border-line px-6 py-4 max-md:px-4">
        {step === 'country' ? (
          <span />
        ) : (
          <Button onClick={() => move(back)}>
            <Icon as={ArrowLeft} size={16} directional />
            {t('identity:back')}
          </Button>
        )}
        <Button type="submit" look="primary" sending={sending}>
          <span>{isLast ? t('identity:send') : t('identity:next', { step: t(`identity:step.${following ?? 'review'}`) })}</span>
          {!isLast && <Icon as={ArrowRight} size={16} directional />}
        </Button>
      </div>
    </form>
  )
}
