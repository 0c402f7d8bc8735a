/** Parts that the first picture of the terminal does without: their code is fetched when they are first drawn. */
import { part } from '../../ui/part.tsx'

const sheet = () => import('./ticket-sheet.tsx')
export const TicketSheet = part(async () => (await sheet()).TicketSheet)
export const preloadSheet = (): void => void sheet().catch(() => undefined)

export const ThroughDialog = part(async () => (await import('./ask/through-dialog.tsx')).ThroughDialog)
export const KeysDialog = part(async () => (await import('./status/keys-dialog.tsx')).KeysDialog)
export const PairList = part(async () => (await import('./pair/pair-list.tsx')).PairList)
export const PairRules = part(async () => (await import('./ticket/pair-rules.tsx')).PairRules)

export const DepthPanel = part(async () => (await import('./chart/depth-panel.tsx')).DepthPanel)
export const InfoPanel = part(async () => (await import('./chart/info-panel.tsx')).InfoPanel)
export const OrderLines = part(async () => (await import('./chart/order-lines.tsx')).OrderLines)
export const ChartMarks = part(async () => (await import('./chart/chart-marks.tsx')).ChartMarks)
export const ChartText = part(async () => (await import('./chart/chart-text.tsx')).ChartText)
export const DrawingRail = part(async () => (await import('./chart/drawing-rail.tsx')).DrawingRail)

export const OpenOrders = part(async () => (await import('./orders/open-orders.tsx')).OpenOrders)
export const CancelAll = part(async () => (await import('../../ui/cancel-all.tsx')).CancelAll)
export const PastOrders = part(async () => (await import('./orders/past-orders.tsx')).PastOrders)
export const PastFills = part(async () => (await import('./orders/past-orders.tsx')).PastFills)
export const AssetsTable = part(async () => (await import('./orders/assets-table.tsx')).AssetsTable)
