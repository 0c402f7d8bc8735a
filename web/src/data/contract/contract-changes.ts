/** Pages that show what is asked for hear on the line of contracts that it has changed. */
import { useEffect } from 'react'
import { spotChanged } from '../spot/spot-changes.ts'
import { contractLine } from './contract-line.ts'
import { useContractMember } from './contract-session.ts'

/** Channels that speak of deeds and money alone: positions are told with every mark, too. */
const TELLING = ['orders', 'balances'] as const

const NOTHING = (): void => undefined

/** While the component is shown, orders, fills and balances of contracts are read again within a moment of each change. */
export function useContractChanges(): void {
  const member = useContractMember()
  useEffect(() => {
    if (!member) return
    const push = (): boolean => {
      spotChanged()
      return true
    }
    const stops = TELLING.map((channel) => contractLine().listenTo(channel, { push, reset: NOTHING }))
    return () => {
      for (const stop of stops) stop()
    }
  }, [member])
}
