/** Two suites: `unit` runs anywhere; `browser` drives Chromium against the server whose address is in AGIO_E2E_BASE. */
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take longest. Begun last, one of them would run alone at the end. */
const LONG = [
  'sim/src/crash/',
  'sim/src/simulation',
  'server/src/projections/open-projections',
  'web/e2e/walk/',
  'web/e2e/shell.e2e',
  'web/e2e/terminal-hands',
  'web/e2e/terminal-desk',
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

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{engine,wire,server,sim,scripts}/**/*.test.ts', 'web/src/**/*.test.{ts,tsx}'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          pool: 'forks',
          maxWorkers: 2,
          // Some tests judge time or start processes; a shared machine may be late once.
          retry: 1,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['web/e2e/**/*.e2e.ts'],
          testTimeout: 60_000,
          hookTimeout: 90_000,
          pool: 'forks',
          maxWorkers: 2,
          retry: 1,
        },
      },
    ],
  },
})
