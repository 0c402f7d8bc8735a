/** Seven levels a side beside the phone's form: a touch sets the price. */
import { useT } from '../../i18n/i18n.ts'
import { useMarket } from '../market.ts'
import { Middle } from './book-panel.tsx'
import { BookTable } from './book-table.tsx'
import { useLadders } from './use-ladders.ts'

const ROWS = 7

export function SheetLadder() {
  const t = useT()
  const { terms } = useMarket()
  const ladders = useLadders(terms.depthSteps[0] ?? 1, ROWS, ROWS)
  return (
    <section aria-label={t('terminal:book.title')} className="min-w-0 [&_td:first-child]:ps-0 [&_th:first-child]:ps-0" data-live>
      {ladders.ready ? (
        <BookTable
          ladders={ladders}
          view="both"
          height={24}
          totals={false}
          rows={{ bids: ROWS, asks: ROWS }}
          middle={<Middle ladders={ladders} stacked />}
          middleHeight={44}
        />
      ) : (
        <p className="text-small text-muted">{t('terminal:book.loading')}</p>
      )}
    </section>
  )
}
