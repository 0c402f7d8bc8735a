/** What every page has: its document title, and the notice in place of a page that this installation has taken out. */
import { type ComponentType, lazy, Suspense, useEffect } from 'react'
import { useLoaderData } from 'react-router'
import { boot } from '../data/boot.ts'
import type { Admission } from '../guards.ts'
import { useT } from '../i18n/i18n.ts'
import type { TextKey } from '../i18n/keys.ts'
import type { Page } from '../pages.ts'

/** Sets the document title to `<title> · <tenant>`. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${boot().tenantName}`
  }, [title])
}

const NotAvailable = lazy(async () => ({ default: (await import('./not-available-page.tsx')).NotAvailablePage }))

export function framed(page: Page, Element: ComponentType): ComponentType {
  const key: TextKey = `pages:title.${page.title}`
  return function FramedPage() {
    const t = useT()
    const admission = useLoaderData<Admission>()
    useTitle(t(key))
    if (admission.kind !== 'notAvailable') return <Element />
    return (
      <Suspense>
        <NotAvailable />
      </Suspense>
    )
  }
}
