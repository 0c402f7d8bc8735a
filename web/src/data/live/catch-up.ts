/** Tells when this page may have missed something: its connection came back, or nobody has looked at it for a while. */
import { pageTime } from '../clock.ts'
import { onPresent, presentClient } from './present.ts'

/** A hidden page may be slowed down, frozen or put to sleep; after this long it reads again what it shows, ms. */
export const AWAY_MS = 10_000

/** Calls `listener` after each return. @returns the way to stop */
export function onCatchUp(listener: () => void): () => void {
  const sessionsNow = (): number => presentClient()?.facts.store.get().sessions ?? 0
  let sessions = sessionsNow()
  let hiddenAt = document.hidden ? pageTime() : undefined
  const look = (): void => {
    const before = sessions
    sessions = sessionsNow()
    if (before > 0 && sessions > before) listener()
  }
  const onVisibility = (): void => {
    const since = hiddenAt
    hiddenAt = document.hidden ? pageTime() : undefined
    if (!document.hidden && since !== undefined && pageTime() - since >= AWAY_MS) listener()
  }
  const onShow = (event: PageTransitionEvent): void => {
    if (event.persisted) listener()
  }
  const stop = onPresent(look)
  document.addEventListener('visibilitychange', onVisibility)
  window.addEventListener('pageshow', onShow)
  return () => {
    stop()
    document.removeEventListener('visibilitychange', onVisibility)
    window.removeEventListener('pageshow', onShow)
  }
}
