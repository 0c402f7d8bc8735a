/** The key that opens the sheet of keys. */
import { useEffect } from 'react'
import { tinykeys } from 'tinykeys'
import { whenFree } from '../when-free.ts'

/** Opens the sheet on `?`. */
export function useHelpKey(open: () => void): void {
  useEffect(() => tinykeys(window, { '?': whenFree(open), 'Shift+?': whenFree(open) }), [open])
}
