/**
 * Which rules hold. A journal must come to the same for ever, so a rule that changes what a command does gets a name here, with the engine
 * version that brings it, and holds from the entry on with which a build of that version first leads the journal (`setEngineVersion`); the
 * entries before it keep to the old rule. The kernel asks `holds(RULE_…)`, TypeScript `holds(state, RULE_…)`, outside of what every order
 * runs through. Version 1 is all that stands now: no rule has a name yet.
 */
import type { State } from './state.ts'

/** Rules of this build. The first entry of a journal says it; a state before that entry has version 0. */
export const ENGINE_VERSION = 1

/** Does a rule hold for the entry that is being applied? */
export function holds({ kernel }: State, rule: number): boolean {
  return kernel.holds(rule) !== 0
}

/** Version of the engine whose rules hold. */
export function engineVersionOf({ scalars }: State): number {
  return scalars.engineVersion
}

/** Lets the rules of a version hold. The journal has to hold the same command, or a replay comes to another state. */
export function takeRules({ scalars }: State, version: number): void {
  scalars.engineVersion = version
}
