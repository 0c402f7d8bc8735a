/**
 * `npm run sim -- <seed> [--commands N] [--seeds N] [--products|--wallet|--perp|--…-attack]`: one line a seed, the same on every machine. A failing
 * seed also prints its differences and the shortest command list that still shows them.
 */
import { parseArgs } from 'node:util'
import { makeConvertAttack } from './attack/convert/convert-steps.ts'
import { makeSavingsAttack } from './attack/savings/savings-steps.ts'
import { makeSpotAttack } from './attack/spot/spot-steps.ts'
import { makeAttack } from './attack/steps.ts'
import { makeWalletAttack } from './attack/wallet/wallet-steps.ts'
import { shrink } from './shrink.ts'
import { ALL_AT_ONCE, type RunOptions, runSteps, stepLines, type Verdict } from './simulation.ts'
import { makeWorkload, type SimStep } from './workload.ts'
import { makePerpWorkload } from './workload-perp.ts'
import { makeProductWorkload } from './workload-products.ts'
import { makeWalletWorkload } from './workload-wallet.ts'

interface Workload {
  readonly make: (seed: number, count: number) => SimStep[]
  /** How much of what is due an entry does; else by the seed. */
  readonly options?: RunOptions
}

/** By the flag that asks for it; the first one given counts. */
const WORKLOADS: ReadonlyMap<string, Workload> = new Map([
  ['wallet', { make: makeWalletWorkload, options: ALL_AT_ONCE }],
  ['perp', { make: makePerpWorkload, options: ALL_AT_ONCE }],
  ['products', { make: makeProductWorkload, options: ALL_AT_ONCE }],
  ['attack', { make: makeAttack, options: ALL_AT_ONCE }],
  ['convert-attack', { make: (seed, count) => makeConvertAttack(seed, count, false), options: ALL_AT_ONCE }],
  ['savings-attack', { make: makeSavingsAttack, options: ALL_AT_ONCE }],
  ['wallet-attack', { make: (seed, count) => makeWalletAttack(seed, count, false), options: ALL_AT_ONCE }],
  ['spot-attack', { make: makeSpotAttack }],
])
const DEFAULT_COMMANDS = 5_000

const line = (verdict: Verdict): string =>
  `seed ${verdict.seed} commands ${verdict.commands} trades ${verdict.trades} state ${verdict.stateHash} ${verdict.failedAt < 0 ? 'ok' : 'DIFFERENT'}`

function printFailure(steps: readonly SimStep[], verdict: Verdict): void {
  const shrunk = shrink(steps, verdict, (candidate) => runSteps(verdict.seed, candidate, { ...options, quick: true }))
  console.log(`  fails the same way with ${shrunk.steps.length} commands:`)
  for (const line of stepLines(shrunk.steps)) console.log(`  ${line}`)
  for (const difference of shrunk.verdict.differences.slice(0, 12)) console.log(`  ! ${difference}`)
}

const flags = Object.fromEntries([...WORKLOADS.keys()].map((name) => [name, { type: 'boolean' }] as const))
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { commands: { type: 'string' }, seeds: { type: 'string' }, ...flags },
})
const firstSeed = Number(positionals[0] ?? '1')
const commands = Number(values.commands ?? DEFAULT_COMMANDS)
const seeds = Number(values.seeds ?? '1')
if (![firstSeed, commands, seeds].every((value) => Number.isSafeInteger(value) && value >= 0)) {
  console.error(`usage: sim <seed> [--commands N] [--seeds N] [${[...WORKLOADS.keys()].map((name) => `--${name}`).join('|')}]`)
  process.exit(2)
}
const asked = new Map(Object.entries(values))
const { make, options }: Workload = [...WORKLOADS].find(([name]) => asked.has(name))?.[1] ?? { make: makeWorkload }
let failed = 0
for (let seed = firstSeed; seed < firstSeed + seeds; seed += 1) {
  const steps = make(seed, commands)
  const verdict = runSteps(seed, steps, options)
  console.log(line(verdict))
  if (verdict.failedAt < 0) continue
  failed += 1
  printFailure(steps, verdict)
}
console.log(failed === 0 ? `verdict: equal over ${seeds} seeds` : `verdict: ${failed} of ${seeds} seeds differ`)
process.exitCode = failed === 0 ? 0 : 1
