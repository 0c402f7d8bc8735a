/** The place of an announcement's or article's text. What cleans it in the browser is fetched when it is first drawn. */
import { type ComponentType, createContext, type ReactNode, Suspense, useContext } from 'react'
import { part } from './part.tsx'

export const ARTICLE_LOOK =
  'text-[16px] leading-[27px] [&_p]:mb-4 [&_h2]:mt-8 [&_h2]:mb-3 [&_h2]:text-[20px] [&_h2]:leading-7 [&_h2]:font-semibold [&_h3]:mt-6 [&_h3]:mb-2 [&_h3]:font-semibold ' +
  '[&_ul]:mb-4 [&_ul]:list-disc [&_ul]:ps-5 [&_ol]:mb-4 [&_ol]:list-decimal [&_ol]:ps-5 [&_li]:mb-1.5 [&_a]:font-medium [&_a]:text-theme-text [&_a]:underline [&_a]:underline-offset-2 [&_a:hover]:no-underline ' +
  '[&_table]:mb-4 [&_table]:w-full [&_table]:border-separate [&_table]:border-spacing-0 [&_table]:rounded-card [&_table]:border [&_table]:border-line [&_table]:bg-panel [&_table]:text-base ' +
  '[&_th]:px-4 [&_th]:py-2.5 [&_th]:text-start [&_th]:align-top [&_th]:font-normal [&_th]:text-muted [&_td]:px-4 [&_td]:py-2.5 [&_td]:align-top [&_td]:font-medium ' +
  '[&_tr:not(:first-child)>*]:border-t [&_tr:not(:first-child)>*]:border-line [&_tbody>tr:first-child>*]:border-line [&_thead+tbody>tr:first-child>*]:border-t ' +
  '[&_img]:max-w-full [&_img]:rounded-card [&_code]:code [&_blockquote]:border-s-2 [&_blockquote]:border-line2 [&_blockquote]:ps-4 [&_blockquote]:text-muted break-words'

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
