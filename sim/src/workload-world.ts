/** The world of a workload: three assets, two or three pairs with terms that vary by seed, and users with money. */
import type { Command, InstrumentTerms } from '@agio/engine/command.ts'
import { asAssetId, asUserId } from '@agio/engine/ids/id.ts'
import type { Prng } from './prng.ts'

export interface Listing {
  terms: InstrumentTerms
  /** Price in ticks around which orders are made. */
  readonly mid: number
  /** Quote minor units of one tick × lot. */
  readonly quotePerLot: bigint
}

interface Scales {
  readonly quote: number
  readonly base: number
  readonly price: number
  readonly quantity: number
}

export const FIRST_USER = 100_001

function makeTerms(random: Prng, symbol: string, ids: readonly [number, number], scales: Scales, features: ReadonlySet<string>): Listing {
  const mid = random.pick([100, 500, 2_000])
  const loose = !features.has('listing')
  const quotePerLot = 10n ** BigInt(scales.quote - scales.price - scales.quantity)
  const terms: InstrumentTerms = {
    symbol,
    baseAssetId: asAssetId(ids[0]),
    quoteAssetId: asAssetId(ids[1]),
    priceScale: scales.price,
    quantityScale: scales.quantity,
    quantityMin: random.pick([0, 1, 2]),
    quantityMax: random.pick([0, 1_000]),
    // of the larger one a few orders are a multiple that halts, fires or moves a reference
    notionalMin: random.pick([0n, 0n, 5n * 10n ** BigInt(Math.max(0, scales.quote - 3)), BigInt(mid) * quotePerLot]),
    notionalMax: random.pick([0n, 10n ** 15n]),
    limitPriceCap: random.pick([0, 0, mid * 3]),
    marketNotionalCap: random.pick([0n, 10n ** 14n]),
    priceBandE8: random.pick([0, 0, 5_000_000, 20_000_000]),
    referencePrice: random.pick([0, mid]),
    buyFeeE8: random.pick([0, 100_000, 75_000]),
    sellFeeE8: random.pick([0, 100_000, 1]),
    makerFeeE8: random.pick([null, null, 40_000]),
    takerFeeE8: random.pick([null, null, 90_000]),
    feeDirection: random.pick(['received', 'quote']),
    maxOpenOrders: loose ? 0 : random.pick([0, 5]),
    maxTriggerOrders: loose ? 0 : random.pick([0, 4]),
    maxOrderLists: loose ? 0 : random.pick([0, 2]),
    positionMax: loose ? 0 : random.pick([0, 0, 100_000]),
    icebergPartsMax: random.pick([0, 5, 100]),
    trailingBpsMin: random.pick([0, 10, 100]),
    trailingBpsMax: random.pick([0, 1_000, 2_000]),
    slippageCapE8: random.pick([0, 5_000_000]),
    breakerMoveE8: random.pick([0, 0, 3_000_000]),
    breakerWindowMs: 300_000,
    breakerHaltMs: random.pick([20_000, 300_000]),
    ...(mid === 500 && { breakerLongMoveE8: 4_000_000, breakerLongWindowMs: 600_000 }),
    enabled: true,
    buyEnabled: true,
    sellEnabled: true,
    visible: true,
    document: {},
  }
  return { terms, mid, quotePerLot }
}

/** Pairs of a seed: coin/quote, the fee asset's pair, and sometimes coin/fee asset. */
export function listingsOf(random: Prng, features: ReadonlySet<string>): Listing[] {
  const scales = { quote: 8, base: 8, price: random.pick([0, 2]), quantity: random.pick([0, 3, 5]) }
  const listings = [
    makeTerms(random, 'COIN/CASH', [2, 1], scales, features),
    makeTerms(random, 'CHIP/CASH', [3, 1], { ...scales, price: 2, quantity: 2 }, features),
  ]
  if (random.oneIn(2)) listings.push(makeTerms(random, 'COIN/CHIP', [2, 3], { ...scales, price: 1, quantity: 1 }, features))
  return listings
}

/** Commands that open the world; users own enough to trade and too little to do so for ever. */
export function openingSteps(random: Prng, listings: readonly Listing[], userCount: number): Command[] {
  const commands: Command[] = ['CASH', 'COIN', 'CHIP'].map((symbol) => ({ kind: 'defineAsset', symbol, scale: 8, document: {} }))
  for (const { terms } of listings) commands.push({ kind: 'defineInstrument', terms })
  for (let index = 0; index < userCount; index += 1) {
    commands.push({ kind: 'registerUser', accountKey: `account-${index}`, document: {}, role: 'customer' })
  }
  const [first] = listings
  const lots = random.pick([200n, 5_000n])
  const quantityScale = first?.terms.quantityScale ?? 0
  const coin = lots * 10n ** BigInt(8 - quantityScale)
  const cash = lots * BigInt(first?.mid ?? 100) * (first?.quotePerLot ?? 1n)
  const amounts = [cash, coin, 10n ** 8n * 500n]
  for (let index = 0; index < userCount; index += 1) {
    amounts.forEach((amount, asset) => {
      const dust = BigInt(random.below(100))
      const assetId = asAssetId(asset + 1)
      commands.push({
        kind: 'creditUser',
        userId: asUserId(FIRST_USER + index),
        assetId,
        amount: amount + dust,
        cause: 'airdrop',
        reference: 'opening',
      })
    })
  }
  return commands
}
