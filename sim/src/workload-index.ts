/** Index prices near what a workload's pairs trade at, and away from it: they go, jump, and fall silent. */
import type { Command, SourcePrice } from '@agio/engine/command.ts'
import { asAssetId } from '@agio/engine/ids/id.ts'
import type { Prng } from './prng.ts'
import type { Listing } from './workload-world.ts'

const SOURCES = ['north', 'south', 'west']
const ONE = 1_000_000_000_000n

interface IndexMaker {
  readonly random: Prng
  readonly listings: readonly Listing[]
  readonly mid: readonly number[]
  readonly clock: number
}

/** The quote coin is what all is told in. */
export const indexTerms = (random: Prng): Command => ({
  kind: 'setIndexTerms',
  unitAssetId: asAssetId(1),
  sources: SOURCES,
  freshMs: random.pick([20_000, 600_000]),
  capE8: 1_000_000,
  weights: [],
  actor: 'operator',
  why: 'simulation',
})

/** What each source says of one of the two coins. */
export function reportPrices({ random, listings, mid, clock }: IndexMaker): Command {
  const at = random.below(2)
  const listing = listings[at]
  const ticks = BigInt(mid[at] ?? listing?.mid ?? 100)
  const fair = (ticks * ONE) / 10n ** BigInt(listing?.terms.priceScale ?? 0)
  const price = (fair * BigInt(random.pick([1_000, 1_000, 1_000, 998, 1_030, 960, 900]))) / 1_000n
  const state = random.weighted([
    [8, 'live'],
    [2, 'pinned'],
    [1, 'silent'],
  ] as const)
  const items = SOURCES.map(
    (_, source): SourcePrice => ({
      assetId: asAssetId(at + 2),
      source,
      state,
      price: state === 'silent' ? 0n : price + BigInt(source),
      at: clock,
    }),
  )
  return { kind: 'reportPrices', items }
}
