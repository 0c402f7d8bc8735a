/** Dialogs of the ticket: their code is fetched when one is opened. */
import { part } from '../../../../ui/part.tsx'

export const ModeDialog = part(async () => (await import('./mode-dialogs.tsx')).ModeDialog)
export const LeverageDialog = part(async () => (await import('./leverage-dialog.tsx')).LeverageDialog)
export const PositionModeDialog = part(async () => (await import('./mode-dialogs.tsx')).PositionModeDialog)
export const ConfirmOrder = part(async () => (await import('./confirm-order.tsx')).ConfirmOrder)
