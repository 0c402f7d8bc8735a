/** An address that is in no table: says so, shows the address, offers the search. */
import { useT } from '../i18n/i18n.ts'
import { Sentence } from '../i18n/sentence.tsx'
import { useLocation } from '../ui/navigation.tsx'
import { SearchBox } from './header/search-box.tsx'
import { useTitle } from './page-frame.tsx'

/** Five candles, the sixth missing: the price line ends in the notice. */
function MissingCandle() {
  const t = useT()
  const candles = [
    { x: 30, high: 40, low: 125, top: 74, bottom: 104, up: true },
    { x: 66, high: 60, low: 125, top: 74, bottom: 100, up: false },
    { x: 102, high: 50, low: 105, top: 64, bottom: 98, up: true },
    { x: 138, high: 24, low: 68, top: 34, bottom: 64, up: true },
    { x: 174, high: 22, low: 74, top: 34, bottom: 58, up: false },
  ]
  return (
    <svg viewBox="0 0 440 160" role="img" aria-label={t('shell:notFound.picture')} className="w-full max-w-110 max-lg:hidden">
      <line x1="0" x2="264" y1="42" y2="42" className="stroke-line2" strokeDasharray="2 5" />
      {candles.map(({ x, high, low, top, bottom, up }) => (
        <g key={x} className={up ? 'fill-panel stroke-up' : 'fill-down stroke-down'}>
          <line x1={x} x2={x} y1={high} y2={low} />
          <rect x={x - 9} y={top} width="18" height={bottom - top} />
        </g>
      ))}
      <g className="fill-none stroke-faint" strokeDasharray="3 3">
        <line x1="216" x2="216" y1="0" y2="86" />
        <rect x="206" y="18" width="20" height="56" />
      </g>
      <line x1="264" x2="440" y1="42" y2="42" className="stroke-theme" />
      <rect x="300" y="30" width="112" height="24" rx="3" className="fill-theme" />
      <text x="356" y="46" textAnchor="middle" className="fill-on-theme text-dense font-semibold">
        {t('shell:notFound.label')}
      </text>
      <line x1="0" x2="440" y1="158" y2="158" className="stroke-line" />
    </svg>
  )
}

export function NotFoundPage() {
  const t = useT()
  const { pathname, search } = useLocation()
  useTitle(t('pages:title.notFound'))
  return (
    <div className="page-column grid flex-1 grid-cols-[minmax(0,1fr)] content-start items-center gap-18 py-16 max-lg:py-8 lg:content-center lg:grid-cols-2">
      <div>
        <p className="text-dense font-semibold text-muted">404</p>
        <h1 className="mt-1 text-[40px] leading-[46px] font-semibold tracking-[-0.03em] text-balance break-words max-md:text-[32px] max-md:leading-[38px]">
          {t('shell:notFound.title')}
        </h1>
        <p className="mt-4 mb-5 text-[16px] leading-[22px] text-muted">
          <Sentence
            text="shell:notFound.text"
            places={{
              address: (
                <bdi dir="ltr" className="break-all text-fg">
                  {pathname + search}
                </bdi>
              ),
            }}
          />
        </p>
        <div className="max-w-110">
          <SearchBox label={t('shell:search.name')} />
        </div>
      </div>
      <MissingCandle />
    </div>
  )
}
