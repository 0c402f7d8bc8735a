/** Changes an order in its own row: price, quantity, trigger, whichever it has. Enter saves, Escape leaves it as it was. */
import { formatDecimal } from '@agio/engine/money/decimal.ts'
import { type FormEvent, useState } from 'react'
import { amendable, type Order } from '../../../data/spot/order.ts'
import type { Amendment } from '../../../data/spot/order-actions.ts'
import { useT } from '../../../i18n/i18n.ts'
import { hasOtherMarks, typedNumber } from '../../../i18n/typed-text.ts'
import { readEntry } from '../../../terminal/model/amount-entry.ts'
import { Button } from '../../../ui/button.tsx'
import { useFocusBack } from '../../../ui/use-focus-back.ts'
import { useSelectAll } from '../../../ui/use-select-all.ts'
import { useTyped } from '../../../ui/use-typed.ts'
import { useOrderChanges } from './use-order-changes.ts'

/** Outside components: the React compiler loses BigInt literals inside them. */
const ZERO = 0n

interface EditOrderProps {
  readonly order: Order
  readonly onDone: () => void
  readonly priceScale: number
  readonly quantityScale: number
}

type Field = 'trigger' | 'price' | 'quantity'

const VALUES: Readonly<Record<Field, (order: Order) => string | null>> = {
  trigger: (order) => order.triggerPrice,
  price: (order) => order.price,
  quantity: (order) => order.quantity,
}

export function EditOrder({ order, onDone, priceScale, quantityScale }: EditOrderProps) {
  const t = useT()
  const changes = useOrderChanges()
  useFocusBack()
  const may = amendable(order)
  const fields = (['trigger', 'price', 'quantity'] as const).filter((field) => may[field])
  const [texts, setTexts] = useState<Readonly<Partial<Record<Field, string>>>>({})
  const [sending, setSending] = useState(false)
  const textOf = (field: Field): string => texts[field] ?? VALUES[field](order) ?? ''
  /** What a text means, as a canonical decimal: `.01`, `00.01` and ` 0.010` are the same value. */
  const read = (field: Field, text: string): string | undefined => {
    const scale = field === 'quantity' ? quantityScale : priceScale
    const entry = readEntry(text, scale)
    return entry.kind === 'plain' && entry.value > ZERO ? formatDecimal(entry.value, scale) : undefined
  }
  const faulty = fields.filter((field) => read(field, textOf(field)) === undefined)
  const changed = fields.filter((field) => read(field, textOf(field)) !== read(field, VALUES[field](order) ?? ''))
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (faulty.length > 0 || changed.length === 0 || sending) return
    setSending(true)
    const change: Amendment = Object.fromEntries(changed.map((field) => [field, read(field, textOf(field))]))
    const accepted = await changes.change(order, change)
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
          field={field}
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
      {faulty.length > 0 && (
        <span className="text-small text-down-text">
          {t(faulty.some((field) => hasOtherMarks(textOf(field))) ? 'terminal:fault.marks' : 'terminal:edit.fault')}
        </span>
      )}
    </form>
  )
}

interface EditFieldProps {
  readonly field: Field
  readonly first: boolean
  readonly text: string
  readonly faulty: boolean
  readonly onChange: (text: string) => void
}

function EditField({ field, first, text, faulty, onChange }: EditFieldProps) {
  const t = useT()
  const entering = useSelectAll()
  const typed = useTyped(text, typedNumber, onChange)
  return (
    <label className="flex items-center gap-2 text-small text-muted">
      <span>{t(`terminal:edit.${field}`)}</span>
      <input
        name={`edit-${field}`}
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
