/**
 * Writes `convert-earn-<version>.journal.gz` and `.result.txt` of this folder, by the rules of an engine version:
 * node engine/scenarios/golden/make-convert-earn.ts 4
 *
 * Made once for each version that changes what index prices, conversion or savings come to, and kept. When only the engine's rows or records
 * change, journal and result stay and the hashes of the test are renewed.
 */
import { writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { convertEarnLife } from './convert-earn-life.ts'
import { resultOf } from './golden-result.ts'

const version = Number(process.argv[2])
if (!Number.isInteger(version)) throw new Error('usage: make-convert-earn <engine version>')
const exchange = convertEarnLife(version, 1)
const faults = exchange.faults()
if (faults.length > 0) throw new Error(faults.join('\n'))
const journal = exchange.bytes.subarray(0, exchange.length)
const file = (ending: string): URL => new URL(`convert-earn-${version}.${ending}`, import.meta.url)
writeFileSync(file('journal.gz'), gzipSync(journal, { level: 9 }))
writeFileSync(file('result.txt'), resultOf(journal).text)
