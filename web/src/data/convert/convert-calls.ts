/** The calls about conversions. Loaded with the first of them, together with the client and the API's schemas. */
import { billsByCategory } from '@agio/wire/assets/assets.ts'
import type { RequestInput } from '@agio/wire/call.ts'
import { convertConfig, convertPrice, convertQuote, convertRecords, convertTrade } from '@agio/wire/convert/convert.ts'
import { send } from '../http-client.ts'
import type { Page, Place } from '../paged-list.ts'
import { PAGE_SIZE } from '../spot/page-size.ts'

export const loadConfig = () => send(convertConfig, {})

/** What is wanted of a quote: exactly one amount. */
export interface Ask {
  readonly send: string
  readonly receive: string
  readonly side: 'send' | 'receive'
  /** Decimal string, of the coin of the side. */
  readonly amount: string
}

export const loadQuote = ({ send: give, receive, side, amount }: Ask, signal: AbortSignal) =>
  send(convertQuote, { send: give, receive, ...(side === 'send' ? { sendAmount: amount } : { receiveAmount: amount }) }, { signal })

/** What one coin fetches of another now; binds nobody. */
export const loadPrice = (give: string, receive: string) => send(convertPrice, { send: give, receive })

export const acceptQuote = (request: RequestInput<typeof convertTrade>) => send(convertTrade, request)

/** Absent = any. Times in ms, both ends included. */
export interface ConvertFilter {
  readonly send?: string
  readonly receive?: string
  readonly status?: number
  readonly from?: number
  readonly to?: number
}

export async function loadConversions(filter: ConvertFilter, place: Place, size = PAGE_SIZE): Promise<Page<Conversion>> {
  const answer = await send(convertRecords, {
    ...(filter.send !== undefined && { sendCoin: filter.send }),
    ...(filter.receive !== undefined && { receiveCoin: filter.receive }),
    ...(filter.status !== undefined && { status: filter.status }),
    ...(filter.from !== undefined && { startTime: filter.from }),
    ...(filter.to !== undefined && { endTime: filter.to }),
    pageNo: place.page,
    pageSize: size,
    ...(place.asOf !== undefined && { asOf: place.asOf }),
  })
  return { rows: answer.list, total: answer.total, asOf: answer.asOf }
}
export type Conversion = Awaited<ReturnType<typeof acceptQuote>>

/** A bill is written in the same step as its conversion; so much more takes in clocks that round. */
const AROUND_MS = 1000

/** The lines by which a conversion changed balances. */
export async function loadConversionBills({ id, createTime, finishTime }: Conversion) {
  const { list } = await send(billsByCategory, {
    accountType: 1,
    category: 'convert',
    refId: id,
    startTime: createTime - AROUND_MS,
    endTime: (finishTime ?? createTime) + AROUND_MS,
    pageSize: 100,
  })
  return list.filter(({ refType }) => refType === 'convert')
}
