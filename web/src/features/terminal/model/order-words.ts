/** Our names of the ticket's choices. Their wire forms stand in `wire`; `order-request.ts` is the only place that writes them. */

export type Side = 'buy' | 'sell'

export const TICKET_TYPES = [
  'limit',
  'market',
  'stopLimit',
  'stopMarket',
  'takeProfitLimit',
  'takeProfitMarket',
  'trailingStop',
  'oneCancelsOther',
] as const
export type TicketType = (typeof TICKET_TYPES)[number]

export const TIMES_IN_FORCE = ['gtc', 'ioc', 'fok', 'gtd'] as const
export type TimeInForce = (typeof TIMES_IN_FORCE)[number]

export const SELF_TRADE_MODES = ['expireTaker', 'expireMaker', 'expireBoth', 'decrement', 'none'] as const
export type SelfTradeMode = (typeof SELF_TRADE_MODES)[number]

/** How long a good-till-date order lives, in hours. */
export const LIFETIMES = [1, 24, 168, 720, 2160] as const
export type Lifetime = (typeof LIFETIMES)[number]

export interface TypeFields {
  readonly price: boolean
  readonly trigger: boolean
  readonly trailing: boolean
  /** The stop leg's optional limit price. */
  readonly triggerLimit: boolean
  readonly timesInForce: readonly TimeInForce[]
  readonly postOnly: boolean
  readonly iceberg: boolean
  /** May carry an order that is placed once this one is filled. */
  readonly child: boolean
}

const NO_TIME: readonly TimeInForce[] = []
const ALL_TIMES: readonly TimeInForce[] = TIMES_IN_FORCE

const none: TypeFields = {
  price: false,
  trigger: false,
  trailing: false,
  triggerLimit: false,
  timesInForce: NO_TIME,
  postOnly: false,
  iceberg: false,
  child: false,
}

/** Which fields each order type has. */
export const FIELDS: Readonly<Record<TicketType, TypeFields>> = {
  limit: { ...none, price: true, timesInForce: ALL_TIMES, postOnly: true, iceberg: true, child: true },
  market: none,
  stopLimit: { ...none, price: true, trigger: true, timesInForce: ALL_TIMES },
  stopMarket: { ...none, trigger: true },
  takeProfitLimit: { ...none, price: true, trigger: true, timesInForce: ALL_TIMES },
  takeProfitMarket: { ...none, trigger: true },
  trailingStop: { ...none, trailing: true },
  oneCancelsOther: { ...none, price: true, trigger: true, triggerLimit: true, timesInForce: ['gtc', 'gtd'] },
}
