/** Tells at once what befell a position: liquidated, deleveraged; nearness to liquidation is a band that stays. The same stands in the messages of the account. */
import { useEffect, useRef } from 'react'
import { pageTime } from '../../../../data/clock.ts'
import { onPositionAlarm, type PositionAlarm } from '../../../../data/contract/my-contracts.ts'
import { hasVolume } from '../../../../data/contract/position.ts'
import { isolated } from '../../../../i18n/format.ts'
import { type Translate, useT } from '../../../../i18n/i18n.ts'
import { receiptPath } from '../../../../paths.ts'
import { useNavigate } from '../../../../ui/navigation.tsx'
import { resumeToast, type Toast, toast } from '../../../../ui/toast-store.ts'
import { DangerBand } from './danger-band.tsx'

/** Longer than others: it is to be acted on. */
const SHOWN_MS = 15_000
/** A liquidation in steps is told of once. */
const APART_MS = 5000

type Go = (path: string) => void

function loss(t: Translate, { kind, position, receiptId }: PositionAlarm, go: Go): Toast {
  const word = kind === 'adl' ? 'deleveraged' : hasVolume(position.volume) ? 'reduced' : 'liquidated'
  return {
    kind: 'error',
    title: t(`contract:alarm.${word}`, { symbol: isolated(position.name) }),
    ...(receiptId !== '' && { action: { label: t('contract:alarm.receipt'), onPress: () => go(receiptPath(receiptId)) } }),
  }
}

export function PositionAlarms() {
  const t = useT()
  const navigate = useNavigate()
  /** When each title was told, on the page's clock. */
  const told = useRef(new Map<string, number>())
  useEffect(
    () =>
      onPositionAlarm((alarm) => {
        if (alarm.kind === 'warn') return
        const message = loss(t, alarm, (path) => void navigate(path))
        const [now, before] = [pageTime(), told.current.get(message.title)]
        if (before !== undefined && now - before < APART_MS) return
        told.current.set(message.title, now)
        resumeToast(toast(message), SHOWN_MS)
      }),
    [t, navigate],
  )
  return <DangerBand />
}
