/**
 * Seven projects. `exact`, `unit` and those two with `-shared` run anywhere; `browser` drives Chromium against the server whose address is in AGIO_E2E_BASE;
 * each of these keeps two processors busy. Files named `.long` take too long for `npm test`: `npm run proof` runs them, as `long` and `long-browser`.
 */
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take longest. Begun last, one of them would run alone at the end. */
const FIRST = [
  'engine/src/full-engine.long',
  'sim/src/crash/',
  'sim/src/syscalls/',
  'server/src/projections/',
  'sim/src/simulation',
  'sim/src/contracts',
  'sim/src/wallet',
  'sim/src/products',
  'sim/src/million',
  'chain/src/node/play-chain.long',
  'engine/src/due-slices.long',
  'server/src/demo/chains/demo-chains.long',
  'web/e2e/money/wallet-',
  'web/e2e/shell/hostile-',
  'web/e2e/account/customer',
  'web/e2e/walk/',
  'web/e2e/shell/shell.e2e',
  'web/e2e/contracts/',
  'web/e2e/terminal/',
  'web/e2e/account/account.e2e',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const found = FIRST.findIndex((part) => moduleId.includes(part))
      return found === -1 ? FIRST.length : found
    }
    return (await super.sort(files)).sort((one, other) => place(one) - place(other))
  }
}

/** Each engine has 4 GiB of addresses, which V8 takes for garbage to be collected at once: a collection for every engine a test opens. */
const NO_HURRY = '--max-old-space-size=65536'

/** Many small files that load the same large parts and change nothing around them: a process of its own for each costs more than its tests. */
const SHARED = [
  'wire/**/*.test.ts',
  'chain/src/{address,bitcoin,evm,simulated,solana,tron,watch}/**/*.test.ts',
  'server/src/{auth,content,contract,convert,core,delivery,dev,feeds,http,identity,index,invite,net,operator,personal,sheets}/**/*.test.ts',
  'server/src/{tenant,vault,wallet}/**/*.test.ts',
  'web/{src,build}/**/*.test.{ts,tsx}',
]

/** Files of which `npm test` runs a part. They ask for AGIO_PROOF, and the proof runs them whole. */
const MORE_IN_PROOF = [
  'sim/src/disk-faults.test.ts',
  'sim/src/model.test.ts',
  'sim/src/crash/journal-faults.test.ts',
  'server/src/http/calls.test.ts',
  'server/src/http/routes/futures/fuzz.test.ts',
  'web/src/features/terminal/model/cost-engine.test.ts',
]

const LEFT_OUT = ['**/node_modules/**', '**/*.long.{test,e2e}.ts']

/** What follows from its input alone, or kills what must lose nothing: one failure there is a fault, however seldom it comes. */
const EXACT = ['sim/**/*.test.ts', 'server/src/{journal,sequencer}/**/*.test.ts']
const EXACT_SHARED = ['engine/**/*.test.ts']

/** Others start processes, threads and pages on a machine that may be busy: one that fails is tried once more, and named as shaky when it passes then. */
const ONCE_MORE = { retry: 1 } as const

const COMMON = { pool: 'forks', maxWorkers: 2, retry: 0 } as const
const UNIT = {
  ...COMMON,
  // Far above what the longest takes alone, half a minute: one that hangs is named, and a slow machine fails none.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  execArgv: [NO_HURRY],
  // A thread starts in a tenth of a second, or in two where many others want the processor.
  expect: { poll: { timeout: 60_000 } },
} as const

const BROWSER = {
  ...COMMON,
  // Some wait half a minute for a market that rests.
  testTimeout: 120_000,
  hookTimeout: 180_000,
  isolate: false,
  // Three browsers share two processors with the exchange they look at, whose market moves.
  ...ONCE_MORE,
  // A page on a busy machine takes its time; the second that polls wait by themselves judges the machine.
  expect: { poll: { timeout: 20_000 } },
} as const

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      { test: { ...UNIT, name: 'exact', include: EXACT, exclude: LEFT_OUT } },
      { test: { ...UNIT, name: 'exact-shared', include: EXACT_SHARED, exclude: LEFT_OUT, isolate: false } },
      {
        test: {
          ...UNIT,
          ...ONCE_MORE,
          name: 'unit',
          include: ['{wire,chain,server,scripts}/**/*.test.ts'],
          exclude: [...LEFT_OUT, ...EXACT, ...SHARED],
        },
      },
      { test: { ...UNIT, ...ONCE_MORE, name: 'unit-shared', include: SHARED, exclude: LEFT_OUT, isolate: false } },
      {
        test: {
          ...UNIT,
          name: 'long',
          include: ['{engine,chain,server,sim}/**/*.long.test.ts', ...MORE_IN_PROOF],
          env: { AGIO_PROOF: '1' },
        },
      },
      // Pages wait for their server and their server for pages: two of them leave a third of two processors idle.
      { test: { ...BROWSER, name: 'browser', include: ['web/e2e/**/*.e2e.ts'], exclude: LEFT_OUT, maxWorkers: 3 } },
      { test: { ...BROWSER, name: 'long-browser', include: ['web/e2e/**/*.long.e2e.ts'] } },
    ],
  },
})
