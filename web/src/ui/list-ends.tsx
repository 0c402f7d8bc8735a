/** What stands above and below a list that is read page by page. How many rows it has is told once it is known, and not as none before. */
import { ArrowUp, Download } from 'lucide-react'
import { useT } from '../i18n/i18n.ts'
import { Button } from './button.tsx'
import { Icon } from './icons.tsx'

interface Ends {
  readonly newer: boolean
  readonly hasMore: boolean
  readonly readsMore: boolean
  more(): void
  showNewest(): void
}

interface Count {
  /** Rows there are, shown or not; undefined until they have been read. */
  readonly total: number | undefined
}

/** The way to all rows as a file. */
export function CsvButton({ total, onSave }: Count & { readonly onSave: () => void }) {
  const t = useT()
  return (
    <Button onClick={onSave} data-csv>
      <Icon as={Download} size={16} />
      <span>{total === undefined ? 'CSV' : t('orders:csv', { count: total })}</span>
    </Button>
  )
}

/** Below the rows. */
export function ListFoot({ total }: Count) {
  const t = useT()
  return (
    <p className="flex min-h-11 flex-wrap items-center justify-between gap-2 border-t border-line px-5 text-small text-muted max-md:px-4">
      <span data-count={total}>{total === undefined ? '' : t('orders:foot', { count: total })}</span>
      <span className="max-md:hidden">{t('orders:footAddress')}</span>
    </p>
  )
}

/** Rows that stand still do not pretend to be the newest. */
export function NewerRows({ list }: { readonly list: Ends }) {
  const t = useT()
  return (
    <div role="status">
      {list.newer && (
        <p className="flex min-h-11 flex-wrap items-center justify-center gap-3 border-b border-line bg-field px-5 py-1.5 text-small text-muted">
          {t('orders:newer')}
          <Button size={28} onClick={list.showNewest} data-newest>
            <Icon as={ArrowUp} size={14} />
            {t('orders:showNewest')}
          </Button>
        </p>
      )}
    </div>
  )
}

export function MoreRows({ list, small = false }: { readonly list: Ends; readonly small?: boolean }) {
  const t = useT()
  if (!list.hasMore) return null
  return (
    <div className={small ? 'p-2 text-center' : 'mt-4 text-center'}>
      <Button {...(small && { size: 28 })} sending={list.readsMore} onClick={list.more} data-more>
        {t('orders:more')}
      </Button>
    </div>
  )
}
