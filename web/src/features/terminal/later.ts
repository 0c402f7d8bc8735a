/** Parts that the first picture of the spot terminal does without: their code is fetched when they are first drawn. */
import { part } from '../../ui/part.tsx'

export const ThroughDialog = part(async () => (await import('./ask/through-dialog.tsx')).ThroughDialog)
export const PairList = part(async () => (await import('./pair/pair-list.tsx')).PairList)
export const PairRules = part(async () => (await import('./ticket/pair-rules.tsx')).PairRules)
export const InfoPanel = part(async () => (await import('./chart/info-panel.tsx')).InfoPanel)
export const OrderLines = part(async () => (await import('./chart/order-lines.tsx')).OrderLines)

const ticket = () => import('./ticket/ticket-panel.tsx')
export const TicketPanel = part(async () => (await ticket()).TicketPanel)
/** Starts fetching what orders are typed into. A failure is shown where it is drawn. */
export const preloadTicket = (): void => void ticket().catch(() => undefined)
export const PairAssets = part(async () => (await import('./orders/pair-assets.tsx')).PairAssets)

export const OpenOrders = part(async () => (await import('./orders/open-orders.tsx')).OpenOrders)
export const CancelAll = part(async () => (await import('../../ui/cancel-all.tsx')).CancelAll)
export const PastOrders = part(async () => (await import('./orders/past-orders.tsx')).PastOrders)
export const PastFills = part(async () => (await import('./orders/past-orders.tsx')).PastFills)
export const AssetsTable = part(async () => (await import('./orders/assets-table.tsx')).AssetsTable)
