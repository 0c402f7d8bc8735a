/** Hot, gainers and losers, each in the order of the server; the numbers in the rows stay live. */
import { ChevronRight } from 'lucide-react'
import { type ToFiat, useFiat } from '../../data/fiat.ts'
import type { RankingKind } from '../../data/market/market-calls.ts'
import type { MarketPair, Quote } from '../../data/market/market-model.ts'
import { useQuote, useStill } from '../../data/market/quotes.ts'
import { type ClosesOf, useSparklines } from '../../data/market/sparklines.ts'
import { useUsdtPrices } from '../../data/market/usdt-prices.ts'
import { useLoggedIn } from '../../data/session.ts'
import { useT } from '../../i18n/i18n.ts'
import type { TextKey } from '../../i18n/keys.ts'
import { paths, spotTerminalPath } from '../../paths.ts'
import { CoinLogo } from '../../ui/coin-logo.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Link } from '../../ui/link.tsx'
import { useNear } from '../../ui/near.ts'
import { ChangeText, directionOfChange, NumberText } from '../../ui/number-text.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Sparkline } from '../../ui/sparkline.tsx'
import { NoData } from '../../ui/states.tsx'
import { useRanking } from './home-data.ts'

const ROWS = 5

/** Three cards in a narrow window have no room for the curve: the name of the pair goes first. */
const COLUMNS = 'grid grid-cols-[minmax(0,1fr)_52px_76px_62px] gap-2 px-4 lg:max-xl:grid-cols-[minmax(0,1fr)_76px_62px]'
const CURVE = 'lg:max-xl:hidden'

/** What every row of the three lists needs, found once for all of them. */
interface RowTools {
  readonly loggedIn: boolean
  readonly toFiat: ToFiat
  readonly closesOf: ClosesOf
}

interface RankingRowProps extends RowTools {
  readonly listed: Quote
  readonly pair: MarketPair | undefined
  readonly usdt: string | undefined
}

function RankingRow({ listed, pair, usdt, loggedIn, toFiat, closesOf }: RankingRowProps) {
  const quote = useQuote(listed.symbol) ?? listed
  const [base = '', counter = ''] = listed.symbol.split('/')
  const fiat = toFiat(usdt ?? quote.usdtPrice)
  return (
    <li>
      <Link
        to={spotTerminalPath(listed.symbol, loggedIn)}
        title={fiat}
        className={`${COLUMNS} h-12 items-center -outline-offset-2 hover:bg-hover`}
      >
        <span className="flex min-w-0 items-center gap-2">
          <CoinLogo coin={base} size={24} />
          <bdi dir="ltr" className="truncate">
            <span className="font-semibold">{base}</span>
            <span className="text-small text-muted">{`/${counter}`}</span>
          </bdi>
        </span>
        <span className={CURVE}>
          <Sparkline closes={closesOf(listed.symbol)} width={52} height={20} beside={quote.changePercent} />
        </span>
        <NumberText value={quote.price} {...(pair === undefined ? {} : { scale: pair.priceScale })} className="text-end font-medium" />
        <ChangeText percent={quote.changePercent} className="justify-end text-end text-dense font-medium" />
      </Link>
    </li>
  )
}

const EMPTY: Readonly<Record<RankingKind, TextKey>> = {
  hot: 'home:markets.none',
  gainers: 'home:markets.noGainers',
  losers: 'home:markets.noLosers',
}

interface RankingCardProps {
  readonly kind: RankingKind
  readonly pairs: readonly MarketPair[]
  readonly usdt: Readonly<Record<string, string>>
  readonly tools: RowTools
}

function RankingCard({ kind, pairs, usdt, tools }: RankingCardProps) {
  const t = useT()
  const { pending, quotes: listed } = useRanking(kind)
  // A price that has turned since the list was made belongs in it no more.
  const still = useStill(
    listed.map(({ symbol }) => symbol),
    (quote) => kind === 'hot' || directionOfChange(quote.changePercent) === (kind === 'gainers' ? 'up' : 'down'),
  )
  const quotes = listed.filter(({ symbol }) => still.has(symbol))
  return (
    <section className="card min-w-0" aria-labelledby={`ranking-${kind}`}>
      <div className="flex h-13 items-center justify-between px-4">
        <h3 id={`ranking-${kind}`} className="text-strong">
          {t(`home:markets.${kind}`)}
        </h3>
        <Link to={paths.markets} className="hit-area inline-flex items-center gap-1 text-dense text-muted hover:text-fg">
          {t('home:markets.all')}
          <Icon as={ChevronRight} size={14} directional />
        </Link>
      </div>
      <div aria-hidden="true" className={`${COLUMNS} pb-1 text-small text-faint`}>
        <span>{t('home:markets.pair')}</span>
        <span className={CURVE} />
        <span className="text-end">{t('home:markets.price')}</span>
        <span className="text-end">{t('home:markets.today')}</span>
      </div>
      <div className="min-h-61">
        {pending ? (
          <SkeletonRows rows={ROWS} height={48} />
        ) : quotes.length === 0 ? (
          <NoData title={t(EMPTY[kind])} />
        ) : (
          <ul>
            {quotes.slice(0, ROWS).map((quote) => (
              <RankingRow
                key={quote.symbol}
                listed={quote}
                {...tools}
                pair={pairs.find((pair) => pair.symbol === quote.symbol)}
                usdt={usdt[quote.symbol.split('/')[0] ?? '']}
              />
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}

export function Rankings({ pairs }: { readonly pairs: readonly MarketPair[] }) {
  const t = useT()
  const { element, near } = useNear<HTMLElement>()
  const usdt = useUsdtPrices(near).prices
  const tools = { loggedIn: useLoggedIn(), toFiat: useFiat(), closesOf: useSparklines(near) }
  return (
    <section ref={element} aria-labelledby="markets-today" className="page-column py-11 lg:py-18">
      <div className="mb-6 flex flex-wrap items-baseline justify-between gap-2">
        <h2 id="markets-today" className="text-h2 max-md:text-h2-phone">
          {t('home:markets.title')}
        </h2>
        <p className="text-dense text-muted">{pairs.length > 0 && t('home:markets.count', { count: pairs.length })}</p>
      </div>
      <div className="grid gap-6 lg:grid-cols-3">
        <RankingCard kind="hot" pairs={pairs} usdt={usdt} tools={tools} />
        <RankingCard kind="gainers" pairs={pairs} usdt={usdt} tools={tools} />
        <RankingCard kind="losers" pairs={pairs} usdt={usdt} tools={tools} />
      </div>
    </section>
  )
}
