/** The router made from the page table. */
import { createBrowserRouter, type RouteObject, replace } from 'react-router'
import { isLoggedIn } from '../data/session.ts'
import { readStored } from '../data/storage.ts'
import { type Admission, admit } from '../guards.ts'
import { loadTexts } from '../i18n/i18n.ts'
import { PAGES, type Page } from '../pages.ts'
import { elementOf } from '../routes.tsx'
import { framed } from './page-frame.tsx'
import { RouteFailure } from './route-failure.tsx'
import { Shell } from './shell.tsx'

/** Guards an address, without leaving the refused one in the history, and loads the texts of its page. */
async function gate(request: Request, texts: readonly string[]): Promise<Admission> {
  const { pathname, search } = new URL(request.url)
  const admission = admit({ pathname, search, loggedIn: isLoggedIn(), forbidden: readStored('pathForbidden') ?? [] })
  if (admission.kind === 'redirect') throw replace(admission.to)
  await loadTexts(texts)
  return admission
}

/** What stands between the first script and the first page: the empty page, whose header box is drawn by the shell. */
function Nothing() {
  return null
}

function routeOf(page: Page): RouteObject {
  return {
    path: page.path,
    loader: ({ request }) => gate(request, page.texts),
    lazy: async () => ({ Component: framed(page, await elementOf(page)) }),
  }
}

export function createAppRouter() {
  return createBrowserRouter([
    {
      Component: Shell,
      ErrorBoundary: RouteFailure,
      HydrateFallback: Nothing,
      children: [
        {
          ErrorBoundary: RouteFailure,
          children: [
            ...PAGES.map(routeOf),
            {
              path: '*',
              loader: ({ request }) => gate(request, []),
              lazy: async () => ({ Component: (await import('./not-found-page.tsx')).NotFoundPage }),
            },
          ],
        },
      ],
    },
  ])
}
