/** The engine's reasons about contracts as answers: the wire's name from its one table, and the figures that explain it. */
import type { ContractTerms, PlaceContractOrder } from '@agio/engine/command.ts'
import type { Order, TriggerPrice } from '@agio/engine/event.ts'
import type { UserId } from '@agio/engine/ids/id.ts'
import { divideCeil, divideFloor } from '@agio/engine/money/rounding.ts'
import { contractSettingsOf, crossesOf } from '@agio/engine/perp/read-positions.ts'
import { openOrdersOf } from '@agio/engine/read.ts'
import type { Reason } from '@agio/engine/reason.ts'
import { WIRE_MARGIN_MODES } from '@agio/wire/futures/order-view.ts'
import { ceilingsView, coMoney, coPrice, coValue, RATE_SCALE } from '@agio/wire/futures/view.ts'
import { contractNameOf } from '@agio/wire/reasons.ts'
import { Failure, type FailureParams, invalid } from '../../core/failure.ts'
import type { ListedContract } from '../../feeds/listings.ts'
import type { Tenant } from '../../tenant/tenant.ts'
import { contractState, openCoOrders } from '../reads/contract-lookups.ts'
import type { CoFault } from './contract-command.ts'
import { previewContract } from './contract-preview.ts'
import { customerBound } from './order-bounds.ts'

type Params = FailureParams
type Refused = Exclude<Reason, 'none'>

/** What is refused, and to whom. */
export interface Refusal {
  readonly tenant: Tenant
  readonly contract: ListedContract
  readonly userId: UserId
  /** The key of the request. */
  readonly key?: string
  /** The order that was refused, where one was. */
  readonly command?: PlaceContractOrder
  /** What a condition of it is tested against, where it is no order. */
  readonly conditionBy?: TriggerPrice
  /** Of take profit (2) and stop loss (1) of a position the one that is refused. */
  readonly wrongLeg?: 1 | 2
  /** Leverage that was asked for, or that the order has. */
  readonly leverage?: number
  /** Price of an order that is changed, ticks. */
  readonly price?: number
  /** Contracts that there are to close. */
  readonly closable?: number
  /** Margin that is asked for, where it is for no new order, and what there is of it: minor units. */
  readonly need?: bigint
  readonly available?: bigint
}

const RATE_ONE = 10n ** BigInt(RATE_SCALE)

/** Prices that a limit may have: inside the range around the mark, rounded inwards. */
function rangeOf({ tenant, contract, command }: Refusal): Params {
  const around = BigInt(command?.triggerPrice || contractState(tenant, contract).mark)
  const range = BigInt(contract.contract.priceRangeE8)
  const low = divideCeil(around * (RATE_ONE - range), RATE_ONE)
  const high = divideFloor(around * (RATE_ONE + range), RATE_ONE)
  return { low: coPrice(contract, Number(low < 0n ? 0n : low)), high: coPrice(contract, Number(high)) }
}

/** No bound of contracts where an operator set none: what an order of the engine can count. */
const COUNT_MOST = 9_007_199_254_740_991n

/** Contracts that an order may have: what its terms bound by number, and what they bound by value at its price, whichever is less. */
function volumeBounds({ tenant, contract, command, price = command?.price, closable }: Refusal): Params {
  const { quantityMin, quantityMax, notionalMin, notionalMax, marketNotionalCap } = contract.terms
  if (closable !== undefined) return { min: '1', max: String(closable) }
  const each = coValue(contract, price || command?.triggerPrice || contractState(tenant, contract).mark, 1)
  const caps = [notionalMax, ...(command !== undefined && command.price === 0 ? [marketNotionalCap] : [])].filter((cap) => cap !== 0n)
  const ofValue = each === 0n ? [] : caps.map((cap) => divideFloor(cap, each))
  const lowest = [1n, BigInt(quantityMin), ...(each === 0n ? [] : [divideCeil(notionalMin, each)])]
  const highest = [COUNT_MOST, ...(quantityMax === 0 ? [] : [BigInt(quantityMax)]), ...ofValue]
  return {
    min: String(lowest.reduce((most, bound) => (bound > most ? bound : most))),
    max: String(highest.reduce((least, bound) => (bound < least ? bound : least))),
  }
}

function needOf({ tenant, contract, userId, command, need: known, available }: Refusal): Params {
  const cross = crossesOf(tenant.exchange.state, userId).find(({ assetId }) => assetId === contract.quote.assetId)
  const need = known ?? (command === undefined ? 0n : previewContract(tenant, command).cost)
  return { need: coMoney(contract, need), available: coMoney(contract, available ?? cross?.free ?? 0n), coin: contract.quote.symbol }
}

/** Largest value at a leverage: the end of the last bracket that allows it. */
function ceilingOf(contract: ListedContract, leverage: number): string {
  const ceilings = Object.entries(ceilingsView(contract, contract.contract))
  const allowed = ceilings.filter(([most]) => Number(most) >= leverage)
  const [, most = '0'] = allowed.sort(([one], [other]) => Number(one) - Number(other))[0] ?? []
  return most
}

const settingsOf = ({ tenant, contract, userId }: Refusal) => contractSettingsOf(tenant.exchange.state, userId, contract.instrumentId)

const leverageBounds = ({ minLeverage, maxLeverage }: Pick<ContractTerms, 'minLeverage' | 'maxLeverage'>): Params => ({
  min: String(minLeverage),
  max: String(maxLeverage),
})

const isWaiting = (order: Order): boolean => order.status === 'pendingTrigger' || order.status === 'pendingNew'

/** The bound of orders that is passed: the engine says only that one is. */
function boundPassed({ tenant, contract, userId, command }: Refusal): Params {
  const { maxOpenOrders, maxTriggerOrders } = contract.terms
  const isConditional = command === undefined || command.triggerPrice !== 0 || command.callback !== 0 || command.callbackRate !== 0n
  const live = openCoOrders(tenant, userId, contract.instrumentId)
  const waiting = live.filter(isWaiting).length
  const legs = command === undefined ? 1 : Number(command.takeProfit !== 0) + Number(command.stopLoss !== 0)
  const waits = command === undefined ? legs : Number(isConditional) + legs
  const [open, trigger] = [{ max: maxOpenOrders, kind: 'open' } as const, { max: maxTriggerOrders, kind: 'trigger' } as const]
  if (!isConditional && maxOpenOrders > 0 && live.length - waiting + 1 > maxOpenOrders) return open
  if (waits > 0 && maxTriggerOrders > 0 && waiting + waits > maxTriggerOrders) return trigger
  const own = isConditional ? trigger : open
  return customerBound(openOrdersOf(tenant.exchange.state, userId), own.kind) ?? own
}

/** What the trigger is tested against, now. */
function triggerNow({ tenant, contract, command, conditionBy = 'mark' }: Refusal): Params {
  const { lastPrice, mark, index } = contractState(tenant, contract)
  const prices = { last: lastPrice, mark, index }
  return { price: coPrice(contract, prices[command?.triggerBy ?? conditionBy]) }
}

/** Which of the attached ones is on the wrong side of the order: 2 take profit, 1 stop loss. */
function wrongSide({ tenant, contract, command, wrongLeg = 2 }: Refusal): Params {
  if (command === undefined) return { triggerType: String(wrongLeg) }
  const own = command.price || command.triggerPrice || contractState(tenant, contract).mark
  const isBuy = command.side === 'buy'
  const isProfitWrong = command.takeProfit !== 0 && (isBuy ? command.takeProfit <= own : command.takeProfit >= own)
  return { triggerType: isProfitWrong || command.stopLoss === 0 ? '2' : '1' }
}

const PARAMS: Partial<Record<Reason, (refusal: Refusal) => Params>> = {
  clientIdConflict: ({ key = '' }) => ({ key }),
  instrumentNotFound: ({ contract }) => ({ contractId: String(contract.instrumentId) }),
  pairHalted: ({ tenant, contract }) => ({ until: tenant.feeds.listings.status(contract.instrumentId).until }),
  priceStep: ({ contract }) => ({ tick: coPrice(contract, 1) }),
  priceTooHigh: rangeOf,
  priceBand: rangeOf,
  quantityStep: () => ({ step: '1' }),
  quantityTooSmall: volumeBounds,
  quantityTooLarge: volumeBounds,
  valueTooLarge: volumeBounds,
  valueTooSmall: ({ contract }) => ({ min: coMoney(contract, contract.terms.notionalMin) }),
  insufficientBalance: needOf,
  leverageRange: ({ contract }) => leverageBounds(contract.contract),
  leverageTier: ({ contract, command, leverage = command?.leverage ?? 1 }) => ({ maxNotional: ceilingOf(contract, leverage) }),
  leverageMismatch: (refusal) => ({ nowLevel: String(settingsOf(refusal)?.leverage ?? '') }),
  marginModeMismatch: (refusal) => ({ marginModel: String(WIRE_MARGIN_MODES[settingsOf(refusal)?.marginMode ?? 'cross']) }),
  wouldTriggerImmediately: triggerNow,
  badTakeProfit: wrongSide,
  tooManyOrders: boundPassed,
  // In hundredths of a percent, as this failure counts everywhere.
  trailingDeltaRange: () => ({ min: '0.0001', max: '9999.9999' }),
  wouldLiquidate: ({ tenant, contract, command }) => ({
    reducePrice: command === undefined ? '0' : coPrice(contract, previewContract(tenant, command).liquidationPrice),
  }),
  badNumber: () => ({ issues: [{ path: 'volume', rule: 'max' }] }),
  // A condition against a price that does not exist, or one that ends before it begins.
  badParameter: () => ({ issues: [{ path: 'triggerPrice', rule: 'exclusive' }] }),
  engineFull: () => ({ retryAfter: 1 }),
}

/** The answer to what the engine refused. */
export const coRefusal = (reason: Refused, refusal: Refusal): Failure =>
  new Failure(contractNameOf(reason), PARAMS[reason]?.(refusal) ?? {})

/** The answer to a field that has no exact form. */
export function coFaultRefusal({ reason, field }: CoFault, refusal: Refusal, stpMode: string): Failure {
  if (reason === 'selfTradeModeUnsupported') return new Failure('STP_MODE_UNSUPPORTED', { stpMode })
  return reason === 'badNumber' ? invalid(field, field === 'callbackRate' ? 'scale' : 'max') : coRefusal(reason, refusal)
}

/** The order of the checks of an order that could not be read, as the API lists their errors. */
const ORDER: readonly Reason[] = [
  'pairDisabled',
  'sideDisabled',
  'pairHalted',
  'contractNotOpened',
  'tradingDisabled',
  'accountDisabled',
  'accountFrozen',
  'inLiquidation',
  'marginModeMismatch',
  'leverageMismatch',
  'priceStep',
  'priceBand',
  'quantityStep',
  'quantityTooSmall',
  'quantityTooLarge',
]
const place = (reason: Reason): number => {
  const found = ORDER.indexOf(reason)
  return found < 0 ? ORDER.length : found
}

/** A fault is the answer only when no check before it fails. */
export function firstCoRefusal(fault: CoFault, refusal: Refusal & { readonly command: PlaceContractOrder }, stpMode: string): Failure {
  const { reason } = previewContract(refusal.tenant, refusal.command)
  return reason !== 'none' && place(reason) < place(fault.reason) ? coRefusal(reason, refusal) : coFaultRefusal(fault, refusal, stpMode)
}
