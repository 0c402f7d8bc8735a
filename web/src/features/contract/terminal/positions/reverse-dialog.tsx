/** Turns a position round: what that trades, and the one press that does it. The way back has the focus. */
import { useState } from 'react'
import { useBalancesVisible } from '../../../../data/balance-visibility.ts'
import { formatNumber, ownDirection, withUnit } from '../../../../i18n/format.ts'
import { useT } from '../../../../i18n/i18n.ts'
import { Button, ButtonPair } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { HIDDEN_AMOUNT } from '../../../../ui/number-text.tsx'
import { useConnectionLock } from '../connection-lock.ts'
import { FactRows } from '../fact-rows.tsx'
import { coinText } from '../model/read-ticket.ts'
import type { PositionDialogProps } from './close-dialog.tsx'
import { PositionTitle } from './position-title.tsx'
import { useDeeds } from './use-deeds.ts'

export function ReverseDialog({ position, terms, onClose }: PositionDialogProps) {
  const t = useT()
  const deeds = useDeeds()
  const [busy, setBusy] = useState(false)
  const lock = useConnectionLock()
  const contracts = /^\d+$/.test(position.volume) ? BigInt(position.volume) : BigInt(0)
  const visible = useBalancesVisible()
  const coins = (volume: bigint) =>
    visible ? withUnit(formatNumber(coinText(volume, terms), { scale: terms.lotScale }), terms.base) : HIDDEN_AMOUNT
  // Facts run from the left, as numbers do: a word in front of one brings its own direction.
  const leg = (isShort: boolean) => ownDirection(`${t(isShort ? 'contract:position.short' : 'contract:position.long')} ${coins(contracts)}`)
  const reverse = async () => {
    if (busy) return
    setBusy(true)
    const done = await deeds.reverse(position)
    setBusy(false)
    if (done) onClose()
  }
  return (
    <Dialog title={t('contract:reverse.title')} onClose={onClose} sheet>
      <div className="flex flex-col gap-4" data-reverse-form>
        <PositionTitle position={position} />
        <p className="text-dense">{t('contract:reverse.text')}</p>
        <FactRows
          facts={[
            [t('contract:reverse.closes'), leg(position.isShort)],
            [t('contract:reverse.opens'), leg(!position.isShort)],
            [t('contract:reverse.order'), coins(contracts * BigInt(2))],
          ]}
        />
        <ButtonPair>
          <Button size={44} data-focus onClick={onClose}>
            {t('contract:cancel')}
          </Button>
          <Button
            size={44}
            look={position.isShort ? 'buy' : 'sell'}
            wide
            sending={busy}
            lockedBecause={lock}
            // A held Enter presses a button many times a second: that is one wish, not two.
            onKeyDown={(event) => event.repeat && event.preventDefault()}
            onClick={() => void reverse()}
            data-reverse-now
          >
            {t('contract:reverse.now')}
          </Button>
        </ButtonPair>
      </div>
    </Dialog>
  )
}
