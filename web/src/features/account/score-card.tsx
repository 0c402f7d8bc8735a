/** How well the account is protected: a ring with n of five and a word, the checks, and the one step that helps most. */
import { Check as Tick } from 'lucide-react'
import { useT } from '../../i18n/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { type Check, type CheckKey, levelOf, nextCheck, scoreOf } from './security-model.ts'

const RADIUS = 66
const ROUND = 2 * Math.PI * RADIUS

function Ring({ score }: { readonly score: number }) {
  const t = useT()
  const colour = score >= 4 ? 'stroke-up' : score >= 2 ? 'stroke-warning' : 'stroke-down'
  return (
    <div role="img" aria-label={t('account:score.of', { score })} className="relative size-37">
      <svg viewBox="0 0 148 148" aria-hidden="true" className="size-full -rotate-90 rtl:scale-x-[-1] rtl:rotate-90">
        <circle cx="74" cy="74" r={RADIUS} fill="none" strokeWidth="9" className="stroke-press" />
        <circle
          cx="74"
          cy="74"
          r={RADIUS}
          fill="none"
          strokeWidth="9"
          strokeLinecap="round"
          strokeDasharray={`${(ROUND * score) / 5} ${ROUND}`}
          className={`${colour} ${score === 0 ? 'opacity-0' : ''}`}
        />
      </svg>
      <p aria-hidden="true" className="num absolute inset-0 flex items-baseline justify-center pt-[48px]">
        <span className="text-[44px] leading-[48px] font-semibold tracking-[-0.025em]">{score}</span>
        <span className="text-base text-muted">/5</span>
      </p>
    </div>
  )
}

interface ScoreCardProps {
  readonly checks: readonly Check[]
  /** What stands below each check: since when, for which address. */
  readonly detailOf: (check: Check) => string
  readonly onAct: (key: CheckKey) => void
}

export function ScoreCard({ checks, detailOf, onAct }: ScoreCardProps) {
  const t = useT()
  const score = scoreOf(checks)
  const next = nextCheck(checks)
  return (
    <section aria-label={t('account:score.name')} className="card grid md:grid-cols-[300px_minmax(0,1fr)]">
      <div className="flex flex-col items-center justify-center gap-1 p-6 text-center max-md:border-b max-md:border-line md:border-e md:border-line">
        <Ring score={score} />
        <p className="mt-3 text-strong">{t(`account:score.${levelOf(score)}`)}</p>
        <p className="text-dense text-balance text-muted">{t(next === undefined ? 'account:score.full' : `account:score.next.${next}`)}</p>
      </div>
      <div className="flex flex-col justify-center p-6">
        <ul className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
          {checks.map((check) => (
            <li key={check.key} className="flex gap-3">
              <span
                className={`mt-0.5 flex size-5 shrink-0 items-center justify-center rounded-full ${check.done ? 'bg-fg text-bg' : 'border border-ctl'}`}
              >
                {check.done && <Icon as={Tick} size={12} />}
              </span>
              <span className="min-w-0">
                <span className="block text-base font-medium">
                  <span>{t(`account:check.${check.key}`)}</span>
                  <span className="visually-hidden">{`: ${t(check.done ? 'account:check.met' : 'account:check.open')}`}</span>
                </span>
                <span className="block text-small break-words text-muted">{detailOf(check)}</span>
              </span>
            </li>
          ))}
          {next !== undefined && (
            <li className="flex items-center">
              <Button look="primary" onClick={() => onAct(next)}>
                {t(`account:act.${next}`)}
              </Button>
            </li>
          )}
        </ul>
      </div>
    </section>
  )
}
