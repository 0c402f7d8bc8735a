/** Where somebody is in a few steps: done ones ticked, the present one ringed. */
import { Check } from 'lucide-react'
import { useT } from '../../i18n/i18n.ts'
import { STEPS, type Step } from './identity-model.ts'

export function Stepper({ step }: { readonly step: Step }) {
  const t = useT()
  const present = STEPS.indexOf(step)
  return (
    <ol className="flex px-6 pt-5 max-md:px-2">
      {STEPS.map((name, index) => {
        const done = index < present
        const now = index === present
        const look = done ? 'bg-fg text-bg' : now ? 'border-2 border-theme text-fg' : 'bg-press text-muted'
        return (
          <li key={name} aria-current={now ? 'step' : undefined} className="relative flex min-w-0 flex-1 flex-col items-center gap-2">
            {index > 0 && (
              <span
                aria-hidden="true"
                className={`absolute end-[calc(50%+20px)] top-3 h-0.5 w-[calc(100%-40px)] ${index <= present ? 'bg-fg' : 'bg-line2'}`}
              />
            )}
            <span className={`num flex size-6 items-center justify-center rounded-full text-small font-semibold ${look}`}>
              {done ? <Check size={14} aria-hidden /> : index + 1}
            </span>
            <span
              className={`text-center text-dense max-md:text-small ${now ? 'font-semibold text-fg' : 'text-muted max-sm:visually-hidden'}`}
            >
              <span>{t(`identity:step.${name}`)}</span>
              {done && <span className="visually-hidden"> {t('identity:step.done')}</span>}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
