/**
 * Hedges what is beyond the limits of a stock on the own spot book: the leader's work. An ordinary account gives ordinary orders that
 * never rest; what it needs is moved to it before each, and all it has is moved back after. What a stop leaves with it the next round,
 * or the next leader, moves back before anything else; until then it counts as stock.
 */
import { valueAtMid } from '@agio/engine/convert/quote.ts'
import { convertStateOf, inventoryOf } from '@agio/engine/convert/read-convert.ts'
import type { Outcome } from '@agio/engine/event.ts'
import { type AssetId, asUserId, type UserId } from '@agio/engine/ids/id.ts'
import { indexOf } from '@agio/engine/index/read-index.ts'
import { orderTerms } from '@agio/engine/plain-terms.ts'
import { balancesOf, userByAccountKey } from '@agio/engine/read.ts'
import type { CommandGivenBy } from '@agio/engine/schema/commands.ts'
import type { Duty } from '../core/leadership.ts'
import type { Log } from '../core/log.ts'
import type { Feeds } from '../feeds/feeds.ts'
import type { ListedPair } from '../feeds/listings.ts'
import type { Exchange } from '../sequencer/exchange.ts'
import { larger } from './big.ts'
import { type Hedge, planHedge } from './hedge-plan.ts'
import type { LiveSettings } from './live-settings.ts'
import { stockOf } from './stock-of.ts'

type Givers = 'customer' | 'system'

const ROUND_MS = 2000
const MINUTE_MS = 60_000
const UNIT_COIN = 'USDT'
const ACCOUNT_KEY = 'house:desk'
const ACTOR = 'system'

export interface DeskParts {
  readonly exchange: Exchange<Givers>
  readonly settings: LiveSettings
  readonly feeds: Pick<Feeds, 'listings'>
  readonly log: Log
}

/** One round found an order that the stock needs. */
interface Planned {
  readonly pair: ListedPair
  readonly hedge: Hedge
}

export class Desk implements Duty {
  readonly #parts: DeskParts
  #timer: NodeJS.Timeout | undefined
  #round: Promise<void> = Promise.resolve()
  #isBusy = false
  /** Minute of the exchange, and the value that was traded in it. */
  #minute = 0
  #traded = 0n

  constructor(parts: DeskParts) {
    this.#parts = parts
  }

  begin(): void {
    this.#timer = setInterval(() => {
      if (this.#isBusy) return
      this.#round = this.round().catch((error: unknown) => {
        const { log, exchange } = this.#parts
        log.warn('the desk waits', { tenant: exchange.tenantId, error: String(error) })
      })
    }, ROUND_MS)
    this.#timer.unref()
  }

  async end(): Promise<void> {
    clearInterval(this.#timer)
    this.#timer = undefined
    await this.#round
  }

  /** An order for each coin that needs one. @throws Refused, and nothing is lost */
  async round(): Promise<void> {
    this.#isBusy = true
    try {
      await this.#moveBack()
      for (const pair of this.#pairs()) await this.#hedge(pair)
    } finally {
      this.#isBusy = false
    }
  }

  /** Coins with a pair that trades; none while conversion is closed: nothing more is risked then. */
  #pairs(): ListedPair[] {
    const { listings } = this.#parts.feeds
    const { isClosedByLoss, isClosedByOperator, day } = convertStateOf(this.#parts.exchange.state)
    if (day === 0 || isClosedByLoss || isClosedByOperator) return []
    return [...listings.pairs()].filter(
      ({ instrumentId, quote, terms }) => quote.symbol === UNIT_COIN && terms.enabled && listings.status(instrumentId).status === 'trading',
    )
  }

  #planned(pair: ListedPair): Planned | undefined {
    const { exchange, settings } = this.#parts
    const { state } = exchange
    const { base, quote } = pair
    const { price, live } = indexOf(state, base.assetId)
    if (live === 0) return undefined
    const { current } = settings
    const money = stockOf(state, current, quote)
    const hedge = planHedge({
      pair,
      stock: stockOf(state, current, base),
      spendable: larger(money.amount - (money.least ?? 0n), 0n),
      index: price,
      slip: current.hedge.slip,
      budget: larger(current.hedge.perMinute - this.#tradedNow(), 0n),
    })
    return hedge === undefined ? undefined : { pair, hedge }
  }

  #tradedNow(): bigint {
    const minute = Math.floor(this.#parts.exchange.now() / MINUTE_MS)
    if (minute !== this.#minute) this.#traded = 0n
    this.#minute = minute
    return this.#traded
  }

  async #hedge(pair: ListedPair): Promise<void> {
    const planned = this.#planned(pair)
    if (planned === undefined) return
    const deskUserId = await this.#account()
    if (deskUserId === undefined) return
    const { side, price, quantity, given, value } = planned.hedge
    const { assetId } = side === 'sell' ? pair.base : pair.quote
    const before = this.#inStock(pair)
    const moved = await this.#submit({ kind: 'moveInventory', assetId, amount: given, actor: ACTOR })
    if (moved.reason !== 'none') return
    // Counted until it is known what was not filled: a bound is a bound.
    this.#traded += value
    try {
      const terms = orderTerms({ side, price, quantity, timeInForce: 'ioc' })
      const order = { userId: deskUserId, instrumentId: pair.instrumentId, terms, child: null } as const
      await this.#submit({ kind: 'placeOrder', ...order, selfTrade: 'expireTaker', source: 'system' })
    } finally {
      await this.#moveBack()
    }
    const change = this.#inStock(pair) - before
    const { price: index } = indexOf(this.#parts.exchange.state, pair.base.assetId)
    this.#traded -= larger(value - valueAtMid(larger(change, -change), index, pair.base.scale), 0n)
  }

  #inStock({ base }: ListedPair): bigint {
    return inventoryOf(this.#parts.exchange.state, base.assetId)
  }

  /** All that lies with the desk, back into stock. */
  async #moveBack(): Promise<void> {
    const { state } = this.#parts.exchange
    const { deskUserId } = convertStateOf(state)
    if (deskUserId === 0) return
    for (const { account, assetId, available } of balancesOf(state, deskUserId))
      if (account === 'spot' && available > 0n) await this.#returned(assetId, available)
  }

  async #returned(assetId: AssetId, amount: bigint): Promise<void> {
    await this.#submit({ kind: 'moveInventory', assetId, amount: -amount, actor: ACTOR })
  }

  /** The account of the desk; it is opened, and named in the terms, when it is needed first. undefined: not now. */
  async #account(): Promise<UserId | undefined> {
    const { exchange, log } = this.#parts
    const { state } = exchange
    const { deskUserId, isClosedByLoss, isClosedByOperator, dailyLimit, lossBound } = convertStateOf(state)
    if (deskUserId !== 0) return deskUserId
    const opened = userByAccountKey(state, ACCOUNT_KEY) ?? (await this.#register())
    if (opened === undefined || isClosedByLoss) return undefined
    const terms = { dailyLimit, lossBound, deskUserId: opened, isClosed: isClosedByOperator }
    const { reason } = await this.#submit({ kind: 'setConvertTerms', ...terms, actor: ACTOR, why: 'the desk that hedges the stock' })
    if (reason !== 'none') log.warn('the desk has no account', { tenant: exchange.tenantId, reason })
    return reason === 'none' ? opened : undefined
  }

  async #register(): Promise<UserId | undefined> {
    const { reason, value } = await this.#submit({ kind: 'registerUser', accountKey: ACCOUNT_KEY, document: {}, role: 'maker' })
    return reason === 'none' ? asUserId(value) : undefined
  }

  #submit(command: CommandGivenBy<Givers>): Promise<Outcome> {
    return this.#parts.exchange.submit(command)
  }
}
