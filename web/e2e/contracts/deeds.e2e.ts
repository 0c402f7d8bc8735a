/** A stop loss dragged, a reversal, closing all and adding margin: each by mouse, by keyboard alone and on a phone, on a market that moves. */
import { describe } from 'vitest'
import { base } from '../terminal/stage.ts'
import { deedTests, WAYS } from './deeds.ts'

describe.skipIf(base === '').each(WAYS)('a position, by %s', (way) => deedTests(way, { lang: 'en_US', mode: 'night' }))
