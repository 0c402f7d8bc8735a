/** Samples of basis and premium: once in each window of five seconds, of every contract. */
import { sideOf } from '../book.ts'
import { instrumentAt, type RefOrder, restOf, type World } from '../model.ts'
import { figuresOf, judgeFill, mostOf } from './bear.ts'
import { instantOf } from './instants.ts'
import type { Figures } from './judge.ts'
import { remark } from './mark.ts'
import { impactOf, reachAt } from './numbers.ts'
import { FUNDING_ONE, type RefContract } from './perp-model.ts'
import { fineOf } from './value.ts'

export const BASIS_SAMPLES = 30
export const MINUTE_SLOTS = 12
/** Orders of a side that are looked at; a book that needs more has no depth. */
const LOOKED_MOST = 512
/** Where the lots that lie nearer are worth more at the price of the last order, the side is not that deep. */
const DEEPEST = 2 ** 62
const E8_IN_E12 = 10_000n
const RATE_ONE = 100_000_000n

/** The instant of a window is fixed by the chain as it is now. */
export function scheduleSample(world: World, window: number): void {
  const { perp } = world
  perp.window = window
  perp.nextSample = instantOf(perp.secret, perp.chain, window)
}

const clampTo = (value: bigint, most: bigint): bigint => (value > most ? most : value < -most ? -most : value)

interface Fraction {
  readonly over: bigint
  readonly under: bigint
}

/** The lots that an order can bear behind those of its owner that came before it. */
function fillNext(world: World, owners: Map<number, Figures>, order: RefOrder): number {
  const figures = owners.get(order.userId) ?? figuresOf(world, order.userId, order.instrumentId)
  const standing = { order, rest: restOf(order), held: order.held, isTried: true }
  const fill = { price: order.price, lots: order.shown, role: 'maker' } as const
  const lots = mostOf(world, standing, figures, fill)
  const behind = lots === 0 ? figures : judgeFill(world, standing, figures, { ...fill, lots })
  if (behind !== undefined) owners.set(order.userId, behind)
  return lots
}

/** Average price of the impact value on one side, of what each order can bear behind its owner's others, 1e-12, rounded down; undefined = too thin. */
function impactPrice(world: World, contract: RefContract, side: 'buy' | 'sell'): bigint | undefined {
  const instrument = instrumentAt(world, contract.instrumentId)
  const fine = fineOf(instrument)
  const impact = impactOf(world, contract)
  const owners = new Map<number, Figures>()
  let left = impact
  let lots: Fraction = { over: 0n, under: 1n }
  for (const order of sideOf(instrument, side).slice(0, LOOKED_MOST)) {
    const unit = BigInt(order.price) * instrument.quoteFactor
    const quantity = BigInt(fillNext(world, owners, order))
    const value = unit * quantity
    if (value >= left) {
      if (Number(unit * lots.over) >= DEEPEST) return undefined
      lots = { over: lots.over * unit + left * lots.under, under: lots.under * unit }
      // value = price × lots × factor, so price = value ÷ (lots × factor)
      return (impact * lots.under * fine) / (lots.over * instrument.quoteFactor)
    }
    lots = { over: lots.over + quantity * lots.under, under: lots.under }
    left -= value
  }
  return undefined
}

/** What every sample of a contract is as long as nothing happens; undefined while it has no index or does not trade. */
function samplesOf(world: World, contract: RefContract): { readonly basis: bigint; readonly premium: bigint } | undefined {
  const { status } = instrumentAt(world, contract.instrumentId)
  if (contract.isShut || (status !== 'trading' && status !== 'reduceOnly')) return undefined
  const index = contract.indexFine
  const reach = reachAt(world, contract.instrumentId)
  const [bid, ask] = [impactPrice(world, contract, 'buy'), impactPrice(world, contract, 'sell')]
  const basis = bid === undefined || ask === undefined ? 0n : (bid + ask) / 2n - index
  const above = bid === undefined ? 0n : bid - index
  const below = ask === undefined ? 0n : index - ask
  const premium = (((above > 0n ? above : 0n) - (below > 0n ? below : 0n)) * FUNDING_ONE) / index
  return { basis: clampTo(basis, (index * reach) / RATE_ONE), premium: clampTo(premium, reach * E8_IN_E12) }
}

/**
 * Samples the window that is due, and those behind it whose instants come before anything else that is due: the books are the same at all of
 * them. The marks are made once, at the last instant.
 * @param other when anything else is due
 */
export function sampleAll(world: World, other: number): void {
  const { perp } = world
  const limit = Math.min(world.time, other - 1)
  const contracts = [...perp.contracts.values()].map((contract) => ({ contract, samples: samplesOf(world, contract) }))
  let last = perp.nextSample
  do {
    last = perp.nextSample
    for (const { contract, samples } of contracts) takeSample(contract, perp.window, samples)
    scheduleSample(world, perp.window + 1)
  } while (perp.nextSample <= limit)
  for (const { contract } of contracts) if (contract.indexFine !== 0n) remark(world, contract, last)
}

function takeSample(contract: RefContract, window: number, samples: ReturnType<typeof samplesOf>): void {
  const slot = window % MINUTE_SLOTS
  if (slot === 0) {
    contract.slots = Array.from({ length: MINUTE_SLOTS }, () => 0n)
    contract.liveSlots = 0
  }
  if (samples !== undefined) {
    contract.basis = [...contract.basis, samples.basis].slice(-BASIS_SAMPLES)
    contract.slots[slot] = samples.premium
    contract.liveSlots += 1
  }
  if (slot !== MINUTE_SLOTS - 1) return
  if (contract.liveSlots === 0) contract.shutMinutes += 1
  else contract.premiums.push(medianOf(contract.slots))
}

/** Of twelve: the mean of the middle two, truncated towards 0. */
function medianOf(samples: readonly bigint[]): bigint {
  const sorted = [...samples].sort((one, other) => (one < other ? -1 : one > other ? 1 : 0))
  return ((sorted[5] ?? 0n) + (sorted[6] ?? 0n)) / 2n
}
