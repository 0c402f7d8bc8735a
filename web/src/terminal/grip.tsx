/** The edge between chart and order lists, moved by pointer or arrow keys; a double press puts it back. */
import type { KeyboardEvent, PointerEvent } from 'react'
import { useT } from '../i18n/i18n.ts'
import { BOTTOM } from './arrangement.ts'

interface GripProps {
  /** Height of the lists, px. */
  readonly height: number
  readonly onMove: (height: number | undefined) => void
}

const STEP = 20

export function Grip({ height, onMove }: GripProps) {
  const t = useT()
  const move = (to: number) => onMove(Math.round(Math.min(BOTTOM.most, Math.max(BOTTOM.least, to))))
  const onKeyDown = (event: KeyboardEvent) => {
    const steps = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0
    if (steps === 0) return
    event.preventDefault()
    move(height + steps * STEP)
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const foot = event.currentTarget.parentElement?.getBoundingClientRect().bottom ?? 0
    move(foot - STATUS - event.clientY)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule between two panels cannot be moved
    <div
      role="separator"
      tabIndex={0}
      aria-orientation="horizontal"
      aria-label={t('terminal:layout.grip')}
      aria-valuenow={height}
      aria-valuemin={BOTTOM.least}
      aria-valuemax={BOTTOM.most}
      style={{ gridArea: 'bottom' }}
      onKeyDown={onKeyDown}
      onDoubleClick={() => onMove(undefined)}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onPointerMove}
      className="group z-20 flex h-6 w-24 -translate-y-1/2 cursor-row-resize touch-none items-center justify-center self-start justify-self-center rounded-chip"
      data-grip
    >
      <span aria-hidden="true" className="h-[3px] w-8 rounded-full bg-line2 group-hover:bg-ctl group-focus-visible:bg-fg" />
    </div>
  )
}

/** Height of the status bar below the lists, px. */
const STATUS = 24
