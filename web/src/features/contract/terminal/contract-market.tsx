/** A contract as the shared panels of a terminal see it: where its prices come from, and what it draws in the places of the frames. */
import type { ReactNode } from 'react'
import { contractLine } from '../../../data/contract/contract-line.ts'
import { isWaiting } from '../../../data/contract/contract-order.ts'
import {
  contractCandles,
  contractDepth,
  contractMark,
  contractTicker,
  contractTrades,
  priceCandles,
} from '../../../data/contract/contract-prices.ts'
import type { ContractTerms } from '../../../data/contract/contract-terms.ts'
import { contractCalls } from '../../../data/contract/contracts.ts'
import { useContractOrders } from '../../../data/contract/my-contracts.ts'
import { readCandle } from '../../../data/live/candles.ts'
import { useTopic } from '../../../data/live/topic.ts'
import { usePages } from '../../../data/paged-list.ts'
import { formatNumber } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/i18n.ts'
import { loginPath } from '../../../paths.ts'
import { type ActionsProps, type Market, MarketContext, type MarketParts, OwnContext, ticksOf } from '../../../terminal/market.ts'
import { SideButtons } from '../../../terminal/side-buttons.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { useLocation } from '../../../ui/navigation.tsx'
import { ContractBar, ContractPriceBlock } from './bar/contract-bar.tsx'
import { useContractDesk } from './desk.ts'
import {
  ContractAccountCard,
  ContractInfoPanel,
  ContractLines,
  ContractList,
  ContractRules,
  ContractTicketPanel,
  FundingPanel,
  preloadContractTicket,
} from './later.ts'
import { ContractBottom } from './orders/contract-bottom.tsx'
import { PositionDialogs } from './positions/dialog-host.tsx'

function MarkNote() {
  const t = useT()
  const { terms } = useContractDesk()
  const mark = useTopic(contractMark(terms.symbol))
  return (
    // The word may be cut off where there is no room, a number never.
    <span className="flex min-w-0 gap-1">
      <span className="min-w-0 truncate">{t('contract:bar.mark')}</span>
      <bdi className="num shrink-0">{mark === undefined ? '--' : formatNumber(mark.mark, { scale: terms.priceScale })}</bdi>
    </span>
  )
}

function Actions(props: ActionsProps) {
  const t = useT()
  const here = useLocation()
  const { member } = useContractDesk()
  if (member) return <SideButtons {...props} buy={t('contract:ticket.long')} sell={t('contract:ticket.short')} />
  return (
    <ButtonLink look="primary" size={44} wide to={loginPath(here.pathname + here.search)}>
      {t('terminal:ticket.logIn')}
    </ButtonLink>
  )
}

const NoViewBar = () => null

const PARTS: MarketParts = {
  Bar: ContractBar,
  PriceBlock: ContractPriceBlock,
  List: ContractList,
  PriceNote: MarkNote,
  Ticket: ContractTicketPanel,
  Actions,
  Account: ContractAccountCard,
  Rules: ContractRules,
  Orders: ContractBottom,
  Info: ContractInfoPanel,
  Lines: ContractLines,
  Funding: FundingPanel,
  ViewBar: NoViewBar,
  Dialogs: PositionDialogs,
}

type Feed = Pick<Market, 'price' | 'depth' | 'trades' | 'candles' | 'loadCandles'>
const feeds = new Map<string, Feed>()

/** Made once for each contract and unit, so that what reads it is not started anew. */
function feedOf(terms: ContractTerms, inCoins: boolean): Feed {
  const { symbol, contractId } = terms
  const key = `${symbol} ${inCoins}`
  const known = feeds.get(key)
  if (known !== undefined) return known
  const grown = new Map<string, ReturnType<Market['candles']>>()
  const made: Feed = {
    price: contractTicker(symbol),
    depth: contractDepth(terms, inCoins),
    trades: contractTrades(terms, inCoins),
    candles(series, interval) {
      if (series === 'last') return contractCandles(`${symbol}:${interval}`)
      const name = `${series} ${interval}`
      const topic = grown.get(name) ?? priceCandles(symbol, series, interval)
      grown.set(name, topic)
      return topic
    },
    async loadCandles({ series, interval, limit, from, until }) {
      const bounds = { ...(from !== undefined && { startTime: from }), ...(until !== undefined && { endTime: until }) }
      const rows = await (await contractCalls()).loadContractCandles(series, { contractId, interval, limit, ...bounds })
      return rows.flatMap((row) => readCandle(row) ?? [])
    },
  }
  feeds.set(key, made)
  return made
}

const SERIES: Market['series'] = ['last', 'mark', 'index']

/** Gives the desk's contract to the panels inside. */
export function ContractMarket({ children }: { readonly children: ReactNode }) {
  const t = useT()
  const { terms, member, inCoins, change } = useContractDesk()
  const unit = inCoins ? ('coin' as const) : ('contracts' as const)
  const feed = feedOf(terms, inCoins)
  const market: Market = {
    terms: {
      symbol: terms.symbol,
      base: inCoins ? terms.base : t('contract:unit.contractsShort'),
      quote: terms.quote,
      priceScale: terms.priceScale,
      quantityScale: inCoins ? terms.lotScale : 0,
      ...(!inCoins && { worth: { lots: terms.lotsPerContract, scale: terms.lotScale } }),
      depthSteps: terms.depthSteps,
    },
    name: terms.name,
    loggedIn: member,
    readOnly: false,
    viewBar: false,
    fees: { maker: terms.makerFee, taker: terms.takerFee },
    line: contractLine,
    ...feed,
    series: SERIES,
    candleUnit: { name: terms.base, scale: terms.lotScale },
    choose: ({ price, quantity, side }) =>
      change({ kind: 'chosen', price, unit, ...(quantity !== undefined && { quantity }), ...(side !== undefined && { side }) }),
    begin: (side) => change({ kind: 'side', side }),
    preloadTicket: preloadContractTicket,
    parts: PARTS,
  }
  return <MarketContext value={market}>{children}</MarketContext>
}

/** Marks the member's orders of the contract in the book, and his trades on the chart. */
export function ContractOwn({ children }: { readonly children: ReactNode }) {
  const { terms, member } = useContractDesk()
  const { rows } = useContractOrders(member)
  const waiting = rows.filter((order) => order.symbol === terms.symbol && !isWaiting(order))
  const prices = waiting.map(({ side, price }) => ({
    side: side === 'buy' ? ('bids' as const) : ('asks' as const),
    price: ticksOf(price, terms.priceScale),
  }))
  const filter = { contractId: terms.contractId }
  const trades = usePages(['contractTrades', filter], async (place) => (await memberCalls()).loadOwnTrades(filter, place), member).rows
  return <OwnContext value={{ prices, trades }}>{children}</OwnContext>
}

const memberCalls = () => import('../../../data/contract/member-calls.ts')
