/** What every page has: its document title. */
import { type ComponentType, useEffect } from 'react'
import { useSite } from '../data/site.ts'
import { useT } from '../i18n/i18n.ts'
import type { TextKey } from '../i18n/keys.ts'
import type { Page } from '../pages.ts'

/** Sets the document title to `<title> · <tenant>`. */
export function useTitle(title: string): void {
  const { tenantName } = useSite()
  useEffect(() => {
    document.title = `${title} · ${tenantName}`
  }, [title, tenantName])
}

export function framed(page: Page, Element: ComponentType): ComponentType {
  const key: TextKey = `pages:title.${page.title}`
  return function FramedPage() {
    const t = useT()
    useTitle(t(key))
    return <Element />
  }
}
