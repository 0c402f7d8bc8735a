/** One scale with liquidation, stop loss, entry and take profit: where the order stands between harm and gain. For looking only. */
import { formatDecimal } from '@agio/engine/money/decimal.ts'
import { formatNumber } from '../../../../i18n/format.ts'
import { useT } from '../../../../i18n/i18n.ts'
import { useContractDesk } from '../desk.ts'
import { priced, protectable } from '../model/draft.ts'
import type { ContractTicketWork } from './use-contract-ticket.ts'

type MarkName = 'liquidation' | 'stopLoss' | 'entry' | 'takeProfit'

export interface RulerMark {
  readonly name: MarkName
  readonly price: number
  /** Percent from the start of the ruler. */
  readonly at: number
}

/** Room at both ends, a part of the whole. */
const MARGIN = 0.08

/** Places of the prices that are known (above zero) on one scale from the lowest to the highest. */
export function rulerMarks(prices: Readonly<Partial<Record<MarkName, number>>>): readonly RulerMark[] {
  const known = (Object.entries(prices) as [MarkName, number][]).filter(([, price]) => price > 0)
  const lowest = Math.min(...known.map(([, price]) => price))
  const highest = Math.max(...known.map(([, price]) => price))
  const span = (highest - lowest) / (1 - 2 * MARGIN)
  return known.map(([name, price]) => ({ name, price, at: span === 0 ? 50 : (MARGIN + (price - lowest) / span) * 100 }))
}

const LOOKS: Readonly<Record<MarkName, string>> = {
  liquidation: 'bg-down text-down-text',
  stopLoss: 'bg-down-text text-down-text',
  entry: 'bg-fg text-fg',
  takeProfit: 'bg-up-text text-up-text',
}

/** What a label has at most, in parts of the scale: two of them fit beside each other. */
const ROOM = 42

interface LabelPlace {
  /** Where its room begins. */
  readonly left: number
  readonly align: 'start' | 'center' | 'end'
}

/** Labels of a row, in order, stand at their marks as far as there is room beside each other. Pure. */
export function labelPlaces(row: readonly Pick<RulerMark, 'at'>[]): readonly LabelPlace[] {
  return row.map(({ at }, before) => {
    const least = before * ROOM
    const most = 100 - ROOM * (row.length - before)
    const left = Math.min(Math.max(at - ROOM / 2, least), most)
    return { left, align: left === 0 ? 'start' : left === 100 - ROOM ? 'end' : 'center' }
  })
}

const ALIGN = { start: 'text-left', center: 'text-center', end: 'text-right' } as const

export function RiskRuler({ work }: { readonly work: ContractTicketWork }) {
  const t = useT()
  const { terms } = useContractDesk()
  const { ticket, preview, mark } = work
  const scale = terms.priceScale
  const number = (ticks: bigint): number => Number(formatDecimal(ticks, scale))
  const entry = number(priced(ticket.draft) ? ticket.price : mark)
  const protects = ticket.draft.protects && protectable(ticket.draft)
  if (!ticket.contracts || preview === undefined || ticket.draft.closes || entry === 0) return null
  const marks = rulerMarks({
    liquidation: Number(preview.reducePrice),
    entry,
    ...(protects && { stopLoss: number(ticket.stopLoss), takeProfit: number(ticket.takeProfit) }),
  })
  // A scale with one price on it says nothing.
  if (marks.length < 2) return null
  const place = (name: MarkName): number | undefined => marks.find((one) => one.name === name)?.at
  const [liquidation, at, goal] = [place('liquidation'), place('entry') ?? 50, place('takeProfit')]
  const text = (price: number): string => formatNumber(price.toFixed(scale), { scale })
  const labels = (row: readonly RulerMark[]) => {
    const places = labelPlaces(row)
    return row.map(({ name, price }, index) => (
      <span
        key={name}
        // The scale runs from the left in every language; what is said on it runs as its words do.
        dir="auto"
        style={{ left: `${places[index]?.left ?? 0}%`, width: `${ROOM}%` }}
        className={`absolute whitespace-nowrap ${ALIGN[places[index]?.align ?? 'start']} ${LOOKS[name].split(' ')[1]}`}
      >
        {t(`contract:ruler.${name}`)} <bdi className="num font-medium">{text(price)}</bdi>
      </span>
    ))
  }
  const upper = marks.filter(({ name }) => name === 'liquidation' || name === 'entry')
  const lower = marks.filter(({ name }) => name === 'stopLoss' || name === 'takeProfit')
  return (
    <div
      dir="ltr"
      className={`border-b border-line px-3 pt-2 pb-2 text-micro ${work.stale ? 'opacity-60 grayscale' : ''}`}
      data-ruler
      data-stale-ruler={work.stale || undefined}
    >
      <div className="relative h-4">{labels(upper)}</div>
      <div className="relative my-1 h-4" aria-hidden="true">
        <span className="absolute inset-x-0 top-1.5 h-1 rounded-full bg-press" />
        {liquidation !== undefined && (
          <span
            className="absolute top-1.5 h-1 bg-down-tint"
            style={{ left: `${Math.min(liquidation, at)}%`, width: `${Math.abs(at - liquidation)}%` }}
          />
        )}
        {liquidation !== undefined && (
          <span
            className="absolute top-1.5 h-1 rounded-full bg-down"
            style={liquidation < at ? { left: 0, width: `${liquidation}%` } : { left: `${liquidation}%`, right: 0 }}
          />
        )}
        {goal !== undefined && (
          <span className="absolute top-1.5 h-1 bg-up-tint" style={{ left: `${Math.min(goal, at)}%`, width: `${Math.abs(goal - at)}%` }} />
        )}
        {marks.map(({ name, at: left }) => (
          <span
            key={name}
            style={{ left: `${left}%` }}
            className={`absolute top-0 h-4 w-0.5 -translate-x-1/2 ${LOOKS[name].split(' ')[0]}`}
          />
        ))}
      </div>
      {lower.length > 0 && <div className="relative h-4">{labels(lower)}</div>}
    </div>
  )
}
