/** What an adapter reads when blocks leave the chain. */
import { describe, expect, it } from 'vitest'
import { ChainFault } from '../port.ts'
import type { SuiteHouse } from './suite-house.ts'
import type { WorldPowers } from './world.ts'

export function reorganisationTests(house: SuiteHouse, can: WorldPowers): void {
  describe.runIf(can.reorganise)('reads a chain that is re-organised', () => {
    keptTests(house, can)
    lostTests(house)
  })
}

function keptTests(house: SuiteHouse, can: WorldPowers): void {
  it('WAL-011 gives an arrival the same key behind another transaction of another block', async () => {
    const [purse, other] = [house.purse(), house.purse()]
    const wishes = house.wishes([purse, other])
    const start = await house.world.mine(1)
    const sent = [await house.world.pay(house.coin(purse.address))]
    if (can.tokens) sent.push(await house.world.pay(house.token(purse.address)))
    if (can.many) sent.push(await house.world.payMany([house.coin(purse.address), house.coin(other.address)]))
    await house.world.mine(1)
    const before = await house.since(start.height, wishes)
    await house.world.reorganise({ depth: 1, ahead: can.tokens ? house.token(other.address) : house.coin(other.address), again: sent })
    const after = await house.since(start.height, wishes)
    const moved = after.found.filter(({ arrival }) => sent.includes(arrival.tx))
    expect(before.found.length).toBe(1 + (can.tokens ? 1 : 0) + (can.many ? 2 : 0))
    expect(after.found.length, 'the one in front came to the other purse').toBe(before.found.length + 1)
    expect(moved.map(({ arrival }) => arrival)).toEqual(before.found.map(({ arrival }) => arrival))
    expect(moved[0]?.block.hash).not.toBe(before.found[0]?.block.hash)
  })
}

function lostTests(house: SuiteHouse): void {
  it('knows blocks and holdings of the new chain alone', async () => {
    const { port, unit } = house.world
    const purse = house.purse()
    const wishes = house.wishes([purse])
    const start = await house.world.mine(1)
    await house.world.pay(house.coin(purse.address))
    const gone = await house.world.mine(1)
    expect((await port.read(gone, wishes))?.arrivals).toHaveLength(1)
    expect(await house.balance(purse.address)).toBe(unit)

    const head = await house.world.reorganise({ depth: 1, ahead: null, again: [] })
    expect(await port.read(gone, wishes)).toBeNull()
    await expect(port.holdings([{ address: purse.address, token: null }], gone)).rejects.toBeInstanceOf(ChainFault)
    expect(await house.balance(purse.address)).toBe(0n)
    expect(head.height).toBe(gone.height + 1)
    const replaced = await port.blockAt(gone.height)
    expect(replaced?.hash).not.toBe(gone.hash)
    expect([replaced?.parent, head.parent]).toEqual([start.hash, replaced?.hash])
  })
}
