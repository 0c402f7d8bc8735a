/** Commands of the house about conversion: its limits, and the stock that it is served from. */
import type { FundInventory, SetConvertTerms, SetStockTerms } from '../command.ts'
import { writeDocument } from '../events/write-document.ts'
import { type AssetId, asUserId } from '../ids/id.ts'
import { EQUITY_HOUSE, INVENTORY_CONVERT } from '../ledger/chart-of-accounts.ts'
import { ISSUED_LIMIT } from '../ledger/issued-limit.ts'
import type { Reason } from '../reason.ts'
import { CLOSED_BY_LOSS, CLOSED_BY_OPERATOR } from '../schema/bits.ts'
import { NO_AMOUNT } from '../schema/convert.ts'
import type { State } from '../state.ts'
import { userHandle } from '../user/user.ts'
import { inventoryOf } from './read-convert.ts'
import { readConvertRules, writeConvertRules } from './rules.ts'

const VALUE_MOST = 2n ** 60n
export function setConvertTerms(state: State, command: SetConvertTerms): Reason {
  const { dailyLimit, lossBound, deskUserId, isClosed, opensLoss, rules: texts, actor, why, note } = command
  const rules = readConvertRules(texts ?? {})
  const isBound = (value: bigint): boolean => value >= 0n && value < VALUE_MOST
  if (!isBound(dailyLimit) || !isBound(lossBound) || rules === undefined) return 'badParameter'
  if (deskUserId !== 0 && userHandle(state, deskUserId) === 0) return 'userNotFound'
  const { kernel, scalars } = state
  const wasClosed = scalars.convertClosed
  scalars.convertLimit = dailyLimit
  scalars.convertLossBound = lossBound
  scalars.convertDesk = asUserId(deskUserId)
  scalars.convertClosed = closedBy(command, wasClosed)
  if (opensLoss === true) kernel.openLoss()
  writeConvertRules(scalars, rules)
  writeDocument(state.out, {
    kind: 'convertTermsSet',
    dailyLimit,
    lossBound,
    deskUserId,
    isClosed,
    ...(opensLoss !== undefined && { opensLoss }),
    ...(texts !== undefined && { rules: texts }),
    actor,
    why,
  })
  if (scalars.convertClosed !== wasClosed) kernel.tellValue()
  if (note !== undefined) writeDocument(state.out, { kind: 'documentSaved', userId: asUserId(0), ...note, actor })
  return 'none'
}

/** Why it is closed then. What a loss closed stays so until the day is over, or until somebody says that this is opened too. */
function closedBy({ isClosed, opensLoss }: SetConvertTerms, was: number): number {
  const byOperator = isClosed ? CLOSED_BY_OPERATOR : 0
  return byOperator | (opensLoss === true ? 0 : was & CLOSED_BY_LOSS)
}

/** House money to or from the stock. What was ever issued of an asset stays below 2^62, as with credits to customers. */
export function fundInventory(state: State, { assetId, amount }: FundInventory): Reason {
  const issued = state.issued[assetId]
  if (amount === 0n) return 'badNumber'
  if (issued === undefined || assetId < 1) return 'assetNotFound'
  if (amount < 0n && inventoryOf(state, assetId) < -amount) return 'inventoryShort'
  if (amount > 0n && issued + amount >= ISSUED_LIMIT) return 'valueTooLarge'
  if (!state.accounts.hasRoom(2) || !state.dues.hasRoom(1)) return 'engineFull'
  if (amount > 0n) state.issued[assetId] = issued + amount
  const { kernel } = state
  kernel.noteFunding(assetId, amount)
  kernel.postHouse(kernel.openHouseAccount(EQUITY_HOUSE, assetId), -amount)
  move(state, assetId, amount)
  kernel.watchStock(assetId)
  return 'none'
}

/** Limits around a target: least ≤ target ≤ most, as far as they are named. */
export function setStockTerms(state: State, { assetId, target, least, most, actor, why, note }: SetStockTerms): Reason {
  if (state.assets[assetId - 1] === undefined) return 'assetNotFound'
  const named = [least, target, most].filter((amount) => amount !== NO_AMOUNT)
  const isAmount = (amount: bigint): boolean => amount >= 0n && amount < ISSUED_LIMIT
  if (!named.every(isAmount) || named.some((amount, place) => place > 0 && amount < (named[place - 1] ?? 0n))) return 'badParameter'
  if (!state.dues.hasRoom(1)) return 'engineFull'
  const { kernel, stocks } = state
  // what the stock gained so far was by the target that there was
  kernel.reckon(assetId)
  const stock = stocks.edit(stocks.rowOf(assetId))
  stock.target = target
  stock.least = least
  stock.most = most
  kernel.watchStock(assetId)
  writeDocument(state.out, { kind: 'stockTermsSet', assetId, target, least, most, actor, why })
  if (note !== undefined) writeDocument(state.out, { kind: 'documentSaved', userId: asUserId(0), ...note, actor })
  return 'none'
}

function move(state: State, assetId: AssetId, amount: bigint): void {
  const { kernel } = state
  kernel.postHouse(kernel.openHouseAccount(INVENTORY_CONVERT, assetId), amount)
  kernel.tellInventory(assetId, amount, 1)
}
