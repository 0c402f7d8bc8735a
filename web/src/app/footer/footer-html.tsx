/** The tenant's own footer, cleaned to a list of harmless tags, attributes and style properties. */
import { useNavigate } from '../../ui/navigation.tsx'
import { cleanFooter } from './clean-footer.ts'

export function FooterHtml({ html }: { readonly html: string }) {
  const navigate = useNavigate()
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: only links inside are followed, and they answer the keyboard themselves
    // biome-ignore lint/a11y/noStaticElementInteractions: the clicks are those of the links inside
    <div
      className="[&_a:hover]:underline"
      onClick={(event) => {
        const link = event.target instanceof Element ? event.target.closest('a') : null
        const href = link?.getAttribute('href') ?? ''
        if (!/^\/(?![/\\])/.test(href)) return
        event.preventDefault()
        navigate(href)
      }}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the text has just been cleaned
      dangerouslySetInnerHTML={{ __html: cleanFooter(html) }}
    />
  )
}
