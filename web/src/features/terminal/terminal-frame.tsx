/**
 * The terminal before its arrangement is known, as a visitor sees it: the pair and its price where they will stand, and the places of
 * the panels. The look decides between the two frames, so that neither has to wait for a script to measure the window.
 */
import { useT } from '../../i18n/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { TabList } from '../../ui/tabs.tsx'
import { useDesk } from './desk.ts'
import { BottomPanel } from './orders/bottom-panel.tsx'
import { PairBar, PriceBlock } from './pair/pair-bar.tsx'
import { PHONE_TABS } from './phone-tabs.ts'
import { ViewBar, viewHeight } from './view-bar.tsx'

const LATER = (): void => undefined

function PhoneFrame() {
  const t = useT()
  const { readOnly } = useDesk()
  return (
    <div className={`bg-panel md:hidden ${readOnly ? '' : 'pb-[calc(80px+env(safe-area-inset-bottom))]'}`}>
      <PriceBlock />
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
        <BottomPanel cards narrow />
      </div>
      {!readOnly && (
        <div className="fixed inset-x-0 bottom-0 z-20 grid grid-cols-2 gap-3 border-t border-line bg-panel px-4 pt-2.5 pb-[calc(18px+env(safe-area-inset-bottom))]">
          <Button look="buy" size={44} wide>
            {t('terminal:buy')}
          </Button>
          <Button look="sell" size={44} wide>
            {t('terminal:sell')}
          </Button>
        </div>
      )}
    </div>
  )
}

function DeskFrame() {
  const { readOnly } = useDesk()
  return (
    <div
      className={`grid h-[calc(100dvh-var(--header)-var(--bands)-var(--view))] min-h-[620px] grid-rows-[52px_minmax(0,1fr)] gap-px bg-line max-md:hidden lg:grid-cols-[minmax(0,1fr)_320px] 2xl:grid-rows-[56px_minmax(0,1fr)] ${readOnly ? 'xl:grid-cols-[minmax(0,1fr)_300px]' : 'xl:grid-cols-[minmax(0,1fr)_300px_320px]'}`}
    >
      <div className="bg-panel lg:col-span-2">
        <PairBar listed={false} />
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
  const { readOnly } = useDesk()
  return (
    <div aria-busy="true" className={`flex flex-1 flex-col ${viewHeight(readOnly)}`}>
      <ViewBar />
      <PhoneFrame />
      <DeskFrame />
    </div>
  )
}
