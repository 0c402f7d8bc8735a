/** `/spotTrade` for users and the read-only `/trade?type=spot` for visitors: finds the pair of the address and opens its terminal. */
import { symbolFromQuery } from '@agio/wire/market/pair-address.ts'
import { useEffect, useReducer } from 'react'
import { tickerTopic } from '../../data/live/tickers.ts'
import { useMounted } from '../../data/mounted.ts'
import { useLoggedIn } from '../../data/session.ts'
import { useOrderCounters } from '../../data/spot/my-orders.ts'
import { useAllTerms, useAssets, useFees } from '../../data/spot/pair-terms.ts'
import { readStored, writeStored } from '../../data/storage.ts'
import { useT } from '../../i18n/i18n.ts'
import { paths } from '../../paths.ts'
import { preloadLayout, showsTicket } from '../../terminal/arrangements.ts'
import { Terminal } from '../../terminal/terminal.tsx'
import { TerminalFrame } from '../../terminal/terminal-frame.tsx'
import { TerminalSkeleton } from '../../terminal/terminal-skeleton.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { useSearchParams } from '../../ui/navigation.tsx'
import { NoData } from '../../ui/states.tsx'
import { DeskContext, DraftContext } from './desk.ts'
import { preloadTicket } from './later.ts'
import { changeTicket, EMPTY_DRAFT } from './model/ticket.ts'
import { SpotMarket, SpotOwn } from './spot-market.tsx'

preloadLayout()
// The visitors' view has no ticket at all.
if (showsTicket() && window.location.pathname === paths.spotTerminal) preloadTicket()

const NOTHING = (): void => undefined

/** What the browser remembers counts once the server's markup was taken over, which is drawn without it. */
function useSymbol(): string | undefined {
  const [search] = useSearchParams()
  const mounted = useMounted()
  const asked = symbolFromQuery(search.get('symbol'))
  return asked ?? (search.get('symbol') === null && mounted ? readStored('currentPair') : undefined)
}

/** Decides between skeleton, refusal and terminal. */
function SpotTerminal({ readOnly }: { readonly readOnly: boolean }) {
  const t = useT()
  const wanted = useSymbol()
  const [search] = useSearchParams()
  const terms = useAllTerms()
  const assets = useAssets()
  const symbol = wanted ?? (search.get('symbol') === null ? terms.data?.keys().next().value : undefined)
  const pair = symbol === undefined ? undefined : terms.data?.get(symbol)
  const fees = useFees(pair)
  const mounted = useMounted()
  const failed = terms.error ?? assets.error
  if (failed !== null && (terms.data === undefined || assets.data === undefined)) {
    const retry = () => {
      void terms.refetch()
      void assets.refetch()
    }
    return <ErrorPanel title={t('terminal:page.failed')} error={failed} onRetry={retry} />
  }
  if (terms.data === undefined || assets.data === undefined) return <TerminalSkeleton />
  const base = pair === undefined ? undefined : assets.data.get(pair.base)
  const quote = pair === undefined ? undefined : assets.data.get(pair.quote)
  if (pair === undefined || base === undefined || quote === undefined) {
    return (
      <NoData
        size="page"
        title={t('terminal:page.noPair')}
        text={t('terminal:page.noPairText')}
        link={{ to: paths.markets, label: t('terminal:page.markets') }}
      />
    )
  }
  // Which arrangement fits is known in the browser only; until then the frame stands with the pair and its price in it.
  if (!mounted) {
    return (
      <DeskContext value={{ terms: pair, base, quote, fees, loggedIn: false, readOnly, change: NOTHING }}>
        <SpotMarket>
          <TerminalFrame />
        </SpotMarket>
      </DeskContext>
    )
  }
  return <OpenTerminal key={pair.symbol} terms={pair} base={base} quote={quote} fees={fees} readOnly={readOnly} />
}

type OpenProps = Pick<NonNullable<Parameters<typeof DeskContext.Provider>[0]['value']>, 'terms' | 'base' | 'quote' | 'fees'> & {
  readonly readOnly: boolean
}

function OpenTerminal({ terms, base, quote, fees, readOnly }: OpenProps) {
  useAllTerms(terms.symbol)
  const loggedIn = useLoggedIn()
  const counters = useOrderCounters()
  const [draft, change] = useReducer(changeTicket, EMPTY_DRAFT)
  useEffect(() => writeStored('currentPair', terms.symbol), [terms.symbol])
  useEffect(() => {
    // The first known price is a better start than an empty field; later prices leave the ticket alone.
    const topic = tickerTopic(terms.symbol)
    let filled = false
    const fill = () => {
      const price = topic.store.get()?.price
      if (filled || price === undefined) return
      filled = true
      change({ kind: 'firstPrice', price })
    }
    const stop = topic.subscribe(fill)
    fill()
    return stop
  }, [terms.symbol])
  return (
    <DeskContext value={{ terms, base, quote, fees, loggedIn: loggedIn && !readOnly, readOnly, change }}>
      <div
        className="flex flex-1 flex-col"
        data-order-place={counters.placed}
        data-order-update={counters.updated}
        data-order-delete={counters.deleted}
      >
        <DraftContext value={draft}>
          <SpotMarket>
            <SpotOwn>
              <Terminal />
            </SpotOwn>
          </SpotMarket>
        </DraftContext>
      </div>
    </DeskContext>
  )
}

export function SpotPage() {
  return <SpotTerminal readOnly={false} />
}

/** Anyone may look at a spot pair here; so it is for contracts while their switch is off. */
export function VisitorSpotPage() {
  return <SpotTerminal readOnly />
}
