/** Adds margin to an isolated position or takes some out: how much may go, and what that is for. */
import { formatDecimal, parseDecimal } from '@agio/engine/money/decimal.ts'
import { type FormEvent, useState } from 'react'
import { useBalancesVisible } from '../../../../data/balance-visibility.ts'
import { formatNumber } from '../../../../i18n/format.ts'
import { useT } from '../../../../i18n/i18n.ts'
import { DecimalInput } from '../../../../terminal/fields/decimal-input.tsx'
import { readEntry } from '../../../../terminal/model/amount-entry.ts'
import { Button } from '../../../../ui/button.tsx'
import { Segmented } from '../../../../ui/choice.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { HelpLink } from '../../../../ui/help-link.tsx'
import { HIDDEN_AMOUNT } from '../../../../ui/number-text.tsx'
import { useConnectionLock } from '../connection-lock.ts'
import { FactRows } from '../fact-rows.tsx'
import { shareText } from '../rates.ts'
import type { PositionDialogProps } from './close-dialog.tsx'
import { PositionTitle } from './position-title.tsx'
import { useDeeds } from './use-deeds.ts'

const minorOf = (decimal: string, scale: number): bigint => {
  const minor = parseDecimal(decimal, scale)
  return typeof minor === 'bigint' ? minor : BigInt(0)
}

/** What is typed into the form, and sending it. */
function useMarginForm({ position, terms, onClose }: PositionDialogProps) {
  const deeds = useDeeds()
  const lock = useConnectionLock()
  const [adds, setAdds] = useState(true)
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const scale = terms.marginScale
  const entry = readEntry(text, scale)
  const amount = entry.kind === 'plain' || entry.kind === 'computed' ? entry.value : BigInt(0)
  const most = adds ? position.addable : position.removable
  const tooMuch = amount > minorOf(most, scale)
  const unreadable = entry.kind === 'fault'
  const faulty = unreadable || tooMuch || amount === BigInt(0)
  return {
    ...{ lock, adds, text, setText, busy, most, tooMuch, unreadable, faulty },
    choose(value: 'add' | 'remove') {
      setAdds(value === 'add')
      setText('')
    },
    async save(event: FormEvent) {
      event.preventDefault()
      if (busy || faulty || lock !== undefined) return
      setBusy(true)
      const done = await deeds.changeMargin(position, `${adds ? '' : '-'}${formatDecimal(amount, scale)}`)
      setBusy(false)
      if (done) onClose()
    },
  }
}

export function MarginDialog({ position, terms, onClose }: PositionDialogProps) {
  const t = useT()
  const form = useMarginForm({ position, terms, onClose })
  const { lock, adds, text, setText, busy, most, faulty } = form
  const asset = position.marginAsset
  const visible = useBalancesVisible()
  const amountOf = (decimal: string): string => (visible ? formatNumber(decimal, { scale: 2 }) : HIDDEN_AMOUNT)
  const fault = form.unreadable
    ? t('terminal:fault.badNumber')
    : form.tooMuch
      ? t('contract:margin.most', { most: visible ? formatNumber(most) : HIDDEN_AMOUNT, asset })
      : undefined
  return (
    <Dialog title={t('contract:margin.title')} onClose={onClose} sheet>
      <form onSubmit={(event) => void form.save(event)} className="flex flex-col gap-3" data-margin-form>
        <PositionTitle position={position} />
        <Segmented
          label={t('contract:margin.title')}
          value={adds ? 'add' : 'remove'}
          onChange={form.choose}
          options={[
            { value: 'add', label: t('contract:margin.add') },
            { value: 'remove', label: t('contract:margin.remove') },
          ]}
        />
        <DecimalInput
          name="margin"
          first
          label={t('contract:margin.amount')}
          unit={asset}
          scale={2}
          value={text}
          onChange={setText}
          fault={fault}
        />
        <p className="flex items-center justify-between text-dense text-muted">
          <span>{t(adds ? 'contract:margin.addable' : 'contract:margin.removable')}</span>
          <button
            type="button"
            onClick={() => setText(most)}
            className="hit-area num min-h-6 font-medium text-fg hover:underline"
            data-most
          >
            {`${amountOf(most)} ${asset}`}
          </button>
        </p>
        <FactRows
          facts={[
            [t('contract:position.margin'), `${amountOf(position.margin)} ${asset}`],
            [t('contract:position.ratio'), shareText(position.marginRatio, 1)],
            [
              t('contract:position.liquidation'),
              /[1-9]/.test(position.liquidationPrice) ? formatNumber(position.liquidationPrice, { scale: terms.priceScale }) : '--',
            ],
          ]}
        />
        <p className="text-dense text-muted">{t(adds ? 'contract:margin.addText' : 'contract:margin.removeText')}</p>
        <HelpLink article="margin" beside>
          {t('contract:help.margin')}
        </HelpLink>
        <Button
          type="submit"
          look="primary"
          size={44}
          wide
          sending={busy}
          lockedBecause={lock}
          aria-disabled={faulty || undefined}
          data-margin-save
        >
          {t(adds ? 'contract:margin.addNow' : 'contract:margin.removeNow')}
        </Button>
      </form>
    </Dialog>
  )
}
