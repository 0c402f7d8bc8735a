/** Small integers for the closed vocabularies: what entries, rows and events hold instead of words. Order is part of the journal format. */
import { InvariantViolation } from '../assert.ts'
import type {
  InstrumentStatus,
  OrderSource,
  OrderType,
  Payout,
  ProductStatus,
  ProductType,
  RateType,
  Renewal,
  SelfTradeMode,
  Side,
  SourceState,
  TimeInForce,
  UserStatus,
} from '../command.ts'
import type {
  AccountKind,
  CloseReason,
  ContractAction,
  DepositStatus,
  EarnChange,
  HoldingPlace,
  InsuranceCause,
  LiquidationKind,
  MarginMode,
  OrderStatus,
  PaymentChange,
  PositionChange,
  TriggerDirection,
  TriggerPrice,
  WithdrawalStatus,
} from '../event.ts'

export const BUY = 0
export const SELL = 1
export const SIDES: readonly Side[] = ['buy', 'sell']

export const LIMIT = 0
export const MARKET = 1
export const STOP_LIMIT = 2
export const STOP_MARKET = 3
export const TAKE_PROFIT_LIMIT = 4
export const TAKE_PROFIT_MARKET = 5
export const TRAILING_STOP = 6
export const ONE_CANCELS_OTHER = 7
export const ORDER_TYPES: readonly OrderType[] = [
  'limit',
  'market',
  'stopLimit',
  'stopMarket',
  'takeProfitLimit',
  'takeProfitMarket',
  'trailingStop',
  'oneCancelsOther',
]

export const GTC = 0
export const IOC = 1
export const FOK = 2
export const POST_ONLY = 3
export const GTD = 4
export const TIMES_IN_FORCE: readonly TimeInForce[] = ['gtc', 'ioc', 'fok', 'postOnly', 'gtd']

export const STP_NONE = 0
export const STP_TAKER = 1
export const STP_MAKER = 2
export const STP_BOTH = 3
export const STP_DECREMENT = 4
export const SELF_TRADE_MODES: readonly SelfTradeMode[] = ['none', 'expireTaker', 'expireMaker', 'expireBoth', 'decrement']

/** Two bits of an order. A contract order of source system that a liquidation made says so by its receipt. */
export const SYSTEM_SOURCE = 2
export const SOURCES: readonly OrderSource[] = ['web', 'api', 'system', 'adl']

export const PENDING_TRIGGER = 0
export const PENDING_NEW = 1
export const NEW = 2
export const PARTIALLY_FILLED = 3
export const FILLED = 4
export const CANCELED = 5
export const REJECTED = 6
export const EXPIRED = 7
export const EXPIRED_IN_MATCH = 8
export const STATUSES: readonly OrderStatus[] = [
  'pendingTrigger',
  'pendingNew',
  'new',
  'partiallyFilled',
  'filled',
  'canceled',
  'rejected',
  'expired',
  'expiredInMatch',
]

export const CLOSE_NONE = 0
export const CLOSE_FILLED = 1
export const CLOSE_USER = 2
export const CLOSE_IOC = 3
export const CLOSE_FOK = 4
export const CLOSE_GTD = 5
export const CLOSE_SELF_TRADE = 6
export const CLOSE_ORDER_LIST = 7
export const CLOSE_CANCEL_ALL_TIMER = 8
export const CLOSE_HALT = 9
export const CLOSE_OPERATOR = 10
export const CLOSE_FREEZE = 11
export const CLOSE_NO_LIQUIDITY = 12
export const CLOSE_PRICE_BAND = 13
export const CLOSE_POST_ONLY = 14
export const CLOSE_INSUFFICIENT_BALANCE = 15
export const CLOSE_REPLACED = 16
/** Of contract orders: nothing was left to close, the position is liquidated or deleveraged, or it is gone. */
export const CLOSE_REDUCE_ONLY = 17
export const CLOSE_LIQUIDATION = 18
export const CLOSE_DELEVERAGED = 19
export const CLOSE_POSITION_CLOSED = 20
/** It made as many fills as one entry may. */
export const CLOSE_WORK_LIMIT = 21
/** What it would trade next is worse than an account may that has a deposit which may be undone, or whose withdrawals rest. */
export const CLOSE_LOCK_BOUND = 22
export const CLOSE_REASONS: readonly CloseReason[] = [
  'none',
  'filled',
  'user',
  'ioc',
  'fok',
  'gtd',
  'selfTrade',
  'orderList',
  'cancelAllTimer',
  'halt',
  'operator',
  'freeze',
  'noLiquidity',
  'priceBand',
  'postOnly',
  'insufficientBalance',
  'replaced',
  'reduceOnly',
  'liquidation',
  'deleveraged',
  'positionClosed',
  'workLimit',
  'lockBound',
]

export const CAUSE_HOLD = 0
export const CAUSE_RELEASE = 1
export const CAUSE_TRADE = 2
export const CAUSE_FEE = 3
export const CAUSE_COMMISSION = 7
export const CAUSE_DEPOSIT = 6
export const CAUSE_DEBT = 8
export const CAUSE_TRANSFER = 9
export const CAUSE_CONVERT = 10
export const CAUSE_EARN_PURCHASE = 11
export const CAUSE_EARN_REDEEM = 12
export const CAUSE_EARN_INTEREST = 13
export const CAUSE_INVENTORY = 14
export const CAUSE_WITHDRAW = 15
export const CAUSE_MARGIN = 16
export const CAUSE_REALISED = 17
export const CAUSE_FUNDING = 18
export const CAUSE_LIQUIDATION_FEE = 19
export const CAUSE_LIQUIDATION = 20
export const CAUSE_SHARE = 21
export const CAUSE_SETTLED = 22
export const CAUSES = [
  'hold',
  'release',
  'trade',
  'fee',
  'airdrop',
  'adjustment',
  'deposit',
  'commission',
  'debt',
  'transfer',
  'convert',
  'earnPurchase',
  'earnRedeem',
  'earnInterest',
  'inventory',
  'withdraw',
  'margin',
  'realised',
  'funding',
  'liquidationFee',
  'liquidation',
  'share',
  'settled',
] as const

export const SPOT_ACCOUNT = 0
export const CONTRACT_ACCOUNT = 1
export const FINANCIAL_ACCOUNT = 2
export const DEBT_ACCOUNT = 3
export const PENDING_ACCOUNT = 4
export const ACCOUNT_KINDS: readonly AccountKind[] = ['spot', 'contract', 'financial', 'debt', 'pending']

export const ACTIVE = 0
export const FROZEN = 1
export const DISABLED = 2
export const USER_STATUSES: readonly UserStatus[] = ['active', 'frozen', 'disabled']

export const TRADING = 0
export const HALT = 1
export const CANCEL_ONLY = 2
export const AUCTION = 3
/** A contract that takes only what makes a position smaller; to all else it trades. */
export const REDUCE_ONLY = 4
export const INSTRUMENT_STATUSES: readonly InstrumentStatus[] = ['trading', 'halt', 'cancelOnly', 'auction', 'reduceOnly']

export const SOURCE_LIVE = 0
export const SOURCE_CROSSED = 1
export const SOURCE_SILENT = 2
export const SOURCE_PINNED = 3
export const SOURCE_STATES: readonly SourceState[] = ['live', 'crossed', 'silent', 'pinned']

export const FIXED_TERM = 0
export const FLEXIBLE = 1
export const PRODUCT_TYPES: readonly ProductType[] = ['fixed', 'flexible']

export const FIXED_RATE = 0
export const CURRENT_RATE = 1
export const RATE_TYPES: readonly RateType[] = ['fixed', 'current']

export const PAYS_DAILY = 0
export const PAYS_AT_END = 1
export const PAYOUTS: readonly Payout[] = ['daily', 'atEnd']

/** Their positions are the statuses of the contract. */
export const NOT_RELEASED = 0
export const ON_SALE = 1
export const WAITING = 2
export const SUSPENDED = 3
export const OFF_SHELF = 4
export const SOLD_OUT = 5
export const ENDED = 6
export const PRODUCT_STATUSES: readonly ProductStatus[] = ['notReleased', 'onSale', 'waiting', 'suspended', 'offShelf', 'soldOut', 'ended']

export const RENEW_NONE = 0
export const RENEW_PRINCIPAL = 1
export const RENEW_ALL = 2
export const RENEWALS: readonly Renewal[] = ['none', 'principal', 'all']

export const EARN_PURCHASED = 0
export const EARN_INTEREST = 1
export const EARN_REDEEMED = 2
export const EARN_MATURED = 3
export const EARN_RENEWED = 4
export const EARN_RENEWAL_SET = 5
export const EARN_CHANGES: readonly EarnChange[] = ['purchased', 'interest', 'redeemed', 'matured', 'renewed', 'renewalSet']

export const ACTION_OPEN = 0
export const ACTION_CLOSE = 1
export const ACTION_CLOSE_WHOLE = 2
export const ACTION_REVERSE = 3
export const CONTRACT_ACTIONS: readonly ContractAction[] = ['open', 'close', 'closeWhole', 'reverse']

export const CROSSED = 0
export const ISOLATED = 1
export const MARGIN_MODES: readonly MarginMode[] = ['cross', 'isolated']

export const BY_LAST = 0
export const BY_MARK = 1
export const BY_INDEX = 2
export const TRIGGER_PRICES: readonly TriggerPrice[] = ['last', 'mark', 'index']

export const DIRECTION_AUTO = 0
export const DIRECTION_UP = 1
export const DIRECTION_DOWN = 2
export const TRIGGER_DIRECTIONS: readonly TriggerDirection[] = ['auto', 'up', 'down']

/** What happened to a position. `margin`: its own margin changed by something else than a fill. */
export const POSITION_OPENED = 0
export const POSITION_CHANGED = 1
export const POSITION_CLOSED = 2
export const POSITION_MARGIN = 3
export const POSITION_FUNDED = 4
export const POSITION_LIQUIDATED = 5
export const POSITION_DELEVERAGED = 6
export const POSITION_SHARED = 7
export const POSITION_SETTLED = 8
export const POSITION_CHANGES: readonly PositionChange[] = [
  'opened',
  'changed',
  'closed',
  'margin',
  'funded',
  'liquidated',
  'deleveraged',
  'shared',
  'settled',
]

export const LIQUIDATED_PARTLY = 0
export const LIQUIDATED_WHOLE = 1
export const LIQUIDATED_BY_RANK = 2
export const LIQUIDATED_AGAINST_OWN = 3
/** `matched`: long and short of one customer closed each other at the mark. */
export const LIQUIDATION_KINDS: readonly LiquidationKind[] = ['partial', 'full', 'adl', 'matched']

export const INSURANCE_LIQUIDATION = 0
export const INSURANCE_FUNDING = 1
export const INSURANCE_DELEVERAGED = 2
export const INSURANCE_DEPOSIT = 3
export const INSURANCE_SHARED = 4
export const INSURANCE_CAUSES: readonly InsuranceCause[] = ['liquidation', 'funding', 'adl', 'deposit', 'socialised']

/** Where the house holds coins of an asset on a chain. */
export const ON_ADDRESSES = 0
export const HOT = 1
export const WARM = 2
export const COLD = 3
export const HOLDING_PLACES: readonly HoldingPlace[] = ['addresses', 'hot', 'warm', 'cold']

export const PAYMENT_BEGUN = 0
export const PAYMENT_SIGNED = 1
export const PAYMENT_MINED = 2
export const PAYMENT_FAILED = 3
export const PAYMENT_LEFT = 4
export const PAYMENT_FINAL = 5
export const PAYMENT_DROPPED = 6
export const PAYMENT_CHANGES: readonly PaymentChange[] = ['begun', 'signed', 'mined', 'failed', 'left', 'final', 'dropped']

/** Their positions, 20 higher, are the statuses of the contract. */
export const DEPOSIT_DETECTED = 0
export const DEPOSIT_CONFIRMING = 1
export const DEPOSIT_CREDITED = 2
export const DEPOSIT_UNLOCKED = 3
export const DEPOSIT_REORGED = 4
export const DEPOSIT_BELOW_MIN = 5
export const DEPOSIT_REVIEW = 6
export const DEPOSIT_HELD = 7
export const DEPOSIT_VANISHED = 8
export const DEPOSIT_STATUSES: readonly DepositStatus[] = [
  'detected',
  'confirming',
  'credited',
  'unlocked',
  'reorged',
  'belowMin',
  'review',
  'held',
  'vanished',
]

export const WITHDRAWAL_CREATED = 0
export const WITHDRAWAL_AWAITS_FACTOR = 1
export const WITHDRAWAL_VERIFIED = 2
export const WITHDRAWAL_REVIEW = 3
export const WITHDRAWAL_APPROVED = 4
export const WITHDRAWAL_QUEUED = 5
export const WITHDRAWAL_SIGNING = 6
export const WITHDRAWAL_BROADCAST = 7
export const WITHDRAWAL_CONFIRMING = 8
export const WITHDRAWAL_COMPLETED = 9
export const WITHDRAWAL_CANCELED = 10
export const WITHDRAWAL_REJECTED = 11
export const WITHDRAWAL_FAILED = 12
export const WITHDRAWAL_EXPIRED = 13
export const WITHDRAWAL_STATUSES: readonly WithdrawalStatus[] = [
  'created',
  'awaitsFactor',
  'verified',
  'review',
  'approved',
  'queued',
  'signing',
  'broadcast',
  'confirming',
  'completed',
  'canceled',
  'rejected',
  'failed',
  'expired',
]

/** The code of a word; a word outside the list gives 255, which every check refuses. */
export function codeOf<Word extends string>(words: readonly Word[], word: Word): number {
  const code = words.indexOf(word)
  return code < 0 ? 255 : code
}

/** The word of a code that the engine wrote itself. Throws InvariantViolation outside the list. */
export function wordOf<Word extends string>(words: readonly Word[], code: number): Word {
  const word = words[code]
  if (word === undefined) throw new InvariantViolation(`code ${code} has no word`)
  return word
}
