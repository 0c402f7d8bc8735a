/** Somebody with coins on each development chain, over the real nodes: what he pays arrives to the unit, also after a start. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { keyFormOf, portOf } from '../adapters.ts'
import { writeSimulated } from '../address/simulated.ts'
import { FollowedOutputs } from '../bitcoin/followed-outputs.ts'
import type { Arrival, Payment } from '../port.ts'
import { KeyFilter } from '../watch/filter.ts'
import { openBitcoinPlay } from './bitcoin-play.ts'
import { openEvmPlay } from './evm-play.ts'
import { ChainShort, type PlayChain } from './play-chain.ts'
import { PLAY_TOKENS } from './play-tokens.ts'
import { openSimulatedPlay } from './simulated-play.ts'

let folder: string
let chain: PlayChain | undefined

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'agio-play-'))
})
afterEach(async () => {
  await chain?.stop()
  chain = undefined
  await rm(folder, { recursive: true, force: true })
})

type Settings = Parameters<typeof portOf>[0]

/** What all blocks from a height on brought to an address. */
async function arrivals(settings: Settings, url: string, to: string, tokens: readonly string[], from: number): Promise<readonly Arrival[]> {
  const port = await portOf(settings, [url], new FollowedOutputs())
  const addresses = new KeyFilter(await keyFormOf(settings))
  addresses.add(to, 7)
  const found: Arrival[] = []
  for (let height = from; ; height += 1) {
    const block = await port.blockAt(height)
    if (block === null || block.height < height) return found
    found.push(...((await port.read(block, { addresses, tokens: new Set(tokens), own: new Set() }))?.arrivals ?? []))
  }
}

const pay = (to: string, amount: bigint, token: string | null = null, tag: string | null = null): Payment => ({ to, tag, token, amount })
const told = (found: readonly Arrival[]) => found.map(({ token, tag, amount }) => ({ token, tag, amount }))

it('Ethereum: coins and both tokens, at the same addresses on every machine', async () => {
  const settings = { kind: 'evm', chainId: '31337', internalCalls: 'flat', tipLeast: '1' } as const
  const open = () => openEvmPlay({ folder, port: 0, chainId: 31_337 })
  chain = await open()
  const to = '0x00000000000000000000000000000000000000AA'
  const payments = [pay(to, 10n ** 25n + 1n), pay(to, 12_345_678n, PLAY_TOKENS.DemoDollar), pay(to, 3n, PLAY_TOKENS.DemoCoin)]
  expect(new Set(await chain.pay(payments)).size).toBe(3)
  expect(await chain.waits()).toBe(true)
  await chain.mine()
  const height = await chain.height()
  expect([await chain.waits(), await chain.isUsed(height)]).toEqual([false, true])
  await chain.mine()
  expect(await chain.isUsed(height + 1)).toBe(false)
  await chain.stop()

  chain = await open()
  expect(await chain.height()).toBe(height + 1)
  await chain.pay([pay(to, 5n, PLAY_TOKENS.DemoDollar)])
  await chain.mine()
  const tokens = [PLAY_TOKENS.DemoDollar, PLAY_TOKENS.DemoCoin]
  expect(told(await arrivals(settings, chain.url, to, tokens, 1))).toEqual(
    [...payments, pay(to, 5n, tokens[0])].map(({ token, amount }) => ({ token, tag: null, amount })),
  )
})

it('Bitcoin: mines what it is short of, pays many at once, goes on after a start, and says when there is no more', async () => {
  const settings = { kind: 'bitcoin', network: 'regtest', form: 'p2wpkh' } as const
  const to = 'bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202'
  chain = await openBitcoinPlay({ folder, port: 0 })
  await chain.pay([pay(to, 160_000_000_001n), pay(to, 40_000_000_000n)])
  await chain.mine()
  const height = await chain.height()
  expect([await chain.isUsed(height), await chain.isUsed(height - 1)]).toEqual([true, false])
  await chain.stop()

  chain = await openBitcoinPlay({ folder, port: 0 })
  await chain.pay([pay(to, 700n)])
  await chain.mine()
  expect(await chain.height()).toBe(height + 1)
  expect(told(await arrivals(settings, chain.url, to, [], height)).map(({ amount }) => amount)).toEqual([
    160_000_000_001n,
    40_000_000_000n,
    700n,
  ])
  await expect(chain.pay([pay(to, 2_000_000_000_000n)])).rejects.toBeInstanceOf(ChainShort)
  await chain.pay([pay(to, 800n)])
})

it('a simulated network: tags and tokens, and the same blocks after a start', async () => {
  const settings = { kind: 'simulated', hrp: 'sim' } as const
  const open = () => openSimulatedPlay({ file: join(folder, 'a', 'sim.log'), port: 0, hrp: 'sim', genesis: Date.UTC(2026, 0, 1) })
  chain = await open()
  const to = writeSimulated('sim', new Uint8Array(20).fill(3))
  const payments = [pay(to, 5n, null, '77'), pay(to, 6n, 'DOT')]
  await chain.pay(payments)
  expect(await chain.waits()).toBe(true)
  await chain.mine()
  expect([await chain.height(), await chain.isUsed(1), await chain.waits()]).toEqual([1, true, false])
  await chain.stop()
  chain = await open()
  expect(told(await arrivals(settings, chain.url, to, ['DOT'], 1))).toEqual(
    payments.map(({ token, tag, amount }) => ({ token, tag, amount })),
  )
})
