/** Parts that the first picture of the terminal does without: their code is fetched when they are first drawn. */

import { part } from '../../ui/part.tsx'
import { presentLayout } from './use-layout.ts'

const desktop = () => import('./desktop.tsx')
const tablet = () => import('./tablet.tsx')
const phone = () => import('./phone.tsx')

export const Desktop = part(async () => (await desktop()).Desktop)
export const Tablet = part(async () => (await tablet()).Tablet)
export const Phone = part(async () => (await phone()).Phone)

/** Starts fetching the arrangement of this window, beside the pair and the assets that the page asks for. */
export function preloadLayout(): void {
  if (typeof window === 'undefined') return
  const layout = presentLayout()
  const coming = layout === 'phone' ? phone() : layout === 'tablet' ? tablet() : desktop()
  // A failure is shown where the arrangement is drawn.
  coming.catch(() => undefined)
}

const sheet = () => import('./ticket-sheet.tsx')
export const TicketSheet = part(async () => (await sheet()).TicketSheet)
export const preloadSheet = (): void => void sheet().catch(() => undefined)

export const ThroughDialog = part(async () => (await import('./ask/through-dialog.tsx')).ThroughDialog)
export const KeysDialog = part(async () => (await import('./status/keys-dialog.tsx')).KeysDialog)
export const PairList = part(async () => (await import('./pair/pair-list.tsx')).PairList)
export const PairRules = part(async () => (await import('./ticket/pair-rules.tsx')).PairRules)
export const SweepTip = part(async () => (await import('./book/sweep-tip.tsx')).SweepTip)

export const DepthPanel = part(async () => (await import('./chart/depth-panel.tsx')).DepthPanel)
export const InfoPanel = part(async () => (await import('./chart/info-panel.tsx')).InfoPanel)
export const OrderLines = part(async () => (await import('./chart/order-lines.tsx')).OrderLines)
export const ChartMarks = part(async () => (await import('./chart/chart-marks.tsx')).ChartMarks)
export const ChartText = part(async () => (await import('./chart/chart-text.tsx')).ChartText)
export const NoteDialog = part(async () => (await import('./chart/note-dialog.tsx')).NoteDialog)
export const DrawingRail = part(async () => (await import('./chart/drawing-rail.tsx')).DrawingRail)

export const OpenOrders = part(async () => (await import('./orders/open-orders.tsx')).OpenOrders)
export const CancelAll = part(async () => (await import('../../ui/cancel-all.tsx')).CancelAll)
export const EditOrder = part(async () => (await import('./orders/edit-order.tsx')).EditOrder)
export const PastOrders = part(async () => (await import('./orders/past-orders.tsx')).PastOrders)
export const PastFills = part(async () => (await import('./orders/past-orders.tsx')).PastFills)
export const AssetsTable = part(async () => (await import('./orders/assets-table.tsx')).AssetsTable)
