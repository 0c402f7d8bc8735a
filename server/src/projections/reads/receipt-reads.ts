/** Receipts of liquidations, with all that somebody needs to compute them again. */
import type { LiquidationKind } from '@agio/engine/event.ts'
import { type AssetId, asAssetId, type PositionId, type UserId } from '@agio/engine/ids/id.ts'
import type { ReceiptFacts } from '@agio/wire/futures/position-view.ts'
import type { Selectable } from 'kysely'
import { likelyIndex } from '../index-minutes/likely-index.ts'
import type { IndexWord, RuledMinute } from '../index-minutes/minute.ts'
import type { ContractReceiptsTable } from '../store/contract-tables.ts'
import { findIndexMinute } from './index-reads.ts'
import { int, type TenantReader } from './reader.ts'

type Fill = ReceiptFacts['fills'][number]

/** A receipt of this user, with all that is known of it by now. */
export async function findReceipt(
  reader: TenantReader,
  userId: UserId,
  receiptId: PositionId,
  now: number,
): Promise<ReceiptFacts | undefined> {
  const row = await reader.db
    .selectFrom('contract_receipts as receipt')
    .leftJoin('contracts', 'contracts.instrument_id', 'receipt.instrument_id')
    .selectAll('receipt')
    .select('contracts.base_asset_id')
    .where('receipt.receipt_id', '=', String(receiptId))
    .where('receipt.user_id', '=', String(userId))
    .executeTakeFirst()
  if (row === undefined) return undefined
  const at = int(row.at)
  const assetId = asAssetId(row.base_asset_id ?? 0)
  const minute = await findIndexMinute(reader, assetId, at, now)
  return {
    ...receiptOf(row),
    fills: await fillsOf(reader, row),
    deleveraged: await deleveragedOf(reader, row),
    indexInputs: minute === undefined ? [] : inputsAt(minute, assetId, at, BigInt(row.index_fine)),
  }
}

/**
 * How it was disposed of: by the house, by orders in the customer's name, or without a trade against his other leg at the mark. What a
 * deleveraging closed stands in its receipt.
 */
async function fillsOf(reader: TenantReader, row: Selectable<ContractReceiptsTable>): Promise<readonly Fill[]> {
  const { receipt_id, user_id } = row
  if (row.kind === 'adl') return []
  if (row.kind === 'matched') return [{ price: int(row.mark), quantity: int(row.quantity), at: int(row.at) }]
  const rows = await reader.db
    .selectFrom('contract_fills as fill')
    .select(['fill.price', 'fill.quantity', 'fill.at'])
    .where((is) =>
      is.or([
        is.and([is('fill.user_id', '=', '0'), is('fill.position_id', '=', receipt_id)]),
        is.and([
          is('fill.user_id', '=', user_id),
          is('fill.order_id', 'in', is.selectFrom('contract_orders').select('order_id').where('receipt_id', '=', receipt_id)),
        ]),
      ]),
    )
    .orderBy('fill.fill_id')
    .execute()
  return rows.map(({ price, quantity, at }) => ({ price: int(price), quantity: int(quantity), at: int(at) }))
}

/** What was closed against others without a trade: each deleveraging says which receipt it served. */
async function deleveragedOf(reader: TenantReader, row: Selectable<ContractReceiptsTable>): Promise<ReceiptFacts['deleveraged']> {
  const closing = ({ bankruptcy, quantity, at }: Pick<typeof row, 'bankruptcy' | 'quantity' | 'at'>) => ({
    ...{ value: BigInt(bankruptcy), quantity: int(quantity), at: int(at) },
  })
  if (row.kind === 'adl') return [closing(row)]
  if (row.kind !== 'full') return []
  const taken = await reader.db
    .selectFrom('contract_receipts')
    .select(['bankruptcy', 'quantity', 'at'])
    .where('for_id', '=', row.receipt_id)
    .orderBy('receipt_id')
    .execute()
  return taken.map(closing)
}

/** The last word of each source, by its number. */
function lastWords(words: readonly IndexWord[]): readonly (IndexWord | undefined)[] {
  const last: (IndexWord | undefined)[] = []
  for (const word of words) last[word.source] = word
  return Array.from(last)
}

/**
 * What its index was made of at a moment: the last word of each source that counted then. One report speaks for several sources, and what became
 * due may stand between two of its words: of those of that very moment the latest count that make the index of the receipt.
 */
function inputsAt({ before, words, terms }: RuledMinute, assetId: AssetId, at: number, index: bigint): ReceiptFacts['indexInputs'] {
  const earlier = [...before, ...words.filter(({ time }) => time < at)]
  const then = words.filter(({ time }) => time === at)
  const choices = Array.from({ length: then.length + 1 }, (_, left) => lastWords([...earlier, ...then.slice(0, then.length - left)]))
  const heard = choices.find((choice) => likelyIndex(choice, index, at) === index) ?? choices[0] ?? []
  const weights = terms?.weights.find((each) => each.assetId === assetId)?.weights ?? []
  const freshFrom = at - (terms?.freshMs ?? 0)
  return heard
    .filter((word) => word !== undefined)
    .filter(({ state, at: saidAt, price }) => price > 0n && (state === 'pinned' || (state === 'live' && saidAt >= freshFrom)))
    .map(({ source, price }) => ({ source: terms?.sources?.[source] ?? String(source), price, weight: weights[source] ?? 1 }))
    .filter(({ weight }) => weight > 0)
}

const receiptOf = (row: Selectable<ContractReceiptsTable>): Omit<ReceiptFacts, 'fills' | 'deleveraged' | 'indexInputs'> => ({
  receiptId: int(row.receipt_id),
  instrumentId: row.instrument_id,
  positionId: int(row.position_id),
  kind: row.kind as LiquidationKind,
  isShort: row.is_short,
  quantity: int(row.quantity),
  mark: int(row.mark),
  indexFine: BigInt(row.index_fine),
  tier: row.tier,
  rateE8: int(row.rate),
  deduction: BigInt(row.deduction),
  maintenance: BigInt(row.maintenance),
  margin: BigInt(row.margin),
  equity: BigInt(row.equity),
  bankruptcy: BigInt(row.bankruptcy),
  fee: BigInt(row.fee),
  insurance: BigInt(row.insurance),
  share: BigInt(row.share),
  at: int(row.at),
  // What is no take-over is done at once.
  doneAt: int(row.kind === 'full' ? row.done_at : row.at),
})
