/** Gives the commands of a seed to the engine alone, with somebody who looks at each. */
import { startEngine } from '../../engine-driver.ts'
import { START_MS } from '../../workload.ts'
import { makeConvertAttack } from './convert-steps.ts'
import { ConvertWatch } from './convert-watch.ts'

/** @returns who looked; after the first fault nothing more is given */
export function watchConvert(seed: number, commands: number, isStill: boolean): ConvertWatch {
  const engine = startEngine()
  const watch = new ConvertWatch(engine.state, isStill)
  let clock = START_MS
  for (const [index, { command, elapsedMs, key }] of makeConvertAttack(seed, commands, isStill).entries()) {
    clock += elapsedMs
    const { outcome, events } = engine.step(index + 1, clock, key, command)
    watch.see({ at: clock, command, isDone: outcome.reason === 'none', events })
    if (watch.faults.length > 0) break
  }
  return watch
}
