/** Two suites: `unit` runs anywhere; `browser` drives Chromium against the server whose address is in AGIO_E2E_BASE. */
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
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
