/** A plain data table: faint head, hairline rows, numbers at the end, sortable heads that say their state. */
import { ArrowDown, ArrowUp } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { Icon } from './icons.tsx'

export type SortOrder = 'ascending' | 'descending'

export interface Column<Row, Key extends string = string> {
  readonly key: Key
  readonly head: ReactNode
  readonly cell: (row: Row) => ReactNode
  /** Numbers are end-aligned. */
  readonly end?: boolean
  readonly sortable?: boolean
  /** Extra classes of head and cells: widths, hiding at small sizes. */
  readonly className?: string
}

interface TableProps<Row, Key extends string> {
  /** Read before the table. */
  readonly caption: string
  readonly columns: readonly Column<Row, Key>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
  readonly sort?: { readonly key: Key; readonly order: SortOrder } | undefined
  readonly onSort?: (key: Key) => void
  readonly selected?: (row: Row) => boolean
  readonly onRowClick?: (row: Row) => void
  /** What stands below a row, across all columns; absent where it answers nothing. */
  readonly below?: (row: Row) => ReactNode
  /** Row height in px. */
  readonly height?: 34 | 44 | 48 | 52
  /** Shown in place of the rows when there are none; the head stays. */
  readonly empty?: ReactNode
}

const HEIGHTS = { 34: 'h-8.5', 44: 'h-11', 48: 'h-12', 52: 'h-13' } as const

function Head<Row, Key extends string>({
  column,
  sort,
  onSort,
}: {
  column: Column<Row, Key>
  sort: TableProps<Row, Key>['sort']
  onSort: TableProps<Row, Key>['onSort']
}) {
  const active = sort?.key === column.key
  const align = column.end === true ? 'text-end justify-end' : 'text-start'
  return (
    <th
      scope="col"
      aria-sort={active ? sort.order : undefined}
      className={`h-9 px-2 text-small font-normal text-faint ${align} ${column.className ?? ''}`}
    >
      {column.sortable === true && onSort !== undefined ? (
        <button
          type="button"
          onClick={() => onSort(column.key)}
          className={`inline-flex h-6 items-center gap-1 hover:text-fg ${active ? 'font-semibold text-fg' : ''}`}
        >
          {column.head}
          {active && <Icon as={sort.order === 'ascending' ? ArrowUp : ArrowDown} size={12} />}
        </button>
      ) : (
        column.head
      )}
    </th>
  )
}

/** A row of its own under another one, where there is something to say. */
function Below({ span, children }: { readonly span: number; readonly children: ReactNode }) {
  if (children === undefined) return null
  return (
    <tr className="border-b border-line bg-field last:border-0">
      <td colSpan={span} className="px-5 py-4 max-md:px-4">
        {children}
      </td>
    </tr>
  )
}

export function Table<Row, Key extends string = string>({
  caption,
  columns,
  rows,
  rowKey,
  sort,
  onSort,
  selected,
  onRowClick,
  below,
  height = 44,
  empty,
}: TableProps<Row, Key>) {
  return (
    <table className="w-full border-collapse text-dense">
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr className="border-b border-line">
          {columns.map((column) => (
            <Head key={column.key} column={column} sort={sort} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.length === 0 && empty !== undefined && (
          <tr>
            <td colSpan={columns.length}>{empty}</td>
          </tr>
        )}
        {rows.map((row) => (
          <Fragment key={rowKey(row)}>
            <tr
              onClick={onRowClick === undefined ? undefined : () => onRowClick(row)}
              className={`border-b border-grid last:border-0 hover:bg-hover ${HEIGHTS[height]} ${onRowClick === undefined ? '' : 'cursor-pointer'} ${selected?.(row) === true ? 'bg-press shadow-[inset_2px_0_0_var(--theme)] rtl:shadow-[inset_-2px_0_0_var(--theme)]' : ''}`}
            >
              {columns.map((column) => (
                <td key={column.key} className={`px-2 ${column.end === true ? 'text-end' : 'text-start'} ${column.className ?? ''}`}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
            <Below span={columns.length}>{below?.(row)}</Below>
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}
