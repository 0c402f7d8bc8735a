/** The stock that conversions are served from, and what it is worth. */
import { availableOf, balanceAt, heldOf } from './ledger.ts'
import { DAY_MS, indexAt, type World } from './model.ts'

export const stockAccount = (assetId: number): string => `inventory:convert:${assetId}`
export const today = (world: World): number => Math.floor(world.time / DAY_MS)

export function worthOf(world: World, assetId: number, amount: bigint): bigint {
  const scale = world.assets[assetId - 1]?.scale ?? 0
  return amount <= 0n ? 0n : (amount * indexAt(world, assetId).price) / 10n ** BigInt(scale + 4)
}

/** No value of the stock counts beyond 2^60, in either direction. */
export function counted(value: bigint): bigint {
  const most = 1n << 60n
  if (value > most) return most
  return value < -most ? -most : value
}

export function valueStock(world: World): void {
  const { convert } = world
  if (convert.day === 0) return
  const desk = convert.deskUserId
  let value = 0n
  for (const { assetId } of world.assets) {
    const hedged = desk === 0 ? 0n : availableOf(world, desk, assetId) + heldOf(world, desk, assetId)
    value = counted(value + counted(worthOf(world, assetId, balanceAt(world, stockAccount(assetId)) + hedged)))
  }
  beginDay(world)
  convert.value = value
  if (convert.lossBound !== 0n && convert.dayValue + convert.funded - value > convert.lossBound) convert.isClosedByLoss = true
}

export function beginDay(world: World): void {
  const { convert } = world
  if (convert.day === today(world)) return
  convert.day = today(world)
  convert.dayValue = convert.value
  convert.funded = 0n
  convert.isClosedByLoss = false
}
