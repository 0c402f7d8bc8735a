/** The newest trades of everybody: price in the taker's direction with an arrow, amount, time. */
import { useRef } from 'react'
import { useTopic } from '../../data/live/topic.ts'
import { formatNumber, formatTime } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { Arrow } from '../../ui/number-text.tsx'
import { useMarket } from '../market.ts'
import { useRows } from './use-rows.ts'

const HEAD_ROW = 20

export function TapePanel({ touch }: { readonly touch: boolean }) {
  const t = useT()
  const { terms, choose, trades: topic } = useMarket()
  const trades = useTopic(topic)
  const area = useRef<HTMLDivElement>(null)
  const { rows } = useRows(area, touch ? 24 : 20, HEAD_ROW, 5)
  return (
    <section ref={area} aria-label={t('terminal:tape.title')} className="h-full min-h-0 overflow-hidden" data-panel="trades">
      <table className="w-full table-fixed border-collapse text-small">
        <caption className="visually-hidden">{t('terminal:tape.title')}</caption>
        <thead>
          <tr className="h-5 text-faint">
            <th scope="col" className="ps-4 text-start font-normal whitespace-nowrap">
              {t('terminal:tape.title')}
            </th>
            <th scope="col" className="text-end font-normal">
              {t('terminal:book.amount')} <bdi>{terms.base}</bdi>
            </th>
            <th scope="col" className="pe-4 text-end font-normal">
              {t('terminal:tape.time')}
            </th>
          </tr>
        </thead>
        <tbody>
          {trades.slice(0, rows).map((trade, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is a place, not a trade; in a busy market texts change, and nothing is made or thrown away
            <tr key={`place${index}`} className={touch ? 'h-6' : 'h-5'}>
              <td className={`ps-4 text-start ${trade.takerSide === 'buy' ? 'text-up-text' : 'text-down-text'}`}>
                <button
                  type="button"
                  tabIndex={-1}
                  onClick={() => choose({ price: trade.price })}
                  className="num inline-flex items-center gap-1 hover:underline"
                >
                  <span>{formatNumber(trade.price, { scale: terms.priceScale })}</span>
                  <Arrow direction={trade.takerSide === 'buy' ? 'up' : 'down'} />
                </button>
              </td>
              <td className="text-end">
                <bdi className="num">{formatNumber(trade.quantity, { scale: Math.min(4, terms.quantityScale) })}</bdi>
              </td>
              <td className="pe-4 text-end text-muted">
                <bdi className="num">{formatTime(trade.at)}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {trades.length === 0 && <p className="px-4 py-3 text-small text-muted">{t('terminal:tape.none')}</p>}
    </section>
  )
}
