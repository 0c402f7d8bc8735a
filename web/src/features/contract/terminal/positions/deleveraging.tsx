/** Where a position stands in the queue of forced reduction: five steps and a number, with words for it. */
import { useT } from '../../../../i18n/i18n.ts'

const STEPS = [1, 2, 3, 4, 5] as const

export function Deleveraging({ level }: { readonly level: number }) {
  const t = useT()
  return (
    <span className="inline-flex items-center gap-1.5" title={t('contract:adl.text', { level })} data-adl={level}>
      <span aria-hidden="true" className="inline-flex gap-0.5">
        {STEPS.map((step) => (
          <span key={step} className={`h-3 w-1 ${step <= level ? 'bg-warning-text' : 'bg-line2'}`} />
        ))}
      </span>
      <span className="visually-hidden">{t('contract:adl.text', { level })}</span>
      <bdi aria-hidden="true" className="num">
        {level}
        <span className="text-muted">/5</span>
      </bdi>
    </span>
  )
}
