/** The first page: what a price is made of, what moves, what can be checked. */
import { lazy, Suspense, useEffect, useState } from 'react'
import type { MarketPair } from '../../data/market/market-model.ts'
import { usePairs } from '../../data/market/pairs.ts'
import { useFirstQuotes } from '../../data/market/quotes.ts'
import { useT } from '../../i18n/i18n.ts'
import { PanelBoundary } from '../../ui/error-panel.tsx'
import { Banner } from './banner.tsx'
import { Hero } from './hero.tsx'
import { PriceStrip } from './price-strip.tsx'
import { Rankings } from './rankings.tsx'
import { TrustSection } from './trust-section.tsx'

const LiveQuotes = lazy(async () => ({ default: (await import('../../data/market/live-quotes.tsx')).LiveQuotes }))

/** True after the first paint: the socket waits for it. */
function usePainted(): boolean {
  const [painted, setPainted] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setPainted(true), 0)
    return () => clearTimeout(timer)
  }, [])
  return painted
}

/** The pair that the hero measures: the first of the list that is open. */
function measuredPair(pairs: readonly MarketPair[]): MarketPair | undefined {
  return pairs.find((pair) => pair.symbol === 'BTC/USDT' && pair.tradable) ?? pairs.find((pair) => pair.tradable)
}

export function HomePage() {
  const t = useT()
  const pairs = usePairs()
  useFirstQuotes()
  const painted = usePainted()
  return (
    <>
      <Hero pair={measuredPair(pairs)} />
      <PriceStrip pairs={pairs} />
      <PanelBoundary title={t('home:banner.name')}>
        <Banner />
      </PanelBoundary>
      <PanelBoundary title={t('home:markets.title')}>
        <Rankings pairs={pairs} />
      </PanelBoundary>
      <TrustSection />
      {painted && (
        <Suspense>
          <LiveQuotes />
        </Suspense>
      )}
    </>
  )
}
