/** The key that opens the sheet of keys. */
import { useEffect } from 'react'
import { bindKeys } from '../when-free.ts'

/** Opens the sheet on `?`. */
export function useHelpKey(open: () => void): void {
  useEffect(() => bindKeys({ '?': open, 'Shift+?': open }), [open])
}
