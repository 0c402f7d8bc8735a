/** Parts that the first picture of the terminal does without: their code is fetched when they are first drawn. */
import { lazy } from 'react'
import { presentLayout } from './use-layout.ts'

/** Pauses before another try, in ms: a failed part is not asked for again by React itself. */
const PAUSES_MS: readonly number[] = [500, 2000]

async function persist<Part>(load: () => Promise<Part>): Promise<Part> {
  for (const pause of PAUSES_MS) {
    try {
      return await load()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
  return load()
}

const desktop = () => import('./desktop.tsx')
const tablet = () => import('./tablet.tsx')
const phone = () => import('./phone.tsx')

export const Desktop = lazy(async () => ({ default: (await persist(desktop)).Desktop }))
export const Tablet = lazy(async () => ({ default: (await persist(tablet)).Tablet }))
export const Phone = lazy(async () => ({ default: (await persist(phone)).Phone }))

/** Starts fetching the arrangement of this window, beside the pair and the assets that the page asks for. */
export function preloadLayout(): void {
  const layout = presentLayout()
  const coming = layout === 'phone' ? phone() : layout === 'tablet' ? tablet() : desktop()
  // A failure is shown where the arrangement is drawn.
  coming.catch(() => undefined)
}

const sheet = () => import('./ticket-sheet.tsx')
export const TicketSheet = lazy(async () => ({ default: (await persist(sheet)).TicketSheet }))
export const preloadSheet = (): void => void sheet().catch(() => undefined)

export const KeysDialog = lazy(async () => ({ default: (await persist(() => import('./status/keys-dialog.tsx'))).KeysDialog }))
export const PairList = lazy(async () => ({ default: (await persist(() => import('./pair/pair-list.tsx'))).PairList }))
export const PairRules = lazy(async () => ({ default: (await persist(() => import('./ticket/pair-rules.tsx'))).PairRules }))
export const SweepTip = lazy(async () => ({ default: (await persist(() => import('./book/sweep-tip.tsx'))).SweepTip }))

export const DepthPanel = lazy(async () => ({ default: (await persist(() => import('./chart/depth-panel.tsx'))).DepthPanel }))
export const InfoPanel = lazy(async () => ({ default: (await persist(() => import('./chart/info-panel.tsx'))).InfoPanel }))
export const OrderLines = lazy(async () => ({ default: (await persist(() => import('./chart/order-lines.tsx'))).OrderLines }))
export const ChartText = lazy(async () => ({ default: (await persist(() => import('./chart/chart-text.tsx'))).ChartText }))
export const DrawingRail = lazy(async () => ({ default: (await persist(() => import('./chart/drawing-rail.tsx'))).DrawingRail }))

export const OpenOrders = lazy(async () => ({ default: (await persist(() => import('./orders/open-orders.tsx'))).OpenOrders }))
export const EditOrder = lazy(async () => ({ default: (await persist(() => import('./orders/edit-order.tsx'))).EditOrder }))
export const PastOrders = lazy(async () => ({ default: (await persist(() => import('./orders/past-orders.tsx'))).PastOrders }))
export const PastFills = lazy(async () => ({ default: (await persist(() => import('./orders/past-orders.tsx'))).PastFills }))
export const AssetsTable = lazy(async () => ({ default: (await persist(() => import('./orders/assets-table.tsx'))).AssetsTable }))
