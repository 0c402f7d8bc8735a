/** The book as a real table: asks, last price, bids. Rows are reached by one tab stop and the arrow keys. */
import { formatSteps } from '@agio/wire/steps.ts'
import { type KeyboardEvent, type ReactNode, Suspense, useCallback, useRef, useState } from 'react'
import { useT } from '../../i18n/i18n.ts'
import { part } from '../../ui/part.tsx'
import { useMarket } from '../market.ts'
import type { LadderRow } from '../model/grouping.ts'
import { BookRow } from './book-row.tsx'
import type { Ladders } from './use-ladders.ts'

const SweepTip = part(async () => (await import('./sweep-tip.tsx')).SweepTip)

interface BookTableProps {
  readonly ladders: Ladders
  readonly view: 'both' | 'bids' | 'asks'
  readonly height: 20 | 24
  /** Third column; the phone's sheet has none. */
  readonly totals: boolean
  readonly middle: ReactNode
  /** px between the two halves. */
  readonly middleHeight: number
  readonly rows: { readonly bids: number; readonly asks: number }
}

/** One tab stop for the whole book; the arrow keys go from row to row. */
function moveBetweenRows(event: KeyboardEvent<HTMLTableElement>): void {
  if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
  event.preventDefault()
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('tr[data-book-row]')]
  const at = all.findIndex((row) => row.contains(document.activeElement))
  all[at + (event.key === 'ArrowDown' ? 1 : -1)]?.focus()
}

/** `frame` is where the book stands in the window: what is told about the row stands beside it. */
type Pointed = { readonly side: 'bids' | 'asks'; readonly index: number; readonly frame: DOMRect | undefined } | undefined

export function BookTable({ ladders, view, height, totals, middle, middleHeight, rows }: BookTableProps) {
  const t = useT()
  const { terms, name, choose } = useMarket()
  const [pointed, setPointed] = useState<Pointed>()
  const [tabStop, setTabStop] = useState<Pointed>()
  const latest = useRef(ladders)
  const host = useRef<HTMLDivElement>(null)
  latest.current = ladders
  const onChoose = useCallback(
    (side: 'bids' | 'asks', index: number, fill: boolean) => {
      const row = latest.current[side][index]
      if (row === undefined) return
      const price = formatSteps(row.price, terms.priceScale)
      const sized = fill
        ? { quantity: formatSteps(row.cumulative, terms.quantityScale), side: side === 'asks' ? ('buy' as const) : ('sell' as const) }
        : {}
      choose({ price, ...sized })
    },
    [terms, choose],
  )
  const onPoint = useCallback((side: 'bids' | 'asks', index: number | undefined) => {
    const at = index === undefined ? undefined : { side, index, frame: host.current?.getBoundingClientRect() }
    setPointed(at)
    setTabStop(at)
  }, [])
  const draw = (side: 'bids' | 'asks', list: readonly LadderRow[], count: number) => {
    const shown = list.slice(0, count).map((row, index) => ({ row, index }))
    const ordered = side === 'asks' ? shown.reverse() : shown
    return ordered.map(({ row, index }) => (
      <BookRow
        key={`${side}${index}`}
        side={side}
        index={index}
        price={row.price}
        quantity={row.quantity}
        cumulative={row.cumulative}
        share={Math.round((row.cumulative / ladders.most) * 100)}
        own={ladders.own.has(`${side} ${row.price}`)}
        ownLabel={t('terminal:book.own')}
        swept={pointed !== undefined && pointed.side === side && index <= pointed.index}
        tabbable={
          tabStop === undefined
            ? side === (view === 'bids' ? 'bids' : 'asks') && index === 0
            : tabStop.side === side && tabStop.index === index
        }
        priceScale={terms.priceScale}
        quantityScale={terms.quantityScale}
        height={height}
        totals={totals}
        onChoose={onChoose}
        onPoint={onPoint}
      />
    ))
  }
  const columns = totals ? 3 : 2
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices that the pointer or the focus left
    <div ref={host} className="relative" onPointerLeave={() => setPointed(undefined)} onBlur={() => setPointed(undefined)}>
      <table onKeyDown={moveBetweenRows} className="w-full table-fixed border-collapse text-small" data-book>
        <caption className="visually-hidden">{t('terminal:book.caption', { pair: name })}</caption>
        {/* Beside a phone's form a price needs more than half of the width. */}
        {!totals && (
          <colgroup>
            <col className="w-[58%]" />
            <col />
          </colgroup>
        )}
        <BookHead totals={totals} />
        {view !== 'bids' && (
          <tbody>
            <Filler rows={rows.asks - Math.min(rows.asks, ladders.asks.length)} height={height} columns={columns} />
            {draw('asks', ladders.asks, rows.asks)}
          </tbody>
        )}
        <tbody>
          <tr style={{ blockSize: middleHeight }}>
            <td colSpan={columns} className="h-[inherit] p-0">
              {middle}
            </td>
          </tr>
        </tbody>
        {view !== 'asks' && (
          <tbody>
            {draw('bids', ladders.bids, rows.bids)}
            <Filler rows={rows.bids - Math.min(rows.bids, ladders.bids.length)} height={height} columns={columns} />
          </tbody>
        )}
      </table>
      {pointed !== undefined && totals && <Tip ladders={ladders} pointed={pointed} />}
    </div>
  )
}

function BookHead({ totals }: { readonly totals: boolean }) {
  const t = useT()
  const { terms } = useMarket()
  return (
    <thead>
      <tr className="h-5 text-faint">
        <th scope="col" className="ps-4 text-start font-normal">
          {t('terminal:book.price')} <bdi className={totals ? '' : 'visually-hidden'}>{terms.quote}</bdi>
        </th>
        <th scope="col" className="text-end font-normal">
          {/* The coin is shorter than the word in any language. */}
          <span className={totals ? '' : 'visually-hidden'}>{t('terminal:book.amount')}</span> <bdi>{terms.base}</bdi>
        </th>
        {totals && (
          <th scope="col" className="pe-4 text-end font-normal">
            {t('terminal:book.total')} <bdi>{terms.base}</bdi>
          </th>
        )}
      </tr>
    </thead>
  )
}

/** Keeps the middle where it is while a side has fewer levels than room. */
function Filler({ rows, height, columns }: { readonly rows: number; readonly height: number; readonly columns: number }) {
  if (rows <= 0) return null
  return (
    <tr style={{ blockSize: rows * height }}>
      <td colSpan={columns} />
    </tr>
  )
}

function Tip({ ladders, pointed }: { readonly ladders: Ladders; readonly pointed: NonNullable<Pointed> }) {
  const { terms } = useMarket()
  const row = ladders[pointed.side][pointed.index]
  if (row === undefined) return null
  return (
    <Suspense>
      <SweepTip
        row={row}
        side={pointed.side}
        best={pointed.side === 'asks' ? ladders.bestAsk : ladders.bestBid}
        terms={terms}
        frame={pointed.frame}
      />
    </Suspense>
  )
}
