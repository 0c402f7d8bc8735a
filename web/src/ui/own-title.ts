/** The document title of what a page shows, where one page shows many things. */
import { useEffect } from 'react'
import { useSite } from '../data/site.ts'

/** `<title> · <tenant>`; set after the page's own title was. */
export function useOwnTitle(title: string): void {
  const { tenantName } = useSite()
  useEffect(() => {
    const timer = setTimeout(() => {
      document.title = `${title} · ${tenantName}`
    })
    return () => clearTimeout(timer)
  }, [title, tenantName])
}
