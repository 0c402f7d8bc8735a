/** What an adapter reads of blocks that stay. */
import { describe, expect, it } from 'vitest'
import { ChainFault } from '../port.ts'
import type { SuiteHouse } from './suite-house.ts'
import type { WorldPowers } from './world.ts'

export function readingTests(house: SuiteHouse, can: WorldPowers): void {
  describe('reads blocks', () => {
    blockTests(house)
    arrivalTests(house, can)
    ignoredTests(house, can)
    holdingTests(house, can)
  })
}

function blockTests(house: SuiteHouse): void {
  it('tells the head and each block on its parent, and none above', async () => {
    const { port } = house.world
    const head = await house.world.mine(3)
    expect(await port.head()).toEqual(head)
    expect(await port.blockAt(head.height)).toEqual(head)
    expect(await port.blockAt(head.height + 1)).toBeNull()
    expect(head.time).toBeGreaterThan(1_000_000_000_000)
    const before = await port.blockAt(head.height - 1)
    expect(before?.hash).toBe(head.parent)
    expect((await port.blockAt(head.height - 2))?.hash).toBe(before?.parent)
  })

  it('does not know a block that never was', async () => {
    const { port } = house.world
    const head = await house.world.mine(1)
    const before = await port.blockAt(head.height - 1)
    if (before === null) throw new Error('no block below the head')
    expect(await port.read({ height: head.height, hash: before.hash }, house.wishes([]))).toBeNull()
  })
}

function arrivalTests(house: SuiteHouse, can: WorldPowers): void {
  it('brings a coin to a watched address, with hash, amount and handle', async () => {
    const { port, unit } = house.world
    const [other, purse] = [house.purse(), house.purse()]
    const start = await port.head()
    const tx = await house.world.pay(house.coin(purse.address, unit + 1n))
    const head = await house.world.mine(1)
    const wishes = house.wishes([other, purse])
    const { found } = await house.since(start.height, wishes)
    expect(found).toHaveLength(1)
    expect(found[0]?.arrival).toMatchObject({ tx, to: purse.address, tag: null, token: null, amount: unit + 1n, watched: 1001 })
    expect(found[0]?.block).toEqual({ height: head.height, hash: head.hash })
    expect(await house.since(start.height, wishes), 'read again').toEqual({ found, own: [] })
  })

  it.runIf(can.tokens)('brings a listed token, beside coins of the same block', async () => {
    const { tokens, unit } = house.world
    const purse = house.purse()
    const start = await house.world.port.head()
    const coin = await house.world.pay(house.coin(purse.address))
    const token = await house.world.pay(house.token(purse.address, unit + 2n))
    await house.world.mine(1)
    const { found } = await house.since(start.height, house.wishes([purse]))
    const arrivals = found.map(({ arrival }) => arrival)
    expect(arrivals).toHaveLength(2)
    expect(arrivals.find(({ tx }) => tx === coin)).toMatchObject({ token: null, amount: unit, watched: 1000 })
    expect(arrivals.find(({ tx }) => tx === token)).toMatchObject({
      token: tokens.listed,
      amount: unit + 2n,
      to: purse.address,
      watched: 1000,
    })
  })

  it.runIf(can.many)('gives each payment of one transaction its own position', async () => {
    const { unit } = house.world
    const purses = [house.purse(), house.purse()]
    const start = await house.world.port.head()
    const payments = [...purses, ...purses].map(({ address }, index) => house.coin(address, unit + BigInt(index)))
    const tx = await house.world.payMany(payments)
    await house.world.mine(1)
    const { found } = await house.since(start.height, house.wishes(purses))
    expect(found.map(({ arrival }) => arrival.amount).sort()).toEqual(payments.map(({ amount }) => amount).sort())
    expect(new Set(found.map(({ arrival }) => `${arrival.tx} ${arrival.position}`)).size).toBe(4)
    expect(found.every(({ arrival }) => arrival.tx === tx)).toBe(true)
  })

  it('finds the transactions that were asked for', async () => {
    const start = await house.world.port.head()
    const tx = await house.world.pay(house.coin(house.world.stranger()))
    await house.world.pay(house.coin(house.world.stranger()))
    await house.world.mine(1)
    expect(await house.since(start.height, house.wishes([], [tx]))).toEqual({ found: [], own: [tx] })
  })

  it.runIf(can.waiting)('tells what waits as it tells it later of the block', async () => {
    const purse = house.purse()
    const wishes = house.wishes([purse])
    const start = await house.world.port.head()
    expect(await house.world.port.waiting(wishes)).toEqual([])
    await house.world.pay(house.coin(purse.address))
    const waiting = await house.world.port.waiting(wishes)
    await house.world.mine(1)
    const { found } = await house.since(start.height, wishes)
    expect(waiting).toEqual(found.map(({ arrival }) => arrival))
    expect(waiting).toHaveLength(1)
  })
}

function ignoredTests(house: SuiteHouse, can: WorldPowers): void {
  /** A payment that counts goes along: a test that finds nothing at all must not pass. */
  async function onlyCoinOf(purse: { address: string; index: number }, send: () => Promise<string>): Promise<void> {
    const start = await house.world.port.head()
    await send()
    const tx = await house.world.pay(house.coin(purse.address))
    await house.world.mine(1)
    const { found } = await house.since(start.height, house.wishes([purse]))
    expect(found.map(({ arrival }) => arrival.tx)).toEqual([tx])
  }

  it('WAL-014 brings nothing of addresses that are not watched', async () => {
    await onlyCoinOf(house.purse(), () => house.world.pay(house.coin(house.world.stranger())))
  })

  it.runIf(can.tokens)('WAL-014 brings nothing of a token that is not listed, though it tells the same', async () => {
    const purse = house.purse()
    await onlyCoinOf(purse, () => house.world.pay(house.token(purse.address, house.world.unit, house.world.tokens.unlisted)))
  })

  it.runIf(can.failures)('WAL-014 brings nothing of a transaction that failed', async () => {
    const purse = house.purse()
    await onlyCoinOf(purse, () => house.world.payInVain(house.coin(purse.address)))
  })

  it.runIf(can.failures && can.tokens)('WAL-014 brings nothing of a token of a transaction that failed', async () => {
    const purse = house.purse()
    await onlyCoinOf(purse, () => house.world.payInVain(house.token(purse.address)))
  })
}

function holdingTests(house: SuiteHouse, can: WorldPowers): void {
  it('holds at the head what arrived, to the unit', async () => {
    const { unit } = house.world
    const [purse, empty] = [house.purse(), house.purse()]
    await house.world.pay(house.coin(purse.address, unit + 3n))
    await house.world.pay(house.coin(purse.address, unit + 4n))
    if (can.tokens) await house.world.pay(house.token(purse.address, unit + 5n))
    const head = await house.world.mine(1)
    const questions = [purse, empty].map(({ address }) => ({ address, token: null }))
    const tokens = can.tokens ? [{ address: purse.address, token: house.world.tokens.listed }] : []
    const expected = [unit + unit + 7n, 0n, ...tokens.map(() => unit + 5n)]
    expect(await house.world.port.holdings([...questions, ...tokens], head)).toEqual(expected)
    const coins = await house.world.port.coins([purse.address, empty.address])
    if (coins.length > 0) expect(coins.reduce((sum, { amount }) => sum + amount, 0n)).toBe(unit + unit + 7n)
  })

  it(`${can.history ? 'knows' : 'says that it does not know'} what was held at a block behind the head`, async () => {
    const { port, unit } = house.world
    const purse = house.purse()
    await house.world.pay(house.coin(purse.address))
    const then = await house.world.mine(1)
    await house.world.pay(house.coin(purse.address))
    await house.world.mine(1)
    const asked = port.holdings([{ address: purse.address, token: null }], then)
    if (can.history) expect(await asked).toEqual([unit])
    else await expect(asked).rejects.toMatchObject({ why: 'noHistory' })
  })

  it('guesses no holdings of a block that never was', async () => {
    const head = await house.world.mine(1)
    const before = await house.world.port.blockAt(head.height - 1)
    const asked = house.world.port.holdings([{ address: house.purse().address, token: null }], {
      height: head.height,
      hash: before?.hash ?? '',
    })
    await expect(asked).rejects.toBeInstanceOf(ChainFault)
  })
}
