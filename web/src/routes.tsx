/** Which component draws which page. Everything but the shell is loaded with its route. */
import { type ComponentType, useEffect, useState } from 'react'
import { type Site, site, useSite } from './data/site.ts'
import { type Page, pageOf } from './pages.ts'
import { paths } from './paths.ts'
import { useSearchParams } from './ui/navigation.tsx'
import { part } from './ui/part.tsx'

type Load = () => Promise<ComponentType>

const ContractTerminal = part(async () => (await import('./features/contract/terminal/contract-page.tsx')).ContractPage)
const SpotView = part(async () => (await import('./features/terminal/spot-page.tsx')).VisitorSpotPage)

/** `/trade` is the page of contracts. It also shows a spot pair read-only, and only that while contracts are closed. */
function Trade() {
  const [search] = useSearchParams()
  const { switches } = useSite()
  const wantsSpot = showsSpot(search, switches)
  // The other terminal is drawn once its script is loaded; until then this one stays.
  const [isSpot, setIsSpot] = useState(wantsSpot)
  useEffect(() => {
    const show = () => setIsSpot(wantsSpot)
    ;(wantsSpot ? SpotView : ContractTerminal).ready().then(show, show)
  }, [wantsSpot])
  return isSpot ? <SpotView /> : <ContractTerminal />
}

const showsSpot = (search: URLSearchParams, { contractSwitch }: Pick<Site['switches'], 'contractSwitch'>): boolean =>
  search.get('type') === 'spot' || !contractSwitch

/** Prerendering and a change from another page need both terminals; a browser that opens the address loads only the one it asked for. */
async function tradePage(): Promise<ComponentType> {
  if (typeof window === 'undefined' || window.location.pathname !== paths.contractTerminal)
    await Promise.all([SpotView.ready(), ContractTerminal.ready()])
  else await (showsSpot(new URLSearchParams(window.location.search), site().switches) ? SpotView : ContractTerminal).ready()
  return Trade
}

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
  [paths.reserves]: async () => (await import('./features/reserves/reserves-page.tsx')).ReservesPage,
  [paths.contractTerminal]: tradePage,
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
