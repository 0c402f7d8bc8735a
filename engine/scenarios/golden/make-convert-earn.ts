/**
 * Writes `convert-earn-1.journal.gz` and `.result.txt` of this folder: node engine/scenarios/golden/make-convert-earn.ts
 *
 * Made once for each engine version that changes what index prices, conversion or savings come to, and kept. When only the engine's rows or records
 * change, journal and result stay and the hashes of the test are renewed.
 */
import { writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { convertEarnLife } from './convert-earn-life.ts'
import { resultOf } from './golden-result.ts'

const exchange = convertEarnLife(1)
const faults = exchange.faults()
if (faults.length > 0) throw new Error(faults.join('\n'))
const journal = exchange.bytes.subarray(0, exchange.length)
const file = (ending: string): URL => new URL(`convert-earn-1.${ending}`, import.meta.url)
writeFileSync(file('journal.gz'), gzipSync(journal, { level: 9 }))
writeFileSync(file('result.txt'), resultOf(journal).text)
