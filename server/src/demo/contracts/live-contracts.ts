/**
 * The living market of contracts: makers keep a ladder around the index with a premium, takers hit it, and now and then somebody opens a
 * position of high leverage, or closes it. A few commands a second for all contracts together.
 */
import type { Side } from '@agio/engine/command.ts'
import type { Order } from '@agio/engine/event.ts'
import { asOrderId, type UserId } from '@agio/engine/ids/id.ts'
import { contractOf } from '@agio/engine/perp/read-contract.ts'
import { crossesOf, positionsOf } from '@agio/engine/perp/read-positions.ts'
import { balanceOf, openOrdersOf } from '@agio/engine/read.ts'
import { FINE_SCALE } from '@agio/engine/schema/perp.ts'
import type { State } from '@agio/engine/state.ts'
import type { DemoCommand, DemoExchange } from '../accounts.ts'
import { followed, type Ladder, LEVELS, moved, needySide, nextStep, offsetAt, pick, type Resting, unbounded } from '../ladder.ts'
import type { LiveMarket } from '../live.ts'
import { type SeededRandom, seededRandom } from '../seeded-random.ts'
import { contractsFor, ticksOf } from './contract-list.ts'
import { type ContractMarket, type DemoContract, type Speculator, stanceCommands, toContracts } from './contract-market.ts'
import { leaveContract, MARKET_STANCE, quoteContract, takeContract } from './contract-orders.ts'
import { premiumAt } from './premium.ts'
import { betOf, otherSide } from './speculation.ts'

const BEAT_MS = 250
const TAKE_SHARE = 0.18
/** About one every two minutes. */
const DARE_SHARE = 0.002
/** How far the price may go before all quotes are made anew. */
const LEAVES_BEYOND = 0.004
/** Units of an index price in one of what it is priced in. */
const FINE = 10 ** FINE_SCALE
/** An order is at most this part of what its maker can bear. */
const LADDER_SHARE = 8

interface Quoted {
  readonly contract: DemoContract
  readonly weight: number
  /** What is quoted around, in ticks with a fraction. */
  mid: number
}

export interface ContractBeats {
  readonly exchange: DemoExchange
  readonly market: ContractMarket
  readonly seed: number
}

/** What makers quote around, in ticks with a fraction: the index and the mood of the moment. 0 = there is no index. */
function targetOf({ exchange, seed }: Pick<ContractBeats, 'exchange' | 'seed'>, { listed, instrumentId }: DemoContract): number {
  const view = contractOf(exchange.state, instrumentId)
  if (view === undefined || view.isShut) return 0
  return ticksOf(listed, Number(view.indexFine) / FINE) * (1 + premiumAt(listed.name, seed, exchange.now()))
}

/** Contracts of somebody, below zero when he is short. */
function heldOf(state: State, userId: UserId, { instrumentId }: DemoContract): number {
  const position = positionsOf(state, userId).find((one) => one.instrumentId === instrumentId)
  return position === undefined ? 0 : position.isShort ? -position.quantity : position.quantity
}

/** What a maker could still quote, in contracts. */
function bears(state: State, { marginAssetId }: ContractMarket, userId: UserId, { listed }: DemoContract, mid: number): number {
  const free = crossesOf(state, userId).find(({ assetId }) => assetId === marginAssetId)?.free ?? 0n
  return contractsFor(listed, (Number(free) / 1e8) * MARKET_STANCE.leverage, mid) / LADDER_SHARE
}

/** Who quotes a side: whoever has less of what the other one would take from him. */
function quoterOf(state: State, market: ContractMarket, contract: DemoContract, mid: number, side: Side) {
  const [one, other] = contract.makers
  const lead = heldOf(state, one, contract) - heldOf(state, other, contract)
  const userId = (side === 'buy' ? lead <= 0 : lead > 0) ? one : other
  return { userId, mostLots: Math.floor(bears(state, market, userId, contract, mid)) }
}

const ladderAround = ({ listed }: DemoContract, mid: number): Ladder => ({
  mid,
  tradeLots: contractsFor(listed, listed.tradeValue * 2, mid),
  leastLots: Math.max(1, contractsFor(listed, 10, mid)),
})

/** A side's orders of both makers in a contract. */
const ladderOf = (state: State, { makers, instrumentId }: DemoContract, side: Side): readonly Order[] =>
  makers.flatMap((maker) => openOrdersOf(state, maker)).filter((order) => order.instrumentId === instrumentId && order.side === side)

/** A whole ladder at once, of what is there. @param isAnew what is there goes first */
function ladderCommands(
  { exchange: { state }, market }: ContractBeats,
  contract: DemoContract,
  mid: number,
  random: SeededRandom,
  isAnew = false,
): DemoCommand[] {
  const { instrumentId, makers } = contract
  const commands: DemoCommand[] = isAnew ? makers.map((userId) => ({ kind: 'cancelAllOrders', userId, instrumentId })) : []
  for (const side of ['buy', 'sell'] as const) {
    const { userId, mostLots } = quoterOf(state, market, contract, mid, side)
    let present: readonly Resting[] = isAnew ? [] : ladderOf(state, contract, side)
    for (let turn = 0; turn < LEVELS; turn += 1) {
      const step = nextStep(present, mostLots, ladderAround(contract, mid), side, random, unbounded(side))
      if (step === undefined) break
      if (step.does === 'place') {
        present = [...present, { price: step.price, orderId: asOrderId(0), userId }]
        commands.push(quoteContract(userId, contract.instrumentId, side, step.price, step.quantity))
      } else {
        const { order, price } = step
        present = present.map((one) => (one.orderId === order.orderId ? { ...one, price } : one))
        commands.push(moved(order, price))
      }
    }
  }
  return commands
}

/**
 * Whole ladders of all contracts that have an index, and a trade in each: so that no page sees an empty book, or one that stands elsewhere
 * than where the price was before.
 */
export function contractLadders(beats: ContractBeats): DemoCommand[] {
  const random = seededRandom(beats.seed)
  return beats.market.contracts.flatMap((contract) => {
    const mid = targetOf(beats, contract)
    if (mid === 0) return []
    const trade = takeCommand(beats, { contract, mid }, random)
    return [...ladderCommands(beats, contract, mid, random), ...(trade === undefined ? [] : [trade])]
  })
}

/** What mends a book most; all of it where a side is empty. */
function quoteCommands(beats: ContractBeats, { contract, mid }: Quoted, random: SeededRandom): DemoCommand[] {
  const { market } = beats
  const { state } = beats.exchange
  const [bids, asks] = [ladderOf(state, contract, 'buy'), ladderOf(state, contract, 'sell')]
  if (bids.length === 0 || asks.length === 0) return ladderCommands(beats, contract, mid, random)
  const bestAsk = asks.reduce((best, { price }) => Math.min(best, price), Number.POSITIVE_INFINITY)
  const bestBid = bids.reduce((best, { price }) => Math.max(best, price), 0)
  const next = (side: Side): DemoCommand | undefined => {
    const [own, limit] = side === 'buy' ? [bids, bestAsk] : [asks, bestBid]
    const { userId, mostLots } = quoterOf(state, market, contract, mid, side)
    const step = nextStep(own, mostLots, ladderAround(contract, mid), side, random, limit)
    if (step === undefined) return undefined
    if (step.does === 'move') return moved(step.order, step.price)
    return quoteContract(userId, contract.instrumentId, side, step.price, step.quantity)
  }
  const side = needySide(bids, asks, mid, random)
  const command = next(side) ?? next(otherSide(side))
  return command === undefined ? [] : [command]
}

/** Who is long already sells more often than not, and the other way round: nobody grows for ever. */
function takeCommand(
  { exchange: { state }, market }: ContractBeats,
  { contract, mid }: Pick<Quoted, 'contract' | 'mid'>,
  random: SeededRandom,
): DemoCommand | undefined {
  const taker = market.takers[random.between(0, market.takers.length - 1)]
  if (taker === undefined) return undefined
  const { listed, instrumentId } = contract
  const full = heldOf(state, taker, contract) / contractsFor(listed, listed.tradeValue * 50, mid)
  const side: Side = random.next() < 0.5 - Math.max(-0.45, Math.min(0.45, full / 2)) ? 'buy' : 'sell'
  const reach = offsetAt(2, mid)
  const lots = contractsFor(listed, listed.tradeValue * random.next() * random.next() * 2, mid)
  return takeContract(taker, instrumentId, side, Math.max(1, Math.round(mid) + (side === 'buy' ? reach : -reach)), lots)
}

/** Opens a position or, if he has one, closes it. What was lost is brought along again, while his purse has any. */
function dareCommands(beats: ContractBeats, quoted: readonly Quoted[], speculator: Speculator, random: SeededRandom): DemoCommand[] {
  const { market } = beats
  const { state } = beats.exchange
  const { userId, stance } = speculator
  const [position] = positionsOf(state, userId)
  if (position !== undefined) {
    const side: Side = position.isShort ? 'buy' : 'sell'
    return [leaveContract(userId, position.instrumentId, side, position.quantity, stance)]
  }
  const midOf = (contract: DemoContract): number => quoted.find((one) => one.contract === contract)?.mid ?? 0
  const bet = betOf(speculator, market.contracts, midOf, random)
  if (bet === undefined) return []
  const has = balanceOf(state, userId, market.marginAssetId, 'contract').available
  const purse = balanceOf(state, userId, market.marginAssetId).available
  const missing = bet.margin > has ? bet.margin - has : 0n
  if (missing > purse) return []
  return [
    // What could not be set while there was no index.
    ...stanceCommands(state, bet.contract, speculator),
    ...(missing === 0n ? [] : [toContracts(userId, market.marginAssetId, missing)]),
    takeContract(userId, bet.contract.instrumentId, bet.side, bet.price, bet.lots, stance),
  ]
}

function beat(beats: ContractBeats, all: readonly Quoted[], random: SeededRandom): DemoCommand[] {
  const { market } = beats
  const quoted = pick(all, random)
  const target = quoted === undefined ? 0 : targetOf(beats, quoted.contract)
  // A contract without an index takes no orders.
  if (quoted === undefined || target === 0) return []
  // Nobody leaves quotes where the price is not any more: after a jump of the clock, or of a tester's index.
  if (Math.abs(quoted.mid / target - 1) > LEAVES_BEYOND) {
    quoted.mid = target
    return ladderCommands(beats, quoted.contract, target, random, true)
  }
  quoted.mid = followed(quoted.mid, target)
  const chance = random.next()
  if (chance < DARE_SHARE) {
    const speculator = market.speculators[random.between(0, market.speculators.length - 1)]
    return speculator === undefined ? [] : dareCommands(beats, all, speculator, random)
  }
  if (chance >= DARE_SHARE + TAKE_SHARE) return quoteCommands(beats, quoted, random)
  const command = takeCommand(beats, quoted, random)
  return command === undefined ? [] : [command]
}

/** Beats while the exchange leads; a refused or busy command is skipped, the next beat tries again. */
export function runContractMarket(beats: ContractBeats): LiveMarket {
  const { exchange, market } = beats
  const random = seededRandom(beats.seed + exchange.now())
  const all = market.contracts.map<Quoted>((contract) => ({
    contract,
    weight: contract.listed.weight,
    mid: targetOf(beats, contract),
  }))
  let timer: NodeJS.Timeout | undefined
  const beatOnce = (): void => {
    for (const command of beat(beats, all, random)) exchange.submit(command).catch(() => undefined)
  }
  const stop = exchange.leadership.join({
    begin() {
      timer = setInterval(beatOnce, BEAT_MS)
    },
    end: () => clearInterval(timer),
  })
  return { stop }
}
