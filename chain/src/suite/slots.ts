/** That a transaction exists once: sent twice, replaced, and dead only when that is proven. */
import { describe, expect, it } from 'vitest'
import type { SuiteHouse } from './suite-house.ts'
import type { WorldPowers } from './world.ts'

/** Confirmations after which a spent slot is a proof. */
const DEPTH = 3

export function slotTests(house: SuiteHouse, can: WorldPowers): void {
  describe('lets a transaction exist once', () => {
    knownTests(house)
    deadTests(house)
    replacementTests(house, can)
  })
}

function knownTests(house: SuiteHouse): void {
  it('knows a transaction that is sent again, before its block and after', async () => {
    const { port } = house.world
    const purse = await house.funded()
    const plan = await house.plan(purse.address, [house.coin(house.world.stranger())])
    const signed = house.sign(plan)
    expect(await port.send(signed)).toEqual({ outcome: 'sent' })
    expect(await port.send(signed)).toEqual({ outcome: 'alreadyKnown' })
    await house.world.mine(1)
    expect(await port.send(signed)).toEqual({ outcome: 'alreadyKnown' })
    expect((await port.find(signed.tx, plan.slot, DEPTH)).state).toBe('mined')
  })
}

function deadTests(house: SuiteHouse): void {
  it('WAL-025 calls a transaction dead when its slot was spent or ended that deep in the chain, and not before', async () => {
    const { port } = house.world
    const purse = await house.funded()
    const slot = await house.slot(purse.address)
    const plans = [1, 2].map(async () => ({ ...(await house.plan(purse.address, [house.coin(house.world.stranger())])), slot }))
    const [lost, taken] = await Promise.all(plans)
    if (lost === undefined || taken === undefined) throw new Error('two plans')
    const signed = house.sign(lost)
    await house.world.mine(DEPTH)
    expect(await port.find(signed.tx, slot, DEPTH), 'its slot is free').toEqual({ state: 'unseen' })

    if (slot.kind === 'blockhash') await house.world.expireSlots()
    else {
      expect((await port.send(house.sign(taken))).outcome).toBe('sent')
      await house.world.mine(1)
      for (let depth = 1; depth < DEPTH; depth += 1) {
        expect(await port.find(signed.tx, slot, DEPTH), `spent at depth ${depth}`).toEqual({ state: 'unseen' })
        await house.world.mine(1)
      }
    }
    expect(await port.find(signed.tx, slot, DEPTH)).toEqual({ state: 'dead' })
    expect(await port.send(signed)).toMatchObject({ outcome: 'refused', why: slot.kind === 'blockhash' ? 'expired' : 'slotUsed' })
  })
}

function replacementTests(house: SuiteHouse, can: WorldPowers): void {
  it.runIf(can.replace)('WAL-025 replaces what waits in the same slot for a fee bumped enough, and takes it back for nothing', async () => {
    const { port } = house.world
    const purse = await house.funded()
    const cheap = await house.plan(purse.address, [house.coin(house.world.stranger())], await port.fee(0))
    const first = house.sign(cheap)
    expect((await port.send(first)).outcome).toBe('sent')
    const cheaper = { rate: cheap.fee.rate - 1n, tip: cheap.fee.tip }
    expect(await port.send(house.sign({ ...cheap, fee: cheaper }))).toMatchObject({ outcome: 'refused', why: 'tooCheap' })

    const bumped = { ...cheap, fee: port.bump(cheap.fee, await port.fee(0)) }
    const second = house.sign(bumped)
    expect(second.tx).not.toBe(first.tx)
    expect((await port.send(second)).outcome).toBe('sent')
    const ended = { ...cheap, payments: [], fee: port.bump(bumped.fee, await port.fee(0)) }
    const third = house.sign(ended)
    expect(house.world.signing.read(port.build(ended), new Set([purse.address])).payments).toEqual([])
    expect((await port.send(third)).outcome).toBe('sent')

    await house.world.mine(1)
    expect(await port.find(third.tx, cheap.slot, DEPTH)).toMatchObject({ state: 'mined', succeeded: true })
    expect(await port.find(first.tx, cheap.slot, DEPTH)).toEqual({ state: 'unseen' })
    await house.world.mine(DEPTH - 1)
    expect(await port.find(first.tx, cheap.slot, DEPTH)).toEqual({ state: 'dead' })
    expect(await port.find(second.tx, cheap.slot, DEPTH)).toEqual({ state: 'dead' })
  })
}
