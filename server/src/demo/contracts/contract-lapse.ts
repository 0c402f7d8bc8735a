/**
 * Contracts in the time-lapse: a maker's quotes that move with the index and a premium, takers, and a few who dare much and are liquidated
 * now and then. Nothing here sees the exchange: what was refused is tried again by what comes behind it.
 */
import type { Side } from '@agio/engine/command.ts'
import type { DemoCommand } from '../accounts.ts'
import type { StampedCommand } from '../bulk-exchange.ts'
import { type SeededRandom, seededRandom } from '../seeded-random.ts'
import { contractsFor, ticksOf } from './contract-list.ts'
import { type ContractWorld, type DemoContract, type Speculator, toContracts } from './contract-market.ts'
import { leaveContract, quoteContract, takeContract } from './contract-orders.ts'
import { customerPlan } from './customer-contracts.ts'
import { premiumAt } from './premium.ts'
import { type Bet, betOf, otherSide } from './speculation.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** Distance of the best quotes from the middle, and of those behind them, which bear what is liquidated. */
const TOUCH = 0.000_15
const BEHIND = 0.0015
/** Values of both, in the margin coin. */
const TOUCH_VALUE = 80_000
const BEHIND_VALUE = 900_000
/** Quotes stay where they are until the middle moved by more, or so many moments passed: something else may have taken them. */
const STAYS_WITHIN = 0.000_3
const STAYS_FOR = 12
/** Takers together are not longer or shorter than that value: then they go the other way. */
const NET_MOST = 4_000_000
/** How many trades of a dense minute one of a longer step stands for. */
const SCALES = { dense: 1, quarter: 6, hour: 12 } as const
/** What was taken over is offered once a second, for half a minute: who comes by so often behind a moment lets most of it go. */
const OFFERED = { everyMs: 2000, times: 14 } as const
interface Book {
  readonly contract: DemoContract
  /** What is quoted around, in ticks; 0 = nothing yet. */
  mid: number
  age: number
  readonly left: { buy: number; sell: number }
}

interface Daring {
  readonly speculator: Speculator
  bet: Bet | undefined
  nextAt: number
}

export class ContractLapse {
  readonly #world: ContractWorld
  readonly #random: SeededRandom
  readonly #books: readonly Book[]
  readonly #daring: readonly Daring[]
  /** Lots of a contract that the takers have, below zero: owe. */
  readonly #nets = new Map<string, number>()
  readonly #firstStep: number
  readonly #plan: ReadonlyMap<number, readonly DemoCommand[]>

  /** @param firstStep from which on it trades */
  constructor(world: ContractWorld, firstStep: number) {
    this.#world = world
    this.#firstStep = firstStep
    this.#random = seededRandom(world.seed)
    this.#books = world.market.contracts.map((contract) => ({ contract, mid: 0, age: 0, left: { buy: 0, sell: 0 } }))
    const firstAt = world.moments[firstStep] ?? 0
    this.#daring = world.market.speculators.map((speculator) => ({
      speculator,
      bet: undefined,
      nextAt: firstAt + this.#random.between(HOUR, 24 * HOUR),
    }))
    this.#plan = customerPlan(world, firstStep)
  }

  /** Before the index hears of a step: what is due until then is done over the old book, and the quotes are where the price goes. */
  *quotes(step: number): Generator<StampedCommand> {
    const at = this.#atOf(step)
    yield* this.#offers(step - 1)
    yield { at, key: '', command: { kind: 'tick' } }
    yield* stamped(at, this.#requote(step))
  }

  *#requote(step: number): Generator<DemoCommand> {
    for (const book of this.#books) {
      const mid = this.#midAt(book.contract, step)
      if (mid === 0) continue
      book.age += 1
      if (book.mid === 0 || book.age > STAYS_FOR || Math.abs(mid / book.mid - 1) > STAYS_WITHIN) yield* this.#quote(book, mid, step)
    }
  }

  /** In the dense part somebody comes often enough. */
  *#offers(step: number): Generator<StampedCommand> {
    if (step < this.#firstStep || this.#partAt(step) === 'dense') return
    for (let time = 1; time <= OFFERED.times; time += 1)
      yield { at: this.#atOf(step) + time * OFFERED.everyMs, key: '', command: { kind: 'tick' } }
  }

  /** What is traded at a step. */
  trades(step: number): Generator<StampedCommand> {
    return stamped(this.#atOf(step), this.#traded(step))
  }

  *#traded(step: number): Generator<DemoCommand> {
    for (const book of this.#books) if (book.mid > 0) yield* this.#trade(book, step)
    for (const daring of this.#daring) yield* this.#dare(daring, step)
    yield* this.#plan.get(step) ?? []
  }

  #atOf(step: number): number {
    return this.#world.moments[step] ?? 0
  }

  #midAt({ listed }: DemoContract, step: number): number {
    const price = this.#world.priceOf(listed.base, step)
    return price === undefined ? 0 : ticksOf(listed, price) * (1 + premiumAt(listed.name, this.#world.seed, this.#atOf(step)))
  }

  #partAt(step: number): 'dense' | 'quarter' | 'hour' {
    const spanMs = this.#atOf(step + 1) - this.#atOf(step)
    if (spanMs <= MINUTE) return 'dense'
    return spanMs < HOUR ? 'quarter' : 'hour'
  }

  *#quote(book: Book, mid: number, step: number): Generator<DemoCommand> {
    const { contract, left } = book
    const { instrumentId, listed, makers } = contract
    const [maker] = makers
    const scale = SCALES[this.#partAt(step)]
    Object.assign(book, { mid, age: 0 })
    yield { kind: 'cancelAllOrders', userId: maker, instrumentId }
    for (const side of ['buy', 'sell'] as const) {
      left[side] = contractsFor(listed, TOUCH_VALUE * scale, mid)
      yield quoteContract(maker, instrumentId, side, awayFrom(mid, side, TOUCH), left[side])
      yield quoteContract(maker, instrumentId, side, awayFrom(mid, side, BEHIND), contractsFor(listed, BEHIND_VALUE, mid))
    }
  }

  *#trade(book: Book, step: number): Generator<DemoCommand> {
    const { contract, left } = book
    const { instrumentId, listed } = contract
    const scale = SCALES[this.#partAt(step)]
    if (scale === 1 && this.#random.next() > listed.weight / 4) return
    const side = this.#sideAt(contract, step)
    const tail = 0.3 + this.#random.next() * this.#random.next() * this.#random.next() * 12
    const lots = contractsFor(listed, listed.tradeValue * tail * scale, book.mid)
    const resting = otherSide(side)
    if (left[resting] < lots) yield* this.#quote(book, this.#midAt(contract, step), step)
    const taken = Math.min(lots, left[resting])
    const { takers } = this.#world.market
    const taker = takers[this.#random.between(0, takers.length - 1)]
    if (taker === undefined || taken === 0) return
    left[resting] -= taken
    this.#nets.set(listed.name, this.#netOf(contract) + (side === 'buy' ? taken : -taken))
    yield takeContract(taker, instrumentId, side, awayFrom(book.mid, resting, TOUCH), taken)
  }

  #netOf({ listed }: DemoContract): number {
    return this.#nets.get(listed.name) ?? 0
  }

  /** Where the price goes, unless the takers have too much of it. */
  #sideAt(contract: DemoContract, step: number): Side {
    const [before, now] = [this.#midAt(contract, Math.max(0, step - 1)), this.#midAt(contract, step)]
    const most = contractsFor(contract.listed, NET_MOST, now)
    const net = this.#netOf(contract)
    if (Math.abs(net) > most) return net > 0 ? 'sell' : 'buy'
    if (before === now) return this.#random.next() < 0.5 ? 'buy' : 'sell'
    return now > before ? 'buy' : 'sell'
  }

  *#dare(daring: Daring, step: number): Generator<DemoCommand> {
    const at = this.#atOf(step)
    if (at < daring.nextAt) return
    const { speculator, bet } = daring
    const { userId, stance } = speculator
    const random = this.#random
    if (bet !== undefined) {
      daring.bet = undefined
      daring.nextAt = at + random.between(20 * MINUTE, 8 * HOUR)
      // Nothing is left to close of one that was liquidated.
      yield leaveContract(userId, bet.contract.instrumentId, otherSide(bet.side), bet.lots, stance)
      return
    }
    const { contracts, marginAssetId } = this.#world.market
    const found = betOf(speculator, contracts, (contract) => this.#midAt(contract, step), random)
    daring.nextAt = at + random.between(3 * HOUR, 20 * HOUR)
    if (found === undefined) return
    daring.bet = found
    yield toContracts(userId, marginAssetId, found.margin)
    yield takeContract(userId, found.contract.instrumentId, found.side, found.price, found.lots, stance)
  }
}

/** A price so far from the middle on a side of the book, at least a tick. */
function awayFrom(mid: number, side: Side, share: number): number {
  const center = Math.round(mid)
  const offset = Math.max(1, Math.round(mid * share))
  return Math.max(1, side === 'buy' ? center - offset : center + offset)
}

function* stamped(at: number, commands: Iterable<DemoCommand>): Generator<StampedCommand> {
  for (const command of commands) yield { at, key: '', command }
}
