/** The terminal of a pair: its arrangement for this window, the banner above it and the keys that work everywhere in it. */
import { Suspense, useEffect, useState } from 'react'
import { tinykeys } from 'tinykeys'
import { toggleBalances } from '../../data/balance-visibility.ts'
import { useConnection } from '../../data/live/live.ts'
import { useTicker } from '../../data/live/tickers.ts'
import { formatNumber } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { PanelBoundary } from '../../ui/error-panel.tsx'
import { Desktop, Phone, Tablet } from './arrangements.ts'
import { Asker } from './ask/asker.tsx'
import { useDesk } from './desk.ts'
import { KeysDialog } from './later.ts'
import { StaleBanner } from './status/stale-banner.tsx'
import { useHelpKey } from './status/use-help-key.ts'
import { TerminalSkeleton } from './terminal-skeleton.tsx'
import { whenFree } from './ticket/ticket-keys.ts'
import { useLayout } from './use-layout.ts'
import { ViewBar, viewHeight } from './view-bar.tsx'

/** Once a second the document title is the price: tabs in the background stay useful. */
function TitlePrice() {
  const { terms } = useDesk()
  const price = useTicker(terms.symbol)?.price
  const text = price === undefined ? terms.symbol : `${formatNumber(price, { scale: terms.priceScale })} ${terms.symbol}`
  const [shown, setShown] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setShown(text), shown.endsWith(terms.symbol) && shown !== terms.symbol ? 1000 : 0)
    return () => clearTimeout(timer)
  }, [text, shown, terms.symbol])
  useEffect(() => {
    const tail = document.title.includes(' · ') ? document.title.split(' · ').at(-1) : undefined
    document.title = tail === undefined ? shown : `${shown} · ${tail}`
  }, [shown])
  return null
}

/** Old values stay readable but lose their colour. */
const STALE =
  '[--banner:36px] [&_[data-panel=chart]_canvas]:grayscale [&_[data-book-row]_td]:grayscale [&_[data-panel=book]_.num]:!text-faint [&_[data-panel=pair]_.num]:!text-faint [&_[data-panel=pairs]_.num]:!text-faint [&_[data-panel=pair]_.num_*]:!text-faint [&_[data-panel=trades]_.num]:!text-faint'

export function Terminal() {
  const layout = useLayout()
  const [keys, setKeys] = useState(false)
  const t = useT()
  const connection = useConnection()
  const stale = connection.state === 'offline' || connection.state === 'ended'
  const { readOnly } = useDesk()
  useHelpKey(() => setKeys(true))
  useEffect(() => tinykeys(window, { 'Shift+H': whenFree(toggleBalances) }), [])
  return (
    <div className={`flex flex-1 flex-col ${stale ? STALE : '[--banner:0px]'} ${viewHeight(readOnly)}`} data-terminal={layout}>
      <TitlePrice />
      <ViewBar />
      <PanelBoundary title={t('ui:age.broken')}>
        <StaleBanner />
      </PanelBoundary>
      <Suspense fallback={<TerminalSkeleton />}>
        {layout === 'phone' ? <Phone /> : layout === 'tablet' ? <Tablet /> : <Desktop layout={layout} onKeys={() => setKeys(true)} />}
      </Suspense>
      <Asker />
      <Suspense>{keys && <KeysDialog onClose={() => setKeys(false)} />}</Suspense>
    </div>
  )
}
