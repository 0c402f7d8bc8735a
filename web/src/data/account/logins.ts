/** Logins of the account, page by page: those of a span of days up to the moment it was first asked for, so that pages do not shift. */
import { type LoginRow, loginHistory } from '@agio/wire/account/devices.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { serverNow } from '../clock.ts'
import { send } from '../http-client.ts'

const PAGE_SIZE = 20
const FILE_PAGE_SIZE = 100
const DAY_MS = 86_400_000

interface Place {
  readonly page: number
  /** ms; absent for the first page, which sets it. */
  readonly until?: number
}

async function load(days: number, { page, until = Math.round(serverNow()) }: Place, pageSize: number) {
  const answer = await send(loginHistory, { pageNo: page, pageSize, startTime: until - days * DAY_MS, endTime: until })
  return { rows: answer.list, total: answer.total, until }
}

export function useLogins(days: number) {
  const query = useInfiniteQuery({
    queryKey: ['account', 'logins', days],
    initialPageParam: { page: 1 } as Place,
    queryFn: ({ pageParam }) => load(days, pageParam, PAGE_SIZE),
    getNextPageParam: ({ until }, pages): Place | undefined => {
      const seen = pages.reduce((sum, { rows }) => sum + rows.length, 0)
      const last = pages.at(-1)
      return last !== undefined && last.rows.length > 0 && seen < last.total ? { page: pages.length + 1, until } : undefined
    },
    placeholderData: (before) => before,
  })
  return { ...query, rows: query.data?.pages.flatMap(({ rows }) => rows) ?? [] }
}

/** Every login of the span, for a file. */
export async function loadAllLogins(days: number): Promise<readonly LoginRow[]> {
  const rows: LoginRow[] = []
  let place: Place = { page: 1 }
  for (;;) {
    const answer = await load(days, place, FILE_PAGE_SIZE)
    rows.push(...answer.rows)
    if (answer.rows.length === 0 || rows.length >= answer.total) return rows
    place = { page: place.page + 1, until: answer.until }
  }
}
