/** Commands about perpetual contracts. */
import { contractTermsOf, plainContractTerms } from '../../codec/perp-json.ts'
import type { ContractTerms, JsonObject } from '../../command.ts'
import type { Reason } from '../../reason.ts'
import { document, fixed, type JsonField, jsonAmount, jsonId, text } from '../command-field.ts'
import { f64, i64, u8, u32 } from '../field.ts'
import { id, word } from '../value.ts'
import { PAIR_TERMS } from './house.ts'

const ACTOR = text('Who gives it.')
const WHY = text('What stands in the records of the house.')

export const CONTRACT_TERMS: JsonField<ContractTerms> = {
  unit: 'json',
  about: 'See `ContractTerms`.',
  toJson: plainContractTerms,
  fromJson: (value) => contractTermsOf(value as JsonObject),
}

const STANDING = ['accountDisabled', 'accountFrozen', 'contractNotOpened', 'instrumentNotFound'] as const satisfies readonly Reason[]

/** Of checks that placing and replacing a contract order share. */
const ORDER_CHECKS = [
  ...STANDING,
  'tradingDisabled',
  'pairDisabled',
  'sideDisabled',
  'pairHalted',
  'badNumber',
  'badParameter',
  'priceTooHigh',
  'quantityTooSmall',
  'quantityTooLarge',
  'valueTooSmall',
  'valueTooLarge',
  'priceBand',
  'wouldTriggerImmediately',
  'indexFrozen',
  'inLiquidation',
  'leverageTier',
  'nothingToClose',
  'badTakeProfit',
  'wouldLiquidate',
  'noLiquidity',
  'insufficientBalance',
  'postOnlyWouldCross',
  'tooManyOrders',
  'engineFull',
] as const satisfies readonly Reason[]

export const PERP_COMMANDS = {
  openContractAccount: fixed('openContractAccount', {
    about: 'Opens the contract account of a customer. Who has one gets it again.',
    code: 140,
    names: 'user',
    hasCaller: true,
    givenBy: ['customer', 'system'],
    reasons: ['accountDisabled', 'accountFrozen', 'engineFull'],
    fields: {},
  }),
  placeContractOrder: fixed('placeContractOrder', {
    about: 'A new contract order, conditional or not, with what is attached to it.',
    code: 141,
    names: 'user',
    hasCaller: true,
    givenBy: ['customer', 'system'],
    reasons: [
      ...ORDER_CHECKS,
      'orderTypeUnsupported',
      'timeInForceUnsupported',
      'selfTradeModeUnsupported',
      'badExpiry',
      'trailingDeltaRange',
      'marginModeMismatch',
      'leverageMismatch',
      'positionNotFound',
      'positionModeLocked',
    ],
    fields: {
      instrumentId: id('InstrumentId'),
      side: word('SIDES'),
      action: word('CONTRACT_ACTIONS'),
      type: word('ORDER_TYPES', 'limit or market; a condition is told by its trigger.'),
      timeInForce: word('TIMES_IN_FORCE'),
      selfTrade: word('SELF_TRADE_MODES'),
      source: word('SOURCES'),
      marginMode: word('MARGIN_MODES', 'Has to be the one that is set.'),
      triggerBy: word('TRIGGER_PRICES'),
      direction: word('TRIGGER_DIRECTIONS'),
      takeProfitBy: word('TRIGGER_PRICES'),
      stopLossBy: word('TRIGGER_PRICES'),
      checksLiquidation: u8('flag', 'Refused if its fill would be liquidated at once.'),
      leverage: u32('count', 'Has to be the one that is set; not looked at where something is closed or reversed.'),
      price: f64('ticks'),
      quantity: f64('lots', 'Whole contracts; not looked at by closeWhole and reverse.'),
      triggerPrice: f64('ticks', '0 = not conditional, or trailing from now on.'),
      callbackRate: i64('rate', 'Trailing: one of the two.'),
      callback: f64('ticks'),
      expireAt: f64('ms', 'Of a conditional order.'),
      takeProfit: f64('ticks', '0 = nothing attached.'),
      takeProfitLimit: f64('ticks', '0 = at market.'),
      stopLoss: f64('ticks'),
      stopLossLimit: f64('ticks'),
      positionId: id('PositionId', 'closeWhole, reverse: which; else 0.'),
    },
  }),
  placePositionTpsl: fixed('placePositionTpsl', {
    about:
      'Take profit, stop loss or both for a position: of both the first that fires ends the other. One that is live already is replaced.',
    code: 142,
    names: 'user',
    hasCaller: true,
    givenBy: ['customer'],
    reasons: [...ORDER_CHECKS, 'positionNotFound'],
    fields: {
      takeProfitBy: word('TRIGGER_PRICES'),
      stopLossBy: word('TRIGGER_PRICES'),
      source: word('SOURCES'),
      positionId: id('PositionId', '', 32),
      takeProfit: f64('ticks', '0 = none.'),
      takeProfitLimit: f64('ticks', '0 = at market.'),
      takeProfitQuantity: f64('lots', '0 = whatever the position is.'),
      stopLoss: f64('ticks'),
      stopLossLimit: f64('ticks'),
      stopLossQuantity: f64('lots'),
    },
  }),
  changePositionMargin: fixed('changePositionMargin', {
    about: 'Puts margin to a position of its own margin, or takes some out.',
    code: 143,
    names: 'user',
    hasCaller: true,
    givenBy: ['customer'],
    reasons: [...STANDING, 'badNumber', 'positionNotFound', 'marginModeMismatch', 'inLiquidation', 'insufficientBalance', 'marginRange'],
    fields: { positionId: id('PositionId', '', 32), amount: i64('amount', 'Below zero: takes out.') },
  }),
  setLeverage: fixed('setLeverage', {
    about: 'Leverage of a customer in a contract.',
    code: 144,
    names: 'user',
    hasCaller: true,
    givenBy: ['customer'],
    reasons: [...STANDING, 'leverageRange', 'leverageLocked', 'leverageTier', 'inLiquidation', 'insufficientBalance', 'engineFull'],
    fields: { instrumentId: id('InstrumentId'), leverage: u32('count') },
  }),
  setMarginMode: fixed('setMarginMode', {
    about: 'Whether a customer’s positions in a contract share his balance or have margin of their own.',
    code: 145,
    names: 'user',
    hasCaller: true,
    givenBy: ['customer'],
    reasons: [...STANDING, 'badParameter', 'marginModeLocked', 'engineFull'],
    fields: { mode: word('MARGIN_MODES', '', 28), instrumentId: id('InstrumentId', '', 32) },
  }),
  setPositionMode: fixed('setPositionMode', {
    about: 'Whether longs and shorts of a customer stand beside each other.',
    code: 146,
    names: 'user',
    hasCaller: true,
    givenBy: ['customer'],
    reasons: ['accountDisabled', 'accountFrozen', 'contractNotOpened', 'badParameter', 'positionModeLocked'],
    fields: { isHedged: u8('flag', '', { at: 28 }) },
  }),
  defineContract: document({
    about: 'A new perpetual contract.',
    code: 80,
    givenBy: ['operator', 'system'],
    reasons: ['assetNotFound', 'badParameter', 'valueTooLarge', 'engineFull'],
    fields: { terms: PAIR_TERMS, contract: CONTRACT_TERMS, actor: ACTOR, why: WHY },
  }),
  changeContract: document({
    about: 'Replaces terms of a contract that may change while positions are open: not its assets, scales, multiplier or interval.',
    code: 81,
    givenBy: ['operator', 'system'],
    reasons: ['instrumentNotFound', 'badParameter', 'valueTooLarge'],
    fields: { instrumentId: jsonId('InstrumentId'), terms: PAIR_TERMS, contract: CONTRACT_TERMS, actor: ACTOR, why: WHY },
  }),
  fundInsurance: document({
    about: 'Puts the house’s own money into the insurance fund of a coin, or takes it out.',
    code: 82,
    givenBy: ['operator', 'system'],
    reasons: ['assetNotFound', 'badNumber', 'insufficientBalance'],
    fields: { assetId: jsonId('AssetId'), amount: jsonAmount('Below zero: takes out.'), actor: ACTOR, why: WHY },
  }),
} as const
