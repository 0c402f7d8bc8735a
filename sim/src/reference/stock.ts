/** The stock that conversions are served from: what it is worth, and what became of each coin's today. */
import { balanceAt } from './ledger.ts'
import { DAY_MS, indexAt, larger, RATE_ONE, stockRowAt, userAt, type World } from './model.ts'
import type { RefStock } from './product-model.ts'

export const stockAccount = (assetId: number): string => `inventory:convert:${assetId}`
export const today = (world: World): number => Math.floor(world.time / DAY_MS)
export const amountOf = (world: World, assetId: number): bigint => balanceAt(world, stockAccount(assetId))
export const targetOf = ({ target, funded }: Pick<RefStock, 'target' | 'funded'>): bigint => (target >= 0n ? target : larger(funded, 0n))

/** What the person of an account converted today. */
export function usedToday(world: World, userId: number): bigint {
  const used = world.convert.used.get(userAt(world, userId).person)
  return used?.day === today(world) ? used.value : 0n
}

export function worthOf(world: World, assetId: number, amount: bigint, price = indexAt(world, assetId).price): bigint {
  const scale = world.assets[assetId - 1]?.scale ?? 0
  return amount <= 0n ? 0n : (amount * price) / 10n ** BigInt(scale + 4)
}

/** No value of the stock counts beyond 2^60, in either direction. */
export function counted(value: bigint): bigint {
  const most = 1n << 60n
  if (value > most) return most
  return value < -most ? -most : value
}

/** What an amount gained when its price went on; what is missing gains what it costs less. */
function gainOf(world: World, assetId: number, amount: bigint, before: bigint, price: bigint): bigint {
  const size = amount < 0n ? -amount : amount
  const gain = counted(worthOf(world, assetId, size, price)) - counted(worthOf(world, assetId, size, before))
  return amount < 0n ? -gain : gain
}

/** Counts what a coin's stock did since its price was looked at last: all of it, and what lies off the target. */
export function reckon(world: World, assetId: number): void {
  const stock = stockRowAt(world, assetId)
  const before = stock.price
  const { price } = indexAt(world, assetId)
  stock.price = price
  if (before === 0n || before === price) return
  const amount = amountOf(world, assetId)
  stock.swing = counted(stock.swing + gainOf(world, assetId, amount, before, price))
  stock.result = counted(stock.result + gainOf(world, assetId, amount - targetOf(stock), before, price))
}

export function earn(stock: RefStock, gain: bigint): void {
  stock.swing = counted(stock.swing + gain)
  stock.result = counted(stock.result + gain)
}

export function valueStock(world: World): void {
  const { convert } = world
  if (convert.day === 0) return
  beginDay(world)
  let value = 0n
  let swing = 0n
  for (const { assetId } of world.assets) {
    const stock = stockRowAt(world, assetId)
    value = counted(value + counted(worthOf(world, assetId, amountOf(world, assetId))))
    reckon(world, assetId)
    if (isLost(world, assetId)) stock.isClosed = true
    if (!stock.isClosed) swing = counted(swing + stock.swing)
  }
  convert.value = value
  if (convert.lossBound !== 0n && -swing > convert.lossBound) convert.isClosedByLoss = true
}

/** Too much by the stock's own bound, or by the coin's: a share of its target, or of what is there of a coin without one. */
function isLost(world: World, assetId: number): boolean {
  const { lossBound, rules } = world.convert
  const stock = stockRowAt(world, assetId)
  if (lossBound !== 0n && -stock.swing > lossBound) return true
  const target = targetOf(stock)
  const brought = larger(worthOf(world, assetId, amountOf(world, assetId)), rules.keptBelow)
  const value = target > 0n ? worthOf(world, assetId, target) : brought
  return rules.coinLoss !== 0n && -stock.result > (value * rules.coinLoss) / RATE_ONE
}

export function beginDay(world: World): void {
  const { convert } = world
  if (convert.day === today(world)) return
  convert.day = today(world)
  convert.dayValue = convert.value
  convert.funded = 0n
  for (const stock of convert.stocks.values()) Object.assign(stock, { swing: 0n, result: 0n })
  openLoss(world)
}

export function openLoss({ convert }: World): void {
  convert.isClosedByLoss = false
  for (const stock of convert.stocks.values()) stock.isClosed = false
}
