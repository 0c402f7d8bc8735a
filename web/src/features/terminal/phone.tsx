/** The arrangement below 768 px: one column, and a sheet for orders behind the fixed buttons. */
import { Suspense, useState } from 'react'
import { useT } from '../../i18n/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { PanelBoundary } from '../../ui/error-panel.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { TabList, TabPanel } from '../../ui/tabs.tsx'
import { BookPanel } from './book/book-panel.tsx'
import { TapePanel } from './book/tape-panel.tsx'
import { ChartPanel } from './chart/chart-panel.tsx'
import { useDesk } from './desk.ts'
import { InfoPanel, preloadSheet, TicketSheet } from './later.ts'
import { BottomPanel } from './orders/bottom-panel.tsx'
import { PriceBlock } from './pair/pair-bar.tsx'
import { PHONE_TABS, type PhoneTab } from './phone-tabs.ts'

export function Phone() {
  const t = useT()
  const { change, readOnly } = useDesk()
  const [tab, setTab] = useState<PhoneTab>('chart')
  const [sheet, setSheet] = useState(false)
  const open = (side: 'buy' | 'sell') => {
    change({ kind: 'side', side })
    setSheet(true)
  }
  return (
    <div className={`bg-panel ${readOnly ? '' : 'pb-[calc(80px+env(safe-area-inset-bottom))]'}`}>
      <PanelBoundary title={t('terminal:pair.title')}>
        <PriceBlock />
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
                <InfoPanel />
              </Suspense>
            </div>
          )}
        </PanelBoundary>
      </TabPanel>
      <div className="border-t border-line">
        <PanelBoundary title={t('terminal:tabs.title')}>
          <BottomPanel cards narrow />
        </PanelBoundary>
      </div>
      {!readOnly && (
        <div className="fixed inset-x-0 bottom-0 z-20 grid grid-cols-2 gap-3 border-t border-line bg-panel px-4 pt-2.5 pb-[calc(18px+env(safe-area-inset-bottom))]">
          <Button look="buy" size={44} wide onPointerDown={preloadSheet} onClick={() => open('buy')}>
            {t('terminal:buy')}
          </Button>
          <Button look="sell" size={44} wide onPointerDown={preloadSheet} onClick={() => open('sell')}>
            {t('terminal:sell')}
          </Button>
        </div>
      )}
      {sheet && (
        <Suspense>
          <TicketSheet onClose={() => setSheet(false)} />
        </Suspense>
      )}
    </div>
  )
}
