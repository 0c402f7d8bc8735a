/** The first page: what a price is made of, what moves, what can be checked. */
import { Suspense } from 'react'
import { isClosed } from '../../closed-paths.ts'
import { useIdle } from '../../data/idle.ts'
import type { MarketPair } from '../../data/market/market-model.ts'
import { usePairs } from '../../data/market/pairs.ts'
import { useFirstQuotes } from '../../data/market/quotes.ts'
import { useSite } from '../../data/site.ts'
import { loadTexts, useT } from '../../i18n/i18n.ts'
import { paths } from '../../paths.ts'
import { PanelBoundary } from '../../ui/error-panel.tsx'
import { part } from '../../ui/part.tsx'
import { Announcements } from './announcements.tsx'
import { Banner } from './banner.tsx'
import { Hero } from './hero.tsx'
import { PriceStrip } from './price-strip.tsx'
import { Rankings } from './rankings.tsx'
import { TrustSection } from './trust-section.tsx'

/** Comes with its texts, where savings are open, once the page stands. */
const EarnTeaser = part(async () => {
  const [teaser] = await Promise.all([import('./earn-teaser.tsx'), loadTexts(['earn'])])
  return teaser.EarnTeaser
})
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
  const teaser = !isClosed(paths.earn, useSite().switches)
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
      {below ? (
        <>
          <PanelBoundary title={t('home:markets.title')}>
            <Rankings pairs={pairs} />
          </PanelBoundary>
          {teaser && (
            <PanelBoundary title={t('pages:title.financial')}>
              <Suspense>
                <EarnTeaser />
              </Suspense>
            </PanelBoundary>
          )}
          <TrustSection />
        </>
      ) : (
        <div className="min-h-dvh" />
      )}
      {idle && (
        <Suspense>
          <LiveQuotes />
        </Suspense>
      )}
    </>
  )
}
