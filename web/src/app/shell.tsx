/** Header, page, footer. Which parts a page hides stands in the page table. */
import { Outlet, ScrollRestoration, useLocation } from 'react-router'
import { useT } from '../i18n/i18n.ts'
import { pageOf } from '../pages.ts'
import { Toaster } from '../ui/toaster.tsx'
import { Footer } from './footer/footer.tsx'
import { Header } from './header/header.tsx'
import { OfflineBand } from './offline-band.tsx'

export function Shell() {
  const t = useT()
  const { pathname } = useLocation()
  const page = pageOf(pathname)
  return (
    <>
      <a href="#content" className="fixed start-4 -top-20 z-50 rounded-control bg-fg px-4 py-2 text-bg focus:top-3">
        {t('shell:skip')}
      </a>
      {page?.hideHeader !== true && <Header />}
      <div className={`flex min-h-dvh flex-col ${page?.hideHeader === true ? '' : 'pt-(--header)'}`}>
        <OfflineBand />
        <main id="content" tabIndex={-1} className="flex flex-1 flex-col outline-none">
          <Outlet />
        </main>
        {page?.hideFooter !== true && <Footer />}
      </div>
      <Toaster />
      <ScrollRestoration />
    </>
  )
}
