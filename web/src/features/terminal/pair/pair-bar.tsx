/** The pair in one line: name, last price, and the facts of the day. */
import { formatDecimal, parseDecimal } from '@agio/engine/money/decimal.ts'
import { ChevronDown, Star } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { priceAbout, useFiat } from '../../../data/fiat.ts'
import { type LiveTicker, useTicker } from '../../../data/live/tickers.ts'
import { formatCompact, formatNumber } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/i18n.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { CoinLogo } from '../../../ui/coin-logo.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { PanelButton } from '../../../ui/menu-button.tsx'
import { Arrow, ChangeText, directionOfChange } from '../../../ui/number-text.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { useDesk } from '../desk.ts'
import { PairList } from '../later.ts'
import { useFavorites } from './use-favorite.ts'

function FavoriteStar() {
  const t = useT()
  const { terms } = useDesk()
  const { loggedIn, list, toggle } = useFavorites()
  const on = list.includes(terms.symbol)
  if (!loggedIn) return null
  return (
    <IconButton
      label={t(on ? 'terminal:pair.unfavorite' : 'terminal:pair.favorite')}
      aria-pressed={on}
      onClick={() => toggle(terms.symbol)}
    >
      <Icon as={Star} size={16} className={on ? 'fill-current text-fg' : ''} />
    </IconButton>
  )
}

function PairName({ listed }: { readonly listed: boolean }) {
  const t = useT()
  const { terms, base } = useDesk()
  const name = (
    <span className="flex items-center gap-2.5 text-start">
      <CoinLogo coin={terms.base} size={28} url={base.iconUrl} />
      <span>
        <span className="flex items-center gap-1 text-strong leading-5">
          <bdi dir="ltr">{terms.symbol}</bdi>
          {!listed && <Icon as={ChevronDown} size={16} className="text-muted" />}
        </span>
        <span className="block max-w-40 truncate text-small whitespace-nowrap text-muted max-md:hidden">
          {`${base.fullName} · ${t(`terminal:state.${terms.state}`)}`}
        </span>
      </span>
    </span>
  )
  if (listed) return name
  return (
    <PanelButton
      name={t('terminal:pairs.title')}
      width={360}
      className="rounded-chip hover:bg-hover"
      content={
        <>
          <span>{name}</span>
          <span className="visually-hidden">{t('terminal:pair.change')}</span>
        </>
      }
    >
      {(close) => (
        <div className="h-[min(480px,70dvh)]">
          <Suspense fallback={<SkeletonRows rows={9} />}>
            <PairList onChosen={close} />
          </Suspense>
        </div>
      )}
    </PanelButton>
  )
}

/** Today's change in the quote asset: last price minus the close before 00:00 UTC. */
function changeOf(ticker: LiveTicker, scale: number): string {
  const last = parseDecimal(ticker.price, scale)
  const before = parseDecimal(ticker.yesterdayPrice, scale)
  return typeof last === 'bigint' && typeof before === 'bigint' ? formatDecimal(last - before, scale) : '0'
}

export function PairBar({ listed }: { readonly listed: boolean }) {
  const t = useT()
  const { terms } = useDesk()
  const ticker = useTicker(terms.symbol)
  const price = (value: string | undefined): string => (value === undefined ? '--' : formatNumber(value, { scale: terms.priceScale }))
  const facts: readonly (readonly [string, ReactNode, string])[] = [
    // in an element of its own: a browser that translates replaces a bare text, and React would not find it
    [
      t('terminal:pair.change24'),
      ticker === undefined ? <span key="none">--</span> : <DayChange key="change" ticker={ticker} scale={terms.priceScale} />,
      '',
    ],
    [t('terminal:pair.high'), price(ticker?.high), ''],
    [t('terminal:pair.low'), price(ticker?.low), ''],
    [t('terminal:pair.volume', { asset: terms.base }), ticker === undefined ? '--' : formatNumber(ticker.quantity, { scale: 2 }), ''],
    [
      t('terminal:pair.turnover', { asset: terms.quote }),
      ticker === undefined ? '--' : formatNumber(ticker.turnover, { scale: 0 }),
      'max-xl:hidden',
    ],
  ]
  return (
    <section aria-label={t('terminal:pair.title')} className="flex h-full items-center gap-5 overflow-hidden px-3" data-panel="pair">
      <span className="flex items-center gap-1">
        <FavoriteStar />
        <h1 className="contents">
          <PairName listed={listed} />
        </h1>
      </span>
      <LastPrice ticker={ticker} />
      {/* What does not fit goes to a second line that nobody sees: a number that is cut off is another number. */}
      <dl className="flex h-9 min-w-0 flex-wrap gap-x-7 overflow-hidden">
        {facts.map(([name, value, hide]) => (
          <div key={name} className={`whitespace-nowrap ${hide}`}>
            <dt className="text-small text-muted">{name}</dt>
            <dd className="num text-dense font-medium">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function DayChange({ ticker, scale }: { readonly ticker: LiveTicker; readonly scale: number }) {
  const change = changeOf(ticker, scale)
  const direction = directionOfChange(change)
  const colour = direction === 'up' ? 'text-up-text' : direction === 'down' ? 'text-down-text' : 'text-muted'
  return (
    <span className={`num ${colour}`}>
      <span>{formatNumber(change, { scale, sign: 'always' })}</span> <ChangeText percent={ticker.priceChangePercent} />
    </span>
  )
}

/** Best ask minus best bid, `--` while one is missing. */
function spreadOf(ticker: LiveTicker, scale: number): string {
  const ask = parseDecimal(ticker.bestAsk ?? '', scale)
  const bid = parseDecimal(ticker.bestBid ?? '', scale)
  return typeof ask === 'bigint' && typeof bid === 'bigint' && ask > bid ? formatNumber(formatDecimal(ask - bid, scale), { scale }) : '--'
}

function LastPrice({ ticker, spread = false }: { readonly ticker: LiveTicker | undefined; readonly spread?: boolean }) {
  const t = useT()
  const { terms } = useDesk()
  const fiat = useFiat()
  const moved = ticker?.moved ?? 'flat'
  return (
    <div className="min-w-[116px]">
      <p
        className={`num flex items-center gap-1.5 text-price ${moved === 'down' ? 'text-down-text' : moved === 'up' ? 'text-up-text' : ''}`}
        data-price
      >
        <span className="visually-hidden">{t('terminal:pair.last')}</span>
        <span>{ticker === undefined ? '--' : formatNumber(ticker.price, { scale: terms.priceScale })}</span>
        <Arrow direction={moved} />
      </p>
      <p className="text-small whitespace-nowrap text-muted">
        <bdi className="num">{ticker === undefined ? '' : priceAbout(fiat, ticker.usdtPrice)}</bdi>
        {spread && ticker !== undefined && (
          <>
            <span>
              {' · '}
              {t('terminal:book.spread')}
            </span>{' '}
            <bdi className="num">{spreadOf(ticker, terms.priceScale)}</bdi>
          </>
        )}
      </p>
    </div>
  )
}

/** The phone's price block, 105 high. */
export function PriceBlock() {
  const t = useT()
  const { terms } = useDesk()
  const ticker = useTicker(terms.symbol)
  const direction = directionOfChange(ticker?.priceChangePercent)
  const facts = [
    [t('terminal:pair.highShort'), ticker?.high, terms.priceScale],
    [t('terminal:pair.lowShort'), ticker?.low, terms.priceScale],
  ] as const
  return (
    <section aria-label={t('terminal:pair.title')} className="h-[105px] border-b border-line bg-panel px-4 pt-2" data-panel="pair">
      <div className="flex h-9 items-center justify-between">
        <h1 className="contents">
          <PairName listed={false} />
        </h1>
        <span className="flex items-center gap-1">
          <Chip tone={direction === 'down' ? 'down' : direction === 'up' ? 'up' : 'neutral'}>
            <ChangeText percent={ticker?.priceChangePercent} />
          </Chip>
          <FavoriteStar />
        </span>
      </div>
      <div className="flex items-end justify-between gap-4 max-[389px]:gap-3">
        <div className="shrink-0 [&_[data-price]]:text-[26px] [&_[data-price]]:leading-[30px] max-[389px]:[&_[data-price]]:text-[22px]">
          <LastPrice ticker={ticker} spread />
        </div>
        <dl className="min-w-0 text-small">
          {facts.map(([name, value, scale]) => (
            <div key={name} className="flex justify-between gap-4 max-[389px]:gap-2">
              <dt className="min-w-0 truncate text-muted">{name}</dt>
              <dd className="num shrink-0">{value === undefined ? '--' : formatNumber(value, { scale })}</dd>
            </div>
          ))}
          <div className="flex justify-between gap-4 max-[389px]:gap-2">
            <dt className="min-w-0 truncate text-muted">{t('terminal:pair.volumeShort')}</dt>
            <dd className="num shrink-0">{ticker === undefined ? '--' : formatCompact(ticker.quantity)}</dd>
          </div>
        </dl>
      </div>
    </section>
  )
}
