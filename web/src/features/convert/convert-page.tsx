/** `/exchange`: one coin into another at the price that is shown. A visitor sees the same card with guidance from public prices. */
import { Suspense, useState } from 'react'
import { ClosedNotice } from '../../app/closed-page.tsx'
import { boot } from '../../data/boot.ts'
import { useConversionNews } from '../../data/convert/conversions.ts'
import { useFlashConfig } from '../../data/convert/flash-config.ts'
import { useIdle } from '../../data/idle.ts'
import { useUsdtPrices } from '../../data/market/usdt-prices.ts'
import { useMounted } from '../../data/mounted.ts'
import { useLoggedIn } from '../../data/session.ts'
import { openFeatures } from '../../data/shell/menu-model.ts'
import { useSite } from '../../data/site.ts'
import { useT } from '../../i18n/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { PanelBoundary } from '../../ui/error-panel.tsx'
import { useNear } from '../../ui/near.ts'
import { part } from '../../ui/part.tsx'
import { Bar } from '../../ui/skeleton.tsx'
import { ConvertCard, type Limits } from './convert-card.tsx'
import { useCoins } from './use-coins.ts'
import { useConvert } from './use-convert.ts'

const PricePanel = part(async () => (await import('./price-panel/price-panel.tsx')).PricePanel)
const Recent = part(async () => (await import('./recent.tsx')).Recent)
const DoneCard = part(async () => (await import('./done-card.tsx')).DoneCard)

/** On a phone the panel stands below the card: an edge of it at the foot of the window is no reason to fetch what is inside. */
const EDGE = '0px 0px -96px 0px'
/** How often public prices are read again here. */
const PRICES_MS = 10_000
/** Until the configuration says otherwise. */
const SECONDS = 10

export function ConvertPage() {
  const t = useT()
  const { switches } = useSite()
  const isOpen = openFeatures(switches).convert
  return (
    <div className="page-column w-full flex-1 pt-8 pb-16 max-md:pt-4">
      <div className="mb-6 max-md:mb-4">
        <h1 className="text-title">{t('pages:title.exchange')}</h1>
        <p className="mt-1 text-muted max-md:hidden">{t('convert:text')}</p>
      </div>
      <Banner />
      {isOpen ? <Open /> : <ClosedNotice feature="convert" />}
    </div>
  )
}

/** The operator's picture above the card; one that does not load is left out. */
function Banner() {
  const { config } = useSite()
  const mounted = useMounted()
  const [broken, setBroken] = useState(false)
  // What the server drew comes first, so that nothing moves when the page is taken over.
  const address = mounted ? config.flash_img : boot().kv.flash_img
  if (typeof address !== 'string' || address === '' || broken) return null
  return (
    <img
      src={address}
      alt=""
      onError={() => setBroken(true)}
      className="mb-6 h-30 w-full rounded-card border border-line object-cover max-md:mb-3 max-md:h-20"
      data-banner
    />
  )
}

function Open() {
  const t = useT()
  const loggedIn = useLoggedIn()
  const idle = useIdle()
  const { element: aside, near } = useNear<HTMLDivElement>(EDGE)
  const config = useFlashConfig()
  const { prices } = useUsdtPrices(true, PRICES_MS)
  const coins = useCoins(config.data, prices)
  const view = useConvert({ coins, prices, loggedIn })
  useConversionNews(loggedIn)
  const { trade, chosen, quote } = view
  const { minTradeU = '0', maxTradeU = '0', dailyLimitU = '0', usedTodayU = '0', quoteSeconds = SECONDS } = config.data ?? {}
  const limits: Limits = { minTradeU, maxTradeU, dailyLimitU, usedTodayU, seconds: quoteSeconds }
  if (config.data?.flashConvertSwitch === 0) return <ClosedNotice feature="convert" />
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 max-md:gap-3 lg:grid-cols-[minmax(0,440px)_minmax(0,1fr)] xl:grid-cols-[480px_minmax(0,1fr)]">
      <PanelBoundary title={t('convert:title')}>
        {trade.done !== undefined ? (
          <Suspense fallback={<Waiting />}>
            <DoneCard
              done={trade.done}
              onAgain={() => {
                view.type(chosen.side, '')
                trade.clear()
              }}
            />
          </Suspense>
        ) : coins.isReady ? (
          <ConvertCard view={view} coins={coins} prices={prices} limits={limits} loggedIn={loggedIn} />
        ) : (
          <Waiting />
        )}
      </PanelBoundary>
      {loggedIn && idle && (
        <PanelBoundary title={t('convert:recent.title')}>
          <Suspense>
            <Recent />
          </Suspense>
        </PanelBoundary>
      )}
      <div ref={aside} className="flex min-w-0 flex-col gap-6 max-md:gap-3 lg:col-start-2 lg:row-start-1">
        {loggedIn && config.isError && <NoLimits onRetry={() => void config.refetch()} />}
        <PanelBoundary title={t('convert:source.title')}>
          {idle && near && coins.isReady ? (
            <Suspense fallback={<Place />}>
              <PricePanel send={chosen.send} receive={chosen.receive} quote={quote} prices={prices} />
            </Suspense>
          ) : (
            <Place />
          )}
        </PanelBoundary>
      </div>
    </div>
  )
}

function NoLimits({ onRetry }: { readonly onRetry: () => void }) {
  const t = useT()
  return (
    <div
      role="status"
      className="flex items-center justify-between gap-3 rounded-control border border-line bg-field px-4 py-3 text-dense text-muted"
    >
      <span>{t('convert:noConfig')}</span>
      <Button size={28} onClick={onRetry}>
        {t('ui:retry')}
      </Button>
    </div>
  )
}

/** As high as the card, until the coins are known. */
function Waiting() {
  const t = useT()
  return (
    <div role="status" aria-label={t('ui:loading')} className="card flex h-[640px] flex-col gap-4 p-6 max-md:p-4" data-convert="waiting">
      <Bar width={120} height={20} />
      <Bar width="100%" height={118} />
      <Bar width="100%" height={118} />
      <Bar width="100%" height={78} />
      <Bar width="100%" height={52} className="mt-auto" />
    </div>
  )
}

const Place = () => <div className="card h-[560px] max-lg:h-[420px]" aria-hidden="true" />
