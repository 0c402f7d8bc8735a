/** Take profit and stop loss for a part of a position: those that wait, and another one or a pair. */
import { X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { ContractOrder, TriggerBy } from '../../../../data/contract/contract-order.ts'
import { formatNumber, inPercent } from '../../../../i18n/format.ts'
import { useT } from '../../../../i18n/i18n.ts'
import { ShareSlider } from '../../../../terminal/fields/share-slider.tsx'
import { Button, IconButton } from '../../../../ui/button.tsx'
import { Icon } from '../../../../ui/icons.tsx'
import { useConnectionLock } from '../connection-lock.ts'
import { useContractDesk } from '../desk.ts'
import { coinText } from '../model/read-ticket.ts'
import { amountText, triggerText } from '../orders/order-text.ts'
import type { PositionDialogProps } from './close-dialog.tsx'
import { ProtectFields, TestedAgainst } from './protect-fields.tsx'
import { LEGS, partLegs, partOf, partPlan, type Texts, ticksIn } from './protect-plan.ts'
import { useDeeds } from './use-deeds.ts'

const NONE: Texts = { takeProfit: '', stopLoss: '' }
/** Percent of the position that is chosen at first. */
const FIRST_SHARE = 50

export function ProtectPart({ position, terms }: PositionDialogProps) {
  const t = useT()
  const { config } = useContractDesk()
  const deeds = useDeeds()
  const [texts, setTexts] = useState(NONE)
  const [share, setShare] = useState(FIRST_SHARE)
  const [chosen, setBy] = useState<TriggerBy>()
  const [busy, setBusy] = useState(false)
  const lock = useConnectionLock()
  const by = chosen ?? (config?.triggersByMark === false ? 'last' : 'mark')
  const contracts = partOf(position, share)
  const legs = partPlan(position, terms, texts, contracts, by)
  const idle = legs.length === 0 || LEGS.some((leg) => ticksIn(texts[leg], terms) === 'faulty')
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || idle || lock !== undefined) return
    setBusy(true)
    // The dialog stays: the next part has prices of its own.
    if (await deeds.protect(position, legs)) setTexts(NONE)
    setBusy(false)
  }
  return (
    <form onSubmit={(event) => void save(event)} className="flex flex-col gap-3" data-protect-part>
      <Waiting legs={partLegs(position)} remove={(order) => deeds.unprotect(position.contractId, [order.orderId])} />
      <p className="flex justify-between text-dense">
        <span className="text-muted">{t('contract:close.size')}</span>
        <bdi className="num font-medium" data-part-size>
          {`${formatNumber(coinText(contracts, terms), { scale: terms.lotScale })} ${terms.base} · ${inPercent(String(share))}`}
        </bdi>
      </p>
      <ShareSlider percent={share} onChange={setShare} disabled={busy} />
      <ProtectFields position={position} terms={terms} texts={texts} onChange={setTexts} contracts={contracts} />
      <TestedAgainst by={by} onChange={setBy} />
      <p className="text-dense text-muted">{t('contract:protect.partText')}</p>
      <Button
        type="submit"
        look="primary"
        size={44}
        wide
        sending={busy}
        lockedBecause={lock}
        aria-disabled={idle || undefined}
        data-protect-add
      >
        {t('contract:protect.add')}
      </Button>
    </form>
  )
}

interface WaitingProps {
  readonly legs: readonly ContractOrder[]
  readonly remove: (order: ContractOrder) => Promise<boolean>
}

/** What waits for a part already, each with the way to end it. */
function Waiting({ legs, remove }: WaitingProps) {
  const t = useT()
  const { contracts } = useContractDesk()
  const [leaving, setLeaving] = useState<string>()
  if (legs.length === 0) return null
  const end = async (order: ContractOrder) => {
    setLeaving(order.orderId)
    await remove(order)
    setLeaving(undefined)
  }
  return (
    <ul className="rounded-control border border-line bg-field text-dense" aria-label={t('contract:protect.part')}>
      {legs.map((order) => {
        const kind = t(order.triggerKind === 'takeProfit' ? 'contract:option.takeProfit' : 'contract:option.stopLoss')
        const size = amountText(
          order.volume,
          contracts.find(({ contractId }) => contractId === order.contractId),
        )
        return (
          <li
            key={order.orderId}
            className="flex min-h-9 items-center justify-between gap-2 border-b border-grid ps-3 pe-1 last:border-0"
            data-part={order.orderId}
          >
            <span className={order.triggerKind === 'takeProfit' ? 'text-up-text' : 'text-down-text'}>{kind}</span>
            <span className="ms-auto flex flex-wrap justify-end gap-x-2 text-end">
              <bdi className="num font-medium">{size}</bdi> <bdi className="num text-muted">{triggerText(t, order)}</bdi>
            </span>
            <IconButton
              label={t('terminal:line.cancel', { name: `${kind} ${size}` })}
              aria-disabled={leaving === order.orderId || undefined}
              onClick={() => leaving !== order.orderId && void end(order)}
            >
              <Icon as={X} size={14} />
            </IconButton>
          </li>
        )
      })}
    </ul>
  )
}
