/** The arrangement below 768 px: one column, and a sheet for orders behind the fixed buttons. */
import { Suspense, useEffect, useState } from 'react'
import { whenQuiet } from '../data/idle.ts'
import { useT } from '../i18n/i18n.ts'
import { PanelBoundary } from '../ui/error-panel.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { TabList, TabPanel } from '../ui/tabs.tsx'
import { BookPanel } from './book/book-panel.tsx'
import { TapePanel } from './book/tape-panel.tsx'
import { ChartPanel } from './chart/chart-panel.tsx'
import { preloadSheet, TicketSheet } from './later.ts'
import { useMarket } from './market.ts'
import { PHONE_TABS, type PhoneTab } from './phone-tabs.ts'
import { ActionBar } from './side-buttons.tsx'

export function Phone() {
  const t = useT()
  const { begin, readOnly, loggedIn, preloadTicket, parts } = useMarket()
  const [tab, setTab] = useState<PhoneTab>('chart')
  const [sheet, setSheet] = useState(false)
  const reach = () => {
    preloadSheet()
    preloadTicket()
  }
  useEffect(() => {
    if (!loggedIn) return
    // Who can order will: the sheet opens at once then, and does not share the line with the first picture.
    whenQuiet(() => {
      preloadSheet()
      preloadTicket()
    })
  }, [loggedIn, preloadTicket])
  const open = (side: 'buy' | 'sell') => {
    begin(side)
    setSheet(true)
  }
  return (
    <div className={`bg-panel ${readOnly ? '' : 'pb-[calc(80px+env(safe-area-inset-bottom))]'}`}>
      <PanelBoundary title={t('terminal:pair.title')}>
        <parts.PriceBlock />
      </PanelBoundary>
      <TabList
        id="phone"
        label={t('terminal:side.title')}
        height={44}
        className="border-b border-line px-4"
        value={tab}
        onChange={setTab}
        tabs={PHONE_TABS.map((value) => ({ value, label: t(`terminal:phone.${value}`) }))}
      />
      <TabPanel id="phone" value={tab} className="h-[358px]">
        <PanelBoundary key={tab} title={t(`terminal:phone.${tab}`)}>
          {tab === 'chart' && <ChartPanel layout="phone" />}
          {tab === 'book' && <BookPanel touch head={false} />}
          {tab === 'trades' && <TapePanel touch />}
          {tab === 'info' && (
            <div className="flex h-full overflow-y-auto">
              <Suspense fallback={<SkeletonRows rows={6} />}>
                <parts.Info />
              </Suspense>
            </div>
          )}
        </PanelBoundary>
      </TabPanel>
      <div className="border-t border-line">
        <PanelBoundary title={t('terminal:tabs.title')}>
          <parts.Orders cards narrow />
        </PanelBoundary>
      </div>
      {!readOnly && (
        <ActionBar>
          <parts.Actions onBegin={open} onReach={reach} />
        </ActionBar>
      )}
      {sheet && (
        <Suspense>
          <TicketSheet onClose={() => setSheet(false)} />
        </Suspense>
      )}
    </div>
  )
}
