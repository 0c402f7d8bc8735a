/**
 * Writes `contracts-1.journal.gz` and `.result.txt` of this folder: node engine/scenarios/golden/make-contracts.ts
 *
 * Made once for each engine version that changes what contracts come to, and kept: what it comes to stays, whatever becomes of rows, records
 * and of what makes it.
 */
import { writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { contractLife } from './contract-life.ts'
import { resultOf } from './golden-result.ts'

const exchange = contractLife()
const faults = exchange.faults()
if (faults.length > 0) throw new Error(faults.join('\n'))
const journal = exchange.bytes.subarray(0, exchange.length)
const file = (ending: string): URL => new URL(`contracts-1.${ending}`, import.meta.url)
writeFileSync(file('journal.gz'), gzipSync(journal, { level: 9 }))
writeFileSync(file('result.txt'), resultOf(journal).text)
