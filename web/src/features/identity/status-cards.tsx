/** How a verification stands: awaited with its place in the queue, approved, sent back with the reason, or taken back. */
import { BadgeCheck, Check, Clock, Hourglass, ImageOff, type LucideIcon, ShieldAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useCountries } from '../../data/account/countries.ts'
import type { DocumentType, IdentityDetail } from '../../data/account/identity.ts'
import { formatDay, formatTime } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Chip, type ChipTone } from '../../ui/chip.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Fact } from './form-steps.tsx'
import { useLimitWords } from './levels-card.tsx'

const moment = (time: number | null): string => (time === null ? '' : `${formatDay(time)}, ${formatTime(time, false)}`)

const BOX: Readonly<Record<ChipTone, string>> = {
  neutral: 'bg-field text-fg',
  up: 'bg-up-tint text-up-text',
  down: 'bg-down-tint text-down-text',
  warning: 'bg-warning-tint text-warning-text',
  theme: 'bg-theme-10 text-theme-text',
}

interface HeadProps {
  readonly icon: LucideIcon
  readonly tone: ChipTone
  readonly title: string
  readonly chip?: string
  readonly children: ReactNode
}

function Head({ icon, tone, title, chip, children }: HeadProps) {
  return (
    <div className="flex items-start gap-4">
      <span className={`flex size-11 shrink-0 items-center justify-center rounded-card ${BOX[tone]}`}>
        <Icon as={icon} size={20} />
      </span>
      <div className="min-w-0 flex-1">
        <h2 className="flex flex-wrap items-center gap-2 text-strong">
          <span>{title}</span>
          {chip !== undefined && <Chip tone={tone}>{chip}</Chip>}
        </h2>
        {children}
      </div>
    </div>
  )
}

interface TimelineStep {
  readonly title: string
  readonly text: string
  readonly at: string
  readonly state: 'done' | 'now' | 'later'
}

function Timeline({ steps }: { readonly steps: readonly TimelineStep[] }) {
  return (
    <ol className="mt-5">
      {steps.map(({ title, text, at, state }, index) => (
        <li key={title} aria-current={state === 'now' ? 'step' : undefined} className="relative flex gap-3 pb-5 last:pb-0">
          {index < steps.length - 1 && (
            <span aria-hidden="true" className={`absolute start-[11px] top-7 bottom-1 w-0.5 ${state === 'done' ? 'bg-up' : 'bg-line2'}`} />
          )}
          <span
            aria-hidden="true"
            className={`num flex size-6 shrink-0 items-center justify-center rounded-full text-small font-semibold ${state === 'done' ? 'bg-up text-black' : state === 'now' ? 'border-2 border-theme' : 'bg-press text-muted'}`}
          >
            {state === 'done' ? <Check size={14} /> : state === 'now' ? <Clock size={12} /> : index + 1}
          </span>
          <div className="min-w-0 flex-1">
            <p className="flex flex-wrap justify-between gap-x-4 text-base font-semibold">
              <span>{title}</span>
              <span className="text-small font-normal text-muted">{at}</span>
            </p>
            <p className="text-dense text-muted">{text}</p>
          </div>
        </li>
      ))}
    </ol>
  )
}

function Sent({ detail }: { readonly detail: IdentityDetail }) {
  const t = useT()
  const countries = useCountries()
  const limitText = useLimitWords()
  const country = countries.find(({ code }) => code === detail.countryCode)?.name ?? detail.countryCode ?? '--'
  return (
    <div className="border-line p-5 max-lg:border-t lg:w-76 lg:border-s">
      <h3 className="mb-2 text-base font-semibold">{t('identity:sent.title')}</h3>
      <dl className="text-dense">
        <Fact name={t('identity:sent.name')}>
          <bdi>{detail.realName ?? '--'}</bdi>
        </Fact>
        <Fact name={t('identity:rules.country')}>{country}</Fact>
        {detail.idType !== null && (
          <Fact name={t('identity:rules.document')}>
            <span>{t(`identity:kind.${detail.idType as DocumentType}`)}</span> <bdi className="num">{detail.idCard}</bdi>
          </Fact>
        )}
        <div className="h-3" />
        <Fact name={t('identity:sent.limitNow')}>{limitText(detail.levels[detail.level])}</Fact>
        {detail.status === 1 && <Fact name={t('identity:sent.limitAfter')}>{limitText(detail.levels[detail.asked])}</Fact>}
      </dl>
    </div>
  )
}

/** Submitted. */
export function PendingCard({ detail }: { readonly detail: IdentityDetail }) {
  const t = useT()
  const limitText = useLimitWords()
  const at = moment(detail.submitTime)
  const place = detail.queuePlace
  const steps: TimelineStep[] = [
    { title: t('identity:pending.sent'), text: t('identity:pending.sentText'), at, state: 'done' },
    { title: t('identity:pending.checks'), text: t('identity:pending.checksText'), at, state: 'done' },
    {
      title: t('identity:pending.waiting'),
      text: place === null ? t('identity:pending.soon') : t('identity:pending.place', { place }),
      at: t('identity:pending.since', { time: at }),
      state: 'now',
    },
    {
      title: t('identity:pending.answer'),
      text: t('identity:pending.answerText', { level: detail.asked, limit: limitText(detail.levels[detail.asked]) }),
      at: '',
      state: 'later',
    },
  ]
  return (
    <section className="card flex max-lg:flex-col" aria-label={t('identity:pending.title')}>
      <div className="min-w-0 flex-1 p-6 max-md:p-4">
        <Head icon={Hourglass} tone="warning" title={t('identity:pending.title')}>
          <p className="text-base text-muted">{t('identity:pending.text')}</p>
        </Head>
        <Timeline steps={steps} />
      </div>
      <Sent detail={detail} />
    </section>
  )
}

export function ApprovedCard({ detail, onRaise }: { readonly detail: IdentityDetail; readonly onRaise: (() => void) | undefined }) {
  const t = useT()
  const limitText = useLimitWords()
  return (
    <section className="card flex max-lg:flex-col" aria-label={t('identity:approved.title')}>
      <div className="min-w-0 flex-1 p-6 max-md:p-4">
        <Head icon={BadgeCheck} tone="up" title={t('identity:approved.title')} chip={t('identity:approved.chip', { level: detail.level })}>
          <p className="text-base text-muted">
            {t('identity:approved.text', { limit: limitText(detail.levels[detail.level]), time: moment(detail.auditTime) })}
          </p>
          {onRaise !== undefined && (
            <div className="mt-4">
              <p className="mb-3 text-dense">{t('identity:approved.more', { limit: limitText(detail.levels[2]) })}</p>
              <Button look="primary" onClick={onRaise}>
                {t('identity:approved.raise')}
              </Button>
            </div>
          )}
        </Head>
      </div>
      <Sent detail={detail} />
    </section>
  )
}

/** Rejected or taken back: the reviewer's sentence, and the way to send it again. */
export function AgainCard({ detail, onAgain }: { readonly detail: IdentityDetail; readonly onAgain: () => void }) {
  const t = useT()
  const rejected = detail.status === 3
  return (
    <section className="card p-6 max-md:p-4" aria-label={t(rejected ? 'identity:rejected.title' : 'identity:expired.title')}>
      <Head
        icon={rejected ? ImageOff : ShieldAlert}
        tone={rejected ? 'down' : 'warning'}
        title={t(rejected ? 'identity:rejected.title' : 'identity:expired.title')}
        chip={t(rejected ? 'identity:rejected.chip' : 'identity:expired.chip')}
      >
        {detail.reason !== null && <blockquote className="mt-1 text-base">{t('identity:quoted', { text: detail.reason })}</blockquote>}
        <p className="mt-1 text-dense text-muted">{t(rejected ? 'identity:rejected.text' : 'identity:expired.text')}</p>
        <Button look="primary" className="mt-4" onClick={onAgain}>
          {t('identity:again')}
        </Button>
      </Head>
    </section>
  )
}
