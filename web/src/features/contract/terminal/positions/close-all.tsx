/** Closes every position at market after asking once: the first press makes the button ask, the second one does it. */
import { type MouseEvent, useEffect, useState } from 'react'
import type { Position } from '../../../../data/contract/position.ts'
import { useT } from '../../../../i18n/i18n.ts'
import { Button } from '../../../../ui/button.tsx'
import { useConnectionLock } from '../connection-lock.ts'
import { useDeeds } from './use-deeds.ts'

/** How long the question stands. */
const ASK_MS = 4000
/** A second press that comes sooner is the other half of a double click. */
const SOON_MS = 300

export function CloseAll({ positions }: { readonly positions: readonly Position[] }) {
  const t = useT()
  const deeds = useDeeds()
  const lock = useConnectionLock()
  const [busy, setBusy] = useState(false)
  /** When the question was put, on the clock of the page's events; undefined = not asked. */
  const [askedAt, setAskedAt] = useState<number>()
  useEffect(() => {
    if (askedAt === undefined) return undefined
    const timer = setTimeout(() => setAskedAt(undefined), ASK_MS)
    return () => clearTimeout(timer)
  }, [askedAt])
  const press = async (event: MouseEvent) => {
    if (askedAt === undefined) return setAskedAt(event.timeStamp)
    if (event.timeStamp - askedAt < SOON_MS) return
    setAskedAt(undefined)
    setBusy(true)
    await deeds.closeAll(positions)
    setBusy(false)
  }
  return (
    <Button
      size={24}
      look={askedAt === undefined ? 'secondary' : 'remove'}
      sending={busy}
      // The banner above says why; there is no room for it here.
      disabled={lock !== undefined}
      title={lock}
      onClick={(event) => void press(event)}
      // A held Enter presses a button many times a second: that is one wish, not two.
      onKeyDown={(event) => event.repeat && event.preventDefault()}
      className="hit-area pointer-coarse:!h-auto pointer-coarse:min-h-9 pointer-coarse:!px-3 pointer-coarse:!whitespace-normal"
      data-close-all
    >
      {askedAt === undefined ? t('contract:closeAll') : t('contract:closeAllSure', { count: positions.length })}
    </Button>
  )
}
