/**
 * Writes `spot-1.journal` and `spot-1.result.txt` of this folder: node engine/scenarios/golden/make-golden.ts
 *
 * Made once for each engine version that changes what trading comes to, under a new name, and kept. When only the engine's rows change, the
 * journal and the result stay and the state hash of the test is renewed.
 */
import { writeFileSync } from 'node:fs'
import { ExchangeDriver, SPOT_FIXTURE } from '../exchange-driver.ts'
import { runRandomMarket } from '../random-commands.ts'
import { resultOf } from './golden-result.ts'

const exchange = new ExchangeDriver()
runRandomMarket(exchange, { ...SPOT_FIXTURE, priceBandE8: 10_000_000, breakerMoveE8: 330_000, breakerHaltMs: 10_000 }, 1, 600)
const journal = exchange.bytes.subarray(0, exchange.length)
writeFileSync(new URL('spot-1.journal', import.meta.url), journal)
writeFileSync(new URL('spot-1.result.txt', import.meta.url), resultOf(journal).text)
