/** Four bars, a word, the four rules that tick as one types, and why a password is easy to guess. */
import type { Verdict } from '@agio/wire/account/password-guesses.ts'
import { Check, Circle, X } from 'lucide-react'
import { useT } from '../i18n/i18n.ts'
import { Icon } from '../ui/icons.tsx'
import { failedPasswordRules, PASSWORD_LENGTH_MIN, PASSWORD_RULES, type PasswordRule, passwordStrength } from './auth-model.ts'

const LASTING: ReadonlySet<PasswordRule> = new Set(['guessable', 'account'])

const BAR_COLOURS = ['bg-press', 'bg-down', 'bg-warning', 'bg-up', 'bg-up'] as const
const WORD_COLOURS = ['text-muted', 'text-down-text', 'text-warning-text', 'text-up-text', 'text-up-text'] as const

interface PasswordRulesProps {
  readonly password: string
  readonly account: string
  /** Undefined while it is not known. */
  readonly verdict: Verdict | undefined
}

export function PasswordRules({ password, account, verdict }: PasswordRulesProps) {
  const t = useT()
  const failed = failedPasswordRules(password, account, verdict)
  const strength = passwordStrength(password, account, verdict)
  return (
    <div className="mt-2" aria-live="polite">
      <div aria-hidden="true" className="grid grid-cols-4 gap-1">
        {[1, 2, 3, 4].map((bar) => (
          <span key={bar} className={`h-1 rounded-full ${bar <= strength ? BAR_COLOURS[strength] : 'bg-press'}`} />
        ))}
      </div>
      <p className={`mt-1.5 text-small font-medium ${WORD_COLOURS[strength]}`}>{t(`auth:strength.${strength}`)}</p>
      <ul className="mt-1 grid grid-cols-2 gap-x-4 gap-y-1">
        {PASSWORD_RULES.map((rule) => {
          // Typing on never mends a name, and hardly what is easy to guess; the others are only not met yet.
          const broken = password.length >= (rule === 'guessable' ? PASSWORD_LENGTH_MIN : 3) && LASTING.has(rule) && failed.includes(rule)
          const met = password !== '' && !failed.includes(rule) && (rule !== 'guessable' || verdict !== undefined)
          return (
            <li
              key={rule}
              className={`flex items-center gap-1.5 text-small ${met ? 'text-up-text' : broken ? 'text-down-text' : 'text-muted'}`}
            >
              <Icon as={met ? Check : broken ? X : Circle} size={14} />
              <span>{t(`auth:rule.${rule}`)}</span>
              <span className="visually-hidden">{t(met ? 'auth:rule.met' : 'auth:rule.open')}</span>
            </li>
          )
        })}
      </ul>
      {password.length >= PASSWORD_LENGTH_MIN && verdict?.isEnough === false && (
        <p className="mt-1.5 text-small text-down-text">{t(`auth:guess.${verdict.reason}`)}</p>
      )}
    </div>
  )
}
