/**
 * `npm run sim -- <seed> [--commands N] [--seeds N] [--products|--wallet|--perp|--attack|--convert-attack]`: one line a seed, the same on every machine. A failing seed also prints its
 * differences and the shortest command list that still shows them.
 */
import { parseArgs } from 'node:util'
import { makeConvertAttack } from './attack/convert/convert-steps.ts'
import { makeAttack } from './attack/steps.ts'
import { shrink } from './shrink.ts'
import { ALL_AT_ONCE, runSteps, stepLines, type Verdict } from './simulation.ts'
import { makeWorkload, type SimStep } from './workload.ts'
import { makePerpWorkload } from './workload-perp.ts'
import { makeProductWorkload } from './workload-products.ts'
import { makeWalletWorkload } from './workload-wallet.ts'

const DEFAULT_COMMANDS = 5_000

const line = (verdict: Verdict): string =>
  `seed ${verdict.seed} commands ${verdict.commands} trades ${verdict.trades} state ${verdict.stateHash} ${verdict.failedAt < 0 ? 'ok' : 'DIFFERENT'}`

const workload = (seed: number, count: number): SimStep[] =>
  values.wallet === true
    ? makeWalletWorkload(seed, count)
    : values.perp === true
      ? makePerpWorkload(seed, count)
      : values.attack === true
        ? makeAttack(seed, count)
        : values['convert-attack'] === true
          ? makeConvertAttack(seed, count, false)
          : values.products === true
            ? makeProductWorkload(seed, count)
            : makeWorkload(seed, count)

function printFailure(steps: readonly SimStep[], verdict: Verdict): void {
  const shrunk = shrink(steps, verdict, (candidate) => runSteps(verdict.seed, candidate, { ...options, quick: true }))
  console.log(`  fails the same way with ${shrunk.steps.length} commands:`)
  for (const line of stepLines(shrunk.steps)) console.log(`  ${line}`)
  for (const difference of shrunk.verdict.differences.slice(0, 12)) console.log(`  ! ${difference}`)
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    commands: { type: 'string' },
    seeds: { type: 'string' },
    products: { type: 'boolean' },
    wallet: { type: 'boolean' },
    perp: { type: 'boolean' },
    attack: { type: 'boolean' },
    'convert-attack': { type: 'boolean' },
  },
})
const firstSeed = Number(positionals[0] ?? '1')
const commands = Number(values.commands ?? DEFAULT_COMMANDS)
const seeds = Number(values.seeds ?? '1')
if (![firstSeed, commands, seeds].every((value) => Number.isSafeInteger(value) && value >= 0)) {
  console.error('usage: sim <seed> [--commands N] [--seeds N] [--products|--wallet|--perp|--attack|--convert-attack]')
  process.exit(2)
}
/** With products, and chains too, or with spot alone. */
const isWhole =
  values.products === true || values.wallet === true || values.perp === true || values.attack === true || values['convert-attack'] === true
const options = isWhole ? ALL_AT_ONCE : {}
let failed = 0
for (let seed = firstSeed; seed < firstSeed + seeds; seed += 1) {
  const steps = workload(seed, commands)
  const verdict = runSteps(seed, steps, options)
  console.log(line(verdict))
  if (verdict.failedAt < 0) continue
  failed += 1
  printFailure(steps, verdict)
}
console.log(failed === 0 ? `verdict: equal over ${seeds} seeds` : `verdict: ${failed} of ${seeds} seeds differ`)
process.exitCode = failed === 0 ? 0 : 1
