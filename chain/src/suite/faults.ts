/** What an adapter does when its node fails: it says so, guesses nothing, and goes on when the node is back. */
import { describe, expect, it } from 'vitest'
import { ChainFault } from '../port.ts'
import type { SuiteHouse } from './suite-house.ts'
import type { NodeFault } from './world.ts'

const FAULTS: readonly NodeFault[] = ['silent', 'nonsense', 'error']

export function faultTests(house: SuiteHouse): void {
  describe('stands a node that fails', () => {
    for (const fault of FAULTS) oneFault(house, fault)
  })
}

function oneFault(house: SuiteHouse, fault: NodeFault): void {
  it(`names a node that is ${fault} in its answers, and does not know what became of a transaction`, async () => {
    const { port } = house.world
    const purse = await house.funded()
    const plan = await house.plan(purse.address, [house.coin(house.world.stranger())])
    const signed = house.sign(plan)
    const head = await port.head()
    const wishes = house.wishes([purse])
    const calls: Readonly<Record<string, () => Promise<unknown>>> = {
      head: () => port.head(),
      blockAt: () => port.blockAt(head.height),
      read: () => port.read(head, wishes),
      holdings: () => port.holdings([{ address: purse.address, token: null }], head),
      find: () => port.find(signed.tx, plan.slot, 2),
    }
    house.world.break(fault)
    try {
      const outcomes = Object.entries(calls).map(async ([name, call]) => {
        await expect(call(), name).rejects.toBeInstanceOf(ChainFault)
      })
      await Promise.all(outcomes)
      expect(await port.send(signed)).toEqual({ outcome: 'unknown' })
    } finally {
      house.world.break(null)
    }
    expect(await port.head()).toEqual(head)
    expect(['sent', 'alreadyKnown']).toContain((await port.send(signed)).outcome)
    await house.world.mine(1)
    expect((await port.find(signed.tx, plan.slot, 2)).state).toBe('mined')
  })
}
