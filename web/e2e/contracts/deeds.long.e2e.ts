/** The deeds of deeds.e2e.ts once more, by day and from the right. */
import { describe } from 'vitest'
import { base } from '../terminal/stage.ts'
import { deedTests, WAYS } from './deeds.ts'

describe.skipIf(base === '').each(WAYS)('a position, by %s, by day and from the right', (way) =>
  deedTests(way, { lang: 'ar_SA', mode: 'day' }),
)
