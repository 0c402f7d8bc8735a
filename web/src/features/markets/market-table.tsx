/** The list of pairs. Rows keep their places while the pointer is on them. */
import { ArrowDown, ArrowUp, Star } from 'lucide-react'
import type { ReactNode } from 'react'
import { isPriced, type ToFiat, useFiat } from '../../data/fiat.ts'
import { useToggleFavourite } from '../../data/market/favourites.ts'
import type { MarketRow, MarketSort } from '../../data/market/market-model.ts'
import { type ClosesOf, useSparklines } from '../../data/market/sparklines.ts'
import { useLoggedIn } from '../../data/session.ts'
import { formatCompact } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { spotTerminalPath } from '../../paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { CoinLogo } from '../../ui/coin-logo.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Link } from '../../ui/link.tsx'
import { ChangeText, NumberText, PriceText } from '../../ui/number-text.tsx'
import { Sparkline } from '../../ui/sparkline.tsx'
import { toast } from '../../ui/toast-store.ts'

interface MarketTableProps {
  readonly rows: readonly MarketRow[]
  readonly favourites: readonly string[]
  readonly sort: { readonly key: MarketSort; readonly ascending: boolean }
  readonly onSort: (key: MarketSort) => void
  readonly selected: string | undefined
  readonly onSelect: (base: string) => void
  readonly onHold: () => void
  readonly onRelease: () => void
}

/** What every row needs, found once for all of them. */
interface RowTools {
  readonly loggedIn: boolean
  readonly toggle: ReturnType<typeof useToggleFavourite>
  readonly toFiat: ToFiat
  readonly closesOf: ClosesOf
}

interface StarButtonProps extends Pick<RowTools, 'loggedIn' | 'toggle'> {
  readonly symbol: string
  readonly favourite: boolean
}

function StarButton({ symbol, favourite, loggedIn, toggle }: StarButtonProps) {
  const t = useT()
  return (
    <button
      type="button"
      aria-pressed={favourite}
      aria-label={t(favourite ? 'markets:star.remove' : 'markets:star.add', { symbol })}
      onClick={(event) => {
        event.stopPropagation()
        if (loggedIn) toggle(symbol, !favourite)
        else toast({ kind: 'info', title: t('markets:star.logIn') })
      }}
      className={`hit-area inline-flex size-6 items-center justify-center ${favourite ? 'text-fg' : 'text-ctl hover:text-fg'}`}
    >
      <Icon as={Star} size={16} className={favourite ? 'fill-current' : ''} />
    </button>
  )
}

const HIDE_BELOW = { md: 'max-md:hidden', lg: 'max-lg:hidden' } as const

function Head({
  name,
  sort,
  onSort,
  sortKey,
  className = '',
}: {
  readonly name: ReactNode
  readonly sort: MarketTableProps['sort']
  readonly onSort: MarketTableProps['onSort']
  readonly sortKey?: MarketSort
  readonly className?: string
}) {
  const active = sortKey !== undefined && sort.key === sortKey
  return (
    <th
      scope="col"
      aria-sort={active ? (sort.ascending ? 'ascending' : 'descending') : undefined}
      className={`px-2 text-end font-normal whitespace-nowrap ${className}`}
    >
      {sortKey === undefined ? (
        name
      ) : (
        <button
          type="button"
          onClick={() => onSort(sortKey)}
          className={`hit-area inline-flex items-center gap-1 hover:text-fg ${active ? 'font-semibold text-fg' : ''}`}
        >
          <span>{name}</span>
          {active && <Icon as={sort.ascending ? ArrowUp : ArrowDown} size={12} />}
        </button>
      )}
    </th>
  )
}

interface RowProps extends RowTools {
  readonly row: MarketRow
  readonly favourite: boolean
  readonly selected: boolean
  readonly onSelect: () => void
}

function Row({ row, favourite, selected, onSelect, loggedIn, toggle, toFiat, closesOf }: RowProps) {
  const t = useT()
  const closes = closesOf(row.symbol)
  const { quoted } = row
  const target = spotTerminalPath(row.symbol, loggedIn)
  return (
    <tr
      onClick={onSelect}
      className={`h-13 cursor-pointer border-b border-grid last:border-0 hover:bg-hover max-md:h-16 ${selected ? 'bg-press' : ''}`}
    >
      <td className="w-10 ps-4 max-md:w-8 max-md:ps-3">
        <StarButton symbol={row.symbol} favourite={favourite} loggedIn={loggedIn} toggle={toggle} />
      </td>
      <td className="px-2 max-md:ps-1 max-md:pe-0">
        <span className="flex items-center gap-2.5 max-md:gap-2">
          <CoinLogo coin={row.base} size={28} />
          <span className="min-w-0">
            <Link to={target} onClick={(event) => event.stopPropagation()} className="rounded-chip hover:underline">
              <bdi dir="ltr" className="whitespace-nowrap">
                <span className="text-base font-semibold">{row.base}</span>
                <span className="text-dense text-muted">/{row.quote}</span>
              </bdi>
            </Link>
            <span className="block text-small text-muted md:hidden">
              <bdi className="num">{formatCompact(quoted?.turnover ?? '')}</bdi>
            </span>
          </span>
        </span>
      </td>
      <td className="px-0 md:hidden">
        <Sparkline closes={closes} width={48} height={24} beside={quoted?.changePercent} />
      </td>
      <td className="px-2 text-end max-md:px-1">
        <PriceText value={quoted?.price ?? ''} scale={row.priceScale} className="justify-end text-base font-medium" />
        <span className="block text-small text-muted">
          <bdi className="num">{quoted === undefined ? '' : isPriced(quoted.usdtPrice) ? toFiat(quoted.usdtPrice) : '--'}</bdi>
        </span>
      </td>
      <td className="px-2 text-end max-md:ps-1 max-md:pe-4">
        <ChangeText percent={quoted?.changePercent} arrow className="justify-end text-base" />
      </td>
      <td className={`px-2 text-end text-dense text-muted ${HIDE_BELOW.lg}`}>
        <NumberText value={quoted?.high ?? ''} scale={row.priceScale} />
        <br />
        <NumberText value={quoted?.low ?? ''} scale={row.priceScale} />
      </td>
      <td className={`px-2 text-end font-medium ${HIDE_BELOW.md}`}>
        <bdi className="num">{formatCompact(quoted?.turnover ?? '')}</bdi>
      </td>
      <td className={`px-2 text-end ${HIDE_BELOW.md}`}>
        <span className="inline-block">
          <Sparkline closes={closes} width={92} height={30} baseline />
        </span>
      </td>
      <td className={`ps-2 pe-4 text-end ${HIDE_BELOW.md}`}>
        <ButtonLink
          size={28}
          to={target}
          aria-label={t('markets:tradeOf', { symbol: row.symbol })}
          onClick={(event) => event.stopPropagation()}
        >
          {t('markets:trade')}
        </ButtonLink>
      </td>
    </tr>
  )
}

export function MarketTable({ rows, favourites, sort, onSort, selected, onSelect, onHold, onRelease }: MarketTableProps) {
  const t = useT()
  const shared = { sort, onSort }
  const loggedIn = useLoggedIn()
  const toggle = useToggleFavourite()
  const toFiat = useFiat()
  const closesOf = useSparklines()
  return (
    <table className="w-full border-collapse">
      <caption className="visually-hidden">{t('markets:title')}</caption>
      <thead className="text-small text-faint">
        <tr className="h-9 border-b border-line">
          <td />
          <Head {...shared} sortKey="name" name={t('markets:pair')} className="text-start!" />
          <td className="md:hidden" />
          <Head {...shared} sortKey="price" name={t('markets:lastPrice')} />
          <Head {...shared} sortKey="change" name={t('markets:change')} className="max-md:pe-4" />
          <Head {...shared} name={t('markets:highLow')} className={HIDE_BELOW.lg} />
          <Head {...shared} sortKey="turnover" name={t('markets:turnover')} className={HIDE_BELOW.md} />
          <Head {...shared} name={t('markets:days7')} className={HIDE_BELOW.md} />
          <td className={HIDE_BELOW.md} />
        </tr>
      </thead>
      <tbody onPointerEnter={onHold} onPointerLeave={onRelease}>
        {rows.map((row) => (
          <Row
            key={row.symbol}
            row={row}
            favourite={favourites.includes(row.symbol)}
            selected={selected === row.symbol}
            onSelect={() => onSelect(row.symbol)}
            loggedIn={loggedIn}
            toggle={toggle}
            toFiat={toFiat}
            closesOf={closesOf}
          />
        ))}
      </tbody>
    </table>
  )
}
