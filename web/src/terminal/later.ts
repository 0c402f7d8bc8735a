/** Parts that the first picture of any terminal does without: their code is fetched when they are first drawn. */
import { part } from '../ui/part.tsx'

const sheet = () => import('./ticket-sheet.tsx')
export const TicketSheet = part(async () => (await sheet()).TicketSheet)
export const preloadSheet = (): void => void sheet().catch(() => undefined)

export const KeysDialog = part(async () => (await import('./status/keys-dialog.tsx')).KeysDialog)
export const DepthPanel = part(async () => (await import('./chart/depth-panel.tsx')).DepthPanel)
export const ChartMarks = part(async () => (await import('./chart/chart-marks.tsx')).ChartMarks)
export const ChartText = part(async () => (await import('./chart/chart-text.tsx')).ChartText)
export const DrawingRail = part(async () => (await import('./chart/drawing-rail.tsx')).DrawingRail)
