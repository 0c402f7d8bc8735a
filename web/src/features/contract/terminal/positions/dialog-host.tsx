/** Draws the dialog about a position that is open; one whose position has gone closes by itself. */
import { Suspense, useEffect } from 'react'
import { useContractOrders, usePositions } from '../../../../data/contract/my-contracts.ts'
import { DialogBoundary } from '../../../../ui/part-boundary.tsx'
import { useContractDesk } from '../desk.ts'
import { CloseDialog, MarginDialog, ProtectDialog, ReverseDialog, SharePosition } from '../later.ts'
import { closePositionDialog, useOpenDialog } from './dialog-store.ts'
import { withLegs } from './protect-plan.ts'

const DIALOGS = { close: CloseDialog, margin: MarginDialog, protect: ProtectDialog, reverse: ReverseDialog, share: SharePosition } as const

export function PositionDialogs() {
  const open = useOpenDialog()
  const { member, contracts } = useContractDesk()
  const { rows } = usePositions(member)
  const orders = useContractOrders(member).rows
  const told = rows.find(({ positionId }) => positionId === open?.positionId)
  const position = told && withLegs(told, orders)
  const terms = contracts.find(({ contractId }) => contractId === position?.contractId)
  // Whoever comes back to the terminal finds no dialog that he has not asked for.
  useEffect(() => closePositionDialog, [])
  if (open === undefined || position === undefined || terms === undefined) return null
  const Shown = DIALOGS[open.deed]
  return (
    <DialogBoundary onFail={closePositionDialog}>
      <Suspense>
        <Shown key={`${open.deed} ${position.positionId}`} position={position} terms={terms} onClose={closePositionDialog} />
      </Suspense>
    </DialogBoundary>
  )
}
