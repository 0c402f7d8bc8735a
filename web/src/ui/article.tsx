/** The place of an announcement's or article's text. What cleans it in the browser is fetched when it is first drawn. */
import { type ComponentType, createContext, type ReactNode, Suspense, useContext } from 'react'
import { ARTICLE_LOOK } from './article-look.ts'
import { part } from './part.tsx'

export interface ArticleTextProps {
  readonly html: string
}

/** How the text is drawn; the server, whose text is clean, draws it at once. */
export const ArticleDrawing = createContext<ComponentType<ArticleTextProps>>(
  part(async () => (await import('./article-text.tsx')).ArticleText),
)

/** The text as it stands in the document: for the server alone, which has cleaned it. Links lead out as they do in the browser. */
export function StillArticleText({ html }: ArticleTextProps) {
  const text = html.replaceAll(/<a href="(?=https?:)/gi, '<a target="_blank" rel="noopener noreferrer" href="')
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server's own clean text
  return <div className={ARTICLE_LOOK} dangerouslySetInnerHTML={{ __html: text }} />
}

/** @param fallback shown while the script of the text is on its way */
export function Article({ html, fallback }: ArticleTextProps & { readonly fallback: ReactNode }) {
  const Text = useContext(ArticleDrawing)
  return (
    <Suspense fallback={fallback}>
      <Text html={html} />
    </Suspense>
  )
}
