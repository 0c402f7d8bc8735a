/** Six pairs on the hairline grid below the hero. The boxes stand before the prices do. */
import type { MarketPair } from '../../data/market/market-model.ts'
import { useQuote } from '../../data/market/quotes.ts'
import { useSparklines } from '../../data/market/sparklines.ts'
import { useLoggedIn } from '../../data/session.ts'
import { useT } from '../../i18n/i18n.ts'
import { spotTerminalPath } from '../../paths.ts'
import { Link } from '../../ui/link.tsx'
import { useNear } from '../../ui/near.ts'
import { ChangeText, NumberText } from '../../ui/number-text.tsx'
import { Sparkline } from '../../ui/sparkline.tsx'

const COUNT = 6

interface CellProps {
  readonly pair: MarketPair
  readonly loggedIn: boolean
  readonly closes: readonly string[]
}

function Cell({ pair, loggedIn, closes }: CellProps) {
  const quote = useQuote(pair.symbol)
  return (
    <Link
      to={spotTerminalPath(pair.symbol, loggedIn)}
      className="flex h-20 flex-col justify-center gap-1 px-4 -outline-offset-2 hover:bg-hover"
    >
      <span className="flex items-baseline justify-between gap-2 text-dense">
        <bdi dir="ltr" className="truncate">
          <span className="font-semibold">{pair.base}</span> <span className="text-muted">/{pair.quote}</span>
        </bdi>
        <ChangeText percent={quote?.changePercent} />
      </span>
      <span className="flex items-center justify-between gap-2">
        <NumberText value={quote?.price ?? ''} scale={pair.priceScale} className="text-[16px] leading-6 font-semibold" />
        <Sparkline closes={closes} width={52} height={20} beside={quote?.changePercent} />
      </span>
    </Link>
  )
}

export function PriceStrip({ pairs }: { readonly pairs: readonly MarketPair[] }) {
  const t = useT()
  const shown = pairs.slice(0, COUNT)
  const { element, near } = useNear<HTMLUListElement>()
  const loggedIn = useLoggedIn()
  const closesOf = useSparklines(near)
  return (
    <section aria-label={t('home:strip.name')} className="border-y border-line bg-panel">
      <div className="page-column max-md:px-0">
        <ul ref={element} className="grid grid-cols-2 gap-px border-line bg-line md:grid-cols-3 md:border-x xl:grid-cols-6">
          {Array.from({ length: COUNT }, (_, index) => {
            const pair = shown[index]
            return (
              <li key={pair?.symbol ?? `place-${index}`} className="min-h-20 min-w-0 bg-panel">
                {pair !== undefined && <Cell pair={pair} loggedIn={loggedIn} closes={closesOf(pair.symbol)} />}
              </li>
            )
          })}
        </ul>
      </div>
    </section>
  )
}
