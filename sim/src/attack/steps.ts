/** An attack as steps for the comparison with the reference. */
import type { SimStep } from '../workload.ts'
import { runEpisode } from './episode.ts'

/** `count` steps of one world: what the attacker saw in the engine is in them, so that they are the same commands for both. */
export function makeAttack(seed: number, count: number): SimStep[] {
  const { drive } = runEpisode(seed, seed % 2 === 0 ? 'jumps' : 'alone', count)
  return drive.steps.slice(0, count)
}
