/** Order book: three views, four groupings, spread, balance of the two sides, and a summary on request for those who listen. */
import { depthStepText } from '@agio/wire/market/pair-terms.ts'
import { formatSteps } from '@agio/wire/steps.ts'
import { useEffect, useId, useRef, useState } from 'react'
import { useTopic } from '../../data/live/topic.ts'
import { formatNumber } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { Arrow } from '../../ui/number-text.tsx'
import { Select } from '../../ui/select.tsx'
import { useMarket } from '../market.ts'
import { bindKeys } from '../when-free.ts'
import { BookTable } from './book-table.tsx'
import { type Ladders, useLadders } from './use-ladders.ts'
import { useRows } from './use-rows.ts'

export type BookView = 'both' | 'bids' | 'asks'
const VIEWS: readonly BookView[] = ['both', 'bids', 'asks']

interface BookPanelProps {
  /** Taller rows where fingers point. */
  readonly touch: boolean
  readonly head?: boolean
}

const HEAD_ROW = 20
const MIDDLE = 34

export function BookPanel({ touch, head = true }: BookPanelProps) {
  const t = useT()
  const { terms } = useMarket()
  const [view, setView] = useState<BookView>('both')
  const [grouping, setGrouping] = useState(0)
  const step = terms.depthSteps[grouping] ?? terms.depthSteps[0] ?? 1
  const height = touch ? 24 : 20
  const area = useRef<HTMLDivElement>(null)
  const { rows: room, spare } = useRows(area, height, HEAD_ROW + MIDDLE, 16)
  // An odd row belongs to the asks and what is left to the middle, so that no gap stands above the foot.
  const half = Math.floor(room / 2)
  const rows = view === 'both' ? { bids: half, asks: room - half } : view === 'bids' ? { bids: room, asks: 0 } : { bids: 0, asks: room }
  const ladders = useLadders(step, Math.max(rows.bids, 1), Math.max(rows.asks, 1))
  return (
    <section aria-label={t('terminal:book.title')} className="flex h-full min-h-0 flex-col" data-panel="book">
      <div className="flex h-9 shrink-0 items-center justify-between border-b border-line ps-4 pe-2">
        <h2 className={`text-dense font-semibold ${head ? '' : 'visually-hidden'}`}>{t('terminal:book.title')}</h2>
        <span className="ms-auto flex items-center gap-1">
          <ViewChoice view={view} onChange={setView} />
          <Select
            label={t('terminal:book.grouping')}
            hideLabel
            look="quiet"
            fit
            height={28}
            value={String(grouping)}
            onChange={(value) => setGrouping(Number(value))}
            options={terms.depthSteps.map((one, index) => ({ value: String(index), label: depthStepText(one, terms.priceScale) }))}
          />
        </span>
      </div>
      <div ref={area} className="min-h-0 flex-1 overflow-hidden">
        {ladders.ready ? (
          <BookTable
            ladders={ladders}
            view={view}
            height={height}
            totals
            rows={rows}
            middle={<Middle ladders={ladders} />}
            middleHeight={MIDDLE + spare}
          />
        ) : (
          <p className="p-4 text-small text-muted" role="status">
            {t('terminal:book.loading')}
          </p>
        )}
      </div>
      <Balance share={ladders.bidShare} />
      <Summary ladders={ladders} />
    </section>
  )
}

function ViewChoice({ view, onChange }: { readonly view: BookView; readonly onChange: (view: BookView) => void }) {
  const t = useT()
  return (
    <fieldset className="flex">
      <legend className="visually-hidden">{t('terminal:book.view')}</legend>
      {VIEWS.map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={view === one}
          aria-label={t(`terminal:book.view.${one}`)}
          onClick={() => onChange(one)}
          className={`hit-area flex size-7 flex-col items-center justify-center gap-[2px] rounded-chip hover:bg-hover ${view === one ? 'bg-press' : ''}`}
        >
          <span className={`h-[2px] w-3 ${one === 'bids' ? 'bg-ctl' : 'bg-down'}`} />
          <span className={`h-[2px] w-3 ${one === 'bids' ? 'bg-ctl' : 'bg-down'}`} />
          <span className={`h-[2px] w-3 ${one === 'asks' ? 'bg-ctl' : 'bg-up'}`} />
          <span className={`h-[2px] w-3 ${one === 'asks' ? 'bg-ctl' : 'bg-up'}`} />
        </button>
      ))}
    </fieldset>
  )
}

/** Last price, its value in the chosen currency, the spread. */
export function Middle({ ladders, stacked = false }: { readonly ladders: Ladders; readonly stacked?: boolean }) {
  const t = useT()
  const { terms, price, parts } = useMarket()
  const ticker = useTopic(price)
  const { PriceNote } = parts
  const moved = ticker?.moved ?? 'flat'
  const spread =
    ladders.bestAsk > 0 && ladders.bestBid > 0
      ? formatNumber(formatSteps(Math.max(0, ladders.bestAsk - ladders.bestBid), terms.priceScale), { scale: terms.priceScale })
      : '--'
  return (
    <div
      className={`flex border-y border-line ${stacked ? 'h-full flex-col items-start justify-center' : 'h-full min-h-[34px] items-center gap-2 px-4'}`}
    >
      <bdi
        className={`num inline-flex items-center gap-1.5 text-strong ${moved === 'down' ? 'text-down-text' : moved === 'up' ? 'text-up-text' : ''}`}
        data-last-price
      >
        <span>{ticker === undefined ? '--' : formatNumber(ticker.price, { scale: terms.priceScale })}</span>
        <Arrow direction={moved} />
      </bdi>
      {!stacked && (
        <span className="min-w-0 flex-1 truncate text-small text-muted">
          <PriceNote />
        </span>
      )}
      <span className="text-small whitespace-nowrap text-muted">
        {t('terminal:book.spread')} <bdi className="num">{spread}</bdi>
      </span>
    </div>
  )
}

function Balance({ share }: { readonly share: number | undefined }) {
  const t = useT()
  return (
    <div data-balance className="flex h-6 shrink-0 items-center gap-2 px-4 text-small">
      <span className="text-up-text">{t('terminal:book.buyers', { percent: share ?? '--' })}</span>
      <span aria-hidden="true" className="flex h-[3px] flex-1 gap-0.5">
        <span className={share === undefined ? 'bg-line2' : 'bg-up'} style={{ inlineSize: `${share ?? 50}%` }} />
        <span className={`flex-1 ${share === undefined ? 'bg-line2' : 'bg-down'}`} />
      </span>
      <span className="text-down-text">{t('terminal:book.sellers', { percent: share === undefined ? '--' : 100 - share })}</span>
    </div>
  )
}

/** Shortest time between two spoken summaries, ms. */
const SPEAK_MS = 5000

/** Key O reads the book once. Nothing is ever read unasked, and never more often than every five seconds. */
function Summary({ ladders }: { readonly ladders: Ladders }) {
  const t = useT()
  const { terms, name } = useMarket()
  const [text, setText] = useState('')
  const spokenAt = useRef(Number.NEGATIVE_INFINITY)
  const id = useId()
  const price = (ticks: number): string => formatSteps(ticks, terms.priceScale)
  const summary = t('terminal:book.summary', {
    pair: name,
    bid: ladders.bestBid === 0 ? '--' : price(ladders.bestBid),
    ask: ladders.bestAsk === 0 ? '--' : price(ladders.bestAsk),
    spread: ladders.bestAsk === 0 || ladders.bestBid === 0 ? '--' : price(ladders.bestAsk - ladders.bestBid),
    buyers: ladders.bidShare ?? '--',
    sellers: ladders.bidShare === undefined ? '--' : 100 - ladders.bidShare,
  })
  const latest = useRef(summary)
  useEffect(() => {
    latest.current = summary
  })
  useEffect(
    () =>
      bindKeys({
        o: () => {
          if (performance.now() - spokenAt.current < SPEAK_MS) return
          spokenAt.current = performance.now()
          setText(latest.current)
        },
      }),
    [],
  )
  return (
    <p id={id} aria-live="polite" className="visually-hidden" data-book-summary>
      {text}
    </p>
  )
}
