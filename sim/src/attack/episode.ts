/** One world with one attacker: a few hundred commands of his, mostly of one attack, and what became of it. */
import { createPrng, type Prng } from '../prng.ts'
import { Drive, Enough, type Happened, STILL } from './drive.ts'
import { Hand } from './hand.ts'
import { Fates, harmed } from './harm.ts'
import { jumping } from './nature.ts'
import { noise } from './noise.ts'
import { PATTERN_NAMES, PATTERNS, type PatternName } from './patterns.ts'
import { honestNature, STRANGERS } from './strangers.ts'
import { type Break, Watch } from './watch.ts'
import { attackersOf, marketsOf, openingOf, strangersOf, type WorldPlan } from './world.ts'

export type WorldKind = 'alone' | 'jumps' | 'strangers'

export interface Attempt {
  readonly pattern: PatternName
  /** What the attacker had more behind it than before. */
  readonly won: bigint
}

export interface Episode {
  readonly seed: number
  readonly world: WorldKind
  readonly drive: Drive
  readonly attempts: readonly Attempt[]
  readonly breaks: readonly Break[]
  readonly worstGain: bigint
  readonly worstFund: bigint
}

const RICH = [100_000n, 1_000_000n, 3_000_000n] as const
/** What happens in a world of strangers before the attacker comes, ms. */
const LEAD_MS = 10_000

function planOf(random: Prng, world: WorldKind): WorldPlan {
  const terms = world !== 'strangers' && random.oneIn(3) ? 'tight' : 'demo'
  // who wants to move others needs more than their makers have
  const sizes =
    world === 'strangers'
      ? RICH
      : terms === 'demo'
        ? ([1_000n, 10_000n, 100_000n, 1_000_000n] as const)
        : ([20n, 200n, 2_000n, 100_000n] as const)
  const same = random.pick(sizes)
  const deposits = Array.from({ length: random.pick([2, 3, 4, 4, 4]) }, () => (random.oneIn(2) ? same : random.pick(sizes)))
  const isHedged = deposits.map(() => random.oneIn(3))
  return { terms, deposits, isHedged, strangers: world === 'strangers' ? STRANGERS : [] }
}

/** Runs one. @param most commands of the attacker, and ticks while he waits */
export function runEpisode(seed: number, world: WorldKind, most: number, only?: PatternName): Episode {
  const random = createPrng(seed)
  const plan = planOf(random, world)
  const markets = marketsOf(plan)
  const drive = new Drive()
  begin(drive, plan, world, seed)
  const [attackers, strangers] = [attackersOf(plan), strangersOf(plan)]
  const watch = new Watch({ drive, markets, attackers, strangers, isAlone: world === 'alone', isBounded: world !== 'alone' })
  const fates = world === 'strangers' ? new Fates(drive, markets, strangers) : undefined
  drive.watcher = (happened) => {
    watch.look(happened)
    fates?.note(happened)
  }
  const attempts: Attempt[] = []
  const hand = new Hand(drive, random, markets, attackers, world !== 'strangers')
  drive.most = drive.own + most
  try {
    attack(hand, watch, attempts, only ?? (PATTERN_NAMES[seed % PATTERN_NAMES.length] as PatternName))
    finish(hand)
    if (fates !== undefined) compare(plan, seed, drive, fates, watch)
    watch.finish()
  } catch (error) {
    watch.fail('ledger', `threw ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`, 0n, drive.seq, [])
  }
  return { seed, world, drive, attempts, breaks: watch.breaks, worstGain: watch.worstGain, worstFund: watch.worstFund }
}

function begin(drive: Drive, plan: WorldPlan, world: WorldKind, seed: number): void {
  for (const command of openingOf(plan, drive.clock)) drive.give(command, 1)
  const markets = marketsOf(plan)
  if (world === 'jumps') drive.nature = jumping(seed, markets, drive.clock)
  else if (world === 'strangers') drive.nature = honestNature(seed, markets, strangersOf(plan), drive.clock)
  if (world === 'strangers') drive.pass(LEAD_MS)
}

function attack(hand: Hand, watch: Watch, attempts: Attempt[], main: PatternName): void {
  const { random } = hand
  const noisy = random.pick([0, 0, 1, 6])
  const before = { gain: 0n, pattern: main }
  const note = (): void => void attempts.push({ pattern: before.pattern, won: watch.gain - before.gain })
  try {
    for (;;) {
      before.gain = watch.gain
      before.pattern = attempts.length === 0 || !random.oneIn(3) ? main : (PATTERN_NAMES[random.below(PATTERN_NAMES.length)] as PatternName)
      PATTERNS[before.pattern](hand)
      note()
      for (let left = noisy; left > 0; left -= 1) noise(hand)
      if (!random.oneIn(8)) hand.bringBack()
    }
  } catch (error) {
    if (!(error instanceof Enough)) throw error
    note()
  }
}

/** Orders end, what may leave leaves, and the house has time to get rid of what it took over. */
function finish(hand: Hand): void {
  hand.drive.most = Infinity
  hand.clear()
  hand.takeOut()
  hand.drive.pass(130_000)
  hand.takeOut()
}

/** The same world without him. */
function compare(plan: WorldPlan, seed: number, { clock: until, told: met }: Drive, beside: Fates, watch: Watch): void {
  const drive = new Drive()
  begin(drive, plan, 'strangers', seed)
  const fates = new Fates(drive, marketsOf(plan), strangersOf(plan))
  drive.watcher = (happened) => fates.note(happened)
  drive.pass(until - drive.clock, true)
  drive.nature = STILL
  for (const { userId, what, amount } of harmed(fates.endings(), beside.endings()))
    watch.fail('stranger', what, amount, hurtAt(met, userId), [userId, ...attackersOf(plan)])
}

/** The last command in which something happened to a customer. */
function hurtAt(told: readonly Happened[], userId: number): number {
  const isHis = (one: { readonly userId: number }): boolean => one.userId === userId
  return (
    told.findLast(({ fills, funding, liquidated }) => fills.some(isHis) || liquidated.some(isHis) || funding.some(isHis))?.seq ??
    told.length
  )
}
