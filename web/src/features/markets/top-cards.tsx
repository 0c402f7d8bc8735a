/** Three cards that answer "what moves" in one look: gainers, losers, turnover. On phones they are swiped. */
import type { ReactNode } from 'react'
import { type MarketRow, sortMarket } from '../../data/market/market-model.ts'
import { useLoggedIn } from '../../data/session.ts'
import { formatCompact } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { spotTerminalPath } from '../../paths.ts'
import { CoinLogo } from '../../ui/coin-logo.tsx'
import { Link } from '../../ui/link.tsx'
import { ChangeText, type Direction, directionOfChange, NumberText } from '../../ui/number-text.tsx'

const TOP = 3

interface TopCardProps {
  readonly title: string
  readonly note: string
  readonly rows: readonly MarketRow[]
  /** Said in place of the rows when there are none. */
  readonly none: string
  readonly fact: (row: MarketRow) => ReactNode
}

function TopCard({ title, note, rows, none, fact }: TopCardProps) {
  const loggedIn = useLoggedIn()
  return (
    <section className="card min-w-0 py-2 max-md:w-60 max-md:shrink-0 max-md:snap-start" aria-label={title}>
      <h2 className="flex h-10 items-baseline gap-2 px-5 pt-2.5 text-base font-semibold">
        {title} <span className="text-small font-normal text-muted">{note}</span>
      </h2>
      {/* As high without rows as with three: prices that come late push nothing. */}
      <div className="min-h-30 pointer-coarse:min-h-33">
        {rows.length === 0 && <p className="px-5 py-2.5 text-dense text-muted">{none}</p>}
        <ol>
          {rows.slice(0, TOP).map((row, index) => (
            <li key={row.symbol}>
              <Link
                to={spotTerminalPath(row.symbol, loggedIn)}
                className="flex h-10 items-center gap-2.5 px-5 -outline-offset-2 hover:bg-hover pointer-coarse:h-11"
              >
                <span className="num w-3 text-dense text-faint max-md:hidden">{index + 1}</span>
                <CoinLogo coin={row.base} size={20} />
                <bdi dir="ltr" className="min-w-0 flex-1 truncate rtl:text-end">
                  <span className="font-semibold">{row.base}</span>
                  <span className="text-dense text-muted">/{row.quote}</span>
                </bdi>
                <NumberText value={row.quoted?.price ?? ''} scale={row.priceScale} className="font-medium max-md:hidden" />
                <span className="text-end text-dense md:w-20">{fact(row)}</span>
              </Link>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}

export function TopCards({ rows }: { readonly rows: readonly MarketRow[] }) {
  const t = useT()
  const quoted = rows.filter((row) => row.quoted !== undefined)
  const perUsdt = () => '1'
  const byChange = sortMarket(quoted, 'change', false, perUsdt)
  // On a day on which everything rises nobody has lost.
  const moved = (direction: Direction) => byChange.filter((row) => directionOfChange(row.quoted?.changePercent) === direction)
  // Before the first price nothing is known, also not that there is none.
  const unless = (words: string): string => (quoted.length === 0 ? '' : words)
  const change = (row: MarketRow) => <ChangeText percent={row.quoted?.changePercent} arrow />
  const inUsdt = quoted.filter((row) => row.quote === 'USDT')
  return (
    <div className="mb-6 flex gap-3 overflow-x-auto [scrollbar-width:none] max-md:-mx-4 max-md:snap-x max-md:scroll-px-4 max-md:px-4 md:grid md:grid-cols-3 md:gap-6">
      <TopCard
        title={t('markets:gainers')}
        note={t('markets:today')}
        rows={moved('up')}
        none={unless(t('markets:noGainers'))}
        fact={change}
      />
      <TopCard
        title={t('markets:losers')}
        note={t('markets:today')}
        rows={moved('down').reverse()}
        none={unless(t('markets:noLosers'))}
        fact={change}
      />
      <TopCard
        title={t('markets:turnover')}
        note={`${t('markets:hours24')} · USDT`}
        rows={sortMarket(inUsdt, 'turnover', false, perUsdt)}
        none=""
        fact={(row) => <bdi className="num text-muted">{formatCompact(row.quoted?.turnover ?? '')}</bdi>}
      />
    </div>
  )
}
