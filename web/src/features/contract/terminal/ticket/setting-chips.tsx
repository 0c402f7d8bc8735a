/** Above the sides: margin mode, leverage and position mode, each of which opens what explains and changes it. */
import { ChevronDown } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useT } from '../../../../i18n/i18n.ts'
import { leftToRight } from '../../../../i18n/left-to-right.ts'
import { Button } from '../../../../ui/button.tsx'
import { Icon } from '../../../../ui/icons.tsx'
import { DialogBoundary } from '../../../../ui/part-boundary.tsx'
import { useContractDesk } from '../desk.ts'
import { LeverageDialog, ModeDialog, PositionModeDialog } from './ticket-dialogs.ts'

type Opened = 'mode' | 'leverage' | 'position'

export function SettingChips() {
  const t = useT()
  const { terms, config, member } = useContractDesk()
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  const chip = (name: Opened, label: string, text: string) => (
    <Button
      size={28}
      wide
      aria-haspopup="dialog"
      aria-label={`${label}: ${text}`}
      disabled={config === undefined}
      onClick={() => setOpened(name)}
      className="min-w-0 !px-2 max-md:min-w-fit max-md:flex-1 pointer-coarse:!h-11"
      data-setting={name}
    >
      <span className="min-w-0 truncate">{text}</span>
      {name !== 'position' && <Icon as={ChevronDown} size={14} className="text-muted" />}
    </Button>
  )
  if (!member) return null
  const times = config?.leverage ?? terms.mostLeverage
  return (
    // On a phone the book stands beside: words without room for all three go on to a second line.
    <div className="grid grid-cols-[minmax(0,auto)_minmax(72px,auto)_minmax(0,auto)] gap-2 max-md:flex max-md:flex-wrap">
      {chip(
        'mode',
        t('contract:mode.title'),
        t(config === undefined || !config.isIsolated ? 'contract:mode.cross' : 'contract:mode.isolated'),
      )}
      {chip('leverage', t('contract:leverage.title'), leftToRight(`${times}×`))}
      {chip('position', t('contract:position.mode'), t(config?.isHedged === true ? 'contract:position.hedge' : 'contract:position.oneWay'))}
      <DialogBoundary onFail={close}>
        <Suspense>
          {opened === 'mode' && <ModeDialog onClose={close} />}
          {opened === 'leverage' && <LeverageDialog onClose={close} />}
          {opened === 'position' && <PositionModeDialog onClose={close} />}
        </Suspense>
      </DialogBoundary>
    </div>
  )
}
