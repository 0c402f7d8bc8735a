/** Closes a position or a part of it: at market, or at a price of one's own. */
import { formatDecimal } from '@agio/engine/money/decimal.ts'
import { type FormEvent, useState } from 'react'
import { useBalancesVisible } from '../../../../data/balance-visibility.ts'
import { contractMark, contractTicker } from '../../../../data/contract/contract-prices.ts'
import type { ContractTerms } from '../../../../data/contract/contract-terms.ts'
import type { Position } from '../../../../data/contract/position.ts'
import { useTopic } from '../../../../data/live/topic.ts'
import { formatNumber, inPercent } from '../../../../i18n/format.ts'
import { useT } from '../../../../i18n/i18n.ts'
import { leftToRight } from '../../../../i18n/left-to-right.ts'
import { DecimalInput } from '../../../../terminal/fields/decimal-input.tsx'
import { ShareSlider } from '../../../../terminal/fields/share-slider.tsx'
import { ticksOf } from '../../../../terminal/market.ts'
import { readEntry } from '../../../../terminal/model/amount-entry.ts'
import { Button } from '../../../../ui/button.tsx'
import { Segmented } from '../../../../ui/choice.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { HIDDEN_AMOUNT } from '../../../../ui/number-text.tsx'
import { useConnectionLock } from '../connection-lock.ts'
import { FactRows } from '../fact-rows.tsx'
import { closeSizeOf } from '../model/closing.ts'
import { coinText } from '../model/read-ticket.ts'
import { PositionTitle } from './position-title.tsx'
import { useDeeds } from './use-deeds.ts'

export interface PositionDialogProps {
  readonly position: Position
  readonly terms: ContractTerms
  readonly onClose: () => void
}

const amountIn = (text: string, scale: number): bigint => {
  const entry = readEntry(text, scale)
  return entry.kind === 'plain' || entry.kind === 'computed' ? entry.value : BigInt(0)
}

/** What is typed into the form, and sending it. */
function useClosing({ position, terms, onClose }: PositionDialogProps) {
  const deeds = useDeeds()
  const last = useTopic(contractTicker(position.symbol))?.price
  const mark = useTopic(contractMark(position.symbol))?.mark ?? position.markPrice
  const [atMarket, setAtMarket] = useState(true)
  const [price, setPrice] = useState(last ?? mark)
  const [share, setShare] = useState(100)
  const [busy, setBusy] = useState(false)
  const lock = useConnectionLock()
  const { closable, contracts, taken } = closeSizeOf(position, atMarket, share)
  const ticks = amountIn(price, terms.priceScale)
  const offTick = !atMarket && (!ticks || ticks % BigInt(terms.tick) > BigInt(0))
  const faulty = contracts === BigInt(0) || offTick
  return {
    ...{ lock, mark, atMarket, setAtMarket, price, setPrice, share, setShare, busy, closable, contracts, taken, offTick, faulty },
    step(steps: number) {
      const start = ticks || BigInt(ticksOf(mark, terms.priceScale))
      const next = start + BigInt(steps * terms.tick)
      if (next > BigInt(0)) setPrice(formatDecimal(next, terms.priceScale))
    },
    async send(event: FormEvent) {
      event.preventDefault()
      if (busy || faulty || lock !== undefined) return
      setBusy(true)
      const done =
        atMarket && contracts === closable
          ? await deeds.closeAtMarket(position)
          : await deeds.place(closingBody(position, terms, contracts, atMarket ? undefined : ticks), position)
      setBusy(false)
      if (done) onClose()
    },
  }
}

export function CloseDialog({ position, terms, onClose }: PositionDialogProps) {
  const t = useT()
  const form = useClosing({ position, terms, onClose })
  const { mark, atMarket, price, share, closable, contracts, taken, offTick } = form
  const visible = useBalancesVisible()
  const secret = (text: string): string => (visible ? text : HIDDEN_AMOUNT)
  const sized = (volume: bigint): string => secret(`${formatNumber(coinText(volume, terms), { scale: terms.lotScale })} ${terms.base}`)
  const size = sized(contracts)
  return (
    <Dialog title={t('contract:close.title')} onClose={onClose} sheet>
      <form onSubmit={(event) => void form.send(event)} className="flex flex-col gap-3" data-close-form>
        <PositionTitle position={position} />
        <Segmented
          label={t('terminal:ticket.type')}
          value={atMarket ? 'market' : 'limit'}
          onChange={(value) => form.setAtMarket(value === 'market')}
          options={[
            { value: 'market', label: t('contract:kind.market') },
            { value: 'limit', label: t('contract:kind.limit') },
          ]}
        />
        {!atMarket && (
          <DecimalInput
            name="close-price"
            label={t('terminal:ticket.price')}
            unit={terms.quote}
            scale={terms.priceScale}
            value={price}
            onChange={form.setPrice}
            onStep={form.step}
            fault={offTick ? t('contract:fault.priceStep', { step: formatDecimal(BigInt(terms.tick), terms.priceScale) }) : undefined}
          />
        )}
        <p className="flex justify-between text-dense">
          <span className="text-muted">{t('contract:close.size')}</span>
          <bdi className="num font-medium">{`${size} · ${inPercent(String(share))}`}</bdi>
        </p>
        <ShareSlider percent={share} onChange={form.setShare} disabled={closable === BigInt(0)} />
        <FactRows
          facts={[
            [t('contract:bar.mark'), formatNumber(mark, { scale: terms.priceScale })],
            [
              t('contract:position.unrealised'),
              secret(`${formatNumber(position.unrealised, { scale: 2, sign: 'always' })} ${position.marginAsset}`),
            ],
          ]}
        />
        {closable === BigInt(0) && <p className="text-dense text-warning-text">{t('contract:close.allInOrders')}</p>}
        {closable > BigInt(0) && contracts === BigInt(0) && <p className="text-dense text-warning-text">{t('contract:close.none')}</p>}
        {taken > BigInt(0) && (
          <p className="text-dense text-warning-text" data-close-taken>
            {t('contract:close.taken', { size: leftToRight(sized(taken)) })}
          </p>
        )}
        <Button
          type="submit"
          look={position.isShort ? 'buy' : 'sell'}
          size={44}
          wide
          sending={form.busy}
          lockedBecause={form.lock}
          aria-disabled={form.faulty || undefined}
          // A held Enter presses a button many times a second: that is one wish, not two.
          onKeyDown={(event) => event.repeat && event.preventDefault()}
          data-close-now
        >
          {t(atMarket ? 'contract:close.atMarket' : 'contract:close.atLimit', { size: leftToRight(size), price: formatNumber(price) })}
        </Button>
      </form>
    </Dialog>
  )
}

/** @param ticks of a limit; undefined = at market */
function closingBody(position: Position, terms: ContractTerms, contracts: bigint, ticks: bigint | undefined) {
  return {
    contractId: position.contractId,
    positionType: position.isIsolated ? (2 as const) : (1 as const),
    open: 'CLOSE' as const,
    side: position.isShort ? ('BUY' as const) : ('SELL' as const),
    type: ticks === undefined ? (2 as const) : (1 as const),
    leverageLevel: position.leverage,
    price: ticks === undefined ? '0' : formatDecimal(ticks, terms.priceScale),
    volume: contracts.toString(),
    isConditionOrder: false,
  }
}
