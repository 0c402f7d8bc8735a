/** The book of a contract, as the call tells it: the same levels, sequence and checksum as on the socket. */
import { parseDecimal } from '@agio/engine/money/decimal.ts'
import type { DepthRow } from '@agio/wire/market/depth-checksum.ts'
import { formatSteps } from '@agio/wire/steps.ts'
import type { ListedContract } from '../../feeds/listings.ts'
import type { Tenant } from '../../tenant/tenant.ts'

/** Best first, in contracts. @param limit levels a side */
export function contractBook({ feeds }: Tenant, contract: ListedContract, limit: number) {
  const { seq, time, checksum, bids, asks } = feeds.contracts.depth(contract.instrumentId, limit)
  const contractId = String(contract.instrumentId)
  return { contractId, buys: bids, asks, middle: middleOf(contract, bids[0], asks[0]), seq, time, checksum }
}

/** Between best bid and best ask, exact: half a tick has one decimal more. */
function middleOf({ priceScale }: ListedContract, bid: DepthRow | undefined, ask: DepthRow | undefined): string {
  if (bid === undefined || ask === undefined) return '0'
  const ticks = ([price]: DepthRow): number => Number(parseDecimal(price, priceScale))
  return formatSteps((ticks(bid) + ticks(ask)) * 5, priceScale + 1)
}
