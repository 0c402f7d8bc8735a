/** The arrangement between 768 and 1023 px: the chart above, book and ticket side by side. */
import { useT } from '../i18n/i18n.ts'
import { PanelBoundary } from '../ui/error-panel.tsx'
import { BookPanel } from './book/book-panel.tsx'
import { TapePanel } from './book/tape-panel.tsx'
import { ChartPanel } from './chart/chart-panel.tsx'
import { useMarket } from './market.ts'
import { StatusBar } from './status/status-bar.tsx'

export function Tablet() {
  const t = useT()
  const { readOnly, parts } = useMarket()
  return (
    <div className="flex flex-col gap-px bg-line">
      <div className="h-13 bg-panel">
        <parts.Bar listed={false} />
      </div>
      <div className="h-[45dvh] min-h-[320px] bg-panel">
        <PanelBoundary title={t('terminal:chart.title')}>
          <ChartPanel layout="tablet" />
        </PanelBoundary>
      </div>
      <div className="grid grid-cols-2 gap-px">
        <div className={`grid bg-panel ${readOnly ? 'col-span-2 grid-cols-2 grid-rows-[420px]' : 'grid-rows-[minmax(420px,1fr)_168px]'}`}>
          <PanelBoundary title={t('terminal:book.title')}>
            <BookPanel touch />
          </PanelBoundary>
          <div className={`border-line ${readOnly ? 'border-s' : 'border-t'}`}>
            <PanelBoundary title={t('terminal:tape.title')}>
              <TapePanel touch />
            </PanelBoundary>
          </div>
        </div>
        {!readOnly && (
          <div className="bg-panel p-4">
            <PanelBoundary title={t('terminal:ticket.title')}>
              <parts.Ticket short={false} keys />
            </PanelBoundary>
          </div>
        )}
      </div>
      <div className="min-h-[280px] bg-panel">
        <PanelBoundary title={t('terminal:tabs.title')}>
          <parts.Orders cards={false} narrow />
        </PanelBoundary>
      </div>
      <StatusBar onKeys={() => undefined} narrow />
    </div>
  )
}
