/**
 * The terminal before its arrangement is known, as a visitor sees it: the pair and its price where they will stand, and the places of
 * the panels. The look decides between the two frames, so that neither has to wait for a script to measure the window.
 */
import { useT } from '../i18n/i18n.ts'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { TabList } from '../ui/tabs.tsx'
import { useMarket } from './market.ts'
import { PHONE_TABS } from './phone-tabs.ts'
import { ActionBar } from './side-buttons.tsx'
import { viewHeight } from './view-height.ts'

const LATER = (): void => undefined

function PhoneFrame() {
  const t = useT()
  const { readOnly, parts } = useMarket()
  return (
    <div className={`bg-panel md:hidden ${readOnly ? '' : 'pb-[calc(80px+env(safe-area-inset-bottom))]'}`}>
      <parts.PriceBlock />
      <TabList
        id="frame"
        label={t('terminal:side.title')}
        height={44}
        className="border-b border-line px-4"
        value="chart"
        onChange={LATER}
        tabs={PHONE_TABS.map((value) => ({ value, label: t(`terminal:phone.${value}`) }))}
      />
      <div className="h-[358px]" />
      <div className="border-t border-line" data-visitor>
        <parts.Orders cards narrow />
      </div>
      {!readOnly && (
        <ActionBar>
          <parts.Actions onBegin={LATER} onReach={LATER} />
        </ActionBar>
      )}
    </div>
  )
}

function DeskFrame() {
  const { readOnly, parts } = useMarket()
  return (
    <div
      className={`grid h-[calc(100dvh-var(--header)-var(--bands)-var(--view))] min-h-[620px] grid-rows-[52px_minmax(0,1fr)] gap-px bg-line max-md:hidden lg:grid-cols-[minmax(0,1fr)_320px] 2xl:grid-rows-[56px_minmax(0,1fr)] ${readOnly ? 'xl:grid-cols-[minmax(0,1fr)_300px]' : 'xl:grid-cols-[minmax(0,1fr)_300px_320px]'}`}
    >
      <div className="bg-panel lg:col-span-2">
        <parts.Bar listed={false} />
      </div>
      {!readOnly && (
        <div className="row-span-2 bg-panel max-xl:hidden">
          <SkeletonRows rows={8} height={48} />
        </div>
      )}
      <div className="bg-panel" />
      <div className="bg-panel max-lg:hidden">
        <SkeletonRows rows={16} height={24} />
      </div>
    </div>
  )
}

export function TerminalFrame() {
  const { viewBar, parts } = useMarket()
  return (
    <div aria-busy="true" className={`flex flex-1 flex-col ${viewHeight(viewBar)}`}>
      {viewBar && <parts.ViewBar />}
      <PhoneFrame />
      <DeskFrame />
    </div>
  )
}
