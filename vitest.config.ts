/**
 * Two suites: `unit` and `unit-shared` run anywhere; `browser` drives Chromium against the server whose address is in AGIO_E2E_BASE.
 * All three keep two processors busy. Files named `.long` take too long for `npm test`: `npm run proof` runs them, as `long` and `long-browser`.
 */
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take longest. Begun last, one of them would run alone at the end. */
const FIRST = [
  'sim/src/crash/',
  'sim/src/syscalls/',
  'server/src/projections/',
  'sim/src/simulation',
  'web/e2e/walk/',
  'web/e2e/shell.e2e',
  'web/e2e/terminal-',
  'web/e2e/account.e2e',
  'web/e2e/spot-orders',
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
  'server/src/{auth,content,delivery,feeds,http,invite,net,operator,sheets}/**/*.test.ts',
  'web/{src,build}/**/*.test.{ts,tsx}',
]

/** Files of which `npm test` runs a part: some seeds of many. They ask for AGIO_PROOF, and the proof runs them whole. */
const MORE_IN_PROOF = [
  'sim/src/disk-faults.test.ts',
  'sim/src/simulation.test.ts',
  'sim/src/model.test.ts',
  'sim/src/wallet.test.ts',
  'sim/src/crash/journal-faults.test.ts',
  'server/src/http/calls.test.ts',
  'web/src/features/terminal/model/cost-engine.test.ts',
]

const LEFT_OUT = ['**/node_modules/**', '**/*.long.{test,e2e}.ts']

/** Nothing is tried again: a test that is about time says so where it stands, and asks for it there. */
const COMMON = { pool: 'forks', maxWorkers: 2, testTimeout: 60_000, retry: 0 } as const
const UNIT = {
  ...COMMON,
  hookTimeout: 60_000,
  execArgv: [NO_HURRY],
  // A thread starts in a tenth of a second, or in two where many others want the processor.
  expect: { poll: { timeout: 20_000 } },
} as const

const BROWSER = {
  ...COMMON,
  hookTimeout: 90_000,
  isolate: false,
  // A page on a busy machine takes its time; the second that polls wait by themselves judges the machine.
  expect: { poll: { timeout: 10_000 } },
} as const

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...UNIT,
          name: 'unit',
          include: ['{engine,wire,chain,server,sim,scripts}/**/*.test.ts'],
          exclude: [...LEFT_OUT, ...SHARED],
        },
      },
      { test: { ...UNIT, name: 'unit-shared', include: SHARED, exclude: LEFT_OUT, isolate: false } },
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
