/** Conversion at a quote, and what the stock behind it is worth. Values are 1e-8 of the unit asset. */
import type { FundInventory, MoveInventory, SetConvertTerms } from '@agio/engine/command.ts'
import type { CommandByKind } from '@agio/engine/schema/commands.ts'
import { type Answer, no, ok } from './answer.ts'
import { reachIndex } from './index-price.ts'
import { availableOf, balanceAt, contraAccount, move, owes, payDebt, userAccount } from './ledger.ts'
import { AMOUNT_LIMIT, indexAt, type World } from './model.ts'
import { beginDay, counted, stockAccount, today, worthOf } from './stock.ts'

const E8 = 10n ** 8n
const E18 = 10n ** 18n

type AcceptQuote = CommandByKind['acceptQuote']

export function setConvertTerms(world: World, { dailyLimit, lossBound, deskUserId, isClosed, opensLoss }: SetConvertTerms): Answer {
  if ([dailyLimit, lossBound].some((bound) => bound < 0n || bound >= 1n << 60n)) return no('badParameter')
  if (deskUserId !== 0 && !world.users.has(deskUserId)) return no('userNotFound')
  const isClosedByLoss = world.convert.isClosedByLoss && opensLoss !== true
  Object.assign(world.convert, { dailyLimit, lossBound, deskUserId, isClosedByOperator: isClosed, isClosedByLoss })
  return ok()
}

export function fundInventory(world: World, { assetId, amount }: FundInventory): Answer {
  const asset = world.assets[assetId - 1]
  if (amount === 0n) return no('badNumber')
  if (asset === undefined) return no('assetNotFound')
  const stock = stockAccount(assetId)
  if (balanceAt(world, stock) + amount < 0n) return no('inventoryShort')
  if (amount > 0n && asset.issued + amount >= AMOUNT_LIMIT) return no('valueTooLarge')
  const house = contraAccount('adjustment', assetId)
  if (amount > 0n) {
    asset.issued += amount
    move(world, house, stock, amount)
  } else move(world, stock, house, -amount)
  const { convert } = world
  if (convert.day === 0) convert.day = today(world)
  beginDay(world)
  const value = counted(amount < 0n ? -worthOf(world, assetId, -amount) : worthOf(world, assetId, amount))
  convert.funded = counted(convert.funded + value)
  convert.value = counted(convert.value + value)
  return ok()
}

export function moveInventory(world: World, { assetId, amount }: MoveInventory): Answer {
  const { deskUserId } = world.convert
  if (amount === 0n) return no('badNumber')
  if (world.assets[assetId - 1] === undefined) return no('assetNotFound')
  if (deskUserId === 0) return no('badParameter')
  const desk = userAccount(deskUserId, assetId, 'available')
  const stock = stockAccount(assetId)
  if (amount > balanceAt(world, stock)) return no('inventoryShort')
  if (-amount > balanceAt(world, desk)) return no('insufficientBalance')
  if (amount > 0n) move(world, stock, desk, amount)
  else move(world, desk, stock, -amount)
  return ok()
}

/** Did send ÷ receive fall below 99 % of what it was? */
function hasMoved(world: World, quote: AcceptQuote): boolean {
  const now = indexAt(world, quote.sendAssetId).price * quote.receiveIndex
  const then = indexAt(world, quote.receiveAssetId).price * quote.sendIndex
  return 100n * now < 99n * then
}

/** Is what is received, or what is sent, and the value what the quote's own indexes and spread make of it? */
function isPriced(world: World, quote: AcceptQuote): boolean {
  const { sendAmount, receiveAmount, sendIndex, receiveIndex, spread, value } = quote
  const unitOf = (assetId: number): bigint => 10n ** BigInt(world.assets[assetId - 1]?.scale ?? 0)
  const [sendUnit, receiveUnit] = [unitOf(quote.sendAssetId), unitOf(quote.receiveAssetId)]
  if (spread < 0n || spread >= E8 || value !== (sendAmount * sendIndex) / (sendUnit * 10_000n)) return false
  const price = (sendIndex * (E8 - spread) * E18) / (receiveIndex * E8)
  const fetched = (sendAmount * price * receiveUnit) / (E18 * sendUnit)
  const [cost, per] = [receiveAmount * E18 * sendUnit, price * receiveUnit]
  return receiveAmount === fetched || (per > 0n && sendAmount === (cost + per - 1n) / per)
}

function faultOf(world: World, quote: AcceptQuote): Answer | undefined {
  const user = world.users.get(quote.userId)
  const { convert } = world
  const assets = [quote.sendAssetId, quote.receiveAssetId]
  if (user === undefined) return no('userNotFound')
  if (assets.some((assetId) => world.assets[assetId - 1] === undefined)) return no('assetNotFound')
  if (quote.sendAssetId === quote.receiveAssetId || quote.sendAmount <= 0n || quote.receiveAmount <= 0n) return no('badParameter')
  if (quote.sendIndex <= 0n || quote.receiveIndex <= 0n || quote.value < 0n || quote.value >= 1n << 60n) return no('badParameter')
  if (!isPriced(world, quote)) return no('badParameter')
  if (world.time > quote.validUntil) return no('quoteExpired')
  if (world.time <= (convert.executed.get(quote.quoteId) ?? -1)) return no('quoteUsed')
  for (const assetId of assets) reachIndex(world, assetId)
  if (hasMoved(world, quote)) return no('priceMoved')
  if (assets.some((assetId) => indexAt(world, assetId).live === 0)) return no('indexFrozen')
  if (convert.isClosedByLoss || convert.isClosedByOperator) return no('convertClosed')
  if (balanceAt(world, stockAccount(quote.receiveAssetId)) < quote.receiveAmount) return no('inventoryShort')
  if (convert.dailyLimit !== 0n && usedToday(world, quote.userId) + quote.value > convert.dailyLimit) return no('dailyLimit')
  if (availableOf(world, quote.userId, quote.sendAssetId) < quote.sendAmount) return no('insufficientBalance')
  if (user.status === 'disabled') return no('accountDisabled')
  return user.status === 'frozen' || owes(world, quote.userId) ? no('accountFrozen') : undefined
}

export function usedToday(world: World, userId: number): bigint {
  const used = world.convert.used.get(userId)
  return used?.day === today(world) ? used.value : 0n
}

export function acceptQuote(world: World, quote: AcceptQuote): Answer {
  const fault = faultOf(world, quote)
  if (fault !== undefined) return fault
  const { userId, sendAssetId, receiveAssetId } = quote
  const value = usedToday(world, userId) + quote.value
  world.convert.executed.set(quote.quoteId, quote.validUntil)
  world.convert.used.set(userId, { day: today(world), value: value > 1n << 60n ? 1n << 60n : value })
  move(world, userAccount(userId, sendAssetId, 'available'), stockAccount(sendAssetId), quote.sendAmount)
  move(world, stockAccount(receiveAssetId), userAccount(userId, receiveAssetId, 'available'), quote.receiveAmount)
  payDebt(world, userId, receiveAssetId)
  return ok(world.seq)
}
