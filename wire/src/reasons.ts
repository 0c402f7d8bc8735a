/** The one table from the engine's reasons to the contract's error names. */
import type { Reason } from '@agio/engine/reason.ts'
import type { ErrorName } from './codes.ts'

const NAMES: Readonly<Record<Exclude<Reason, 'none'>, ErrorName>> = {
  clientIdConflict: 'IDEMPOTENCY_CONFLICT',
  userNotFound: 'SESSION_INVALID',
  accountDisabled: 'ACCOUNT_DISABLED',
  accountFrozen: 'ACCOUNT_FROZEN',
  tradingDisabled: 'TRADING_DISABLED',
  instrumentNotFound: 'PAIR_NOT_FOUND',
  pairDisabled: 'PAIR_DISABLED',
  sideDisabled: 'PAIR_SIDE_DISABLED',
  pairHalted: 'PAIR_HALTED',
  orderNotFound: 'ORDER_NOT_FOUND',
  orderClosed: 'ORDER_CLOSED',
  amendNotAllowed: 'AMEND_NOT_ALLOWED',
  amendNoChange: 'AMEND_NO_CHANGE',
  orderTypeUnsupported: 'ORDER_TYPE_UNSUPPORTED',
  timeInForceUnsupported: 'TIME_IN_FORCE_UNSUPPORTED',
  selfTradeModeUnsupported: 'STP_MODE_UNSUPPORTED',
  badNumber: 'VALIDATION_FAILED',
  priceStep: 'PRICE_TICK',
  priceTooHigh: 'PRICE_RANGE',
  quantityStep: 'AMOUNT_STEP',
  quantityTooSmall: 'AMOUNT_RANGE',
  quantityTooLarge: 'AMOUNT_RANGE',
  valueTooSmall: 'TURNOVER_RANGE',
  valueTooLarge: 'TURNOVER_RANGE',
  priceBand: 'PRICE_BAND',
  badExpiry: 'EXPIRE_TIME_RANGE',
  badIceberg: 'ICEBERG_INVALID',
  trailingDeltaRange: 'TRAILING_DELTA_RANGE',
  badListPrices: 'OCO_PRICE_RULE',
  wouldTriggerImmediately: 'TRIGGER_WOULD_FIRE',
  tooManyOrders: 'OPEN_ORDER_LIMIT',
  positionLimit: 'POSITION_LIMIT',
  insufficientBalance: 'BALANCE_INSUFFICIENT',
  postOnlyWouldCross: 'POST_ONLY_WOULD_TAKE',
  accountExists: 'ACCOUNT_EXISTS',
  assetNotFound: 'COIN_NOT_FOUND',
  badParameter: 'VALIDATION_FAILED',
  engineFull: 'ENGINE_BUSY',
  selfReferral: 'SELF_REFERRAL',
  referralCycle: 'REFERRAL_CYCLE',
  contractNotOpened: 'CONTRACT_NOT_OPENED',
}

/** @throws RangeError for 'none', which is no refusal */
export function wireNameOf(reason: Reason): ErrorName {
  if (reason === 'none') throw new RangeError('an accepted command has no error name')
  return NAMES[reason]
}
