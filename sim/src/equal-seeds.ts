/** A test a seed: engine and reference are told the same random commands, and agree after each of them. */
import { expect, test } from 'vitest'
import type { Verdict } from './simulation.ts'

export interface SeedRange {
  readonly first: number
  readonly last: number
  /** Of each seed. */
  readonly commands: number
  /** Of `npm run sim`, which shows a seed that differs. */
  readonly option?: string
}

/** @param title of the tests, with `%i` where the seed stands */
export function equalSeeds(title: string, range: SeedRange, simulate: (seed: number, commands: number) => Verdict): void {
  const { first, last, commands, option = '' } = range
  const seeds = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  test.each(seeds)(title, (seed) => {
    const verdict = simulate(seed, commands)
    expect(verdict.differences, `npm run sim -- ${seed}${option} --commands ${commands}`).toEqual([])
    expect(verdict.commands).toBe(commands)
  })
}
