/** The text of an announcement or article, cleaned again before it is drawn. Links inside the application are routed, not loaded. */
import { cleanArticle } from '../data/inform/clean-article.ts'
import { ARTICLE_LOOK } from './article-look.ts'
import { useNavigate } from './navigation.tsx'

export function ArticleText({ html }: { readonly html: string }) {
  const navigate = useNavigate()
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: only links inside are followed, and they answer the keyboard themselves
    // biome-ignore lint/a11y/noStaticElementInteractions: the clicks are those of the links inside
    <div
      className={ARTICLE_LOOK}
      onClick={(event) => {
        const link = event.target instanceof Element ? event.target.closest('a') : null
        const href = link?.getAttribute('href') ?? ''
        // What the server answers by itself is loaded as usual.
        if (event.metaKey || event.ctrlKey || !/^\/(?![/\\]|api\/)/.test(href)) return
        event.preventDefault()
        navigate(href)
      }}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the text has just been cleaned
      dangerouslySetInnerHTML={{ __html: cleanArticle(html) }}
    />
  )
}
