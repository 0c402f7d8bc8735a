/** What assets are worth by several sources: each index is made anew, from what each source said last, whenever that may have changed. */
import type { ReportPrices, SetIndexTerms } from '@agio/engine/command.ts'
import { type Answer, no, ok } from './answer.ts'
import { indexAt, RATE_ONE, type World } from './model.ts'
import { noteMove } from './pause.ts'
import { followIndexes } from './perp/mark.ts'
import type { RefIndex, Said } from './product-model.ts'
import { valueStock } from './stock.ts'

const ONE = 10n ** 12n

/** What counts at a time: price, weight, number; cheapest first. */
function counting(world: World, index: RefIndex, at: number): { price: bigint; weight: bigint; said: Said }[] {
  return world.index.sources
    .flatMap((_, number) => {
      const said = index.said[number]
      const weight = BigInt(index.weights[number] ?? 1)
      if (said === undefined || weight === 0n || said.price === 0n) return []
      const isFresh = said.state === 'pinned' || (said.state === 'live' && said.at + world.index.freshMs >= at)
      return isFresh ? [{ price: said.price, weight, said }] : []
    })
    .sort((one, other) => (one.price < other.price ? -1 : one.price > other.price ? 1 : 0))
}

const distance = (one: bigint, other: bigint): bigint => (one > other ? one - other : other - one)

function priceOf(world: World, live: readonly { price: bigint; weight: bigint }[], last: bigint): bigint {
  const prices = live.map(({ price }) => price)
  const [first = 0n, second = 0n] = prices
  if (live.length === 1) return first
  const { cap } = world.index
  if (live.length === 2) {
    const sum = first + second
    // (b − a) ÷ ((a + b) ÷ 2) above twice the cap
    const isApart = 2n * (second - first) * RATE_ONE > 2n * cap * sum
    if (isApart && last !== 0n && distance(last, first) !== distance(last, second))
      return distance(last, first) < distance(last, second) ? first : second
    return sum / 2n
  }
  const middle = (prices[Math.floor((live.length - 1) / 2)] ?? 0n) + (prices[Math.floor(live.length / 2)] ?? 0n)
  const median = middle / 2n
  const highest = (median * (RATE_ONE + cap)) / RATE_ONE
  const lowest = (median * (RATE_ONE - cap) + RATE_ONE - 1n) / RATE_ONE
  let sum = 0n
  let weights = 0n
  for (const { price, weight } of live) {
    sum += weight * (price < lowest ? lowest : price > highest ? highest : price)
    weights += weight
  }
  return sum / weights
}

/** Makes an index as of a time. */
export function makeIndex(world: World, assetId: number, at: number): void {
  const index = indexAt(world, assetId)
  const live = counting(world, index, at)
  const ends = live.filter(({ said }) => said.state === 'live').map(({ said }) => said.at + world.index.freshMs + 1)
  index.recheckAt = Math.min(Number.POSITIVE_INFINITY, ...ends)
  const price = live.length === 0 ? index.price : priceOf(world, live, index.price)
  if (live.length > 0)
    noteMove(
      world,
      assetId,
      { at, price },
      live.some(({ said }) => said.state === 'pinned'),
    )
  if (price !== index.price) index.at = at
  index.price = price
  index.live = live.length
}

/** As old as the clock says it is, step by step. */
export function reachIndex(world: World, assetId: number): void {
  const index = indexAt(world, assetId)
  while (index.recheckAt <= world.time) makeIndex(world, assetId, index.recheckAt)
}

export function reportPrices(world: World, { items }: ReportPrices): Answer {
  for (const { assetId, source, state, price, at } of items) {
    if (world.assets[assetId - 1] === undefined) return no('assetNotFound')
    if (assetId === world.index.unitAssetId || source >= world.index.sources.length) return no('badParameter')
    if (price < 0n || (price === 0n && state !== 'silent') || at < 0) return no('badNumber')
  }
  for (const { assetId } of items) reachIndex(world, assetId)
  for (const { assetId, source, state, price, at } of items)
    indexAt(world, assetId).said[source] = { state, price, at: Math.min(at, world.time) }
  for (const assetId of new Set(items.map((item) => item.assetId))) makeIndex(world, assetId, world.time)
  valueStock(world)
  followIndexes(world, world.time)
  return ok()
}

export function setIndexTerms(world: World, { unitAssetId, sources, freshMs, capE8, weights = [] }: SetIndexTerms): Answer {
  const known = world.index
  const isSame = known.sources.every((name, number) => sources[number] === name)
  const isUnit = known.unitAssetId === 0 || known.unitAssetId === unitAssetId
  const areSound = sources.length <= 8 && freshMs > 0 && freshMs <= 86_400_000 && capE8 > 0 && capE8 < 100_000_000
  const areWeights = weights.every(
    (of) => of.weights.length <= sources.length && of.weights.every((weight) => weight >= 0 && weight <= 100),
  )
  if (!isSame || !isUnit || !areSound || !areWeights) return no('badParameter')
  if (world.assets[unitAssetId - 1] === undefined) return no('assetNotFound')
  if (!weights.every(({ assetId }) => world.assets[assetId - 1] !== undefined)) return no('assetNotFound')
  for (const { assetId } of world.assets) reachIndex(world, assetId)
  world.index = { unitAssetId, sources, freshMs, cap: BigInt(capE8) }
  for (const { assetId } of world.assets) {
    indexAt(world, assetId).weights = weights.find((of) => of.assetId === assetId)?.weights ?? []
    if (assetId !== unitAssetId) makeIndex(world, assetId, world.time)
  }
  const unit = indexAt(world, unitAssetId)
  if (unit.price === ONE) {
    followIndexes(world, world.time)
    return ok()
  }
  unit.price = ONE
  unit.live = 1
  unit.at = world.time
  followIndexes(world, world.time)
  return ok()
}
