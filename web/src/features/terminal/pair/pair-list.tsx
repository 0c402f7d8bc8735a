/** Pairs to change to: search, quote tabs and favourites, live prices. A column at 1920, a panel under the pair's name elsewhere. */
import { Search, Star } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { useTickers } from '../../../data/live/tickers.ts'
import { useLoggedIn } from '../../../data/session.ts'
import { useAllTerms } from '../../../data/spot/pair-terms.ts'
import { formatNumber } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/i18n.ts'
import { latinText } from '../../../i18n/typed-text.ts'
import { spotTerminalPath } from '../../../paths.ts'
import { CoinLogo } from '../../../ui/coin-logo.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { Link } from '../../../ui/link.tsx'
import { ChangeText } from '../../../ui/number-text.tsx'
import { TabList } from '../../../ui/tabs.tsx'
import { useDesk } from '../desk.ts'
import { useFavorites } from './use-favorite.ts'

export function PairList({ onChosen }: { readonly onChosen?: () => void }) {
  const t = useT()
  const { terms } = useDesk()
  const loggedIn = useLoggedIn()
  const tickers = useTickers()
  const all = useAllTerms().data
  const { list: favorites } = useFavorites()
  const [search, setSearch] = useState('')
  const [tab, setTab] = useState<string>(terms.quote)
  const field = useRef<HTMLInputElement>(null)
  const pairs = useMemo(() => [...(all?.values() ?? [])], [all])
  const quotes = [...new Set(pairs.map((pair) => pair.quote))]
  const wanted = latinText(search).trim().toUpperCase()
  const shown = pairs.filter((pair) =>
    wanted === '' ? (tab === 'favorites' ? favorites.includes(pair.symbol) : pair.quote === tab) : pair.symbol.includes(wanted),
  )
  return (
    <section aria-label={t('terminal:pairs.title')} className="flex h-full min-h-0 flex-col" data-panel="pairs">
      <div className="p-3 pb-1">
        <div className="flex h-9 items-center gap-2 rounded-control border border-line2 bg-field px-3 has-[input:focus-visible]:outline-2 has-[input:focus-visible]:-outline-offset-1 has-[input:focus-visible]:outline-fg">
          <Icon as={Search} size={16} className="text-muted" />
          <input
            ref={field}
            type="search"
            value={search}
            aria-label={t('terminal:pairs.search')}
            placeholder={t('terminal:pairs.search')}
            onChange={(event) => setSearch(event.target.value)}
            className="min-w-0 flex-1 bg-transparent text-dense outline-none"
          />
        </div>
      </div>
      <TabList
        label={t('terminal:pairs.quotes')}
        className="shrink-0 border-b border-line px-4"
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'favorites', label: <Icon as={Star} size={14} label={t('terminal:pairs.favorites')} /> },
          ...quotes.map((quote) => ({ value: quote, label: quote })),
        ]}
      />
      <p aria-hidden="true" className="flex shrink-0 gap-1.5 px-3 pt-1.5 text-small text-faint">
        <span className="flex-1">{t('terminal:pairs.pair')}</span>
        <span>{t('terminal:book.price')}</span>
        <span className="w-[52px] text-end">{t('terminal:pair.change24')}</span>
      </p>
      <ul className="min-h-0 flex-1 overflow-y-auto py-1">
        {shown.map((pair) => {
          const ticker = tickers.get(pair.symbol)
          return (
            <li key={pair.symbol}>
              <Link
                to={spotTerminalPath(pair.symbol, loggedIn)}
                {...(onChosen !== undefined && { onClick: onChosen })}
                aria-current={pair.symbol === terms.symbol ? 'page' : undefined}
                className="flex h-[30px] items-center gap-1.5 border-s-2 border-transparent ps-2.5 pe-3 text-dense -outline-offset-2 hover:bg-hover aria-[current]:border-theme aria-[current]:bg-press pointer-coarse:h-11"
              >
                <CoinLogo coin={pair.base} size={18} />
                <bdi className="min-w-0 flex-1 truncate font-semibold">
                  {pair.base}
                  <span className="font-normal text-muted">/{pair.quote}</span>
                </bdi>
                <bdi className="num">{ticker === undefined ? '--' : formatNumber(ticker.price, { scale: pair.priceScale })}</bdi>
                {ticker === undefined ? (
                  <span className="w-[52px] text-end text-small text-muted">--</span>
                ) : (
                  <ChangeText percent={ticker.priceChangePercent} className="w-[52px] justify-end text-small" />
                )}
              </Link>
            </li>
          )
        })}
        {shown.length === 0 && <li className="px-4 py-3 text-small text-muted">{t('terminal:pairs.none')}</li>}
      </ul>
    </section>
  )
}
