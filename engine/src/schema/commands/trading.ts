/** Commands about orders. */
import type { AmendRow, OrderSource, OrderTerms, SelfTradeMode } from '../../command.ts'
import type { InstrumentId, UserId } from '../../ids/id.ts'
import type { Reason } from '../../reason.ts'
import { documentOfCaller, fixed, json, jsonId, own } from '../command-field.ts'
import { PLACE } from '../entry.ts'
import { f64 } from '../field.ts'
import { id } from '../value.ts'

/** Of checks that placing and replacing an order share. */
/** An amendment of a contract order meets these too. */
const CONTRACT_CHECKS = [
  'contractNotOpened',
  'indexFrozen',
  'inLiquidation',
  'leverageTier',
  'nothingToClose',
  'noLiquidity',
  'wouldLiquidate',
] as const satisfies readonly Reason[]

const ORDER_CHECKS = [
  'accountDisabled',
  'accountFrozen',
  'tradingDisabled',
  'pairDisabled',
  'sideDisabled',
  'pairHalted',
  'pairBusy',
  'badNumber',
  'priceTooHigh',
  'quantityTooSmall',
  'quantityTooLarge',
  'valueTooSmall',
  'valueTooLarge',
  'priceBand',
  'lockBound',
  'badIceberg',
  'badListPrices',
  'wouldTriggerImmediately',
  'positionLimit',
  'insufficientBalance',
  'postOnlyWouldCross',
  'badParameter',
  'engineFull',
] as const satisfies readonly Reason[]

interface Placement {
  readonly userId: UserId
  readonly instrumentId: InstrumentId
  readonly terms: OrderTerms
  readonly selfTrade: SelfTradeMode
  readonly source: OrderSource
  /** One-triggers-other: placed when the order above is completely filled. */
  readonly child: OrderTerms | null
}

export const TRADING_COMMANDS = {
  placeOrder: own<Placement, 'customer' | 'system'>({
    about: 'A new order, an order list, or an order with the one that it triggers.',
    code: 1,
    givenBy: ['customer', 'system'],
    isTrade: true,
    isPlacement: true,
    keyNamesOrder: true,
    reasons: [
      ...ORDER_CHECKS,
      'instrumentNotFound',
      'orderTypeUnsupported',
      'timeInForceUnsupported',
      'selfTradeModeUnsupported',
      'badExpiry',
      'trailingDeltaRange',
      'tooManyOrders',
    ],
    entry: PLACE,
  }),
  cancelOrder: fixed('cancelOrder', {
    about: 'Takes an order or an order list back.',
    code: 2,
    names: 'order',
    givenBy: ['customer'],
    isRelief: true,
    reasons: ['orderNotFound', 'orderClosed', 'pairBusy'],
    fields: { orderListId: id('OrderListId', 'Names a list; then `orderId` is 0.') },
  }),
  amendOrder: fixed('amendOrder', {
    about: 'Changes a live order: in its place where it only shrinks, else by another one.',
    code: 3,
    names: 'order',
    givenBy: ['customer'],
    isTrade: true,
    reasons: [...ORDER_CHECKS, ...CONTRACT_CHECKS, 'badTakeProfit', 'orderNotFound', 'orderClosed', 'amendNotAllowed', 'amendNoChange'],
    fields: { price: f64('ticks'), quantity: f64('lots', 'New total quantity; 0 = unchanged.'), triggerPrice: f64('ticks') },
  }),
  amendOrders: documentOfCaller({
    about:
      'Changes up to 20 orders of one pair or contract, each by itself and in the order given. A refused order is a row of the answer.',
    code: 44,
    givenBy: ['customer'],
    isTrade: true,
    reasons: ['accountDisabled', 'accountFrozen', 'tradingDisabled', 'badParameter'],
    fields: {
      userId: jsonId('UserId'),
      instrumentId: jsonId('InstrumentId'),
      orders: json<readonly AmendRow[]>('json', 'Prices in ticks, new total quantities in lots or contracts; 0 = unchanged.'),
    },
  }),
  cancelAllOrders: fixed('cancelAllOrders', {
    about: 'Takes all orders back, of one pair or of all.',
    code: 4,
    names: 'user',
    givenBy: ['customer'],
    isRelief: true,
    reasons: ['instrumentNotFound'],
    fields: { instrumentId: id('InstrumentId', '0 = every pair, −1 = every contract.') },
  }),
  setCancelAllTimer: fixed('setCancelAllTimer', {
    about: 'Cancels all orders of the user `timeoutMs` after this entry unless renewed; 0 switches it off.',
    code: 5,
    names: 'user',
    givenBy: ['customer'],
    isRelief: true,
    reasons: ['instrumentNotFound', 'badParameter', 'engineFull'],
    fields: { instrumentId: id('InstrumentId', '0 = every pair, −1 = every contract.'), timeoutMs: f64('ms') },
  }),
  tick: fixed('tick', {
    about: 'Moves engine time. Sent when `nextDeadline(state)` is due; any other entry moves time as well.',
    code: 6,
    names: 'nobody',
    givenBy: ['system'],
    isRelief: true,
    reasons: [],
    fields: {},
  }),
} as const
