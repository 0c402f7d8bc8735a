/** Conversion at a quote, and what the stock behind it is worth. Values are 1e-8 of the unit asset. */
import type { FundInventory, SetConvertTerms, SetStockTerms } from '@agio/engine/command.ts'
import type { Reason } from '@agio/engine/reason.ts'
import type { CommandByKind } from '@agio/engine/schema/commands.ts'
import { type Answer, no, ok } from './answer.ts'
import { watchStock } from './hedge.ts'
import { reachIndex } from './index-price.ts'
import { availableOf, balanceAt, contraAccount, move, owes, payDebt, userAccount } from './ledger.ts'
import { AMOUNT_LIMIT, ceilDiv, indexAt, larger, RATE_ONE, smaller, stockRowAt, userAt, type World } from './model.ts'
import type { RefConvertRules } from './product-model.ts'
import { amountOf, beginDay, counted, earn, openLoss, reckon, stockAccount, targetOf, today, usedToday, worthOf } from './stock.ts'
import { noteGift, noteTake, takenOf } from './takers.ts'

const E8 = 10n ** 8n
const E18 = 10n ** 18n

type AcceptQuote = CommandByKind['acceptQuote']

export function setConvertTerms(world: World, command: SetConvertTerms): Answer {
  const { dailyLimit, lossBound, deskUserId, isClosed, opensLoss, rules = {} } = command
  if ([dailyLimit, lossBound].some((bound) => bound < 0n || bound >= 1n << 60n)) return no('badParameter')
  if (!Object.entries(rules).every(([name, text]) => isRule(name, text))) return no('badParameter')
  if (deskUserId !== 0 && !world.users.has(deskUserId)) return no('userNotFound')
  if (opensLoss === true) openLoss(world)
  Object.assign(world.convert, { dailyLimit, lossBound, deskUserId, isClosedByOperator: isClosed })
  for (const [name, text] of Object.entries(rules)) world.convert.rules[name as keyof RefConvertRules] = BigInt(text)
  return ok()
}

const SHARES: readonly string[] = ['lookLeast', 'personShare', 'keptShare', 'pauseShare', 'coinLoss']
const VALUES: readonly string[] = ['keptBelow', 'hedgePerMinute']

/** Shares are at most 1, the slip 0.1, so many spreads 100, values below 2^60. */
function isRule(name: string, text: string): boolean {
  if (!/^\d{1,19}$/.test(text)) return false
  const rule = BigInt(text)
  if (SHARES.includes(name)) return rule <= E8
  if (VALUES.includes(name)) return rule < 1n << 60n
  if (name === 'hedgeSlip') return rule <= E8 / 10n
  return name === 'lookTimes' && rule <= 100n
}

export function fundInventory(world: World, { assetId, amount }: FundInventory): Answer {
  const asset = world.assets[assetId - 1]
  if (amount === 0n) return no('badNumber')
  if (asset === undefined) return no('assetNotFound')
  const stock = stockAccount(assetId)
  if (balanceAt(world, stock) + amount < 0n) return no('inventoryShort')
  if (amount > 0n && asset.issued + amount >= AMOUNT_LIMIT) return no('valueTooLarge')
  if (world.convert.day === 0) world.convert.day = today(world)
  beginDay(world)
  reckon(world, assetId)
  stockRowAt(world, assetId).funded += amount
  const house = contraAccount('adjustment', assetId)
  if (amount > 0n) {
    asset.issued += amount
    move(world, house, stock, amount)
  } else move(world, stock, house, -amount)
  const { convert } = world
  const value = counted(amount < 0n ? -worthOf(world, assetId, -amount) : worthOf(world, assetId, amount))
  convert.funded = counted(convert.funded + value)
  convert.value = counted(convert.value + value)
  watchStock(world, assetId)
  return ok()
}

export function setStockTerms(world: World, { assetId, target, least, most }: SetStockTerms): Answer {
  if (world.assets[assetId - 1] === undefined) return no('assetNotFound')
  const named = [least, target, most].filter((amount) => amount !== -1n)
  const isSorted = named.every((amount, place) => place === 0 || amount >= (named[place - 1] ?? 0n))
  if (!isSorted || named.some((amount) => amount < 0n || amount >= AMOUNT_LIMIT)) return no('badParameter')
  reckon(world, assetId)
  Object.assign(stockRowAt(world, assetId), { target, least, most })
  watchStock(world, assetId)
  return ok()
}

/** Where send ÷ receive went by more than the last look allows: three spreads, at least 0.15 %. */
function moveOf(world: World, quote: AcceptQuote): 'none' | 'againstHouse' | 'forHouse' {
  const { lookTimes, lookLeast } = world.convert.rules
  const share = larger(lookTimes * quote.spread, lookLeast)
  const now = indexAt(world, quote.sendAssetId).price * quote.receiveIndex
  const then = indexAt(world, quote.receiveAssetId).price * quote.sendIndex
  if ((then - now) * E8 > then * share) return 'againstHouse'
  return (now - then) * E8 > then * share ? 'forHouse' : 'none'
}

/** What the customer gets: the quote's amount, or what the index makes of what he sends now where it went far for the house. */
function givenBy(world: World, quote: AcceptQuote): bigint {
  if (moveOf(world, quote) !== 'forHouse') return quote.receiveAmount
  const indexes = { sendIndex: indexAt(world, quote.sendAssetId).price, receiveIndex: indexAt(world, quote.receiveAssetId).price }
  const fetched = fetchedFor(world, { ...quote, ...indexes })
  return smaller(larger(fetched, quote.receiveAmount), (1n << 60n) - 1n)
}

function fetchedFor(world: World, quote: AcceptQuote): bigint {
  const { sendAmount, sendIndex, receiveIndex, spread } = quote
  const price = (sendIndex * (E8 - spread) * E18) / (receiveIndex * E8)
  return (sendAmount * price * unitOf(world, quote.receiveAssetId)) / (E18 * unitOf(world, quote.sendAssetId))
}

const unitOf = (world: World, assetId: number): bigint => 10n ** BigInt(world.assets[assetId - 1]?.scale ?? 0)

/** Is what is received, or what is sent, and the value what the quote's own indexes and spread make of it? */
function isPriced(world: World, quote: AcceptQuote): boolean {
  const { sendAmount, receiveAmount, sendIndex, receiveIndex, spread, value } = quote
  const [sendUnit, receiveUnit] = [unitOf(world, quote.sendAssetId), unitOf(world, quote.receiveAssetId)]
  if (spread < 0n || spread >= E8 || value !== (sendAmount * sendIndex) / (sendUnit * 10_000n)) return false
  const price = (sendIndex * (E8 - spread) * E18) / (receiveIndex * E8)
  const fetched = fetchedFor(world, quote)
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
  if (moveOf(world, quote) === 'againstHouse') return no('priceMoved')
  if (assets.some((assetId) => indexAt(world, assetId).live === 0)) return no('indexFrozen')
  if (convert.isClosedByLoss || convert.isClosedByOperator) return no('convertClosed')
  const bounds = boundsFault(world, user.person, { ...quote, receiveAmount: givenBy(world, quote) })
  if (bounds !== 'none') return no(bounds)
  if (convert.dailyLimit !== 0n && usedToday(world, quote.userId) + quote.value > convert.dailyLimit) return no('dailyLimit')
  if (availableOf(world, quote.userId, quote.sendAssetId) < quote.sendAmount) return no('insufficientBalance')
  if (user.status === 'disabled') return no('accountDisabled')
  return user.status === 'frozen' || owes(world, quote.userId) ? no('accountFrozen') : undefined
}

/** What the stock is against: a coin that is closed, nothing left, a side that is twice beyond its limit, the kept part, a person's share. */
function boundsFault(world: World, person: number, { sendAssetId, receiveAssetId, sendAmount, receiveAmount, value }: Bounded): Reason {
  const { rules } = world.convert
  const [send, receive] = [stockRowAt(world, sendAssetId), stockRowAt(world, receiveAssetId)]
  const stock = amountOf(world, receiveAssetId)
  const left = stock - receiveAmount
  if (send.isClosed || receive.isClosed) return 'coinClosed'
  if (left < 0n) return 'inventoryShort'
  const above = amountOf(world, sendAssetId) + sendAmount - targetOf(send)
  if (send.most > targetOf(send) && above > 2n * (send.most - targetOf(send))) return 'sideClosed'
  const below = targetOf(receive) - left
  if (receive.least >= 0n && receive.least < targetOf(receive) && below > 2n * (targetOf(receive) - receive.least)) return 'sideClosed'
  const kept = ceilDiv(targetOf(receive) * rules.keptShare, RATE_ONE)
  if (value >= rules.keptBelow && left < kept) return 'stockKept'
  const taken = takenOf(world, person, receiveAssetId)
  const isTooMuch = rules.personShare !== 0n && (taken + receiveAmount) * RATE_ONE > (stock + taken) * rules.personShare
  return isTooMuch ? 'personLimit' : 'none'
}

type Bounded = Pick<AcceptQuote, 'sendAssetId' | 'receiveAssetId' | 'sendAmount' | 'receiveAmount' | 'value'>

export function acceptQuote(world: World, quote: AcceptQuote): Answer {
  const fault = faultOf(world, quote)
  if (fault !== undefined) return fault
  const { userId, sendAssetId, receiveAssetId, sendAmount } = quote
  const given = givenBy(world, quote)
  const value = usedToday(world, userId) + quote.value
  world.convert.executed.set(quote.quoteId, quote.validUntil)
  world.convert.used.set(userAt(world, userId).person, { day: today(world), value: value > 1n << 60n ? 1n << 60n : value })
  if (world.convert.day !== 0) beginDay(world)
  noteGain(world, quote, given)
  move(world, userAccount(userId, sendAssetId, 'available'), stockAccount(sendAssetId), sendAmount)
  move(world, stockAccount(receiveAssetId), userAccount(userId, receiveAssetId, 'available'), given)
  payDebt(world, userId, receiveAssetId)
  noteGift(world, userAt(world, userId).person, sendAssetId)
  noteTake(world, userAt(world, userId).person, receiveAssetId, given)
  watchStock(world, sendAssetId)
  watchStock(world, receiveAssetId)
  return ok(world.seq)
}

/** What stays with the house, at the index of the instant: of the coin that has a market, of two each its half. */
function noteGain(world: World, { sendAssetId, receiveAssetId, sendAmount }: AcceptQuote, given: bigint): void {
  for (const assetId of [sendAssetId, receiveAssetId]) reckon(world, assetId)
  const { unitAssetId } = world.index
  const gain = worthOf(world, sendAssetId, sendAmount) - worthOf(world, receiveAssetId, given)
  const isOfSent = receiveAssetId === unitAssetId
  // halves are cut towards zero
  const ofSent = isOfSent ? gain : sendAssetId === unitAssetId ? 0n : gain / 2n
  addGain(world, sendAssetId, ofSent)
  addGain(world, receiveAssetId, gain - ofSent)
}

function addGain(world: World, assetId: number, gain: bigint): void {
  const stock = stockRowAt(world, assetId)
  earn(stock, gain)
  stock.spread = counted(stock.spread + gain)
}
