/** Quotes that take a stock further from its limit, which it was beyond for a minute, cost what the book asks for bringing it back. */
import { depth } from './book.ts'
import { hedgedMarketOf } from './hedge.ts'
import { ceilDiv, notionalOf, RATE_ONE, smaller, stockRowAt, type World } from './model.ts'
import { amountOf, worthOf } from './stock.ts'

const WAIT_MS = 60_000
const LEVELS = 64
/** 5 %. */
const MOST = 5_000_000n

export function widening(world: World, assetId: number, isReceived: boolean): bigint {
  const stock = stockRowAt(world, assetId)
  const instrument = hedgedMarketOf(world, assetId)
  if (stock.beyond !== (isReceived ? -1 : 1) || world.time < stock.beyondSince + WAIT_MS || instrument === undefined) return 0n
  const amount = isReceived ? stock.least - amountOf(world, assetId) : amountOf(world, assetId) - stock.most
  let left = amount
  let cost = 0n
  let value = 0n
  for (const { price, quantity } of depth(instrument, isReceived ? 'sell' : 'buy').slice(0, LEVELS)) {
    if (left <= 0n) break
    const lots = smaller(BigInt(quantity), ceilDiv(left, instrument.baseFactor))
    const traded = worthOf(world, world.index.unitAssetId, notionalOf(instrument, price, Number(lots)))
    const atIndex = worthOf(world, assetId, lots * instrument.baseFactor)
    cost += isReceived ? traded - atIndex : atIndex - traded
    value += atIndex
    left -= lots * instrument.baseFactor
  }
  if (left > 0n) {
    const missing = worthOf(world, assetId, left)
    cost += ceilDiv(missing * MOST, RATE_ONE)
    value += missing
  }
  return cost <= 0n || value === 0n ? 0n : smaller(ceilDiv(cost * RATE_ONE, value), MOST)
}
