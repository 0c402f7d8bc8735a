/**
 * The adapter on a real node, which all tests here share: bcoin, or Bitcoin Core where BITCOIND_PATH names it; there for Taproot as well.
 * First the contract of every adapter, then what is Bitcoin's own.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Payment, Plan } from '../port.ts'
import { type KeyPurpose, keyPlaceOf } from '../signer/protocol.ts'
import { Keys } from '../signer/read-intent.ts'
import { findHoldings } from '../signer/recover.ts'
import { portSuite } from '../suite/port-suite.ts'
import type { World } from '../suite/world.ts'
import { childPlan } from './fee-raise.ts'
import { REGTEST } from './network.ts'
import { BATCH_MOST, selectCoins } from './select.ts'
import { feeOf } from './size.ts'
import { type BitcoinWorld, ON_CORE, openBitcoinWorld, POWERS } from './testing/bitcoin-world.ts'

let opened: Promise<BitcoinWorld> | null = null
const world = (): Promise<BitcoinWorld> => (opened ??= openBitcoinWorld('p2wpkh'))
const borrowed = async (): Promise<World> => ({ ...(await world()), close: async () => undefined })
/** Starting and mining take five seconds, and many times that on a machine that is busy. */
const OPEN_MS = 240_000
beforeAll(async () => void (await world()), OPEN_MS)
afterAll(async () => (await opened)?.close())

portSuite(`Bitcoin with p2wpkh on ${ON_CORE ? 'Bitcoin Core' : 'bcoin'}`, POWERS, borrowed)

if (ON_CORE) portSuite('Bitcoin with p2tr on Bitcoin Core', POWERS, () => openBitcoinWorld('p2tr'))
// bcoin takes no spending of Taproot into its memory pool.
else it.skip('Bitcoin with p2tr, which needs BITCOIND_PATH')

/** Addresses of the house behind those that the contract suite uses. */
const FIRST = 150

class Purse {
  readonly world: BitcoinWorld
  readonly address: string
  readonly #index: number

  constructor(opened: BitcoinWorld, index: number) {
    this.world = opened
    this.#index = FIRST + index
    this.address = opened.signing.addressOf(opened.signing.publicAccount(opened.seed, 0, 0, 0), 0, this.#index)
  }

  payment(amount: bigint, to = this.address): Payment {
    return { to, tag: null, token: null, amount }
  }

  sign(plan: Plan): ReturnType<BitcoinWorld['signing']['sign']> {
    const { port, signing, seed } = this.world
    return signing.sign(port.build(plan), () => signing.privateKey(seed, { account: 0, branch: 0, index: this.#index }))
  }

  async plan(payments: readonly Payment[], rate: bigint): Promise<Plan> {
    const coins = selectCoins({ coins: await this.world.port.coins([this.address]), payments, rate, change: this.address }, REGTEST)
    if (coins === null) throw new Error('the purse is too light')
    return { payments, slot: { kind: 'coins', coins, change: this.address }, fee: { rate, tip: 0n }, work: 0n }
  }
}

describe('Bitcoin itself', () => {
  it('finds the coins of a seed again by reading all blocks', async () => {
    const opened = await world()
    const settings = { kind: 'bitcoin', network: 'regtest', form: 'p2wpkh' } as const
    const keys = await Keys.open(new Uint8Array(64).fill(61), settings)
    const held: [KeyPurpose, number, bigint][] = [
      ['addresses', 3, 1_000_000n],
      ['hot', 9, 2_000_000n],
      // Behind a gap that the one before makes smaller.
      ['hot', 15, 3_000_000n],
    ]
    for (const [purpose, addressId, amount] of held) {
      await opened.pay({ to: keys.addressAt(keyPlaceOf(purpose, addressId)), tag: null, token: null, amount })
      await opened.mine(1)
    }
    const found = await findHoldings({ keys, settings, port: opened.port, tokens: [], gap: 10 })
    expect(found.map(({ purpose, addressId, amount }) => [purpose, addressId, amount])).toEqual(held)
  })

  it('K3 pays 200 customers in one transaction, whose coins arrive each at its place', async () => {
    const opened = await world()
    const [purse, goal] = [new Purse(opened, 0), new Purse(opened, 1)]
    await opened.pay(purse.payment(5_000_000n))
    await opened.pay(purse.payment(7_000_000n))
    await opened.mine()
    const payments = Array.from({ length: BATCH_MOST }, (_, index) => goal.payment(10_000n + BigInt(index)))
    const signed = purse.sign(await purse.plan(payments, 2000n))
    expect(await opened.port.send(signed)).toEqual({ outcome: 'sent' })
    // What waits spends the coins already.
    expect((await opened.port.coins([purse.address])).length).toBeLessThan(2)
    const head = await opened.mine()
    const addresses = opened.newFilter()
    addresses.add(goal.address, 4)
    const read = await opened.port.read(head, { addresses, tokens: new Set(), own: new Set([signed.tx]) })
    expect(read?.arrivals.map(({ position, amount, from }) => [position, amount, from])).toEqual(
      payments.map(({ amount }, index) => [`o${index}`, amount, purse.address]),
    )
    const total = payments.reduce((sum, { amount }) => sum + amount, 0n)
    expect(await opened.port.holdings([{ address: goal.address, token: null }], head)).toEqual([total])
    expect(await opened.port.coins([goal.address])).toHaveLength(BATCH_MOST)
  })

  it('pulls a payment that waits into a block by a child that pays for both', async () => {
    const opened = await world()
    const purse = new Purse(opened, 2)
    await opened.pay(purse.payment(3_000_000n))
    await opened.mine()
    const parent = await purse.plan([purse.payment(1_000_000n, opened.stranger())], 1000n)
    const built = opened.port.build(parent)
    const signed = purse.sign(parent)
    expect(await opened.port.send(signed)).toEqual({ outcome: 'sent' })
    const { vsize } = (await opened.rpc.call('getmempoolentry', signed.tx)) as { readonly vsize?: number }
    const change = { tx: signed.tx, output: 1, amount: 3_000_000n - 1_000_000n - built.feeMost, address: purse.address, height: null }
    const size = vsize ?? 141
    const plan = childPlan({ vsize: size, fee: built.feeMost, coin: change, to: purse.address, rate: 20_000n }, REGTEST)
    const child = purse.sign(plan)
    expect(await opened.port.send(child)).toEqual({ outcome: 'sent' })
    expect(built.feeMost + opened.port.build(plan).feeMost).toBeGreaterThanOrEqual(feeOf(size + 110, 20_000n))
    const head = await opened.mine()
    for (const [tx, slot] of [
      [signed.tx, parent.slot],
      [child.tx, plan.slot],
    ] as const)
      expect(await opened.port.find(tx, slot, 2)).toMatchObject({ state: 'mined', block: { hash: head.hash } })
  })

  it('WAL-011 sees a block leave that the node declares invalid, and what it brought come again in another', async () => {
    const opened = await world()
    const purse = new Purse(opened, 3)
    const sent = await opened.outside.broadcast(opened.outside.prepare([purse.payment(2_000_000n)]))
    const gone = await opened.mine()
    const question = [{ address: purse.address, token: null }]
    expect(await opened.port.holdings(question, gone)).toEqual([2_000_000n])
    await opened.rpc.call('invalidateblock', gone.hash)
    const shorter = await opened.port.head()
    expect(shorter.hash).toBe(gone.parent)
    expect(await opened.port.blockAt(gone.height)).toBeNull()
    expect(await opened.port.holdings(question, shorter)).toEqual([0n])
    // bcoin empties its memory pool, Core takes back into it what the block had.
    await opened.outside.broadcast(sent)
    const head = await opened.mine(2)
    expect(await opened.port.holdings(question, head)).toEqual([2_000_000n])
    const again = await opened.port.blockAt(gone.height)
    if (again === null) throw new Error('no block in its place')
    expect(again.hash).not.toBe(gone.hash)
    const addresses = opened.newFilter()
    addresses.add(purse.address, 1)
    expect(
      (await opened.port.read(again, { addresses, tokens: new Set(), own: new Set() }))?.arrivals.map((arrival) => arrival.tx),
    ).toEqual([sent.tx])
  })

  it('spends no coin of a coinbase before it is mature, and counts it', async () => {
    const opened = await world()
    const purse = new Purse(opened, 4)
    await opened.rpc.call('generatetoaddress', 1, purse.address)
    const head = await opened.mine(1)
    const [held = 0n] = await opened.port.holdings([{ address: purse.address, token: null }], head)
    expect(held).toBeGreaterThan(0n)
    expect(await opened.port.coins([purse.address])).toEqual([])
  })
})
