/** Moves all resting orders of a pair or contract by one distance, with the new price of each before anything is sent. */
import { useState } from 'react'
import { type Outcome, sendDeed } from '../data/deed.ts'
import { formatNumber } from '../i18n/format.ts'
import { useT } from '../i18n/i18n.ts'
import { Button } from '../ui/button.tsx'
import { Segmented } from '../ui/choice.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { tellFailed } from '../ui/tell-failed.ts'
import { toast } from '../ui/toast-store.ts'
import { DecimalInput } from './fields/decimal-input.tsx'
import { type Direction, inCalls, type Movable, type Moved, movedBy, type PriceSteps } from './model/move-all.ts'

export interface MoveAllProps {
  /** Pair or contract, as people read it. */
  readonly name: string
  readonly unit: string
  readonly steps: PriceSteps
  readonly orders: readonly Movable[]
  /** Sends up to 20 rows under a key, and answers how many were moved. */
  readonly send: (rows: readonly Moved[], key: string) => Promise<number>
}

const nameOf = (rows: readonly Moved[]): string => rows.map(({ orderId, price, to }) => `${orderId} ${price} ${to}`).join()

/** Sends one call behind the other; what fails ends it. Answers how many orders were moved. */
async function moveAll(calls: readonly (readonly Moved[])[], send: MoveAllProps['send']): Promise<Outcome<number>> {
  let done = 0
  for (const rows of calls) {
    const outcome = await sendDeed({ kind: 'change', about: `move ${nameOf(rows)}`, body: rows, send })
    if (outcome.kind !== 'done') return outcome
    done += outcome.answer
  }
  return { kind: 'done', answer: done }
}

export function MoveAllDialog({ name, unit, steps, orders, send, onClose }: MoveAllProps & { readonly onClose: () => void }) {
  const t = useT()
  const [direction, setDirection] = useState<Direction>('up')
  const [distance, setDistance] = useState('')
  const [sending, setSending] = useState(false)
  const moved = movedBy(orders, direction, distance, steps)
  const tick = formatNumber(String(steps.tick / 10 ** steps.scale), { scale: steps.scale })
  const confirm = async () => {
    if (moved === undefined || sending) return
    setSending(true)
    const outcome = await moveAll(inCalls(moved, direction), send)
    setSending(false)
    if (outcome.kind !== 'done') return tellFailed('change', outcome)
    const left = moved.length - outcome.answer
    toast({
      kind: left === 0 ? 'success' : 'info',
      title: t('terminal:move.done', { done: outcome.answer }),
      ...(left > 0 && { detail: t('terminal:move.left', { left }) }),
    })
    onClose()
  }
  return (
    <Dialog title={t('terminal:move.title', { name })} onClose={onClose} sheet>
      <div className="flex flex-col gap-4" data-move-all>
        <Segmented
          label={t('terminal:move.direction')}
          options={[
            { value: 'up', label: t('terminal:move.up') },
            { value: 'down', label: t('terminal:move.down') },
          ]}
          value={direction}
          onChange={setDirection}
        />
        <DecimalInput
          name="move-by"
          label={t('terminal:move.by')}
          unit={unit}
          value={distance}
          scale={steps.scale}
          onChange={setDistance}
          onEnter={() => void confirm()}
          fault={distance !== '' && moved === undefined ? t('terminal:move.fault', { tick }) : undefined}
          first
        />
        <Preview orders={orders} moved={moved} scale={steps.scale} />
        <Button
          look="primary"
          size={44}
          sending={sending}
          aria-disabled={moved === undefined || undefined}
          onClick={() => void confirm()}
          data-confirm
        >
          {t('terminal:move.confirm')}
        </Button>
      </div>
    </Dialog>
  )
}

interface PreviewProps {
  readonly orders: readonly Movable[]
  readonly moved: readonly Moved[] | undefined
  readonly scale: number
}

function Preview({ orders, moved, scale }: PreviewProps) {
  const t = useT()
  const price = (text: string): string => formatNumber(text, { scale })
  return (
    <div className="max-h-60 overflow-auto rounded-control border border-line">
      <table className="w-full text-dense">
        <caption className="visually-hidden">{t('terminal:move.preview')}</caption>
        <thead>
          <tr className="text-small text-faint">
            <th scope="col" className="px-3 py-1.5 text-start font-normal">
              {t('orders:head.side')}
            </th>
            <th scope="col" className="px-3 py-1.5 text-end font-normal">
              {t('terminal:move.now')}
            </th>
            <th scope="col" className="px-3 py-1.5 text-end font-normal">
              {t('terminal:move.then')}
            </th>
          </tr>
        </thead>
        <tbody>
          {orders.map((order, place) => (
            <tr key={order.orderId} className="border-t border-grid">
              <td className={`px-3 py-1.5 font-medium ${order.side === 'buy' ? 'text-up-text' : 'text-down-text'}`}>
                {t(`orders:side.${order.side}`)}
              </td>
              <td className="px-3 py-1.5 text-end text-muted">
                <bdi className="num">{price(order.price)}</bdi>
              </td>
              <td className="px-3 py-1.5 text-end font-medium">
                <bdi className="num">{moved === undefined ? '–' : price(moved[place]?.to ?? '')}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
