/** A contract order whose every field says nothing unusual: a limit that opens, of a shared balance. */
import { asPositionId } from '@agio/engine/ids/id.ts'
import type { CommandByKind } from '@agio/engine/schema/commands.ts'

export const PLAIN_ORDER: Omit<CommandByKind['placeContractOrder'], 'userId' | 'instrumentId'> = {
  kind: 'placeContractOrder',
  side: 'buy',
  action: 'open',
  type: 'limit',
  timeInForce: 'gtc',
  selfTrade: 'expireTaker',
  source: 'api',
  marginMode: 'cross',
  triggerBy: 'mark',
  direction: 'auto',
  takeProfitBy: 'mark',
  stopLossBy: 'mark',
  checksLiquidation: 0,
  leverage: 20,
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
}
