/** Regtest mined to its end: what can be had is paid, and what cannot is told. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openBitcoinPlay } from './bitcoin-play.ts'
import { ChainShort } from './play-chain.ts'

const TO = 'bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202'
const payment = (amount: bigint) => [{ to: TO, tag: null, token: null, amount }]

it('14,800 BTC can be had of regtest, and not 200 more', { timeout: 1_200_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'agio-play-'))
  const chain = await openBitcoinPlay({ folder, port: 0 })
  try {
    expect(await chain.pay(payment(1_480_000_000_000n))).toHaveLength(1)
    await chain.mine()
    await expect(chain.pay(payment(20_000_000_000n))).rejects.toBeInstanceOf(ChainShort)
  } finally {
    await chain.stop()
    await rm(folder, { recursive: true, force: true })
  }
})
