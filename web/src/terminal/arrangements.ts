/** The terminal's arrangements: the code of one is fetched when the window has its size. */
import { part } from '../ui/part.tsx'
import { presentLayout } from './use-layout.ts'

const desktop = () => import('./desktop.tsx')
const tablet = () => import('./tablet.tsx')
const phone = () => import('./phone.tsx')

export const Desktop = part(async () => (await desktop()).Desktop)
export const Tablet = part(async () => (await tablet()).Tablet)
export const Phone = part(async () => (await phone()).Phone)

/** Whether orders are typed beside the prices in this window: then the ticket is on the first picture. On a phone it comes in a sheet. */
export const showsTicket = (): boolean => typeof window !== 'undefined' && presentLayout() !== 'phone'

/** Starts fetching the arrangement of this window, beside the pair and the assets that the page asks for. */
export function preloadLayout(): void {
  if (typeof window === 'undefined') return
  const layout = presentLayout()
  const coming = layout === 'phone' ? phone() : layout === 'tablet' ? tablet() : desktop()
  // A failure is shown where the arrangement is drawn.
  coming.catch(() => undefined)
}
