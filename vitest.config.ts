/**
 * Two suites: `unit` and `unit-shared` run anywhere; `browser` drives Chromium against the server whose address is in AGIO_E2E_BASE.
 * All three keep two processors busy.
 */
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take longest. Begun last, one of them would run alone at the end. */
const LONG = [
  'sim/src/crash/',
  'sim/src/syscalls/',
  'server/src/projections/open-projections',
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
      const found = LONG.findIndex((part) => moduleId.includes(part))
      return found === -1 ? LONG.length : found
    }
    return (await super.sort(files)).sort((one, other) => place(one) - place(other))
  }
}

/** Each engine has 4 GiB of addresses, which V8 takes for garbage to be collected at once: a collection for every engine a test opens. */
const NO_HURRY = '--max-old-space-size=65536'

/** Many small files that load the same large parts and change nothing around them: a process of its own for each costs more than its tests. */
const SHARED = ['wire/**/*.test.ts', 'server/src/http/**/*.test.ts', 'web/{src,build}/**/*.test.{ts,tsx}']

const COMMON = { pool: 'forks', maxWorkers: 2, testTimeout: 60_000 } as const
// Some tests judge time or start processes; a shared machine may be late once.
const UNIT = { ...COMMON, hookTimeout: 60_000, retry: 1, execArgv: [NO_HURRY] } as const

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...UNIT,
          name: 'unit',
          include: ['{engine,wire,server,sim,scripts}/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...SHARED],
        },
      },
      { test: { ...UNIT, name: 'unit-shared', include: SHARED, exclude: ['**/node_modules/**'], isolate: false } },
      {
        test: {
          ...COMMON,
          name: 'browser',
          include: ['web/e2e/**/*.e2e.ts'],
          hookTimeout: 90_000,
          retry: 1,
          isolate: false,
          // A page on a busy machine takes its time; the second that polls wait by themselves judges the machine.
          expect: { poll: { timeout: 10_000 } },
        },
      },
    ],
  },
})
