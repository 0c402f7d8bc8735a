/** A band that stays as long as a position is near liquidation: which one, how near, and what helps. */
import { Bell, BellOff, TriangleAlert } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { usePositions } from '../../../../data/contract/my-contracts.ts'
import type { Position } from '../../../../data/contract/position.ts'
import { isolated } from '../../../../i18n/format.ts'
import { useT } from '../../../../i18n/i18n.ts'
import { leftToRight } from '../../../../i18n/left-to-right.ts'
import { paths } from '../../../../paths.ts'
import { Button, ButtonLink, IconButton } from '../../../../ui/button.tsx'
import { Icon } from '../../../../ui/icons.tsx'
import { markTab } from '../../../../ui/tab-mark.ts'
import { useContractDesk } from '../desk.ts'
import { soundAlarm, switchAlarmSound, useAlarmSound } from './alarm-sound.ts'
import { byDanger, isEndangered } from './danger.ts'
import { openPositionDialog } from './dialog-store.ts'
import { useShownPosition } from './use-shown-position.ts'

/** Marks the tab, and is heard once for each position that comes near. */
function useAlarm(near: readonly Position[]): void {
  const known = useRef<ReadonlySet<string>>(new Set())
  const ids = near.map(({ positionId }) => positionId).join(' ')
  useEffect(() => {
    const now = new Set(ids === '' ? [] : ids.split(' '))
    if ([...now].some((id) => !known.current.has(id))) soundAlarm()
    known.current = now
    return now.size === 0 ? undefined : markTab()
  }, [ids])
}

export function DangerBand() {
  const { member } = useContractDesk()
  const { rows } = usePositions(member)
  const near = byDanger(rows).filter(isEndangered)
  useAlarm(near)
  const [place] = useState(() => document.querySelector('[data-page-band]'))
  const [first] = near
  if (first === undefined || place === null) return null
  return createPortal(<Told position={first} others={near.length - 1} />, place)
}

function Told({ position, others }: { readonly position: Position; readonly others: number }) {
  const t = useT()
  const shown = useShownPosition(position)
  const { positionId, isIsolated, name, marginAsset } = position
  const fact = (word: string, value: string) => (
    <span className="whitespace-nowrap">
      {word} <bdi className="num font-semibold">{leftToRight(value)}</bdi>
    </span>
  )
  return (
    <section
      aria-label={t('contract:tabs.positions')}
      className="flex flex-wrap items-center gap-x-3 gap-y-2 border-s-4 border-warning [background:linear-gradient(var(--warning-tint),var(--warning-tint)),var(--panel)] px-4 py-2 text-dense"
      data-danger={positionId}
    >
      <p className="flex min-w-0 items-center gap-2 font-semibold max-md:basis-full" role="alert">
        <Icon as={TriangleAlert} size={16} className="text-warning-text" />
        <span>
          {isIsolated
            ? t('contract:alarm.warn', { symbol: isolated(name) })
            : t('contract:alarm.warnCross', { asset: isolated(marginAsset) })}
        </span>
      </p>
      <p className="flex min-w-0 flex-wrap gap-x-3">
        {!isIsolated && (
          <bdi dir="ltr" className="font-semibold">
            {name}
          </bdi>
        )}
        {fact(t('contract:position.ratio'), shown.ratio)}
        {fact(t('contract:position.liquidation'), shown.liquidation)}
        {fact(t('contract:bar.mark'), shown.mark)}
        {others > 0 && <bdi className="num">{`+${others}`}</bdi>}
      </p>
      <span className="ms-auto flex items-center gap-2 max-md:basis-full">
        {isIsolated ? (
          <Button size={28} onClick={() => openPositionDialog('margin', positionId)} className={TOUCH} data-danger-add>
            {t('contract:margin.addNow')}
          </Button>
        ) : (
          <ButtonLink size={28} to={paths.contractAssets} className={TOUCH}>
            {t('contract:account.transfer')}
          </ButtonLink>
        )}
        <Button size={28} look="remove" onClick={() => openPositionDialog('close', positionId)} className={TOUCH} data-danger-close>
          {t('contract:position.close')}
        </Button>
        <SoundButton />
      </span>
    </section>
  )
}

const TOUCH = 'hit-area pointer-coarse:!h-9 pointer-coarse:!px-4 max-md:flex-1'

/** Whether the alarm is heard, too. */
export function SoundButton() {
  const t = useT()
  const isOn = useAlarmSound()
  return (
    <IconButton
      label={t(isOn ? 'contract:danger.soundOff' : 'contract:danger.soundOn')}
      aria-pressed={isOn}
      onClick={() => switchAlarmSound(!isOn)}
      data-alarm-sound
    >
      <Icon as={isOn ? Bell : BellOff} size={16} />
    </IconButton>
  )
}
