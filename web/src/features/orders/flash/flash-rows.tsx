/** Rows of conversions that open in place to show their bill lines. */
import { ChevronDown, ChevronRight } from 'lucide-react'
import { Fragment, memo, type ReactNode, useCallback, useState } from 'react'
import type { Conversion } from '../../../data/convert/convert-calls.ts'
import { ratio, spoken } from '../../../data/convert/spoken-price.ts'
import { formatDayTime } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/i18n.ts'
import { ConversionChip, Gave, GaveGot, Got } from '../../../ui/conversion-cells.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { QuotedPrice } from '../../../ui/number-text.tsx'
import { Head } from '../order-rows.tsx'
import { FlashBills } from './flash-bills.tsx'

interface FlashRowsProps {
  readonly rows: readonly Conversion[]
  /** The one that the address opens. */
  readonly opened: string | undefined
  readonly empty: ReactNode
}

export function FlashRows({ rows, opened, empty }: FlashRowsProps) {
  const t = useT()
  const [open, setOpen] = useState(opened)
  const toggle = useCallback((id: string) => setOpen((now) => (now === id ? undefined : id)), [])
  return (
    <table className="w-full border-collapse text-dense" data-conversions>
      <caption className="visually-hidden">{t('orders:flash.title')}</caption>
      <thead>
        <tr className="border-b border-line">
          <Head className="w-9 ps-5 max-md:ps-3">
            <span className="visually-hidden">{t('orders:head.open')}</span>
          </Head>
          <Head className="max-md:hidden">{t('orders:head.time')}</Head>
          <Head end className="max-md:hidden">
            {t('orders:flash.gave')}
          </Head>
          <Head end className="max-md:hidden">
            {t('orders:flash.got')}
          </Head>
          <Head className="md:hidden">{t('orders:flash.title')}</Head>
          <Head end className="max-md:hidden">
            {t('orders:head.price')}
          </Head>
          <Head className="ps-8 max-md:text-end">{t('orders:head.state')}</Head>
        </tr>
      </thead>
      <tbody>
        {rows.length === 0 && (
          <tr>
            <td colSpan={7}>{empty}</td>
          </tr>
        )}
        {rows.map((row) => (
          <Fragment key={row.id}>
            <FlashRow row={row} open={open === row.id} onOpen={toggle} />
            {open === row.id && (
              <tr className="border-b border-line bg-field">
                <td colSpan={7} className="px-5 py-4 max-md:px-3">
                  <FlashBills record={row} />
                </td>
              </tr>
            )}
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}

interface FlashRowProps {
  readonly row: Conversion
  readonly open: boolean
  readonly onOpen: (id: string) => void
}

/** Kept as it was drawn while its conversion stays the same: a history may show thousands. */
const FlashRow = memo(function FlashRow({ row, open, onOpen }: FlashRowProps) {
  const t = useT()
  const { price, other } = spoken({ ...row, inversePrice: ratio('1', row.price) })
  return (
    <tr
      className={`h-11 border-b border-grid hover:bg-hover max-md:h-15 ${open ? 'bg-hover' : ''}`}
      data-conversion={row.id}
      data-status={row.status}
    >
      <td className="ps-5 max-md:ps-3">
        <button
          type="button"
          aria-expanded={open}
          aria-label={t('orders:flash.openRow', { id: row.id })}
          onClick={() => onOpen(row.id)}
          className="hit-area flex size-6 items-center justify-center rounded-chip text-muted hover:text-fg"
        >
          <Icon as={open ? ChevronDown : ChevronRight} size={14} directional={!open} />
        </button>
      </td>
      <td className="px-2 text-start text-muted max-md:hidden">
        <bdi className="num">{formatDayTime(row.createTime)}</bdi>
      </td>
      <td className="px-2 text-end font-medium max-md:hidden">
        <Gave record={row} />
      </td>
      <td className="px-2 text-end font-medium max-md:hidden">
        <Got record={row} />
      </td>
      <td className="px-2 py-2 font-medium md:hidden">
        <GaveGot record={row} />
        <span className="block text-small font-normal text-muted">
          <bdi className="num">{formatDayTime(row.createTime)}</bdi>
        </span>
      </td>
      <td className="px-2 text-end max-md:hidden">
        <QuotedPrice price={price} unit={other} />
      </td>
      <td className="ps-8 pe-5 max-md:ps-2 max-md:text-end">
        <ConversionChip status={row.status} />
      </td>
    </tr>
  )
})
