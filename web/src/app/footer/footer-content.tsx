/** What stands in the footer: link tree or the tenant's own HTML, social links, the app's QR code, copyright, language. */
import { Globe } from 'lucide-react'
import { Suspense } from 'react'
import { boot } from '../../data/boot.ts'
import { serverNow } from '../../data/clock.ts'
import { switchLanguage, useLanguages } from '../../data/shell/languages.ts'
import { type FooterLink, footerWithout } from '../../data/shell/menu-model.ts'
import { useFooterHtml, useFooterLinks, useSocialLinks, useWireLocale } from '../../data/shell/menus.ts'
import { useSite } from '../../data/site.ts'
import { useT } from '../../i18n/i18n.ts'
import { Icon } from '../../ui/icons.tsx'
import { useNear } from '../../ui/near.ts'
import { part } from '../../ui/part.tsx'
import { Select } from '../../ui/select.tsx'
import { SmartLink } from '../../ui/smart-link.tsx'
import { useForbidden } from '../header/main-menu.tsx'
import { TenantLogo } from '../header/tenant-logo.tsx'

const FooterHtml = part(async () => (await import('./footer-html.tsx')).FooterHtml)
const AppQr = part(async () => (await import('./app-qr.tsx')).AppQr)

function Column({ column }: { readonly column: FooterLink }) {
  return (
    <section className="min-w-0">
      <h2 className="mb-3 text-dense font-semibold">
        <SmartLink to={column.children.length === 0 ? column.target : null}>{column.name}</SmartLink>
      </h2>
      <ul>
        {column.children.map((link) => (
          <li key={link.name}>
            <SmartLink
              to={link.target}
              className="flex min-h-7 items-center py-1 text-dense text-muted hyphens-auto [overflow-wrap:anywhere] hover:text-fg pointer-coarse:min-h-11"
            >
              {link.name}
            </SmartLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The names of the languages are written in seven scripts, whose fonts take the browser tens of ms to find: those not in use come when somebody comes near. */
function LanguageSelect({ near }: { readonly near: boolean }) {
  const t = useT()
  const locale = useWireLocale()
  const { languages } = useLanguages()
  if (languages.length === 0) return null
  const own = languages.filter((language) => language.locale === locale)
  const offered = near || own.length === 0 ? languages : own
  return (
    <div className="flex items-center gap-1.5">
      <Icon as={Globe} size={16} className="text-muted" />
      <Select
        label={t('shell:language.name')}
        hideLabel
        height={36}
        value={locale}
        onChange={switchLanguage}
        options={offered.map((language) => ({ value: language.locale, label: language.label }))}
      />
    </div>
  )
}

/** @param near false while nobody has scrolled to the footer: the pictures are not fetched, their places stand */
function SocialLinks({ near }: { readonly near: boolean }) {
  const links = useSocialLinks()
  if (links.length === 0) return null
  return (
    <ul className="mt-4 flex gap-2">
      {links.map((link) => (
        <li key={link.socialId}>
          <SmartLink to={link.url} label={link.name} className="inline-flex size-8 items-center justify-center pointer-coarse:size-11">
            {near && <img src={link.imageUrl} alt="" width={20} height={20} loading="lazy" className="night:invert-[0.85]" />}
          </SmartLink>
        </li>
      ))}
    </ul>
  )
}

export function FooterContent() {
  const t = useT()
  const { element, near } = useNear<HTMLDivElement>()
  const { config, tenantName } = useSite()
  const html = useFooterHtml(config.footer_setting === 1)
  const columns = footerWithout(useFooterLinks(), useForbidden())
  const year = new Date(boot().serverTime || serverNow()).getUTCFullYear()
  return (
    <>
      <div ref={element} className="page-column grid min-h-44 gap-x-6 gap-y-10 md:grid-cols-[minmax(180px,220px)_1fr_auto]">
        <div>
          <TenantLogo />
          <p className="mt-3 text-dense text-muted">{t('shell:footer.line')}</p>
          <SocialLinks near={near} />
        </div>
        {html !== '' ? (
          <Suspense>
            <FooterHtml html={html} />
          </Suspense>
        ) : (
          <nav aria-label={t('shell:footer.links')} className="grid grid-cols-2 gap-x-6 gap-y-8 sm:grid-cols-3 lg:grid-cols-5">
            {columns.map((column) => (
              <Column key={column.name} column={column} />
            ))}
          </nav>
        )}
        <div className="min-h-33 w-27 max-md:hidden">{near && <Suspense>{<AppQr />}</Suspense>}</div>
      </div>
      <div className="page-column mt-8">
        <div className="flex flex-wrap items-center justify-between gap-4 border-t border-line pt-5 text-small text-muted">
          <p>{t('shell:footer.copyright', { year: String(year), tenant: tenantName })}</p>
          <LanguageSelect near={near} />
        </div>
      </div>
    </>
  )
}
