/** A journal of contracts, by the rules of the version that led it. */
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { INSURANCE_CAUSES, LIQUIDATION_KINDS, POSITION_CHANGES } from '../../generated/vocabularies.ts'
import { contentHash } from '../../src/content.ts'
import { createState } from '../../src/create-state.ts'
import { apply } from '../../src/engine.ts'
import { entryLength } from '../../src/entry.ts'
import { PERP_COMMANDS } from '../../src/schema/commands/perp.ts'
import { decodeSnapshot, encodeSnapshot } from '../../src/snapshot.ts'
import type { State } from '../../src/state.ts'
import { resultOf } from './golden-result.ts'

const file = (ending: string): URL => new URL(`contracts-1.${ending}`, import.meta.url)
const journal = new Uint8Array(gunzipSync(readFileSync(file('journal.gz'))))
const text = readFileSync(file('result.txt'), 'utf8')
/** What the state means: stays, whatever becomes of rows. */
const CONTENT = '5360e5f1c759fca3d6c6d5dfdaf39d3f'
/** Bytes of all records: renewed when records get a field, while what stands above stays equal. */
const RECORDS = '5ed8aade8114d39afae193dd570c2f2d'

test('REL-003 the golden journal of contracts comes to the same fills, fees, marks, funding, liquidations and balances as when it was written', () => {
  const result = resultOf(journal)
  expect(result.text).toBe(text)
  expect([result.content, result.records]).toEqual([CONTENT, RECORDS])
})

test('REL-003 [part] it comes to the same content through a snapshot behind every twentieth entry', () => {
  expect(contentHash(throughSnapshots(20))).toBe(CONTENT)
})

test('the golden journal of contracts holds every command of theirs, everything that happens to positions, and each step of a loss', () => {
  const { covered } = resultOf(journal)
  const words = [
    ...Object.keys(PERP_COMMANDS).map((kind) => `${kind} none`),
    ...POSITION_CHANGES.map((change) => `position ${change}`),
    ...LIQUIDATION_KINDS.map((step) => `liquidated ${step}`),
    ...INSURANCE_CAUSES.map((cause) => `insurance ${cause}`),
    ...['placeContractOrder indexFrozen', 'placeContractOrder wouldTriggerImmediately', 'changePositionMargin marginRange'],
    ...['trailingStop', 'takeProfitMarket', 'stopMarket', 'fok', 'postOnly', 'liquidation', 'positionClosed', 'orderList'],
    ...['adl', 'deleveraged', 'insufficientBalance', 'setMarginMode indexFrozen', 'placeContractOrder insufficientBalance'],
  ]
  expect(words.filter((word) => !covered.has(word))).toEqual([])
  expect(text).toMatch(/funding 2 [1-9]\d+ at/)
  // a payer who has nothing: what he lacks is missing to the two who would get it
  expect(text).toMatch(/funding 3 \d+ at 600000 minutes 420 60\n(  position funded \d+ of .*\n){3}(?!  position funded)/)
  expect(text).toMatch(/shut 1/)
  expect(text).toMatch(/warned /)
})

/** Replays the journal with the state restored from its own snapshot behind every so many entries. */
function throughSnapshots(every: number): State {
  let state = createState()
  let entry = 0
  for (let at = 0; at < journal.byteLength; at += entryLength(journal, at)) {
    state.out.reset()
    apply(state, journal, at)
    entry += 1
    if (entry % every === 0) state = decodeSnapshot(encodeSnapshot(state))
  }
  return state
}
