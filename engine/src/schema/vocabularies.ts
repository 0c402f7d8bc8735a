/**
 * The closed vocabularies, each told once: `npm run kernel` writes the type, the words and the codes. Codes count the words from 0 and belong to
 * the format of the journal, so a new word goes to the end.
 */

export interface Vocabulary {
  /** Of the array of its words. */
  readonly list: string
  /** Of a word. */
  readonly type: string
  readonly about: string
  /** Word and name of the code. */
  readonly words: Readonly<Record<string, string>>
}

const constantOf = (word: string): string => word.replace(/[A-Z]/g, '_$&').toUpperCase()

/** Codes that have the names of their words behind a prefix; `named` are the others. */
function words(prefix: string, all: readonly string[], named: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  return Object.fromEntries(all.map((word) => [word, named[word] ?? `${prefix}${constantOf(word)}`]))
}

const TRADING: readonly Vocabulary[] = [
  { list: 'SIDES', type: 'Side', about: 'Of an order.', words: words('', ['buy', 'sell']) },
  {
    list: 'ORDER_TYPES',
    type: 'OrderType',
    about: 'Of an order; `oneCancelsOther` is a list of two.',
    words: words('', [
      'limit',
      'market',
      'stopLimit',
      'stopMarket',
      'takeProfitLimit',
      'takeProfitMarket',
      'trailingStop',
      'oneCancelsOther',
    ]),
  },
  { list: 'TIMES_IN_FORCE', type: 'TimeInForce', about: 'Of an order.', words: words('', ['gtc', 'ioc', 'fok', 'postOnly', 'gtd']) },
  {
    list: 'SELF_TRADE_MODES',
    type: 'SelfTradeMode',
    about: 'What happens where an order meets one of the same user.',
    words: { none: 'STP_NONE', expireTaker: 'STP_TAKER', expireMaker: 'STP_MAKER', expireBoth: 'STP_BOTH', decrement: 'STP_DECREMENT' },
  },
  {
    list: 'SOURCES',
    type: 'OrderSource',
    about: 'Who gave an order, in two bits of its row. A contract order of source system that a liquidation made says so by its receipt.',
    words: { web: 'WEB_SOURCE', api: 'API_SOURCE', system: 'SYSTEM_SOURCE', adl: 'ADL_SOURCE' },
  },
  {
    list: 'STATUSES',
    type: 'OrderStatus',
    about: 'Of an order.',
    words: words('', [
      'pendingTrigger',
      'pendingNew',
      'new',
      'partiallyFilled',
      'filled',
      'canceled',
      'rejected',
      'expired',
      'expiredInMatch',
    ]),
  },
  {
    list: 'CLOSE_REASONS',
    type: 'CloseReason',
    about:
      'Why an order ended. Of contract orders: `reduceOnly`, nothing was left to close; `liquidation`, `deleveraged`, `positionClosed`, what became of the position. ' +
      '`workLimit`: as many fills as one entry may make. `lockBound`: the next trade is worse than an account may that has a deposit which may be undone, or whose withdrawals rest.',
    words: words('CLOSE_', [
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
    ]),
  },
  {
    list: 'INSTRUMENT_STATUSES',
    type: 'InstrumentStatus',
    about: 'Of a pair or contract. `reduceOnly`: a contract that takes only what makes a position smaller; to all else it trades.',
    words: words('', ['trading', 'halt', 'cancelOnly', 'auction', 'reduceOnly']),
  },
]

const MONEY: readonly Vocabulary[] = [
  {
    list: 'CAUSES',
    type: 'StatementCause',
    about: 'What a posting is for.',
    words: words('CAUSE_', [
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
    ]),
  },
  {
    list: 'ACCOUNT_KINDS',
    type: 'AccountKind',
    about:
      'Accounts that a customer has in each asset. `debt` is what a reversal could not take, as a balance of at most 0; `pending` what a ' +
      'withdrawal is about to take, which is part of what the spot account holds.',
    words: {
      spot: 'SPOT_ACCOUNT',
      contract: 'CONTRACT_ACCOUNT',
      financial: 'FINANCIAL_ACCOUNT',
      debt: 'DEBT_ACCOUNT',
      pending: 'PENDING_ACCOUNT',
    },
  },
  { list: 'USER_STATUSES', type: 'UserStatus', about: 'Of a user.', words: words('', ['active', 'frozen', 'disabled']) },
  {
    list: 'SOURCE_STATES',
    type: 'SourceState',
    about: 'What a source of prices says of itself: `crossed` when its bid is above its ask, `pinned` in tests alone.',
    words: words('SOURCE_', ['live', 'crossed', 'silent', 'pinned']),
  },
]

const SAVINGS: readonly Vocabulary[] = [
  {
    list: 'PRODUCT_TYPES',
    type: 'ProductType',
    about: 'Of a savings product.',
    words: { fixed: 'FIXED_TERM', flexible: 'FLEXIBLE' },
  },
  { list: 'RATE_TYPES', type: 'RateType', about: 'Of a savings product.', words: { fixed: 'FIXED_RATE', current: 'CURRENT_RATE' } },
  { list: 'PAYOUTS', type: 'Payout', about: 'When a savings product pays.', words: { daily: 'PAYS_DAILY', atEnd: 'PAYS_AT_END' } },
  {
    list: 'PRODUCT_STATUSES',
    type: 'ProductStatus',
    about: 'Of a savings product; the places are the statuses of the contract.',
    words: words('', ['notReleased', 'onSale', 'waiting', 'suspended', 'offShelf', 'soldOut', 'ended']),
  },
  {
    list: 'RENEWALS',
    type: 'Renewal',
    about: 'What becomes of a term order when it matures: paid out, its principal renewed, or principal and interest.',
    words: words('RENEW_', ['none', 'principal', 'all']),
  },
  {
    list: 'EARN_CHANGES',
    type: 'EarnChange',
    about: 'What happened to a savings order.',
    words: words('EARN_', ['purchased', 'interest', 'redeemed', 'matured', 'renewed', 'renewalSet']),
  },
]

const CONTRACTS: readonly Vocabulary[] = [
  {
    list: 'CONTRACT_ACTIONS',
    type: 'ContractAction',
    about: 'What a contract order does: `close` only makes a position smaller; `reverse` closes it and opens the same on the other side.',
    words: words('ACTION_', ['open', 'close', 'closeWhole', 'reverse']),
  },
  { list: 'MARGIN_MODES', type: 'MarginMode', about: 'Of a position.', words: { cross: 'CROSSED', isolated: 'ISOLATED' } },
  {
    list: 'TRIGGER_PRICES',
    type: 'TriggerPrice',
    about: 'What a trigger is tested against.',
    words: words('BY_', ['last', 'mark', 'index']),
  },
  {
    list: 'TRIGGER_DIRECTIONS',
    type: 'TriggerDirection',
    about: 'Whether a trigger waits for a rise or a fall; `auto` is by where the price stands.',
    words: words('DIRECTION_', ['auto', 'up', 'down']),
  },
  {
    list: 'POSITION_CHANGES',
    type: 'PositionChange',
    about: 'What happened to a position. `margin`: its own margin changed by something else than a fill.',
    words: words('POSITION_', ['opened', 'changed', 'closed', 'margin', 'funded', 'liquidated', 'deleveraged', 'shared', 'settled']),
  },
  {
    list: 'LIQUIDATION_KINDS',
    type: 'LiquidationKind',
    about: '`matched`: long and short of one customer closed each other at the mark.',
    words: { partial: 'LIQUIDATED_PARTLY', full: 'LIQUIDATED_WHOLE', adl: 'LIQUIDATED_BY_RANK', matched: 'LIQUIDATED_AGAINST_OWN' },
  },
  {
    list: 'INSURANCE_CAUSES',
    type: 'InsuranceCause',
    about: 'Why an insurance fund changed.',
    words: words('INSURANCE_', ['liquidation', 'funding', 'adl', 'deposit', 'socialised'], {
      adl: 'INSURANCE_DELEVERAGED',
      socialised: 'INSURANCE_SHARED',
    }),
  },
]

const CHAINS: readonly Vocabulary[] = [
  {
    list: 'HOLDING_PLACES',
    type: 'HoldingPlace',
    about: 'Where the house holds coins of an asset on a chain.',
    words: { addresses: 'ON_ADDRESSES', hot: 'HOT', warm: 'WARM', cold: 'COLD' },
  },
  {
    list: 'PAYMENT_CHANGES',
    type: 'PaymentChange',
    about: 'What happened to a transaction of the house; `left`: its block is not on the chain any more.',
    words: words('PAYMENT_', ['begun', 'signed', 'mined', 'failed', 'left', 'final', 'dropped']),
  },
  {
    list: 'DEPOSIT_STATUSES',
    type: 'DepositStatus',
    about: 'Of a deposit; the places, 20 higher, are the statuses of the contract.',
    words: words('DEPOSIT_', ['detected', 'confirming', 'credited', 'unlocked', 'reorged', 'belowMin', 'review', 'held', 'vanished']),
  },
  {
    list: 'WITHDRAWAL_STATUSES',
    type: 'WithdrawalStatus',
    about: 'Of a withdrawal.',
    words: words('WITHDRAWAL_', [
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
    ]),
  },
]

export const VOCABULARIES: readonly Vocabulary[] = [...TRADING, ...MONEY, ...SAVINGS, ...CONTRACTS, ...CHAINS]
