/** Four bars, a word, and the four rules that tick as one types. */
import { Check, Circle, X } from 'lucide-react'
import { useT } from '../../i18n/i18n.ts'
import { Icon } from '../../ui/icons.tsx'
import { failedPasswordRules, PASSWORD_RULES, passwordStrength } from './auth-model.ts'

const BAR_COLOURS = ['bg-press', 'bg-down', 'bg-warning', 'bg-up', 'bg-up'] as const
const WORD_COLOURS = ['text-muted', 'text-down-text', 'text-warning-text', 'text-up-text', 'text-up-text'] as const

export function PasswordRules({ password, account }: { readonly password: string; readonly account: string }) {
  const t = useT()
  const failed = failedPasswordRules(password, account)
  const strength = passwordStrength(password, account)
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
          // Typing on never mends these two; the others are only not met yet.
          const broken = password.length >= 3 && (rule === 'leaked' || rule === 'account') && failed.includes(rule)
          const met = password !== '' && !failed.includes(rule)
          return (
            <li
              key={rule}
              className={`flex items-center gap-1.5 text-small ${met ? 'text-up-text' : broken ? 'text-down-text' : 'text-muted'}`}
            >
              <Icon as={met ? Check : broken ? X : Circle} size={14} />
              {t(`auth:rule.${rule}`)}
              <span className="visually-hidden">{t(met ? 'auth:rule.met' : 'auth:rule.open')}</span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
