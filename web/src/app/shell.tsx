/** Header, page, footer. Which parts a page hides stands in the page table. */
import { type ReactNode, Suspense, useState, useSyncExternalStore } from 'react'
import { useT } from '../i18n/i18n.ts'
import { pageOf } from '../pages.ts'
import { useLocation } from '../ui/navigation.tsx'
import { part } from '../ui/part.tsx'
import { PartBoundary, tellUnfetched } from '../ui/part-boundary.tsx'
import { onToasts, shownToasts } from '../ui/toast-store.ts'
import { Bands } from './bands/bands.tsx'
import { Footer } from './footer/footer.tsx'
import { Header } from './header/header.tsx'
import { PageBoundary } from './route-failure.tsx'

const Toaster = part(async () => (await import('../ui/toaster.tsx')).Toaster)

/** The region of messages, from the first message on. */
function Messages() {
  const any = useSyncExternalStore(
    onToasts,
    () => shownToasts().length > 0,
    () => false,
  )
  const [wanted, setWanted] = useState(false)
  if (any && !wanted) setWanted(true)
  if (!wanted) return null
  return (
    // Without a connection it may not be there yet: a message that cannot be shown must not take the page with it.
    <PartBoundary onFail={() => setWanted(false)}>
      <Suspense>
        <Toaster />
      </Suspense>
    </PartBoundary>
  )
}

/** @param at key of the place that `children` are the page of */
export function Shell({ at, children }: { readonly at: string; readonly children: ReactNode }) {
  const t = useT()
  const { pathname } = useLocation()
  const page = pageOf(pathname)
  return (
    <>
      <a href="#content" className="fixed start-4 -top-20 z-50 rounded-control bg-fg px-4 py-2 text-bg focus:top-3">
        {t('shell:skip')}
      </a>
      {page?.hideHeader !== true && (
        // Drawn anew its menus are shut.
        <PartBoundary onFail={tellUnfetched}>
          <Header />
        </PartBoundary>
      )}
      <div className={`flex min-h-dvh flex-col ${page?.hideHeader === true ? '' : 'pt-(--header)'}`}>
        <Bands />
        <main id="content" tabIndex={-1} className="flex min-h-[calc(100dvh-var(--header))] flex-1 flex-col outline-none">
          <PageBoundary at={at}>{children}</PageBoundary>
        </main>
        {page?.hideFooter !== true && <Footer />}
      </div>
      <Messages />
    </>
  )
}
