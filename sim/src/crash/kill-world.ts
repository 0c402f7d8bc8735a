/** What the killed process holds and does: a world is prepared once, and number n of its commands is always the same one, so that any of them can be sent again. */
import type { Command } from '@agio/engine/command.ts'
import type { State } from '@agio/engine/state.ts'
import type { LiveExchange } from '@agio/server/sequencer/open-exchange.ts'

export const WORLD_NAMES = ['products', 'contracts'] as const
export type WorldName = (typeof WORLD_NAMES)[number]

/** Work that is done in many slices, and may be found between two of them. */
export type Cut = 'roll' | 'reached' | 'disposal' | 'funding'

/** What brings such work about. */
export interface Strike {
  /** ms by which the clock jumps. */
  readonly byMs: number
  /** The number that comes next; those in between are left out. */
  readonly next: number
  /** Whether keys of what was sent before are forgotten by then. */
  readonly forgets: boolean
  readonly cut: Cut
}

export interface KillWorld {
  /** How many times faster than the machine's its clock goes. */
  readonly speed: number
  /** Makes what is not there yet. @returns the commands by number */
  prepare(exchange: LiveExchange): Promise<(number: number) => Command>
  /** Whatever stands between two slices. */
  cutsOf(state: State): readonly Cut[]
  /** @param life number of this life @param now ms @param next the next number */
  strike(life: number, now: number, next: number): Strike
}

export const keyOf = (number: number): string => `kill-${number}`

/** Mixes a number into 32 well-spread bits, so that command n does not depend on the ones before it. */
export function spread(number: number): number {
  let mixed = Math.imul(number ^ (number >>> 16), 0x45d9f3b)
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x45d9f3b)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
