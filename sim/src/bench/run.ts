/**
 * `npm run bench [-- --only core,chain,deposit,watch,pay,earn,perp,night,http,convert,contract,login,adversary,fanout,web,frames,start] [--lines 50000] [--json]`: the figures of docs/benchmarks.md,
 * each with its peer in the same run. With --json one array is printed and nothing else. `--lines` shortens the night.
 */
import { parseArgs } from 'node:util'
import { adversaryMeasures } from './adversary-bench.ts'
import { adversaryOfProducts } from './adversary-products.ts'
import { chainMeasures } from './chain-bench.ts'
import { chromiumPath } from './chromium.ts'
import { contractMeasures } from './contract-bench.ts'
import { convertMeasures } from './convert-bench.ts'
import { coreMeasures } from './core-bench.ts'
import { depositMeasures } from './deposit-bench.ts'
import { earnMeasures } from './earn-bench.ts'
import { fanoutBench } from './fanout-bench.ts'
import { frameMeasures } from './frames-bench.ts'
import { httpMeasures } from './http-bench.ts'
import { loginMeasures } from './login-bench.ts'
import type { Measure } from './measure.ts'
import { NIGHT_LINES, nightMeasures } from './night-bench.ts'
import { payMeasures } from './pay-bench.ts'
import { perpMeasures } from './perp-bench.ts'
import { readersBench } from './readers-bench.ts'
import { startMeasures } from './start-bench.ts'
import { watchMeasures } from './watch-bench.ts'
import { webMeasures } from './web-bench.ts'

// An option that nobody knows is refused: it must not start minutes of measuring.
const {
  json: asJson,
  only: chosen,
  lines,
} = parseArgs({
  options: { json: { type: 'boolean', default: false }, only: { type: 'string' }, lines: { type: 'string', default: String(NIGHT_LINES) } },
}).values
const PARTS: Readonly<Record<string, () => Promise<readonly Measure[]>>> = {
  core: async () => coreMeasures(),
  chain: async () => chainMeasures(),
  deposit: depositMeasures,
  watch: watchMeasures,
  pay: payMeasures,
  earn: async () => earnMeasures(),
  perp: async () => perpMeasures(),
  night: () => nightMeasures(Number(lines)),
  http: httpMeasures,
  convert: convertMeasures,
  contract: contractMeasures,
  login: loginMeasures,
  adversary: async () => [...(await adversaryMeasures()), ...(await adversaryOfProducts())],
  fanout: async () => [...(await fanoutBench()), ...(await readersBench())],
  web: webMeasures,
  frames: frameMeasures,
  start: startMeasures,
}

const only = chosen === undefined ? Object.keys(PARTS) : chosen.split(',')

function passes(measure: Measure): boolean {
  const [sign, bound] = measure.goal.split(' ')
  return sign === '<=' || sign === '≤' ? measure.ratio <= Number(bound) : measure.ratio >= Number(bound)
}

function print(measure: Measure): void {
  const figure = (value: number): string => (Math.abs(value) >= 1000 ? Math.round(value).toLocaleString('en-US') : value.toFixed(2))
  const peer = measure.peerValue === 0 ? '' : ` | ${measure.peer} ${figure(measure.peerValue)}`
  process.stdout.write(
    `${passes(measure) ? 'ok  ' : 'MISS'} ${measure.id.padEnd(4)} ${measure.title}: ${figure(measure.ratio)} (${measure.goal}) | ${figure(measure.value)} ${measure.unit}${peer}\n`,
  )
}

// Before anything is measured: a browser that is missing must not end the run after the other parts.
if (['web', 'frames', 'deposit'].some((part) => only.includes(part))) chromiumPath()

const measures: Measure[] = []
for (const part of only) {
  const run = PARTS[part]
  if (run === undefined) throw new Error(`no part ${part}; there are ${Object.keys(PARTS).join(', ')}`)
  for (const measure of await run()) {
    measures.push(measure)
    if (!asJson) print(measure)
  }
}
if (asJson) process.stdout.write(`${JSON.stringify(measures.map(({ title: _, ...rest }) => rest))}\n`)
