/** Parts that the first picture of the contract terminal does without: their code is fetched when they are first drawn. */
import { loadTexts } from '../../../i18n/i18n.ts'
import { part } from '../../../ui/part.tsx'

const ticket = () => import('./ticket/contract-ticket.tsx')
export const ContractTicketPanel = part(async () => (await ticket()).ContractTicketPanel)

/** Starts fetching what orders are typed into. A failure is shown where it is drawn. */
export const preloadContractTicket = (): void => void ticket().catch(() => undefined)

export const ContractAccountCard = part(async () => (await import('./account/contract-account.tsx')).ContractAccountCard)
export const ContractRules = part(async () => (await import('./info/contract-rules.tsx')).ContractRules)
export const ContractList = part(async () => (await import('./bar/contract-list.tsx')).ContractList)
export const ContractInfoPanel = part(async () => (await import('./info/contract-info.tsx')).ContractInfoPanel)
export const FundingPanel = part(async () => (await import('./info/funding-panel.tsx')).FundingPanel)
export const ContractLines = part(async () => (await import('./chart/contract-lines.tsx')).ContractLines)
export const CloseDialog = part(async () => (await import('./positions/close-dialog.tsx')).CloseDialog)
export const MarginDialog = part(async () => (await import('./positions/margin-dialog.tsx')).MarginDialog)
export const ProtectDialog = part(async () => (await import('./positions/protect-dialog.tsx')).ProtectDialog)
export const ReverseDialog = part(async () => (await import('./positions/reverse-dialog.tsx')).ReverseDialog)
export const SharePosition = part(async () => {
  const [dialog] = await Promise.all([import('./positions/share-position.tsx'), loadTexts(['perpetual'])])
  return dialog.SharePosition
})

export const Positions = part(async () => (await import('./positions/positions.tsx')).Positions)
export const PositionAlarms = part(async () => (await import('./positions/position-alarms.tsx')).PositionAlarms)
export const AlarmSound = part(async () => (await import('./positions/danger-band.tsx')).SoundButton)
export const CloseAll = part(async () => (await import('./positions/close-all.tsx')).CloseAll)
export const LiveOrders = part(async () => (await import('./orders/live-orders.tsx')).LiveOrders)
export const CancelAll = part(async () => (await import('../../../ui/cancel-all.tsx')).CancelAll)
export const PastContractOrders = part(async () => (await import('./orders/past.tsx')).PastContractOrders)
export const OwnContractTrades = part(async () => (await import('./orders/past.tsx')).OwnContractTrades)
export const PastFunding = part(async () => (await import('./orders/past.tsx')).PastFunding)
export const ContractAssets = part(async () => (await import('./account/contract-assets.tsx')).ContractAssets)
