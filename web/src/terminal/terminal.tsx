/** The terminal of a pair: its arrangement for this window, the banner above it and the keys that work everywhere in it. */
import { Suspense, useEffect, useRef, useState } from 'react'
import { toggleBalances } from '../data/balance-visibility.ts'
import { useLive } from '../data/live/live-store.ts'
import { useTopic } from '../data/live/topic.ts'
import { formatNumber } from '../i18n/format.ts'
import { useT } from '../i18n/i18n.ts'
import { PanelBoundary } from '../ui/error-panel.tsx'
import { useTitleMark } from '../ui/tab-mark.ts'
import { Desktop, Phone, Tablet } from './arrangements.ts'
import { KeysDialog } from './later.ts'
import { useMarket } from './market.ts'
import { StaleBanner } from './status/stale-banner.tsx'
import { useHelpKey } from './status/use-help-key.ts'
import { TerminalSkeleton } from './terminal-skeleton.tsx'
import { useLayout } from './use-layout.ts'
import { viewHeight } from './view-height.ts'
import { bindKeys } from './when-free.ts'

const TITLE_MS = 1000

/** Once a second the document title is the price: tabs in the background stay useful. */
function TitlePrice() {
  const { terms, name, price: topic } = useMarket()
  const price = useTopic(topic)?.price
  const mark = useTitleMark()
  const text = price === undefined ? name : `${formatNumber(price, { scale: terms.priceScale })} ${name}`
  const [shown, setShown] = useState(text)
  const shownAt = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    // Prices that come more often than once a second must not put it off for ever.
    const wait = Math.max(0, shownAt.current + TITLE_MS - performance.now())
    const show = (): void => {
      shownAt.current = performance.now()
      setShown(text)
    }
    const timer = setTimeout(show, shown.endsWith(name) && shown !== name ? wait : 0)
    return () => clearTimeout(timer)
  }, [text, shown, name])
  useEffect(() => {
    const tail = document.title.includes(' · ') ? document.title.split(' · ').at(-1) : undefined
    const head = `${mark}${shown}`
    document.title = tail === undefined ? head : `${head} · ${tail}`
  }, [shown, mark])
  return null
}

/** Old values stay readable but lose their colour. */
const STALE =
  '[--banner:36px] [&_[data-panel=chart]_canvas]:grayscale [&_[data-book-row]_td]:grayscale [&_[data-panel=book]_[data-balance]]:grayscale [&_[data-panel=book]_.num]:!text-faint [&_[data-panel=pair]_.num]:!text-faint [&_[data-panel=pairs]_.num]:!text-faint [&_[data-panel=pair]_.num_*]:!text-faint [&_[data-panel=trades]_.num]:!text-faint [&_[data-position]_.num]:!text-faint [&_[data-position]_.tabular-nums]:!text-faint [&_[data-unrealised]]:!text-faint [&_[data-contract-account]_.num]:!text-faint [&_[data-contract-account]_dl]:grayscale [&_[data-available]]:!text-faint [&_[data-cost]_[data-value]]:!text-faint [&_[data-cost]_[data-value]_*]:!text-faint [&_[data-ruler]]:grayscale [&_[data-order-line]]:grayscale [&_[data-edge-line]]:grayscale [&_[data-live]_.num]:!text-faint [&_dialog_dd]:!text-faint'

export function Terminal() {
  const layout = useLayout()
  const [keys, setKeys] = useState(false)
  const t = useT()
  const { line, viewBar, parts } = useMarket()
  const connection = useLive(line().facts.store)
  const stale = connection.state === 'offline' || connection.state === 'ended'
  useHelpKey(() => setKeys(true))
  useEffect(() => bindKeys({ 'Shift+H': toggleBalances }), [])
  return (
    <div className={`flex flex-1 flex-col ${stale ? STALE : '[--banner:0px]'} ${viewHeight(viewBar)}`} data-terminal={layout}>
      <TitlePrice />
      {viewBar && <parts.ViewBar />}
      <PanelBoundary title={t('ui:age.broken')}>
        <StaleBanner />
      </PanelBoundary>
      <Suspense fallback={<TerminalSkeleton />}>
        {layout === 'phone' ? <Phone /> : layout === 'tablet' ? <Tablet /> : <Desktop layout={layout} onKeys={() => setKeys(true)} />}
      </Suspense>
      <parts.Dialogs />
      <Suspense>{keys && <KeysDialog onClose={() => setKeys(false)} />}</Suspense>
    </div>
  )
}
