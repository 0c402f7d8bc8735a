/**
 * Rules that came later, each by the engine version that brought it. A journal must come to the same for ever, so a rule that changes what
 * a command does holds from the entry on with which a build of that version first led the journal (`setEngineVersion`); the entries before
 * it keep to the old rule. The kernel asks `holds(RULE_…)`, TypeScript `holds(state, RULE_…)`, outside of what every order runs through.
 */
import * as layout from '../generated/layout.ts'
import type { State } from './state.ts'

/** Rules of this build. */
export const ENGINE_VERSION = 5
/** Rules of a journal that says nothing. */
export const FIRST_ENGINE_VERSION = 1

/** Callers are told apart: keys from before belong to every caller of their user. */
export const RULE_KEYS_OF_CALLERS = 2
/** The re-opening auction keeps orders of one customer from trading with each other, as trading does. */
export const RULE_AUCTION_PREVENTS_SELF_TRADES = 2
/** Children of order lists count towards the limits of open orders and of holdings from the placing of their list on. */
export const RULE_CHILDREN_COUNT = 2
/** An amount of at most what is traded is no amount that an order can be amended to; before, it was one that is too small. */
export const RULE_AMEND_TO_TRADED_IS_NO_AMEND = 2

/** An order that replaces one without a client order id remembers the first of them, so that it can keep the name made from its id. */
export const RULE_ORIGIN_IS_KEPT = 3

/** What is due runs in slices, before the command of each entry: see `due/run.ts` of the kernel. Before, all of it ran in the first entry. */
export const RULE_DUE_IN_SLICES = 4

/** A quote whose amounts or value are not those of its own index prices and spread is refused. */
export const RULE_QUOTES_ARE_PRICED = 5
/** Conversion that its bound of losses closed opens again only by a command that says so. */
export const RULE_LOSS_STAYS_CLOSED = 5
/** Records of a savings order that ends early go on telling what it was paid, as its lines do; earlier ones told it less what was taken back. */
export const RULE_PAID_IS_WHAT_LINES_SAY = 5

/** Does a rule hold for the entry that is being applied? */
export function holds(state: State, rule: number): boolean {
  return engineVersionOf(state) >= rule
}

/** Version of the engine whose rules hold. */
export function engineVersionOf({ memory }: State): number {
  return memory.getUint32(layout.S_ENGINE_VERSION, true)
}

/** Lets the rules of a version hold. The journal has to hold the same command, or a replay comes to another state. */
export function takeRules({ memory }: State, version: number): void {
  memory.setUint32(layout.S_ENGINE_VERSION, version, true)
}
