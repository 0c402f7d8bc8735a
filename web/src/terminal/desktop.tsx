/** The arrangements from 1024 px on: a grid whose panels touch and are divided by hairlines. */
import { PanelsTopLeft } from 'lucide-react'
import { type ReactNode, Suspense, useId, useState } from 'react'
import { useT } from '../i18n/i18n.ts'
import { PanelBoundary } from '../ui/error-panel.tsx'
import { Icon } from '../ui/icons.tsx'
import { Select } from '../ui/select.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { TabList, TabPanel } from '../ui/tabs.tsx'
import { bottomOf, columnsOf, type DesktopLayout, gridOf, PRESETS, type Preset, useArrangement } from './arrangement.ts'
import { BookPanel } from './book/book-panel.tsx'
import { TapePanel } from './book/tape-panel.tsx'
import { ChartPanel } from './chart/chart-panel.tsx'
import { Grip } from './grip.tsx'
import { useMarket } from './market.ts'
import { StatusBar } from './status/status-bar.tsx'
import { useTall } from './use-layout.ts'

/**
 * One place of the grid with its own boundary: a crash inside stays inside, and so does the work of layout and painting (`contain`). The
 * inner element does that: an item of a grid is never laid out without its grid.
 */
function Place({
  area,
  name,
  children,
  scroll = false,
}: {
  readonly area: string
  readonly name: string
  readonly children: ReactNode
  readonly scroll?: boolean
}) {
  return (
    <div style={{ gridArea: area }} className="min-h-0 min-w-0 bg-panel" data-place={area}>
      <div className={`h-full [contain:strict] ${scroll ? 'overflow-y-auto' : 'overflow-hidden'}`}>
        <PanelBoundary title={name}>{children}</PanelBoundary>
      </div>
    </div>
  )
}

export function Desktop({ layout, onKeys }: { readonly layout: DesktopLayout; readonly onKeys: () => void }) {
  const t = useT()
  const [arrangement, arrange] = useArrangement()
  const { readOnly, parts } = useMarket()
  const columns = columnsOf(layout, arrangement.preset, readOnly)
  const listed = columns.includes('list')
  const move = (height: number | undefined) => {
    const { preset } = arrangement
    arrange(height === undefined ? { preset } : { preset, bottom: height })
  }
  return (
    <div
      className="grid h-[calc(100dvh-var(--header)-var(--bands)-var(--banner)-var(--view))] min-h-[620px] flex-none gap-px bg-line"
      style={gridOf(layout, arrangement, readOnly)}
      data-preset={arrangement.preset}
    >
      <Place area="pair" name={t('terminal:pair.title')}>
        <parts.Bar listed={listed} />
      </Place>
      {columns.includes('ticket') && <TicketColumn rules={layout === 'wide'} />}
      {columns.includes('side') && <Side />}
      {columns.includes('book') && (
        <Place area="book" name={t('terminal:book.title')}>
          {columns.includes('tape') ? <BookPanel touch={false} /> : <BookAndTape />}
        </Place>
      )}
      {columns.includes('tape') && (
        <Place area="tape" name={t('terminal:tape.title')}>
          <TapePanel touch={false} />
        </Place>
      )}
      {listed && (
        <Place area="list" name={t('terminal:pairs.title')}>
          <Suspense fallback={<SkeletonRows rows={12} />}>
            <parts.List />
          </Suspense>
        </Place>
      )}
      <Place area="chart" name={t('terminal:chart.title')}>
        <ChartPanel layout={layout} />
      </Place>
      <Place area="bottom" name={t('terminal:tabs.title')}>
        <parts.Orders cards={false} narrow={layout === 'compact'} />
      </Place>
      <Grip height={bottomOf(layout, arrangement)} onMove={move} />
      <Place area="status" name={t('terminal:status.title')}>
        <StatusBar
          onKeys={onKeys}
          narrow={layout === 'compact'}
          layout={<PresetChoice preset={arrangement.preset} onChange={(preset) => arrange({ ...arrangement, preset })} />}
        />
      </Place>
    </div>
  )
}

function TicketColumn({ rules }: { readonly rules: boolean }) {
  const t = useT()
  const { parts } = useMarket()
  return (
    <Place area="ticket" name={t('terminal:ticket.title')} scroll>
      <div className="border-b border-line px-4 pt-3 pb-2">
        <parts.Ticket short={false} keys />
      </div>
      <PanelBoundary title={t('terminal:tabs.assets')}>
        <parts.Account />
      </PanelBoundary>
      {rules && (
        <div className="border-t border-line px-4 py-3">
          <Suspense fallback={<SkeletonRows rows={4} height={28} />}>
            <parts.Rules />
          </Suspense>
        </div>
      )}
    </Place>
  )
}

/** Which of the arrangements, in the status bar. */
function PresetChoice({ preset, onChange }: { readonly preset: Preset; readonly onChange: (preset: Preset) => void }) {
  const t = useT()
  return (
    <span className="inline-flex items-center gap-1 [&_select]:h-6 [&_select]:font-normal [&_select]:text-muted">
      <Icon as={PanelsTopLeft} size={14} />
      <Select
        label={t('terminal:layout.title')}
        hideLabel
        look="quiet"
        height={28}
        fit
        value={preset}
        onChange={onChange}
        options={PRESETS.map((value) => ({ value, label: t(`terminal:layout.${value}`) }))}
      />
    </span>
  )
}

/** In tall windows the trades stand under the book; in lower ones they are its second tab. */
function BookAndTape() {
  const t = useT()
  const tall = useTall()
  const [tab, setTab] = useState<'book' | 'trades'>('book')
  const id = useId()
  if (tall) {
    return (
      <div className="grid h-full grid-rows-[minmax(0,1fr)_121px]">
        <PanelBoundary title={t('terminal:book.title')}>
          <BookPanel touch={false} />
        </PanelBoundary>
        <div className="min-h-0 border-t border-line">
          <PanelBoundary title={t('terminal:tape.title')}>
            <TapePanel touch={false} />
          </PanelBoundary>
        </div>
      </div>
    )
  }
  return (
    <div className="flex h-full flex-col">
      <TabList
        id={id}
        label={t('terminal:book.title')}
        className="shrink-0 border-b border-line px-4"
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'book', label: t('terminal:book.title') },
          { value: 'trades', label: t('terminal:tape.tab') },
        ]}
      />
      <TabPanel id={id} value={tab} className="min-h-0 flex-1">
        <PanelBoundary key={tab} title={t(tab === 'book' ? 'terminal:book.title' : 'terminal:tape.title')}>
          {tab === 'book' ? <BookPanel touch={false} head={false} /> : <TapePanel touch={false} />}
        </PanelBoundary>
      </TabPanel>
    </div>
  )
}

/** 1024–1279: ticket, book and trades share one column. */
function Side() {
  const t = useT()
  const { readOnly, parts } = useMarket()
  const id = useId()
  const [tab, setTab] = useState<'ticket' | 'book' | 'trades'>(readOnly ? 'book' : 'ticket')
  return (
    <Place area="side" name={t(readOnly ? 'terminal:side.title' : 'terminal:ticket.title')}>
      <div className="flex h-full flex-col">
        <TabList
          id={id}
          label={t('terminal:side.title')}
          className="shrink-0 border-b border-line px-4"
          value={tab}
          onChange={setTab}
          tabs={[
            ...(readOnly ? [] : [{ value: 'ticket' as const, label: t('terminal:ticket.tab') }]),
            { value: 'book', label: t('terminal:book.title') },
            { value: 'trades', label: t('terminal:tape.tab') },
          ]}
        />
        <TabPanel id={id} value={tab} className="min-h-0 flex-1 overflow-y-auto">
          {/* The ticket stays alive behind the other tabs so that a chosen price and a half-typed order are not lost. */}
          {!readOnly && (
            <div className={tab === 'ticket' ? 'p-4' : 'hidden'}>
              <parts.Ticket short keys />
            </div>
          )}
          <PanelBoundary key={tab} title={t(tab === 'trades' ? 'terminal:tape.title' : 'terminal:book.title')}>
            {tab === 'book' && <BookPanel touch={false} head={false} />}
            {tab === 'trades' && <TapePanel touch={false} />}
          </PanelBoundary>
        </TabPanel>
      </div>
    </Place>
  )
}
