/** Keys of the ticket. They act while no field is being typed in; nothing is ever sent by a single letter. */
import { useEffect, useRef } from 'react'
import { readStored } from '../../../data/storage.ts'
import { bindKeys } from '../../../terminal/when-free.ts'
import { useDesk } from '../desk.ts'
import type { TicketText } from '../model/ticket.ts'

interface TicketKeys {
  readonly enabled: boolean
  readonly focusField: (field: TicketText) => void
  readonly setShare: (percent: number) => void
}

const SHARES = [25, 50, 75, 100] as const
/** One to four as keyboards write them: Latin, Arabic, Persian, and full width by input methods. */
const DIGITS = ['1234', '١٢٣٤', '۱۲۳۴', '１２３４'] as const

export function useTicketKeys(keys: TicketKeys): void {
  const { change } = useDesk()
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    // The account may have switched single keys off; links and fields stay as they are.
    if (!keys.enabled || readStored('userConfig')?.hotkeys === false) return undefined
    const share = (percent: number) => () => latest.current.setShare(percent)
    return bindKeys({
      b: () => change({ kind: 'side', side: 'buy' }),
      s: () => change({ kind: 'side', side: 'sell' }),
      l: () => change({ kind: 'type', type: 'limit' }),
      m: () => change({ kind: 'type', type: 'market' }),
      t: () => change({ kind: 'type', type: 'stopLimit' }),
      p: () => latest.current.focusField('price'),
      a: () => latest.current.focusField('quantity'),
      ...Object.fromEntries(SHARES.flatMap((percent, at) => DIGITS.map((digits) => [digits[at], share(percent)]))),
    })
  }, [keys.enabled, change])
}
