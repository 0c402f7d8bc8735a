/**
 * Take profit and stop loss of a position. Of the whole: what waits already can be moved or removed, what does not can be added; one that
 * fires ends the other. Of a part: as many as wanted, beside each other.
 */
import { type FormEvent, useState } from 'react'
import type { TriggerBy } from '../../../../data/contract/contract-order.ts'
import { formatNumber } from '../../../../i18n/format.ts'
import { useT } from '../../../../i18n/i18n.ts'
import { Button } from '../../../../ui/button.tsx'
import { Segmented } from '../../../../ui/choice.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { useConnectionLock } from '../connection-lock.ts'
import { useContractDesk } from '../desk.ts'
import { FactRows } from '../fact-rows.tsx'
import type { PositionDialogProps } from './close-dialog.tsx'
import { PositionTitle } from './position-title.tsx'
import { ProtectFields, TestedAgainst } from './protect-fields.tsx'
import { ProtectPart } from './protect-part.tsx'
import { LEGS, partOf, planOf, shownTexts, type Texts, ticksIn, typedTexts, wholeLeg } from './protect-plan.ts'
import { useDeeds, useOrderDeeds } from './use-deeds.ts'

export function ProtectDialog(props: PositionDialogProps) {
  const t = useT()
  const { position, terms, onClose } = props
  const [inPart, setInPart] = useState(false)
  return (
    <Dialog title={t('contract:protect.title')} onClose={onClose} sheet>
      <div className="flex flex-col gap-3">
        <PositionTitle position={position} />
        <FactRows
          facts={[
            [t('contract:position.entry'), formatNumber(position.entryPrice, { scale: terms.priceScale, round: true })],
            [t('contract:bar.mark'), formatNumber(position.markPrice, { scale: terms.priceScale })],
          ]}
        />
        {position.volume !== '1' && (
          <Segmented
            label={t('contract:protect.scope')}
            value={inPart ? 'part' : 'whole'}
            onChange={(value) => setInPart(value === 'part')}
            options={[
              { value: 'whole', label: t('contract:protect.whole') },
              { value: 'part', label: t('contract:protect.part') },
            ]}
          />
        )}
        {inPart ? <ProtectPart {...props} /> : <ProtectWhole {...props} />}
      </div>
    </Dialog>
  )
}

function useWholePlan({ position, terms }: PositionDialogProps) {
  const { config } = useContractDesk()
  const [typed, setTyped] = useState<Partial<Texts>>({})
  const texts = shownTexts(position, typed)
  const setTexts = (next: Texts) => setTyped(typedTexts(typed, texts, next))
  const [chosen, setBy] = useState<TriggerBy>()
  const otherwise = config?.triggersByMark === false ? ('last' as const) : ('mark' as const)
  const kept = LEGS.map((leg) => wholeLeg(position, leg)?.triggerBy).find((by) => by != null)
  const plan = planOf(position, terms, texts, chosen, kept ?? otherwise)
  const isFaulty = LEGS.some((leg) => ticksIn(texts[leg], terms) === 'faulty')
  const isNothing = plan.added.length + plan.moved.length + plan.removed.length === 0
  return { texts, setTexts, by: chosen ?? kept ?? otherwise, setBy, plan, idle: isFaulty || isNothing }
}

function ProtectWhole(props: PositionDialogProps) {
  const t = useT()
  const { position, terms, onClose } = props
  const deeds = useDeeds()
  const orders = useOrderDeeds()
  const { texts, setTexts, by, setBy, plan, idle } = useWholePlan(props)
  const [busy, setBusy] = useState(false)
  const lock = useConnectionLock()
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || idle || lock !== undefined) return
    setBusy(true)
    // One after the other: what is removed makes room for what is added.
    let done = plan.removed.length === 0 || (await deeds.unprotect(position.contractId, plan.removed))
    for (const [order, triggerPrice] of plan.moved) done = done && (await orders.moveProtection(position, order, triggerPrice))
    if (done && plan.added.length > 0) done = await deeds.protect(position, plan.added)
    setBusy(false)
    if (done) onClose()
  }
  return (
    <form onSubmit={(event) => void save(event)} className="flex flex-col gap-3" data-protect-form>
      <ProtectFields position={position} terms={terms} texts={texts} onChange={setTexts} contracts={partOf(position, 100)} />
      <TestedAgainst by={by} onChange={setBy} />
      <p className="text-dense text-muted">{t('contract:protect.text')}</p>
      <Button
        type="submit"
        look="primary"
        size={44}
        wide
        sending={busy}
        lockedBecause={lock}
        aria-disabled={idle || undefined}
        data-protect-save
      >
        {t('contract:protect.save')}
      </Button>
    </form>
  )
}
