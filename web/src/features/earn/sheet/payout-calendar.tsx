/** A month of days that earn and days on which money comes, all of UTC. */
import type { Product } from '@agio/wire/earn/types.ts'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { formatMonthUtc, formatWeekdayUtc } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/i18n.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { type DayMark, monthsOf, type Projection, weeksOf } from './sheet-model.ts'

/** A Monday. */
const MONDAY = Date.UTC(2024, 0, 1)
const DAY_MS = 86_400_000
const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6].map((day) => MONDAY + day * DAY_MS)

const LOOKS: Readonly<Record<DayMark, string>> = {
  earning: 'bg-press',
  payout: 'bg-press after:absolute after:inset-x-0 after:bottom-1 after:mx-auto after:size-1 after:rounded-full after:bg-theme',
  back: 'rounded-chip bg-theme font-semibold text-on-theme',
}

export function PayoutCalendar({ product, projection }: { readonly product: Product; readonly projection: Projection }) {
  const t = useT()
  const months = monthsOf(projection)
  const [turned, setTurned] = useState<number>()
  // The month in which the money is back; without an end the first.
  const home = product.termDays === 0 ? 0 : months.length - 1
  const at = Math.min(turned ?? home, months.length - 1)
  const month = months[at] ?? projection.start
  return (
    <div className="mt-5">
      <div className="mb-1 flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 id="payouts" className="text-base font-semibold" aria-live="polite">
          {formatMonthUtc(month)}
        </h3>
        {months.length > 1 && (
          <span className="flex">
            <IconButton
              label={t('savings:month.before')}
              disabled={at === 0}
              onClick={() => setTurned(at - 1)}
              className="!size-7 disabled:opacity-30"
            >
              <Icon as={ChevronLeft} size={16} directional />
            </IconButton>
            <IconButton
              label={t('savings:month.after')}
              disabled={at === months.length - 1}
              onClick={() => setTurned(at + 1)}
              className="!size-7 disabled:opacity-30"
            >
              <Icon as={ChevronRight} size={16} directional />
            </IconButton>
          </span>
        )}
        <p aria-hidden="true" className="ms-auto flex gap-3 text-small text-muted">
          <span className="flex items-center gap-1.5">
            <span className="size-2 rounded-[2px] bg-press" />
            {t('savings:mark.earning')}
          </span>
          <span className="flex items-center gap-1.5">
            <span className="size-2 rounded-[2px] bg-theme" />
            {t('savings:mark.payout')}
          </span>
        </p>
      </div>
      <table
        aria-labelledby="payouts"
        className="w-full table-fixed border-separate border-spacing-0.5 text-center text-dense"
        data-calendar
      >
        <thead>
          <tr>
            {WEEKDAYS.map((day) => (
              <th key={day} scope="col" className="h-7 truncate text-small font-normal text-muted">
                {formatWeekdayUtc(day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month, product, projection).map((week) => (
            <tr key={week.find((day) => day !== undefined)?.at}>
              {week.map((day, place) => (
                <td
                  key={day?.at ?? `empty-${WEEKDAYS[place]}`}
                  data-mark={day?.mark}
                  className={`num relative h-7 ${day?.mark === undefined ? '' : LOOKS[day.mark]}`}
                >
                  {day?.date}
                  {day?.mark !== undefined && (
                    <span className="visually-hidden">{t(day.mark === 'earning' ? 'savings:mark.earning' : 'savings:mark.payout')}</span>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
