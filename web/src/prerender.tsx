/**
 * Draws the first screen of the pages that visitors land on. Runs on the server, from a bundle of its own; the browser takes the same
 * markup over. Drawing is one synchronous step, so that what it reads of one tenant never meets another's.
 */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import { framed } from './app/page-frame.tsx'
import { StillApp } from './app/still-app.tsx'
import { readBoot, takeBoot } from './data/boot.ts'
import { takeTexts } from './i18n/i18n.ts'
import { pageOf } from './pages.ts'
import { paths } from './paths.ts'
import { elementOf } from './routes.tsx'
import { themeVariables } from './theme/theme.ts'
import { ArticleDrawing, StillArticleText } from './ui/article.tsx'

const DRAWN: readonly string[] = [
  paths.home,
  paths.notices,
  paths.help,
  paths.markets,
  paths.earn,
  paths.convert,
  paths.contractTerminal,
  paths.spotTerminal,
]

export interface Address {
  readonly pathname: string
  /** With its question mark, or empty. */
  readonly search: string
}

export interface FirstPicture {
  /** Draws a page from the facts of its head; nothing for a page that begins empty. */
  draw(address: Address, facts: unknown): string
  /** The style variables of a tenant's colour, for the document's own style. */
  themeStyle(colour: string): string
}

/** Loads the pages that can be drawn. */
export async function open(): Promise<FirstPicture> {
  const elements = new Map<string, ComponentType>()
  for (const path of DRAWN) {
    const page = pageOf(path)
    if (page !== undefined) elements.set(page.path, framed(page, await elementOf(page)))
  }
  const draw: FirstPicture['draw'] = ({ pathname, search }, facts) => {
    const Page = elements.get(pageOf(pathname)?.path ?? '')
    const boot = readBoot(facts)
    if (Page === undefined || boot === undefined) return ''
    takeBoot(boot)
    takeTexts(boot.lang, boot.texts)
    return renderToString(
      <QueryClientProvider client={new QueryClient()}>
        <ArticleDrawing value={StillArticleText}>
          <StillApp pathname={pathname} search={search} Page={Page} />
        </ArticleDrawing>
      </QueryClientProvider>,
    )
  }
  const themeStyle = (colour: string) =>
    Object.entries(themeVariables(colour))
      .map(([name, value]) => `${name}:${value}`)
      .join(';')
  return { draw, themeStyle }
}
