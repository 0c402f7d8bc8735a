/** The five arrangements of the terminal. Panels touch, are divided by hairlines, and never change their size while data arrives. */
import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { tinykeys } from 'tinykeys'
import { toggleBalances } from '../../data/balance-visibility.ts'
import { useConnection } from '../../data/live/live.ts'
import { useTicker } from '../../data/live/tickers.ts'
import { formatNumber } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { PanelBoundary } from '../../ui/error-panel.tsx'
import { Icon } from '../../ui/icons.tsx'
import { TabList, TabPanel } from '../../ui/tabs.tsx'
import { BookPanel } from './book/book-panel.tsx'
import { SheetLadder } from './book/sheet-ladder.tsx'
import { TapePanel } from './book/tape-panel.tsx'
import { ChartPanel } from './chart/chart-panel.tsx'
import { InfoPanel } from './chart/info-panel.tsx'
import { useDesk } from './desk.ts'
import { PairAssets } from './orders/assets-table.tsx'
import { BottomPanel } from './orders/bottom-panel.tsx'
import { PairBar, PriceBlock } from './pair/pair-bar.tsx'
import { PairList } from './pair/pair-list.tsx'
import { Sheet } from './sheet.tsx'
import { KeysDialog, useHelpKey } from './status/keys-dialog.tsx'
import { StaleBanner } from './status/stale-banner.tsx'
import { StatusBar } from './status/status-bar.tsx'
import { PairRules } from './ticket/pair-rules.tsx'
import { whenFree } from './ticket/ticket-keys.ts'
import { TicketPanel } from './ticket/ticket-panel.tsx'
import { useLayout, useTall } from './use-layout.ts'

/** One place of the grid with its own boundary: a crash inside stays inside. */
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
    <div
      style={{ gridArea: area }}
      className={`min-h-0 min-w-0 bg-panel ${scroll ? 'overflow-y-auto' : 'overflow-hidden'}`}
      data-place={area}
    >
      <PanelBoundary title={name}>{children}</PanelBoundary>
    </div>
  )
}

const GRIDS: Readonly<Record<'wide' | 'desk' | 'compact', string>> = {
  wide: 'grid-cols-[260px_minmax(0,1fr)_320px_320px] grid-rows-[56px_minmax(0,1fr)_212px_24px] [grid-template-areas:"pair_pair_pair_ticket"_"list_chart_book_ticket"_"bottom_bottom_bottom_ticket"_"status_status_status_status"]',
  desk: 'grid-cols-[minmax(0,1fr)_300px_320px] grid-rows-[52px_minmax(0,1fr)_200px_24px] [grid-template-areas:"pair_pair_ticket"_"chart_book_ticket"_"bottom_bottom_ticket"_"status_status_status"]',
  compact:
    'grid-cols-[minmax(0,1fr)_320px] grid-rows-[52px_minmax(0,1fr)_214px_24px] [grid-template-areas:"pair_pair"_"chart_side"_"bottom_side"_"status_status"]',
}

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
  '[&_[data-panel=book]_.num]:!text-faint [&_[data-panel=pair]_.num]:!text-faint [&_[data-panel=pair]_.num_*]:!text-faint [&_[data-panel=trades]_.num]:!text-faint'

export function Terminal() {
  const layout = useLayout()
  const [keys, setKeys] = useState(false)
  const t = useT()
  const connection = useConnection()
  const stale = connection.state === 'offline' || connection.state === 'ended'
  useHelpKey(() => setKeys(true))
  useEffect(() => tinykeys(window, { 'Shift+H': whenFree(toggleBalances) }), [])
  return (
    <div className={`flex flex-1 flex-col ${stale ? STALE : ''}`} data-terminal={layout}>
      <TitlePrice />
      <PanelBoundary title={t('terminal:stale.title')}>
        <StaleBanner />
      </PanelBoundary>
      {layout === 'phone' ? <Phone /> : layout === 'tablet' ? <Tablet /> : <Desktop layout={layout} onKeys={() => setKeys(true)} />}
      {keys && <KeysDialog onClose={() => setKeys(false)} />}
    </div>
  )
}

function Desktop({ layout, onKeys }: { readonly layout: 'wide' | 'desk' | 'compact'; readonly onKeys: () => void }) {
  const t = useT()
  const wide = layout === 'wide'
  return (
    <div className={`grid h-[calc(100dvh-var(--header))] min-h-[620px] flex-none gap-px bg-line ${GRIDS[layout]}`}>
      <Place area="pair" name={t('terminal:pair.title')}>
        <PairBar listed={wide} />
      </Place>
      {layout !== 'compact' && (
        <Place area="ticket" name={t('terminal:ticket.title')} scroll>
          <div className="border-b border-line px-4 pt-3.5 pb-3">
            <TicketPanel short={false} keys />
          </div>
          <PairAssets />
          {wide && (
            <div className="border-t border-line px-4 py-3">
              <PairRules />
            </div>
          )}
        </Place>
      )}
      {layout === 'compact' && <Side />}
      {layout !== 'compact' && (
        <Place area="book" name={t('terminal:book.title')}>
          <BookAndTape />
        </Place>
      )}
      {wide && (
        <Place area="list" name={t('terminal:pairs.title')}>
          <PairList />
        </Place>
      )}
      <Place area="chart" name={t('terminal:chart.title')}>
        <ChartPanel layout={layout} />
      </Place>
      <Place area="bottom" name={t('terminal:tabs.title')}>
        <BottomPanel cards={false} narrow={layout === 'compact'} />
      </Place>
      <Place area="status" name={t('terminal:status.title')}>
        <StatusBar onKeys={onKeys} narrow={layout === 'compact'} />
      </Place>
    </div>
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
        <BookPanel touch={false} />
        <div className="border-t border-line">
          <TapePanel touch={false} />
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
        {tab === 'book' ? <BookPanel touch={false} head={false} /> : <TapePanel touch={false} />}
      </TabPanel>
    </div>
  )
}

/** 1024–1279: ticket, book and trades share one column. */
function Side() {
  const t = useT()
  const id = useId()
  const [tab, setTab] = useState<'ticket' | 'book' | 'trades'>('ticket')
  return (
    <Place area="side" name={t('terminal:ticket.title')}>
      <div className="flex h-full flex-col">
        <TabList
          id={id}
          label={t('terminal:side.title')}
          className="shrink-0 border-b border-line px-4"
          value={tab}
          onChange={setTab}
          tabs={[
            { value: 'ticket', label: t('terminal:ticket.tab') },
            { value: 'book', label: t('terminal:book.title') },
            { value: 'trades', label: t('terminal:tape.tab') },
          ]}
        />
        <TabPanel id={id} value={tab} className="min-h-0 flex-1 overflow-y-auto">
          {/* The ticket stays alive behind the other tabs so that a chosen price and a half-typed order are not lost. */}
          <div className={tab === 'ticket' ? 'p-4' : 'hidden'}>
            <TicketPanel short keys />
          </div>
          {tab === 'book' && <BookPanel touch={false} head={false} />}
          {tab === 'trades' && <TapePanel touch={false} />}
        </TabPanel>
      </div>
    </Place>
  )
}

function Tablet() {
  const t = useT()
  return (
    <div className="flex flex-col gap-px bg-line">
      <div className="h-13 bg-panel">
        <PairBar listed={false} />
      </div>
      <div className="h-[45dvh] min-h-[320px] bg-panel">
        <PanelBoundary title={t('terminal:chart.title')}>
          <ChartPanel layout="tablet" />
        </PanelBoundary>
      </div>
      <div className="grid grid-cols-2 gap-px">
        <div className="grid grid-rows-[minmax(420px,1fr)_168px] bg-panel">
          <PanelBoundary title={t('terminal:book.title')}>
            <BookPanel touch />
          </PanelBoundary>
          <div className="border-t border-line">
            <PanelBoundary title={t('terminal:tape.title')}>
              <TapePanel touch />
            </PanelBoundary>
          </div>
        </div>
        <div className="bg-panel p-4">
          <PanelBoundary title={t('terminal:ticket.title')}>
            <TicketPanel short={false} keys />
          </PanelBoundary>
        </div>
      </div>
      <div className="min-h-[280px] bg-panel">
        <PanelBoundary title={t('terminal:tabs.title')}>
          <BottomPanel cards={false} narrow />
        </PanelBoundary>
      </div>
      <StatusBar onKeys={() => undefined} narrow />
    </div>
  )
}

type PhoneTab = 'chart' | 'book' | 'trades' | 'info'

function Phone() {
  const t = useT()
  const { change, loggedIn } = useDesk()
  const [tab, setTab] = useState<PhoneTab>('chart')
  const [sheet, setSheet] = useState(false)
  const open = (side: 'buy' | 'sell') => {
    change({ kind: 'side', side })
    setSheet(true)
  }
  return (
    <div className="bg-panel pb-[calc(80px+env(safe-area-inset-bottom))]">
      <PriceBlock />
      <TabList
        id="phone"
        label={t('terminal:side.title')}
        height={44}
        className="border-b border-line px-4"
        value={tab}
        onChange={setTab}
        tabs={(['chart', 'book', 'trades', 'info'] as const).map((value) => ({ value, label: t(`terminal:phone.${value}`) }))}
      />
      <TabPanel id="phone" value={tab} className="h-[358px]">
        <PanelBoundary title={t(`terminal:phone.${tab}`)}>
          {tab === 'chart' && <ChartPanel layout="phone" />}
          {tab === 'book' && <BookPanel touch head={false} />}
          {tab === 'trades' && <TapePanel touch />}
          {tab === 'info' && (
            <div className="flex h-full overflow-y-auto">
              <InfoPanel />
            </div>
          )}
        </PanelBoundary>
      </TabPanel>
      <div className="border-t border-line">
        <PanelBoundary title={t('terminal:tabs.title')}>
          <BottomPanel cards narrow />
        </PanelBoundary>
      </div>
      <div className="fixed inset-x-0 bottom-0 z-20 grid grid-cols-2 gap-3 border-t border-line bg-panel px-4 pt-2.5 pb-[calc(18px+env(safe-area-inset-bottom))]">
        <Button look="buy" size={44} wide onClick={() => open('buy')}>
          {t('terminal:buy')}
        </Button>
        <Button look="sell" size={44} wide onClick={() => open('sell')}>
          {t('terminal:sell')}
        </Button>
      </div>
      {sheet && (
        <Sheet label={t('terminal:ticket.title')} onClose={() => setSheet(false)}>
          <SheetHead onClose={() => setSheet(false)} />
          <TicketPanel short keys={false} beside={<SheetLadder />} />
          {!loggedIn && <p className="mt-2 text-center text-small text-muted">{t('terminal:lock.visitor')}</p>}
        </Sheet>
      )}
    </div>
  )
}

function SheetHead({ onClose }: { readonly onClose: () => void }) {
  const t = useT()
  const { terms } = useDesk()
  const ticker = useTicker(terms.symbol)
  return (
    <div className="mb-3 flex items-center gap-3">
      <bdi dir="ltr" className="text-strong">
        {terms.symbol}
      </bdi>
      <bdi className={`num text-dense font-medium ${ticker?.moved === 'down' ? 'text-down-text' : 'text-up-text'}`}>
        {ticker === undefined ? '--' : formatNumber(ticker.price, { scale: terms.priceScale })}
      </bdi>
      <IconButton label={t('terminal:sheet.close')} onClick={onClose} className="ms-auto">
        <Icon as={X} size={20} />
      </IconButton>
    </div>
  )
}
