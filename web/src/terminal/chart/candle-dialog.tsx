/** The visible candles as a table. Loaded when someone asks for it. */
import type { Bar, Interval } from '../../chart/chart-port.ts'
import { formatDayTime, formatNumber } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useMarket } from '../market.ts'

interface CandleDialogProps {
  /** The same in a sentence. */
  readonly text: string
  readonly bars: readonly Bar[]
  readonly interval: Interval
  readonly price: (value: number) => string
  readonly onClose: () => void
}

export function CandleDialog({ text, bars, interval, price, onClose }: CandleDialogProps) {
  const t = useT()
  const { name, candleUnit } = useMarket()
  return (
    <Dialog title={t('terminal:chart.tableTitle', { pair: name, interval })} width={720} onClose={onClose}>
      <p className="mb-3 text-dense text-muted">{text}</p>
      {/* A phone has no room for six columns: the table scrolls, and the words above stay. */}
      <div className="overflow-x-auto">
        <CandleTable bars={bars} price={price} unit={candleUnit} />
      </div>
    </Dialog>
  )
}

interface CandleTableProps extends Pick<CandleDialogProps, 'bars' | 'price'> {
  readonly unit: { readonly name: string; readonly scale: number }
}

function CandleTable({ bars, price, unit }: CandleTableProps) {
  const t = useT()
  const heads = ['open', 'high', 'low', 'close', 'quantity'] as const
  return (
    <table className="w-full text-small whitespace-nowrap" data-candle-table>
      <thead>
        <tr className="text-faint">
          <th scope="col" className="py-1 text-start font-normal">
            {t('terminal:candle.time')}
          </th>
          {heads.map((head) => (
            <th key={head} scope="col" className="ps-3 text-end font-normal">
              {t(`terminal:candle.${head}`)}
              {head === 'quantity' && <bdi>{` (${unit.name})`}</bdi>}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {[...bars].reverse().map((bar) => (
          <tr key={bar.at} className="border-t border-grid">
            <td className="py-1 text-start">
              <bdi className="num">{formatDayTime(bar.at)}</bdi>
            </td>
            {heads.map((head) => (
              <td key={head} className="num ps-3 text-end">
                {head === 'quantity' ? formatNumber(bar.quantity.toFixed(unit.scale), { scale: unit.scale }) : price(bar[head])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
