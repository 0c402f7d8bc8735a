/** Why nothing can be ordered while the line of contracts is not there. */
import { contractLine } from '../../../data/contract/contract-line.ts'
import { useLive } from '../../../data/live/live-store.ts'
import { useT } from '../../../i18n/i18n.ts'

/** In the user's language; undefined while the line is live. */
export function useConnectionLock(): string | undefined {
  const t = useT()
  const { state, crowd } = useLive(contractLine().facts.store)
  if (state === 'live') return undefined
  if (state === 'connecting') return t('terminal:lock.connecting')
  return t(crowd === undefined ? 'terminal:lock.offline' : 'terminal:lock.crowd')
}
