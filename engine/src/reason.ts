/**
 * Why the engine refuses. A closed list: every reason has one wire code, one message key and one scenario that produces it.
 * Checks run in the order of this list (SPOT-005) and the first failure is the answer.
 */
export const REASONS = [
  'none',
  'clientIdConflict',
  'userNotFound',
  'accountDisabled',
  'accountFrozen',
  'tradingDisabled',
  'instrumentNotFound',
  'pairDisabled',
  'sideDisabled',
  'pairHalted',
  'orderNotFound',
  'orderClosed',
  'amendNotAllowed',
  'amendNoChange',
  'orderTypeUnsupported',
  'timeInForceUnsupported',
  'selfTradeModeUnsupported',
  'badNumber',
  'priceStep',
  'priceTooHigh',
  'quantityStep',
  'quantityTooSmall',
  'quantityTooLarge',
  'valueTooSmall',
  'valueTooLarge',
  'priceBand',
  'badExpiry',
  'badIceberg',
  'trailingDeltaRange',
  'badListPrices',
  'wouldTriggerImmediately',
  'tooManyOrders',
  'positionLimit',
  'insufficientBalance',
  'postOnlyWouldCross',
  'accountExists',
  'assetNotFound',
  'badParameter',
  'engineFull',
  'selfReferral',
  'referralCycle',
  'contractNotOpened',
  'quoteExpired',
  'quoteUsed',
  'priceMoved',
  'indexFrozen',
  'convertClosed',
  'inventoryShort',
  'dailyLimit',
  'productNotFound',
  'productNotOpen',
  'soldOut',
  'purchaseRange',
  'purchaseStep',
  'userQuota',
  'earnOrderNotFound',
  'redeemRange',
  'notRedeemable',
  'redeemPool',
  'renewalLocked',
] as const

export type Reason = (typeof REASONS)[number]

const CODES: ReadonlyMap<Reason, number> = new Map(REASONS.map((reason, position) => [reason, position]))

/** Position of a reason in REASONS: its code in records and rows. */
export function reasonCode(reason: Reason): number {
  return CODES.get(reason) ?? 0
}
