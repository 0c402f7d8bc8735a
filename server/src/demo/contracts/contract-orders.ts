/** Shapes of the few contract orders that simulated traders send. */
import type { PlaceContractOrder, Side } from '@agio/engine/command.ts'
import { asPositionId, type InstrumentId, type UserId } from '@agio/engine/ids/id.ts'

/** What somebody has set for a contract; an order has to say the same. */
export interface Stance {
  readonly marginMode: PlaceContractOrder['marginMode']
  readonly leverage: number
}

/** What holds for a customer who has set nothing. */
export const PLAIN_STANCE: Stance = { marginMode: 'cross', leverage: 20 }
/** Stance of makers and takers: leverage so low that no bracket is in their way. */
export const MARKET_STANCE: Stance = { marginMode: 'cross', leverage: 4 }

/** A contract order with the given terms; what is not given is "not given" to the engine too. */
export function contractOrder(
  userId: UserId,
  instrumentId: InstrumentId,
  over: Partial<Omit<PlaceContractOrder, 'kind' | 'userId' | 'instrumentId'>> & { readonly side: Side },
): PlaceContractOrder {
  return {
    kind: 'placeContractOrder',
    userId,
    instrumentId,
    action: 'open',
    type: 'limit',
    timeInForce: 'gtc',
    selfTrade: 'expireTaker',
    source: 'system',
    ...PLAIN_STANCE,
    triggerBy: 'mark',
    direction: 'auto',
    takeProfitBy: 'mark',
    stopLossBy: 'mark',
    checksLiquidation: 0,
    price: 0,
    quantity: 0,
    triggerPrice: 0,
    callbackRate: 0n,
    callback: 0,
    expireAt: 0,
    takeProfit: 0,
    takeProfitLimit: 0,
    stopLoss: 0,
    stopLossLimit: 0,
    positionId: asPositionId(0),
    ...over,
  }
}

/** Orders of a maker, who quotes both sides: the new ones replace his earlier ones. */
export const quoteContract = (userId: UserId, instrumentId: InstrumentId, side: Side, price: number, quantity: number) =>
  contractOrder(userId, instrumentId, { side, price, quantity, selfTrade: 'expireMaker', ...MARKET_STANCE })

/** Takes what rests up to a price and leaves nothing behind. */
export const takeContract = (
  userId: UserId,
  instrumentId: InstrumentId,
  side: Side,
  price: number,
  quantity: number,
  stance = MARKET_STANCE,
) => contractOrder(userId, instrumentId, { side, price, quantity, timeInForce: 'ioc', ...stance })

/** Closes so much of a position, or what there is of it, at whatever the book gives. */
export const leaveContract = (userId: UserId, instrumentId: InstrumentId, side: Side, quantity: number, stance: Stance) =>
  contractOrder(userId, instrumentId, { side, action: 'close', type: 'market', timeInForce: 'ioc', quantity, ...stance })
