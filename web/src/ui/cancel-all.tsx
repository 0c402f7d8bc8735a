/** Cancels all orders of a list after asking once, with how many of each kind go: the first press makes the button ask, the second one does it. */
import { type MouseEvent, useEffect, useState } from 'react'
import { useT } from '../i18n/i18n.ts'
import { Button } from './button.tsx'

/** How long the question stands. */
const ASK_MS = 4000
/** A second press that comes sooner is the other half of a double click. */
const SOON_MS = 300

interface CancelAllProps {
  /** How many orders of each kind would go. */
  readonly taken: { readonly open: number; readonly conditional: number }
  readonly label: string
  readonly onCancel: () => void
  readonly size?: 24 | 36
  readonly className?: string
}

export function CancelAll({ taken: { open, conditional }, label, onCancel, size = 36, className = '' }: CancelAllProps) {
  const t = useT()
  /** When the question was put, on the clock of the page's events; undefined = not asked. */
  const [askedAt, setAskedAt] = useState<number>()
  useEffect(() => {
    if (askedAt === undefined) return undefined
    const timer = setTimeout(() => setAskedAt(undefined), ASK_MS)
    return () => clearTimeout(timer)
  }, [askedAt])
  const press = (event: MouseEvent) => {
    if (askedAt === undefined) return setAskedAt(event.timeStamp)
    if (event.timeStamp - askedAt < SOON_MS) return
    setAskedAt(undefined)
    onCancel()
  }
  return (
    <Button
      size={size}
      look={askedAt === undefined ? 'secondary' : 'remove'}
      onClick={press}
      // A held Enter presses a button many times a second: that is one wish, not two.
      onKeyDown={(event) => event.repeat && event.preventDefault()}
      className={className}
      data-cancel-all
    >
      {askedAt === undefined ? label : t('orders:cancelAllSure', { open, conditional })}
    </Button>
  )
}
