import { expect, it } from 'vitest'
import { settlingQuietly } from './settling-quietly.ts'
import type { SqlWriter } from './sql-connection.ts'

it('goes on when the database cannot settle, tells it once, and again after it could', async () => {
  const fates = ['full', 'full', 'well', 'full']
  const warned: string[] = []
  let settled = 0
  const store: SqlWriter = {
    run: async () => ({ rows: ['row'], affectedRows: 1 }),
    copy: async () => undefined,
    async settle() {
      if (fates[settled++] === 'full') throw new Error('no space left')
    },
  }
  const quiet = settlingQuietly(store, (message) => warned.push(message))
  const heard: number[] = []
  for (const _ of fates) {
    await quiet.settle()
    heard.push(warned.length)
  }
  expect([settled, heard, warned[0]]).toEqual([4, [1, 1, 1, 2], 'no checkpoint: no space left'])
  expect(await quiet.run({ sql: 'select', parameters: [] })).toEqual({ rows: ['row'], affectedRows: 1 })
})
