/** Gives the commands of a seed to the engine alone, with somebody who looks at each. */
import { startEngine } from '../../engine-driver.ts'
import { START_MS } from '../../workload.ts'
import { makeSpotAttack } from './spot-steps.ts'
import { SpotWatch } from './spot-watch.ts'

export function watchSpot(seed: number, commands: number): SpotWatch {
  const engine = startEngine()
  const watch = new SpotWatch()
  let clock = START_MS
  for (const [index, { command, elapsedMs, key }] of makeSpotAttack(seed, commands).entries()) {
    clock += elapsedMs
    for (const { at, event } of engine.step(index + 1, clock, key, command).events) watch.see(at, event)
    watch.endEntry()
  }
  watch.conclude(engine.state)
  return watch
}
