/** A checked request becomes the engine's command: decimals to ticks and contracts, refused when off the step. */
import type { PlaceContractOrder, SelfTradeMode } from '@agio/engine/command.ts'
import { asPositionId } from '@agio/engine/ids/id.ts'
import { parseDecimal, pow10 } from '@agio/engine/money/decimal.ts'
import type { ContractView } from '@agio/engine/perp/read-contract.ts'
import type { Reason } from '@agio/engine/reason.ts'
import type { CommandByKind } from '@agio/engine/schema/commands.ts'
import type { TpslRequest } from '@agio/wire/futures/fields.ts'
import type { CoOrderRequest } from '@agio/wire/futures/order-fields.ts'
import { CO_ORDER_TYPES, MARGIN_MODES, TRIGGER_PRICES } from '@agio/wire/futures/order-view.ts'
import { coValue } from '@agio/wire/futures/view.ts'
import { SELF_TRADE_MODES, SIDES } from '@agio/wire/spot/view.ts'
import { parseSteps } from '@agio/wire/steps.ts'
import type { PageSettings } from '../../contract/contract-settings.ts'
import type { ListedContract } from '../../feeds/listings.ts'
import type { Placer } from './order-command.ts'

const DAY_MS = 86_400_000
const RATE_SCALE = 8
/** Decimals that any amount of a request may have. */
const TEXT_SCALE = 18

/** Why a request has no exact form in the engine's units; `reason` tells its place among the engine's checks. */
export interface CoFault {
  readonly reason: Extract<
    Reason,
    'badNumber' | 'priceStep' | 'quantityStep' | 'quantityTooSmall' | 'quantityTooLarge' | 'selfTradeModeUnsupported' | 'indexFrozen'
  >
  readonly field: string
}

type Given = string | null | undefined

/** Reads fields of an order. With a fault the value nearest below stands in, so that checks that come before it can still be asked. */
export class CoReader {
  readonly #contract: ListedContract
  fault: CoFault | undefined

  constructor(contract: ListedContract) {
    this.#contract = contract
  }

  note(reason: CoFault['reason'], field: string): void {
    this.fault ??= { reason, field }
  }

  /** Ticks; 0 where none is given. */
  price(text: Given, field: string): number {
    return this.#steps(text, field, this.#contract.priceScale, 'priceStep')
  }

  /** Whole contracts; 0 where none is given. */
  contracts(text: Given, field: string): number {
    return this.#steps(text, field, 0, 'quantityStep', 'quantityTooLarge')
  }

  /** 1e-8. */
  rate(text: Given, field: string): number {
    return this.#steps(text, field, RATE_SCALE, 'badNumber')
  }

  #steps(text: Given, field: string, scale: number, offStep: CoFault['reason'], tooMany: CoFault['reason'] = 'badNumber'): number {
    if (text == null) return 0
    const steps = parseSteps(text, scale)
    if (typeof steps === 'number') return steps
    this.note(steps === 'tooManyDecimals' ? offStep : tooMany, field)
    const floor = steps === 'tooManyDecimals' ? parseSteps(text.slice(0, text.indexOf('.') + 1 + scale).replace(/\.$/, ''), scale) : 1
    return typeof floor === 'number' ? Math.max(1, floor) : 1
  }
}

/** Contracts that a value in the margin coin, or an amount of the coin, comes to: floored. @param ticks what one is priced at */
function contractsIn(text: string, unit: 1 | 2, contract: ListedContract, ticks: number): bigint {
  const amount = parseDecimal(text, TEXT_SCALE)
  if (typeof amount !== 'bigint') return 0n
  // Both sides at eighteen decimals, so that the one division is the floor.
  if (unit === 2) return (amount * pow10(contract.quantityScale)) / (BigInt(contract.multiplier) * pow10(TEXT_SCALE))
  const each = coValue(contract, ticks, 1)
  return each === 0n ? 0n : (amount * pow10(contract.quote.scale)) / (each * pow10(TEXT_SCALE))
}

interface Sizing {
  readonly contract: ListedContract
  readonly request: Pick<CoOrderRequest, 'volume' | 'orderUnit'>
  /** What an amount is converted at: the order's price, at market the mark. */
  readonly ticks: number
}

function volumeOf(reader: CoReader, { contract, request, ticks }: Sizing): number {
  const unit = request.orderUnit ?? 0
  if (unit === 0) return reader.contracts(request.volume, 'volume')
  if (unit === 1 && ticks === 0) {
    reader.note('indexFrozen', 'volume')
    return 1
  }
  const contracts = contractsIn(request.volume, unit, contract, ticks)
  if (contracts > BigInt(Number.MAX_SAFE_INTEGER)) reader.note('quantityTooLarge', 'volume')
  else if (contracts === 0n) reader.note('quantityTooSmall', 'volume')
  else return Number(contracts)
  return 1
}

type AttachedRequest = Pick<TpslRequest, 'triggerType' | 'triggerPrice' | 'triggerPxType' | 'price'>

/** 1 stop loss, 2 take profit. */
const legOf = (orders: readonly AttachedRequest[] | null | undefined, triggerType: 1 | 2): AttachedRequest | undefined =>
  orders?.find((order) => order.triggerType === triggerType)

function attachedOf(reader: CoReader, orders: readonly AttachedRequest[] | null | undefined) {
  const profit = legOf(orders, 2)
  const loss = legOf(orders, 1)
  return {
    takeProfit: reader.price(profit?.triggerPrice, 'attachAlgoOrds'),
    takeProfitLimit: reader.price(profit?.price, 'attachAlgoOrds'),
    takeProfitBy: TRIGGER_PRICES[profit?.triggerPxType ?? 2],
    stopLoss: reader.price(loss?.triggerPrice, 'attachAlgoOrds'),
    stopLossLimit: reader.price(loss?.price, 'attachAlgoOrds'),
    stopLossBy: TRIGGER_PRICES[loss?.triggerPxType ?? 2],
  } as const
}

const DIRECTIONS = { 3: 'up', 4: 'down' } as const

function conditionOf(reader: CoReader, request: CoOrderRequest, settings: PageSettings, now: number) {
  if (request.isConditionOrder !== true) return NO_CONDITION
  const days = request.expireTime ?? settings.expireDays
  return {
    triggerPrice: reader.price(request.triggerPrice, 'triggerPrice'),
    triggerBy: request.triggerPxType == null ? settings.triggerBy : TRIGGER_PRICES[request.triggerPxType],
    direction: request.triggerType == null ? ('auto' as const) : DIRECTIONS[request.triggerType],
    callbackRate: BigInt(reader.rate(request.callbackRate, 'callbackRate')),
    callback: reader.price(request.callbackValue, 'callbackValue'),
    expireAt: now + days * DAY_MS,
  }
}

const NO_CONDITION = { triggerPrice: 0, triggerBy: 'mark', direction: 'auto', callbackRate: 0n, callback: 0, expireAt: 0 } as const

const NOTHING_ATTACHED = {
  takeProfit: 0,
  takeProfitLimit: 0,
  takeProfitBy: 'mark',
  stopLoss: 0,
  stopLossLimit: 0,
  stopLossBy: 'mark',
} as const

export interface CoReading {
  readonly command: PlaceContractOrder
  readonly fault: CoFault | undefined
}

/** What a request is read with besides itself. */
export interface CoReadingOf {
  readonly contract: ListedContract
  readonly state: Pick<ContractView, 'mark'>
  readonly settings: PageSettings
  readonly placer: Placer
  /** ms: from when a conditional order lives. */
  readonly now: number
}

/** Nobody trades a contract with himself: there is no mode that lets him. */
function selfTradeOf(stpMode: Given): Exclude<SelfTradeMode, 'none'> | undefined {
  if (stpMode == null) return 'expireTaker'
  const mode = SELF_TRADE_MODES.get(stpMode)
  return mode === 'none' ? undefined : mode
}

/** The command of a request, and what of it has no exact form. */
export function readCoOrder(request: CoOrderRequest, { contract, state, settings, placer, now }: CoReadingOf): CoReading {
  const reader = new CoReader(contract)
  const { type, timeInForce } = CO_ORDER_TYPES[request.type]
  const price = request.type === 2 ? 0 : reader.price(request.price, 'price')
  const condition = conditionOf(reader, request, settings, now)
  const quantity = volumeOf(reader, { contract, request, ticks: price || state.mark })
  const selfTrade = selfTradeOf(request.stpMode)
  if (selfTrade === undefined) reader.note('selfTradeModeUnsupported', 'stpMode')
  const command: PlaceContractOrder = {
    kind: 'placeContractOrder',
    ...{ userId: placer.userId, caller: placer.caller, source: placer.source },
    instrumentId: contract.instrumentId,
    side: SIDES.get(request.side) ?? 'buy',
    action: request.open === 'CLOSE' ? 'close' : 'open',
    type,
    timeInForce,
    selfTrade: selfTrade ?? 'expireTaker',
    marginMode: MARGIN_MODES[request.positionType],
    checksLiquidation: request.isCheckLiq === 0 ? 0 : 1,
    leverage: Math.min(request.leverageLevel, UINT32_MOST),
    price,
    quantity,
    ...condition,
    ...attachedOf(reader, request.attachAlgoOrds),
    positionId: asPositionId(0),
  }
  return { command, fault: reader.fault }
}

/** No leverage is as high: one above it equals none either. */
const UINT32_MOST = 4_294_967_295

/** Closes or reverses a whole position at market: side and volume are the position's. */
export const wholePosition = (
  action: 'closeWhole' | 'reverse',
  position: { readonly positionId: number; readonly instrumentId: ListedContract['instrumentId'] },
  placer: Placer,
): PlaceContractOrder => ({
  kind: 'placeContractOrder',
  ...{ userId: placer.userId, caller: placer.caller, source: placer.source },
  instrumentId: position.instrumentId,
  side: 'buy',
  action,
  type: 'market',
  timeInForce: 'ioc',
  selfTrade: 'expireTaker',
  marginMode: 'cross',
  checksLiquidation: 1,
  leverage: 0,
  price: 0,
  quantity: 0,
  ...NO_CONDITION,
  ...NOTHING_ATTACHED,
  positionId: asPositionId(position.positionId),
})

/** What a limit order of these is measured as. */
export const plainLimit = ({
  isClose,
  ...of
}: Pick<PlaceContractOrder, 'userId' | 'instrumentId' | 'side' | 'leverage' | 'marginMode' | 'price' | 'quantity'> & {
  readonly isClose: boolean
}): PlaceContractOrder => ({
  kind: 'placeContractOrder',
  ...of,
  source: 'web',
  action: isClose ? 'close' : 'open',
  type: 'limit',
  timeInForce: 'gtc',
  selfTrade: 'expireTaker',
  checksLiquidation: 0,
  ...NO_CONDITION,
  ...NOTHING_ATTACHED,
  positionId: asPositionId(0),
})

/** Take profit and stop loss of a position, and what of them has no exact form. */
export function readTpsl(
  orders: readonly TpslRequest[],
  position: { readonly positionId: number },
  { contract, placer }: Pick<CoReadingOf, 'contract' | 'placer'>,
): { readonly command: CommandByKind['placePositionTpsl']; readonly fault: CoFault | undefined } {
  const reader = new CoReader(contract)
  const profit = orders.find(({ triggerType }) => triggerType === 2)
  const loss = orders.find(({ triggerType }) => triggerType === 1)
  const command = {
    kind: 'placePositionTpsl' as const,
    ...{ userId: placer.userId, caller: placer.caller, source: placer.source },
    positionId: asPositionId(position.positionId),
    ...attachedOf(reader, orders),
    takeProfitQuantity: reader.contracts(profit?.volume, 'volume'),
    stopLossQuantity: reader.contracts(loss?.volume, 'volume'),
  }
  return { command, fault: reader.fault }
}
