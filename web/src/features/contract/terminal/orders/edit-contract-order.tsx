/** Changes a contract order in its own row: price, amount, trigger, whichever it has. Enter saves, Escape leaves it as it was. */
import { formatDecimal } from '@agio/engine/money/decimal.ts'
import { type FormEvent, useState } from 'react'
import type { OrderChange } from '../../../../data/contract/contract-actions.ts'
import type { ContractOrder } from '../../../../data/contract/contract-order.ts'
import type { ContractTerms } from '../../../../data/contract/contract-terms.ts'
import { useContractOrders, usePositions } from '../../../../data/contract/my-contracts.ts'
import { useT } from '../../../../i18n/i18n.ts'
import { typedNumber } from '../../../../i18n/typed-text.ts'
import { readEntry } from '../../../../terminal/model/amount-entry.ts'
import { Button } from '../../../../ui/button.tsx'
import { useReturnFocus } from '../../../../ui/use-return-focus.ts'
import { useSelectAll } from '../../../../ui/use-select-all.ts'
import { useTyped } from '../../../../ui/use-typed.ts'
import { useContractDesk } from '../desk.ts'
import { closedBy } from '../positions/protect-plan.ts'
import { useOrderDeeds } from '../positions/use-deeds.ts'

type Field = 'triggerPrice' | 'price' | 'volume'

const LABELS = { triggerPrice: 'trigger', price: 'price', volume: 'quantity' } as const

interface EditProps {
  readonly order: ContractOrder
  readonly terms: ContractTerms | undefined
  readonly onDone: () => void
}

/** Sends what was changed, and answers whether it is so now. */
function useChange(order: ContractOrder): (change: OrderChange) => Promise<boolean> {
  const { member } = useContractDesk()
  const deeds = useOrderDeeds()
  const position = closedBy(order, usePositions(member).rows, useContractOrders(member).rows)
  return (change) => {
    const { triggerPrice, price, volume } = change
    // Half of a pair cannot be changed: it is placed anew, as from the chart.
    if (position !== undefined && triggerPrice !== undefined && price === undefined && volume === undefined)
      return deeds.moveProtection(position, order, triggerPrice)
    return deeds.changeOrder(order, change)
  }
}

export function EditContractOrder({ order, terms, onDone }: EditProps) {
  const t = useT()
  const send = useChange(order)
  useReturnFocus()
  const fields: readonly Field[] = [
    ...(order.triggerPrice !== null && !/[1-9]/.test(order.held) ? (['triggerPrice'] as const) : []),
    ...(/[1-9]/.test(order.price) ? (['price'] as const) : []),
    'volume',
  ]
  const [texts, setTexts] = useState<Readonly<Partial<Record<Field, string>>>>({})
  const [sending, setSending] = useState(false)
  const before = (field: Field): string => order[field] ?? ''
  const textOf = (field: Field): string => texts[field] ?? before(field)
  const read = (field: Field): string | undefined => {
    const scale = field === 'volume' ? 0 : order.priceScale
    const entry = readEntry(textOf(field), scale)
    if (entry.kind !== 'plain' || entry.value === BigInt(0)) return undefined
    if (field !== 'volume' && terms !== undefined && entry.value % BigInt(terms.tick) > BigInt(0)) return undefined
    return formatDecimal(entry.value, scale)
  }
  const faulty = fields.filter((field) => read(field) === undefined)
  const changed = fields.filter((field) => read(field) !== before(field))
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (faulty.length > 0 || changed.length === 0 || sending) return
    setSending(true)
    const accepted = await send(Object.fromEntries(changed.map((field) => [field, read(field)])))
    setSending(false)
    if (accepted) onDone()
  }
  return (
    <form
      onSubmit={(event) => void save(event)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onDone()
      }}
      className="flex flex-wrap items-center gap-3 py-1.5"
      aria-label={t('terminal:edit.title')}
      data-edit={order.orderId}
    >
      {fields.map((field, index) => (
        <EditField
          key={field}
          name={field}
          label={field === 'volume' ? t('contract:unit.contracts') : t(`terminal:edit.${LABELS[field]}`)}
          first={index === 0}
          text={textOf(field)}
          faulty={faulty.includes(field)}
          onChange={(text) => setTexts({ ...texts, [field]: text })}
        />
      ))}
      <span className="flex gap-2">
        <Button
          type="submit"
          size={28}
          className="hit-area"
          sending={sending}
          aria-disabled={faulty.length > 0 || changed.length === 0 || undefined}
          data-save
        >
          {t('terminal:edit.save')}
        </Button>
        <Button look="quiet" size={28} className="hit-area" onClick={onDone}>
          {t('terminal:edit.leave')}
        </Button>
      </span>
      {faulty.length > 0 && <span className="text-small text-down-text">{t('contract:order.editFault')}</span>}
    </form>
  )
}

interface EditFieldProps {
  readonly name: string
  readonly label: string
  readonly first: boolean
  readonly text: string
  readonly faulty: boolean
  readonly onChange: (text: string) => void
}

function EditField({ name, label, first, text, faulty, onChange }: EditFieldProps) {
  const entering = useSelectAll()
  const typed = useTyped(text, typedNumber, onChange)
  return (
    <label className="flex items-center gap-2 text-small text-muted">
      <span>{label}</span>
      <input
        name={`edit-${name}`}
        inputMode="decimal"
        autoComplete="off"
        // biome-ignore lint/a11y/noAutofocus: the person has just asked to edit this row
        autoFocus={first}
        {...entering}
        {...typed}
        aria-invalid={faulty || undefined}
        className={`num h-7 w-28 rounded-chip border bg-field px-2 text-end text-dense text-fg pointer-coarse:h-11 pointer-coarse:text-[16px] ${faulty ? 'border-down-text' : 'border-line2'}`}
      />
    </label>
  )
}
