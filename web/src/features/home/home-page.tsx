/** The first page: what a price is made of, what moves, what can be checked. */
import { Suspense, useEffect, useState } from 'react'
import { useIdle } from '../../data/idle.ts'
import type { MarketPair } from '../../data/market/market-model.ts'
import { usePairs } from '../../data/market/pairs.ts'
import { useFirstQuotes } from '../../data/market/quotes.ts'
import { useT } from '../../i18n/i18n.ts'
import { PanelBoundary } from '../../ui/error-panel.tsx'
import { useNear } from '../../ui/near.ts'
import { part } from '../../ui/part.tsx'
import { Announcements } from './announcements.tsx'
import { Banner } from './banner.tsx'
import { Hero } from './hero.tsx'
import { PriceStrip } from './price-strip.tsx'

const HomeRest = part(async () => (await import('./home-rest.tsx')).HomeRest)
const LiveQuotes = part(async () => (await import('../../data/market/live-quotes.tsx')).LiveQuotes)

/** The pair that the hero measures: the first of the list that is open. */
function measuredPair(pairs: readonly MarketPair[]): MarketPair | undefined {
  return pairs.find((pair) => pair.symbol === 'BTC/USDT' && pair.tradable) ?? pairs.find((pair) => pair.tradable)
}

export function HomePage() {
  const t = useT()
  const pairs = usePairs()
  useFirstQuotes()
  const idle = useIdle()
  const below = useIdle(2)
  return (
    <>
      <Hero pair={measuredPair(pairs)} live={idle} />
      <PriceStrip pairs={pairs} />
      <div className="page-column grid gap-6 pt-11 has-[section:nth-child(2)]:lg:grid-cols-[1.55fr_minmax(0,1fr)] lg:pt-18">
        <PanelBoundary title={t('home:banner.name')}>
          <Banner />
        </PanelBoundary>
        <PanelBoundary title={t('home:announcements.title')}>
          <Announcements />
        </PanelBoundary>
      </div>
      {below ? <NearRest pairs={pairs} /> : <Room />}
      {idle && (
        <Suspense>
          <LiveQuotes />
        </Suspense>
      )}
    </>
  )
}

/** Keeps the footer out of the window until the rest of the page stands above it. */
const Room = () => <div className="min-h-dvh" />

/** Coming back from another page finds what stood there at once: the place that was left may be in it. */
let seen = false

/** What no first window reaches is fetched when somebody comes near. */
function NearRest({ pairs }: { readonly pairs: readonly MarketPair[] }) {
  const t = useT()
  const { element, near } = useNear<HTMLDivElement>('600px')
  const [shown, setShown] = useState(seen)
  useEffect(() => {
    if (!near) return
    const show = () => {
      seen = true
      setShown(true)
    }
    // A failure is shown where it is drawn.
    HomeRest.ready().then(show, show)
  }, [near])
  if (!shown)
    return (
      <div ref={element}>
        <Room />
      </div>
    )
  return (
    <PanelBoundary title={t('home:markets.title')}>
      <Suspense fallback={<Room />}>
        <HomeRest pairs={pairs} />
      </Suspense>
    </PanelBoundary>
  )
}
