/** The fixed bar at the foot of a phone, and the two buttons that most markets have in it. */
import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import type { ActionsProps } from './market.ts'

export function ActionBar({ children }: { readonly children: ReactNode }) {
  return (
    <div
      data-action-bar
      className="fixed inset-x-0 bottom-0 z-20 grid auto-cols-fr grid-flow-col gap-3 border-t border-line bg-panel px-4 pt-2.5 pb-[calc(18px+env(safe-area-inset-bottom))]"
    >
      {children}
    </div>
  )
}

interface SideButtonsProps extends ActionsProps {
  readonly buy: string
  readonly sell: string
}

export function SideButtons({ buy, sell, onBegin, onReach }: SideButtonsProps) {
  return (
    <>
      <Button look="buy" size={44} wide onPointerDown={onReach} onClick={() => onBegin('buy')}>
        {buy}
      </Button>
      <Button look="sell" size={44} wide onPointerDown={onReach} onClick={() => onBegin('sell')}>
        {sell}
      </Button>
    </>
  )
}
