/** Commissions as the API shows them: statement lines of the inviter, with the fee that the friend paid from the friend's fills. */
import { type AssetId, asUserId, type UserId } from '@agio/engine/ids/id.ts'
import { formatDecimal } from '@agio/engine/money/decimal.ts'
import { divideHalfUp } from '@agio/engine/money/rounding.ts'
import type { CommissionRow } from '@agio/wire/account/invite.ts'
import { valueInUsdt } from '@agio/wire/assets/view.ts'
import { maskPhone } from '../auth/account/mask.ts'
import type { Feeds } from '../feeds/feeds.ts'
import type { FillRow, ReadModels, StatementRow, StatementSum, TimeRange } from '../projections/port.ts'
import { allRows } from '../sheets/csv-file.ts'

interface Parts {
  readonly models: Pick<ReadModels, 'fills'>
  readonly feeds: Pick<Feeds, 'listings' | 'usdtPrice'>
}

const RATE_SCALE = 4

/** What friends brought at present prices, in USDT at VALUE_SCALE; each coin's sum is rounded down. */
export function worthOf({ feeds }: Pick<Parts, 'feeds'>, sums: readonly StatementSum[]): bigint {
  const byAsset = new Map<AssetId, bigint>()
  for (const { assetId, amount } of sums) byAsset.set(assetId, (byAsset.get(assetId) ?? 0n) + amount)
  let value = 0n
  for (const [assetId, amount] of byAsset) {
    const asset = feeds.listings.assetFacts(assetId)
    value += valueInUsdt(amount, asset, feeds.usdtPrice(asset))
  }
  return value
}

/** Lines and fills of one moment, payer and coin belong together in their order. */
const placeOf = (payer: number, at: number, assetId: number): string => `${payer}/${at}/${assetId}`

async function feesOf({ models }: Parts, payer: UserId, range: TimeRange): Promise<Map<string, FillRow[]>> {
  const fills = await allRows((page) => models.fills({ userId: payer, range, ...page }))
  const places = new Map<string, FillRow[]>()
  for (const fill of [...fills].sort((left, right) => left.tradeId - right.tradeId)) {
    if (fill.fee === 0n) continue
    const place = placeOf(payer, fill.at, fill.feeAssetId)
    const there = places.get(place)
    if (there === undefined) places.set(place, [fill])
    else there.push(fill)
  }
  return places
}

/** In the order of the lines. */
export async function commissionRows(parts: Parts, lines: readonly StatementRow[]): Promise<CommissionRow[]> {
  const ranges = new Map<number, TimeRange>()
  for (const { reference, at } of lines) {
    const known = ranges.get(reference) ?? { from: at, to: at }
    ranges.set(reference, { from: Math.min(known.from, at), to: Math.max(known.to, at) })
  }
  const fees = new Map<string, FillRow[]>()
  for (const [payer, range] of ranges) for (const [place, fills] of await feesOf(parts, asUserId(payer), range)) fees.set(place, fills)
  const oldestFirst = [...lines].sort((left, right) => left.lineId - right.lineId)
  const feeOf = new Map(
    oldestFirst.map(({ lineId, reference, at, assetId }) => [lineId, fees.get(placeOf(reference, at, assetId))?.shift()?.fee ?? 0n]),
  )
  return lines.map(({ lineId, reference, assetId, amount, at }) => {
    const { symbol, scale } = parts.feeds.listings.assetFacts(assetId)
    const fee = feeOf.get(lineId) ?? 0n
    return {
      id: String(lineId),
      fromUserId: maskPhone(String(reference)),
      level: 1,
      kind: 'spot',
      coinName: symbol,
      fee: formatDecimal(fee, scale),
      rate: fee === 0n ? '0' : formatDecimal(divideHalfUp(amount * 10_000n, fee), RATE_SCALE),
      amount: formatDecimal(amount, scale),
      status: 1,
      createTime: at,
      settleTime: at,
    }
  })
}
