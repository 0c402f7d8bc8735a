/** Which component draws which page. Everything but the shell is loaded with its route. */
import type { ComponentType } from 'react'
import { type Page, pageOf } from './pages.ts'
import { paths } from './paths.ts'

type Load = () => Promise<ComponentType>

/** Pages that other folders are still building: closed until their file is there. */
const arriving = import.meta.glob<Readonly<Record<string, ComponentType>>>('./features/{terminal,orders,assets}/*-page.tsx')

function whenThere(file: string, name: string): Load {
  return async () => (await arriving[`./features/${file}`]?.())?.[name] ?? (await import('./features/closed/closed-page.tsx')).ClosedPage
}

const ELEMENTS: Readonly<Record<string, Load>> = {
  [paths.home]: async () => (await import('./features/home/home-page.tsx')).HomePage,
  [paths.login]: async () => (await import('./features/auth/login-page.tsx')).LoginPage,
  [paths.register]: async () => (await import('./features/auth/register-page.tsx')).RegisterPage,
  [paths.markets]: async () => (await import('./features/markets/markets-page.tsx')).MarketsPage,
  [paths.contractTerminal]: whenThere('terminal/spot-page.tsx', 'VisitorSpotPage'),
  [paths.spotTerminal]: whenThere('terminal/spot-page.tsx', 'SpotPage'),
  [paths.spotOrders]: whenThere('orders/spot-orders-page.tsx', 'SpotOrdersPage'),
  [paths.bills]: whenThere('orders/bills-page.tsx', 'BillsPage'),
  [paths.spotAssets]: whenThere('assets/spot-assets-page.tsx', 'SpotAssetsPage'),
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
