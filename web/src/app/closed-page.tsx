/** A page whose feature is closed in this installation: says so, says what is unaffected, leads on. Shows no invented data. */
import { useT } from '../i18n/i18n.ts'
import { type Feature, pageOf } from '../pages.ts'
import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Wordmark } from '../ui/logo.tsx'
import { useLocation } from '../ui/navigation.tsx'
import { ClosedFeature } from '../ui/states.tsx'
import { OpenPlaces } from './open-places.tsx'

/** Where each closed feature sends people meanwhile. */
const NEXT: Readonly<Record<Feature, string>> = {
  contract: paths.markets,
  convert: paths.markets,
  earn: paths.markets,
  invite: paths.home,
  account: paths.spotAssets,
  notices: paths.home,
  help: paths.home,
}

export function ClosedPage() {
  const t = useT()
  const { pathname } = useLocation()
  const page = pageOf(pathname)
  const feature = page?.closed ?? page?.feature ?? 'help'
  return (
    <div className="page-column w-full flex-1 py-8">
      {page?.hideHeader === true && (
        <div className="mb-10">
          <Wordmark />
        </div>
      )}
      <h1 className="mb-6 text-title">{t(`pages:title.${page?.title ?? 'help'}`)}</h1>
      <ClosedNotice feature={feature} />
    </div>
  )
}

/** The same below a head of the page's own. */
export function ClosedNotice({ feature }: { readonly feature: Feature }) {
  const t = useT()
  return (
    <>
      <div className="card" data-closed={feature}>
        <ClosedFeature
          as="h2"
          title={t(`closed:${feature}.title`)}
          text={t(`closed:${feature}.text`)}
          action={<ButtonLink to={NEXT[feature]}>{t(`closed:${feature}.next`)}</ButtonLink>}
        />
      </div>
      <OpenPlaces />
    </>
  )
}
