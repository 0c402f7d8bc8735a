/** Every conversion of the account is heard of at once, wherever it was made: lists and balances are then read again. */
import { useEffect } from 'react'
import { whenQuiet } from '../idle.ts'
import { spotChanged } from '../spot/spot-changes.ts'

/** @param wanted false for a visitor */
export function useConversionNews(wanted: boolean): void {
  useEffect(() => {
    if (!wanted) return undefined
    let leave: (() => void) | undefined
    let gone = false
    whenQuiet(() => {
      void import('../live/live.ts').then(({ liveClient }) => {
        if (gone) return
        leave = liveClient().listen('converts', {
          push() {
            spotChanged()
            return true
          },
          reset: () => undefined,
        })
      })
    })
    return () => {
      gone = true
      leave?.()
    }
  }, [wanted])
}
