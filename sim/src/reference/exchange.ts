/** The reference exchange: takes the same commands as the engine, one at a time, and tells what each came to. */
import type { Command } from '@agio/engine/command.ts'
import type { Order, Outcome, OutcomeOrder } from '@agio/engine/event.ts'
import type { Reason } from '@agio/engine/reason.ts'
import type { CommandByKind } from '@agio/engine/schema/commands.ts'
import { ORDER_KEY_KINDS } from '@agio/engine/schema/commands.ts'
import * as admin from './admin.ts'
import { amendOrder } from './amend.ts'
import { type AnswerRow, amendOrders } from './amend-many.ts'
import { cancelAllOrders, cancelOrder, setCancelAllTimer } from './cancel.ts'
import { advance, isAnyDue, reachFunding, settleCommand } from './clock.ts'
import * as convert from './convert.ts'
import * as deposits from './deposits.ts'
import * as earn from './earn.ts'
import * as products from './earn-products.ts'
import * as index from './index-price.ts'
import { reachUser } from './late.ts'
import { isLiveName, keyName, knownKey, memoryOf, type RefOrder, type TradeFact, type World } from './model.ts'
import * as networks from './networks.ts'
import * as payments from './payments.ts'
import { chainOf } from './perp/instants.ts'
import { changePositionMargin } from './perp/margin.ts'
import { type Hints, noHints } from './perp/perp-model.ts'
import { placeContractOrder } from './perp/place.ts'
import * as settings from './perp/settings.ts'
import { settleContract } from './perp/settlement.ts'
import * as contracts from './perp/terms.ts'
import { placePositionTpsl } from './perp/tpsl.ts'
import * as persons from './persons.ts'
import { placeOrder } from './place.ts'
import { transferBetweenAccounts } from './transfer.ts'
import { orderFact } from './view.ts'
import * as withdrawals from './withdrawals.ts'

const REMEMBER_COUNT = 1_000

/** What one command did. `orders` holds the last state of every order it touched, by rising id. */
export interface Step {
  readonly outcome: Outcome
  readonly trades: readonly TradeFact[]
  readonly orders: readonly Order[]
}

interface Result {
  readonly reason: Reason
  readonly orders?: readonly RefOrder[]
  /** Each with a reason of its own, in place of `orders`. */
  readonly rows?: readonly AnswerRow[]
  readonly value?: number
  readonly priorityKept?: boolean
}

/** Runs a command at a time. Mutates the world and returns the facts of the step. */
export function applyCommand(world: World, seq: number, at: number, key: string, command: Command, hints: Hints = noHints()): Step {
  world.seq = seq
  world.trades = []
  world.touched = new Set()
  world.perp.hints = hints
  beginEntry(world, at, userIdOf(command))
  advance(world, command.kind === 'tick')
  reachFunding(world)
  reachUser(world, userIdOf(command))
  const isBehind = isAnyDue(world)
  const outcome = answer(world, key, command)
  settleCommand(world)
  if (!isBehind && (world.hasBegun || isAnyDue(world))) advance(world, command.kind === 'tick')
  world.hasBegun = false
  const final = outcome.replayed ? outcome : { ...outcome, orders: outcome.orders.map((order) => refresh(world, order)) }
  if (!outcome.replayed) remember(world, key, command, final)
  const touched = [...world.touched].sort((a, b) => a - b)
  const orders = touched.map((orderId) => world.live.get(orderId) ?? world.ended.get(orderId)).filter((order) => order !== undefined)
  return { outcome: final, trades: world.trades, orders: orders.map((order) => orderFact(world, order)) }
}

/** The clock goes on, never backwards, and with it what no later instant can be told without. */
function beginEntry(world: World, at: number, userId: number): void {
  world.time = Math.max(world.time, at)
  world.perp.chain = chainOf(world.perp.chain, world.seq, world.time, userId)
  world.met = 0
  world.edge = world.meetingsMost
  world.isSliced = false
  world.perp.cuts = 0
  world.perp.passed = 0
}

const userIdOf = (command: Command): number => ('userId' in command ? command.userId : 0)
const callerOf = (command: Command): number => ('caller' in command ? (command.caller ?? 0) : 0)
const nameOf = (key: string, command: Command): string => keyName(callerOf(command), key)
/** All that is asked for; who asks is part of the key. */
const bodyOf = (command: Command): string =>
  JSON.stringify({ ...command, caller: undefined }, (_, value) => (typeof value === 'bigint' ? `${value}n` : value))

function answer(world: World, key: string, command: Command): Outcome {
  const memory = memoryOf(world, userIdOf(command))
  const known = key === '' ? undefined : knownKey(world, userIdOf(command), callerOf(command), key)?.known
  const base = { seq: world.seq, at: world.time, replayed: false, orders: [], value: 0 }
  if (known !== undefined) {
    return known.body === bodyOf(command) ? { ...known.outcome, replayed: true } : { ...base, reason: 'clientIdConflict' }
  }
  memory?.delete(nameOf(key, command))
  const result = run(world, key, command)
  const rows = result.rows ?? (result.orders ?? []).map((order) => ({ order, priorityKept: result.priorityKept, reason: 'none' as const }))
  const orders = rows.map(({ order, priorityKept, reason }) => ({ ...outcomeOrder(order, priorityKept), reason }))
  return { ...base, reason: result.reason, orders, value: result.value ?? 0 }
}

/** `priorityKept` is given for amends only, and so is the order that was replaced. */
function outcomeOrder(order: RefOrder, priorityKept: boolean | undefined): OutcomeOrder {
  return {
    orderId: order.orderId as OutcomeOrder['orderId'],
    orderListId: order.orderListId as OutcomeOrder['orderListId'],
    clientOrderId: order.clientOrderId,
    originOrderId: order.originOrderId as OutcomeOrder['originOrderId'],
    instrumentId: order.instrumentId as OutcomeOrder['instrumentId'],
    type: order.type,
    status: order.status,
    reason: 'none',
    priorityKept: priorityKept ?? false,
    replacedOrderId: (priorityKept === false ? order.replacedOrderId : 0) as OutcomeOrder['replacedOrderId'],
  }
}

/** Status at the end of the entry. */
function refresh(world: World, order: OutcomeOrder): OutcomeOrder {
  const now = world.live.get(order.orderId) ?? world.ended.get(order.orderId)
  return now === undefined ? order : { ...order, status: now.status, orderListId: now.orderListId as OutcomeOrder['orderListId'] }
}

function remember(world: World, key: string, command: Command, outcome: Outcome): void {
  const memory = memoryOf(world, userIdOf(command))
  if (key === '' || memory === undefined || outcome.reason === 'clientIdConflict') return
  memory.set(nameOf(key, command), {
    seq: world.seq,
    at: world.time,
    namesOrder: ORDER_KEY_KINDS.has(command.kind),
    body: bodyOf(command),
    outcome,
  })
  if (memory.size <= REMEMBER_COUNT) return
  for (const old of memory.keys()) {
    if (isLiveName(world, userIdOf(command), old)) continue
    memory.delete(old)
    return
  }
}

type Rules = { readonly [Kind in Command['kind']]: (world: World, command: CommandByKind[Kind], key: string) => Result }

const RULES: Rules = {
  placeOrder,
  cancelOrder,
  amendOrder,
  amendOrders,
  cancelAllOrders,
  setCancelAllTimer,
  transferBetweenAccounts,
  tick: () => ({ reason: 'none' }),
  saveDocument: admin.saveDocument,
  changeAccountKeys: admin.changeAccountKeys,
  setInviter: admin.setInviter,
  setPerson: persons.setPerson,
  setCommission: admin.setCommission,
  setEngineVersion: admin.setEngineVersion,
  registerUser: admin.registerUser,
  setUserStatus: admin.setUserStatus,
  setUserTerms: admin.setUserTerms,
  defineAsset: admin.defineAsset,
  defineInstrument: admin.defineInstrument,
  changeInstrument: admin.changeInstrument,
  setInstrumentStatus: admin.setInstrumentStatus,
  setFeeDirection: admin.setFeeDirection,
  setFeeSchedule: admin.setFeeSchedule,
  creditUser: admin.creditUser,
  reverseCredit: admin.reverseCredit,
  reportPrices: index.reportPrices,
  setIndexTerms: index.setIndexTerms,
  acceptQuote: convert.acceptQuote,
  setConvertTerms: convert.setConvertTerms,
  fundInventory: convert.fundInventory,
  setStockTerms: convert.setStockTerms,
  purchaseProduct: earn.purchaseProduct,
  redeemProduct: earn.redeemProduct,
  setRenewal: earn.setRenewal,
  defineProduct: products.defineProduct,
  changeProduct: products.changeProduct,
  setProductStatus: products.setProductStatus,
  setProductRate: products.setProductRate,
  defineNetwork: networks.defineNetwork,
  changeNetwork: networks.changeNetwork,
  defineListing: networks.defineListing,
  changeListing: networks.changeListing,
  haltListing: networks.haltListing,
  assignAddress: networks.assignAddress,
  bookBlocks: deposits.bookBlocks,
  leaveBlocks: deposits.leaveBlocks,
  noteArrivals: deposits.noteArrivals,
  takeArrivals: deposits.takeArrivals,
  judgeDeposit: deposits.judgeDeposit,
  requestWithdrawal: withdrawals.requestWithdrawal,
  verifyWithdrawal: withdrawals.verifyWithdrawal,
  judgeWithdrawal: withdrawals.judgeWithdrawal,
  cancelWithdrawal: withdrawals.cancelWithdrawal,
  beginPayment: payments.beginPayment,
  signPayment: payments.signPayment,
  dropPayment: payments.dropPayment,
  fundHolding: networks.fundHolding,
  openContractAccount: settings.openContractAccount,
  placeContractOrder,
  placePositionTpsl,
  changePositionMargin,
  setLeverage: settings.setLeverage,
  setMarginMode: settings.setMarginMode,
  setPositionMode: settings.setPositionMode,
  defineContract: contracts.defineContract,
  changeContract: contracts.changeContract,
  fundInsurance: contracts.fundInsurance,
  settleContract,
}

function run(world: World, key: string, command: Command): Result {
  const rule = RULES[command.kind] as (world: World, command: Command, key: string) => Result
  return rule(world, command, key)
}
