/** Lists that are read page by page. The first page's position keeps the following ones steady. */
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { SPOT_QUERIES, spotChanges, useSpotChanges } from './spot/spot-changes.ts'

export interface Page<Row> {
  readonly rows: readonly Row[]
  readonly total: number
  readonly asOf: number | undefined
}

/** A page of a list whose rows are those that stood at `asOf`. */
export interface Place {
  readonly page: number
  readonly asOf: number | undefined
}

const FIRST: Place = { page: 1, asOf: undefined }

/** A list as its reader sees it. */
export interface PagedList<Row> {
  readonly rows: readonly Row[]
  /** How many there are, shown or not; undefined until they have been read. */
  readonly total: number | undefined
  /** Nothing has been read yet. */
  readonly isPending: boolean
  /** Why the last reading failed; the rows of the one before stay. */
  readonly error: Error | null
  /** There are more pages. */
  readonly hasMore: boolean
  readonly readsMore: boolean
  /** The account has changed since the first page was read. */
  readonly newer: boolean
  more(): void
  again(): void
  showNewest(): void
}

/**
 * Pages of one list, newest rows first. One page follows the account by itself; once the reader has opened a second one, the rows stand
 * still, and `newer` says that the account has changed since; `showNewest` then starts over.
 * @param enabled false: nothing is read
 */
export function usePages<Row>(key: readonly unknown[], load: (place: Place) => Promise<Page<Row>>, enabled = true): PagedList<Row> {
  const client = useQueryClient()
  const queryKey = [SPOT_QUERIES, ...key]
  const changes = useSpotChanges()
  const query = useInfiniteQuery({
    queryKey,
    enabled,
    initialPageParam: FIRST,
    queryFn: async ({ pageParam }) => {
      const heard = spotChanges()
      return { ...(await load(pageParam)), heard }
    },
    getNextPageParam: (_last, pages): Place | undefined => {
      const seen = pages.reduce((sum, page) => sum + page.rows.length, 0)
      const first = pages[0]
      const more = first !== undefined && seen < first.total && (pages.at(-1)?.rows.length ?? 0) > 0
      return more ? { page: pages.length + 1, asOf: first.asOf } : undefined
    },
    placeholderData: (before) => before,
  })
  const pages = query.data?.pages ?? []
  return {
    rows: pages.flatMap((page) => page.rows),
    total: pages[0]?.total,
    isPending: query.isPending,
    error: query.error,
    hasMore: query.hasNextPage,
    readsMore: query.isFetchingNextPage,
    newer: pages.length > 1 && pages[0] !== undefined && pages[0].heard < changes,
    more: () => void query.fetchNextPage(),
    again: () => void query.refetch(),
    showNewest: () => void client.resetQueries({ queryKey, exact: true }),
  }
}
