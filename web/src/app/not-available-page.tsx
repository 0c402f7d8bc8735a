/** A page that this installation has taken out. */
import { useT } from '../i18n/i18n.ts'
import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { ClosedFeature } from '../ui/states.tsx'
import { OpenPlaces } from './open-places.tsx'

export function NotAvailablePage() {
  const t = useT()
  return (
    <div className="page-column w-full flex-1 py-8">
      <div className="card">
        <ClosedFeature
          as="h1"
          title={t('shell:notAvailable.title')}
          text={t('shell:notAvailable.text')}
          action={<ButtonLink to={paths.home}>{t('shell:home')}</ButtonLink>}
        />
      </div>
      <OpenPlaces />
    </div>
  )
}
