/** The home page below its first windows: rankings, contracts, savings, what can be checked. Loaded when somebody comes near. */
import { Suspense } from 'react'
import { isClosed } from '../../closed-paths.ts'
import type { MarketPair } from '../../data/market/market-model.ts'
import { useSite } from '../../data/site.ts'
import { loadTexts, useT } from '../../i18n/i18n.ts'
import { paths } from '../../paths.ts'
import { PanelBoundary } from '../../ui/error-panel.tsx'
import { useNear } from '../../ui/near.ts'
import { part } from '../../ui/part.tsx'
import { Rankings } from './rankings.tsx'
import { TrustSection } from './trust-section.tsx'

/** They come with their texts, where their product is open, once somebody comes near their place. */
const ContractTeaser = part(async () => {
  const [teaser] = await Promise.all([import('./contract-teaser.tsx'), loadTexts(['perpetual'])])
  return teaser.ContractTeaser
})
const EarnTeaser = part(async () => {
  const [teaser] = await Promise.all([import('./earn-teaser.tsx'), loadTexts(['earn'])])
  return teaser.EarnTeaser
})

export function HomeRest({ pairs }: { readonly pairs: readonly MarketPair[] }) {
  const t = useT()
  const { switches } = useSite()
  return (
    <>
      <PanelBoundary title={t('home:markets.title')}>
        <Rankings pairs={pairs} />
      </PanelBoundary>
      {switches.contractSwitch && (
        <PanelBoundary title={t('pages:title.contractData')}>
          <NearTeaser Teaser={ContractTeaser} />
        </PanelBoundary>
      )}
      {!isClosed(paths.earn, switches) && (
        <PanelBoundary title={t('pages:title.financial')}>
          <NearTeaser Teaser={EarnTeaser} />
        </PanelBoundary>
      )}
      <TrustSection />
    </>
  )
}

/** Far ahead: it pushes down what stands below it, which must not be in the window yet. */
function NearTeaser({ Teaser }: { readonly Teaser: typeof EarnTeaser }) {
  const { element, near } = useNear<HTMLDivElement>('1200px')
  if (!near) return <div ref={element} aria-hidden="true" />
  return (
    <Suspense>
      <Teaser />
    </Suspense>
  )
}
