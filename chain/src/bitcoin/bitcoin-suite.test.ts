/** The contract of every adapter on a real node: bcoin, or Bitcoin Core where BITCOIND_PATH names it; there for Taproot as well. */
import { it } from 'vitest'
import { portSuite } from '../suite/port-suite.ts'
import { ON_CORE, openBitcoinWorld, POWERS } from './testing/bitcoin-world.ts'

portSuite(`Bitcoin with p2wpkh on ${ON_CORE ? 'Bitcoin Core' : 'bcoin'}`, POWERS, () => openBitcoinWorld('p2wpkh'))

if (ON_CORE) portSuite('Bitcoin with p2tr on Bitcoin Core', POWERS, () => openBitcoinWorld('p2tr'))
// bcoin takes no spending of Taproot into its memory pool.
else it.skip('Bitcoin with p2tr, which needs BITCOIND_PATH')
