/** What is public of contracts: funding and the insurance fund. */
import type { InsuranceCause } from '@agio/engine/event.ts'
import type { AssetId, InstrumentId } from '@agio/engine/ids/id.ts'
import type { FundingFacts, InsuranceFacts } from '@agio/wire/futures/view.ts'
import type { Listing, Page } from '../port.ts'
import { offsetOf } from './order-reads.ts'
import { int, type TenantReader } from './reader.ts'

export async function listFundings(reader: TenantReader, instrumentId: InstrumentId, query: Page): Promise<Listing<FundingFacts>> {
  let rows = reader.db.selectFrom('contract_fundings').where('instrument_id', '=', instrumentId)
  if (query.asOf !== undefined) rows = rows.where('seq', '<=', String(query.asOf))
  const page = rows.select(['rate', 'mark', 'at']).orderBy('at', 'desc').limit(query.pageSize).offset(offsetOf(query))
  const total = rows.select((of) => of.fn.countAll<string>().as('total'))
  const {
    rows: [found, counted],
    seq,
  } = await reader.togetherAt(page.compile(), total.compile())
  return {
    rows: found.map(({ rate, mark, at }) => ({ rate: BigInt(rate), mark: int(mark), at: int(at) })),
    total: int(counted[0]?.total ?? '0'),
    asOf: query.asOf ?? seq,
  }
}

export async function listInsurance(reader: TenantReader, assetId: AssetId, query: Page): Promise<Listing<InsuranceFacts>> {
  let rows = reader.db.selectFrom('insurance_lines').where('asset_id', '=', assetId)
  if (query.asOf !== undefined) rows = rows.where('seq', '<=', String(query.asOf))
  const page = rows.select(['cause', 'amount', 'balance', 'at']).orderBy('line_id', 'desc').limit(query.pageSize).offset(offsetOf(query))
  const total = rows.select((of) => of.fn.countAll<string>().as('total'))
  const {
    rows: [found, counted],
    seq,
  } = await reader.togetherAt(page.compile(), total.compile())
  return {
    rows: found.map(({ cause, amount, balance, at }) => ({
      cause: cause as InsuranceCause,
      amount: BigInt(amount),
      balance: BigInt(balance),
      at: int(at),
    })),
    total: int(counted[0]?.total ?? '0'),
    asOf: query.asOf ?? seq,
  }
}
