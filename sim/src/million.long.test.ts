/** Length: what a hundred thousand commands leave right, a million must leave right too. The engine runs alone here. */
import { createState } from '@agio/engine/create-state.ts'
import { apply } from '@agio/engine/engine.ts'
import { encodeEntry } from '@agio/engine/entry.ts'
import { lastOutcome } from '@agio/engine/event-buffer.ts'
import { tradeCount } from '@agio/engine/read.ts'
import type { State } from '@agio/engine/state.ts'
import { expect, test } from 'vitest'
import { checkZeroSum } from './invariants.ts'
import { notePlaced, resolve } from './simulation.ts'
import { FEATURES, makeWorkload, START_MS, USER_COUNT } from './workload.ts'
import { FIRST_USER } from './workload-world.ts'

const SEEDS = 10
const COMMANDS = 100_000
const CHECK_EVERY = 5_000
const ENTRY_BYTES = 1 << 20

/** Runs one seed with every feature on. @returns the end state and what was wrong on the way */
function run(seed: number): { readonly state: State; readonly faults: readonly string[] } {
  const state = createState()
  const bytes = new Uint8Array(ENTRY_BYTES)
  const placed = new Map<number, number>()
  const users = Array.from({ length: USER_COUNT }, (_, index) => FIRST_USER + index)
  const faults: string[] = []
  let at = START_MS
  for (const [index, step] of makeWorkload(seed, COMMANDS, new Set(FEATURES)).entries()) {
    const seq = index + 1
    at += step.elapsedMs
    encodeEntry(bytes, 0, seq, at, step.key, resolve(step, placed))
    state.out.reset()
    apply(state, bytes)
    notePlaced(placed, step, lastOutcome(state.out))
    if (seq % CHECK_EVERY === 0) faults.push(...checkZeroSum(state, users).map((fault) => `seed ${seed}, entry ${seq}: ${fault}`))
  }
  return { state, faults }
}

test('REL-007 after 1,000,000 random commands every asset sums up to zero and no user is below zero', () => {
  let trades = 0
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const { state, faults } = run(seed)
    expect(faults).toEqual([])
    trades += tradeCount(state)
  }
  expect(trades).toBeGreaterThan(50_000)
}, 1_200_000)
