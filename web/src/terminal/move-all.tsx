/** The button that moves all orders of a list, and its dialog. */
import { Suspense, useState } from 'react'
import { useT } from '../i18n/i18n.ts'
import { Button } from '../ui/button.tsx'
import { part } from '../ui/part.tsx'
import type { MoveAllProps } from './move-all-dialog.tsx'

const MoveAllDialog = part(async () => (await import('./move-all-dialog.tsx')).MoveAllDialog)

/** Drawn where there is an order to move. */
export function MoveAll(props: MoveAllProps) {
  const t = useT()
  const [open, setOpen] = useState(false)
  if (props.orders.length === 0) return null
  return (
    <>
      <Button
        size={24}
        look="secondary"
        onClick={() => setOpen(true)}
        className="hit-area pointer-coarse:!h-auto pointer-coarse:min-h-9 pointer-coarse:!px-3 pointer-coarse:!whitespace-normal"
        data-move-orders
      >
        {t('terminal:move.open')}
      </Button>
      {open && (
        <Suspense>
          <MoveAllDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
