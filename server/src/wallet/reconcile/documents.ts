/** What the operator finds of a difference: a document for each listing that was ever halted for one, saved with the halt itself. */
import type { JsonObject } from '@agio/engine/command.ts'
import { formatDecimal } from '@agio/engine/money/decimal.ts'
import * as z from 'zod/mini'
import { discrepancyText, type Finding } from './compare.ts'
import type { Compared } from './compare-network.ts'

export const RECONCILIATIONS = 'reconciliations'

export const reconciliationDocument = z.object({
  state: z.enum(['halted', 'cleared']),
  coinName: z.string(),
  blockchain: z.string(),
  /** ms: when it was halted. */
  since: z.number(),
  /** Of the block at which it differed, and the entry of the journal that was the last then. */
  height: z.number(),
  seq: z.number(),
  /** Decimal text, whole coins. */
  chain: z.string(),
  ledger: z.string(),
  difference: z.string(),
  onTheWay: z.string(),
  what: z.string(),
  /** Why it was cleared. */
  why: z.optional(z.string()),
})
export type ReconciliationDocument = z.output<typeof reconciliationDocument>

export function differenceDocument({ network, block, seq }: Compared, finding: Finding, since: number): JsonObject {
  const { listing, decimals, chain, ledger, difference, onTheWay, discrepancies } = finding
  const text = (amount: bigint): string => formatDecimal(amount, decimals)
  return {
    state: 'halted',
    coinName: listing.symbol,
    blockchain: network.document.blockchain,
    since,
    height: block.height,
    seq,
    chain: text(chain),
    ledger: text(ledger),
    difference: text(difference),
    onTheWay: text(onTheWay),
    what: discrepancyText(discrepancies),
  } satisfies ReconciliationDocument
}
