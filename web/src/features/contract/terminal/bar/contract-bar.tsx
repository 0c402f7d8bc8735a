/** The contract in one line: name, last price, mark and index, funding with its countdown, the day, open interest. */
import { ChevronDown, Star } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { type ContractTicker, coinsOf, contractMark, contractTicker, type MarkView } from '../../../../data/contract/contract-prices.ts'
import { useContractMarket } from '../../../../data/contract/contracts.ts'
import { priceAbout, useFiat } from '../../../../data/fiat.ts'
import { useTopic } from '../../../../data/live/topic.ts'
import { formatNumber, isolated } from '../../../../i18n/format.ts'
import { useT } from '../../../../i18n/i18n.ts'
import { IconButton } from '../../../../ui/button.tsx'
import { Chip } from '../../../../ui/chip.tsx'
import { CoinLogo } from '../../../../ui/coin-logo.tsx'
import { HelpLink } from '../../../../ui/help-link.tsx'
import { Icon } from '../../../../ui/icons.tsx'
import { PanelButton } from '../../../../ui/menu-button.tsx'
import { Arrow, ChangeText, directionOfChange } from '../../../../ui/number-text.tsx'
import { SkeletonRows } from '../../../../ui/skeleton.tsx'
import { useContractDesk } from '../desk.ts'
import { ContractList } from '../later.ts'
import { percentOf, rateText } from '../rates.ts'
import { Countdown } from './countdown.tsx'
import { useFavoriteContracts } from './use-favorite-contracts.ts'

function FavoriteStar() {
  const t = useT()
  const { terms, member } = useContractDesk()
  const { list, toggle } = useFavoriteContracts()
  const on = list.includes(terms.contractId)
  if (!member) return null
  return (
    <IconButton
      label={t(on ? 'terminal:pair.unfavorite' : 'terminal:pair.favorite')}
      aria-pressed={on}
      onClick={() => toggle(terms.contractId)}
    >
      <Icon as={Star} size={16} className={on ? 'fill-current text-fg' : ''} />
    </IconButton>
  )
}

function ContractName({ listed }: { readonly listed: boolean }) {
  const t = useT()
  const { terms } = useContractDesk()
  const about =
    terms.state === 'trading' ? t('contract:bar.about', { times: isolated(`${terms.mostLeverage}×`) }) : t(`contract:state.${terms.state}`)
  const name = (
    <span className="flex items-center gap-2.5 text-start">
      <CoinLogo coin={terms.base} size={28} />
      <span>
        <span className="flex items-center gap-1.5 text-strong leading-5">
          <bdi dir="ltr">{terms.name}</bdi>
          {/* The narrowest phones have room for the name alone. */}
          <span className={listed ? '' : 'max-[359px]:hidden'}>
            <Chip>{t('contract:bar.perp')}</Chip>
          </span>
          {!listed && <Icon as={ChevronDown} size={16} className="text-muted" />}
        </span>
        <span className="block max-w-44 truncate text-small whitespace-nowrap text-muted max-md:hidden">{about}</span>
      </span>
    </span>
  )
  if (listed) return name
  return (
    <PanelButton
      name={t('contract:list.title')}
      width={400}
      className="rounded-chip hover:bg-hover"
      content={
        <>
          <span>{name}</span>
          <span className="visually-hidden">{t('contract:bar.change')}</span>
        </>
      }
    >
      {(close) => (
        <div className="h-[min(480px,70dvh)]">
          <Suspense fallback={<SkeletonRows rows={6} />}>
            <ContractList onChosen={close} />
          </Suspense>
        </div>
      )}
    </PanelButton>
  )
}

interface Prices {
  readonly ticker: ContractTicker | undefined
  readonly mark: MarkView | undefined
}

function usePrices(): Prices {
  const { terms } = useContractDesk()
  return { ticker: useTopic(contractTicker(terms.symbol)), mark: useTopic(contractMark(terms.symbol)) }
}

/** What the figure is, for whoever has never heard of it. */
function FundingName({ children }: { readonly children: string }) {
  const t = useT()
  return (
    <HelpLink
      article="funding"
      beside
      title={t('contract:help.funding')}
      className="hit-area underline decoration-dotted underline-offset-2 hover:text-fg"
    >
      {children}
    </HelpLink>
  )
}

/** The rate that the next settlement would take, and how long until then. */
function Funding({ mark }: Pick<Prices, 'mark'>) {
  // in an element of its own: a browser that translates replaces a bare text, and React would not find it
  if (mark === undefined) return <span>--</span>
  const direction = directionOfChange(mark.nextRate)
  return (
    <span className="whitespace-nowrap">
      <bdi className={`num ${direction === 'down' ? 'text-down-text' : direction === 'up' ? 'text-up-text' : ''}`}>
        {rateText(mark.nextRate)}
      </bdi>
      {/* A narrow phone has room for the rate alone. */}
      <span className="max-[359px]:hidden">
        {' / '}
        <Countdown until={mark.nextAt} />
      </span>
    </span>
  )
}

export function ContractBar({ listed }: { readonly listed: boolean }) {
  const t = useT()
  const { terms } = useContractDesk()
  const { ticker, mark } = usePrices()
  const market = useContractMarket(terms.contractId).data
  const price = (value: string | undefined): string =>
    value === undefined || value === '' ? '--' : formatNumber(value, { scale: terms.priceScale })
  const facts: readonly (readonly [name: string, value: ReactNode, look: string, head?: ReactNode])[] = [
    [t('contract:bar.mark'), price(mark?.mark), ''],
    [t('contract:bar.index'), price(mark?.index), ''],
    [
      t('contract:bar.funding'),
      <Funding key="funding" mark={mark} />,
      '',
      <FundingName key="funding">{t('contract:bar.funding')}</FundingName>,
    ],
    [
      t('contract:bar.change24'),
      ticker === undefined ? <span key="none">--</span> : <ChangeText key="change" percent={percentOf(ticker.rose)} />,
      '',
    ],
    [
      t('contract:bar.turnover24', { asset: terms.quote }),
      market === undefined ? '--' : formatNumber(market.amount, { scale: 0 }),
      'max-xl:hidden',
    ],
    [
      t('contract:bar.openInterest'),
      market === undefined ? '--' : `${formatNumber(coinsOf(market.openInterest, terms), { scale: 1 })} ${terms.base}`,
      '',
    ],
  ]
  return (
    <section aria-label={t('contract:bar.title')} className="flex h-full items-center gap-5 overflow-hidden px-3" data-panel="pair">
      <span className="flex items-center gap-1">
        <FavoriteStar />
        <h1 className="contents">
          <ContractName listed={listed} />
        </h1>
      </span>
      <LastPrice ticker={ticker} />
      {/* What does not fit goes to a second line that nobody sees: a number that is cut off is another number. */}
      <dl className="flex h-9 min-w-0 flex-wrap gap-x-7 overflow-hidden">
        {facts.map(([name, value, hide, head = name]) => (
          <div key={name} className={`whitespace-nowrap ${hide}`}>
            <dt className="text-small text-muted">{head}</dt>
            <dd className="num text-dense font-medium">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function LastPrice({ ticker }: Pick<Prices, 'ticker'>) {
  const t = useT()
  const { terms } = useContractDesk()
  const fiat = useFiat()
  const moved = ticker?.moved ?? 'flat'
  return (
    <div className="min-w-[104px]">
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
      </p>
    </div>
  )
}

/** The phone's price block, 105 px high. */
export function ContractPriceBlock() {
  const t = useT()
  const { terms } = useContractDesk()
  const { ticker, mark } = usePrices()
  const change = ticker === undefined ? undefined : percentOf(ticker.rose)
  const direction = directionOfChange(change)
  const price = (value: string | undefined): string =>
    value === undefined || value === '' ? '--' : formatNumber(value, { scale: terms.priceScale })
  return (
    <section aria-label={t('contract:bar.title')} className="h-[105px] border-b border-line bg-panel px-4 pt-2" data-panel="pair">
      <div className="flex h-9 items-center justify-between">
        <h1 className="contents">
          <ContractName listed={false} />
        </h1>
        <span className="flex items-center gap-1">
          <Chip tone={direction === 'down' ? 'down' : direction === 'up' ? 'up' : 'neutral'}>
            <ChangeText percent={change} />
          </Chip>
          <FavoriteStar />
        </span>
      </div>
      <div className="flex items-end justify-between gap-4 max-[389px]:gap-3">
        <div className="shrink-0 [&_[data-price]]:text-[26px] [&_[data-price]]:leading-[30px] max-[389px]:[&_[data-price]]:text-[22px]">
          <LastPrice ticker={ticker} />
        </div>
        <dl className="min-w-0 text-small">
          <Fact name={t('contract:bar.mark')}>{price(mark?.mark)}</Fact>
          <Fact name={t('contract:bar.index')}>{price(mark?.index)}</Fact>
          <Fact name={<FundingName>{t('contract:bar.fundingShort')}</FundingName>}>
            <Funding mark={mark} />
          </Fact>
        </dl>
      </div>
    </section>
  )
}

function Fact({ name, children }: { readonly name: ReactNode; readonly children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4 max-[389px]:gap-2">
      {/* Where there is no room for both, the figure is what counts. Cut at its side alone: what may be pressed is higher than its line. */}
      <dt className="min-w-0 overflow-x-clip text-ellipsis whitespace-nowrap text-muted">{name}</dt>
      <dd className="num shrink-0 whitespace-nowrap">{children}</dd>
    </div>
  )
}
