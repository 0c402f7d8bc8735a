/** The card of a position, of what the terminal knows of it. */
import { ShareDialog } from '../../../../ui/share/share-dialog.tsx'
import type { PositionDialogProps } from './close-dialog.tsx'

export function SharePosition({ position, terms, onClose }: PositionDialogProps) {
  const card = {
    symbol: `${terms.base}-${terms.quote}`,
    orderSide: position.isShort ? ('SELL' as const) : ('BUY' as const),
    leverageLevel: position.leverage,
    returnRate: position.returnRate,
    openAvgPrice: position.entryPrice,
    indexPrice: position.markPrice,
    priceScale: terms.priceScale,
  }
  return <ShareDialog position={card} onClose={onClose} />
}
