/** Which component draws which page. Everything but the shell is loaded with its route. */
import type { ComponentType } from 'react'
import { type Page, pageOf } from './pages.ts'
import { paths } from './paths.ts'

type Load = () => Promise<ComponentType>

/** The pages that visitors come to. */
const ELEMENTS: Readonly<Record<string, Load>> = {
  [paths.home]: async () => (await import('./features/home/home-page.tsx')).HomePage,
  [paths.login]: async () => (await import('./features/auth/login-page.tsx')).LoginPage,
  [paths.register]: async () => (await import('./features/auth/register-page.tsx')).RegisterPage,
  [paths.notices]: async () => (await import('./features/notices/notice-page.tsx')).NoticePage,
  [`${paths.help}/*`]: async () => (await import('./features/help/help-page.tsx')).HelpPage,
  [paths.earn]: async () => (await import('./features/earn/earn-page.tsx')).EarnPage,
  [paths.convert]: async () => (await import('./features/convert/convert-page.tsx')).ConvertPage,
  [paths.markets]: async () => (await import('./features/markets/markets-page.tsx')).MarketsPage,
  [paths.contractTerminal]: async () => (await import('./features/terminal/spot-page.tsx')).VisitorSpotPage,
  [paths.spotTerminal]: async () => (await import('./features/terminal/spot-page.tsx')).SpotPage,
}

/** The component of a page; pages of closed features share one. */
export async function elementOf(page: Page): Promise<ComponentType> {
  if (page.closed !== undefined) return (await import('./app/closed-page.tsx')).ClosedPage
  const load = ELEMENTS[page.path] ?? (await import('./own-routes.ts')).OWN_ELEMENTS[page.path]
  if (load === undefined) throw new Error(`no component draws ${page.path}`)
  return load()
}

/** Starts loading the page of an address before the router asks for it. */
export function preloadPage(pathname: string): void {
  const page = pageOf(pathname)
  if (page !== undefined) void elementOf(page).catch(() => undefined)
}
