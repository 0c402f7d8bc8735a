/** An index price changed: pairs learn of it, and their waiting orders look at the last price again. */
import type { World } from './model.ts'
import { followPair } from './prices.ts'
import { collectHits } from './triggers.ts'

export function followPairs(world: World): void {
  const now = [...world.indexes].flatMap(([assetId, { price, live }]) => (price === 0n ? [] : [`${assetId} ${price} ${live}`])).join()
  if (now === world.followed) return
  world.followed = now
  for (const instrument of world.instruments) {
    if (instrument.isContract === true) continue
    followPair(world, instrument)
    if (instrument.lastPrice !== 0 && instrument.status === 'trading') collectHits(world, instrument, instrument.lastPrice)
  }
}
