/** Which component draws which page. Everything but the shell is loaded with its route. */
import type { ComponentType } from 'react'
import { type Page, pageOf } from './pages.ts'
import { paths } from './paths.ts'

type Load = () => Promise<ComponentType>

const ELEMENTS: Readonly<Record<string, Load>> = {
  [paths.home]: async () => (await import('./features/home/home-page.tsx')).HomePage,
  [paths.login]: async () => (await import('./features/auth/login-page.tsx')).LoginPage,
  [paths.register]: async () => (await import('./features/auth/register-page.tsx')).RegisterPage,
  [paths.resetPassword]: async () => (await import('./features/auth/reset-page.tsx')).ResetPage,
  [paths.identity]: async () => (await import('./features/identity/identity-page.tsx')).IdentityPage,
  [paths.notices]: async () => (await import('./features/notices/notice-page.tsx')).NoticePage,
  [`${paths.help}/*`]: async () => (await import('./features/help/help-page.tsx')).HelpPage,
  [paths.messageCentre]: async () => (await import('./features/notices/message-centre.tsx')).MessageCentrePage,
  [paths.messages]: async () => (await import('./features/notices/message-centre.tsx')).MessagesPage,
  [paths.bulletin]: async () => (await import('./features/notices/bulletin-details-page.tsx')).BulletinDetailsPage,
  [paths.invite]: async () => (await import('./features/invite/invite-page.tsx')).InvitePage,
  [paths.markets]: async () => (await import('./features/markets/markets-page.tsx')).MarketsPage,
  [paths.contractTerminal]: async () => (await import('./features/terminal/spot-page.tsx')).VisitorSpotPage,
  [paths.spotTerminal]: async () => (await import('./features/terminal/spot-page.tsx')).SpotPage,
  [paths.spotOrders]: async () => (await import('./features/orders/spot-orders-page.tsx')).SpotOrdersPage,
  [paths.bills]: async () => (await import('./features/orders/bills-page.tsx')).BillsPage,
  [paths.userCenter]: async () => (await import('./features/account/overview-page.tsx')).OverviewPage,
  [paths.security]: async () => (await import('./features/account/security-page.tsx')).SecurityPage,
  [paths.settings]: async () => (await import('./features/account/settings-page.tsx')).SettingsPage,
  [paths.spotAssets]: async () => (await import('./features/assets/spot-assets-page.tsx')).SpotAssetsPage,
}

/** The component of a page; pages of closed features share one. */
export async function elementOf(page: Page): Promise<ComponentType> {
  const load = ELEMENTS[page.path]
  return load === undefined ? (await import('./features/closed/closed-page.tsx')).ClosedPage : load()
}

/** Starts loading the page of an address before the router asks for it. */
export function preloadPage(pathname: string): void {
  const page = pageOf(pathname)
  if (page !== undefined) void elementOf(page).catch(() => undefined)
}
