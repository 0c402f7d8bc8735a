/** How an adapter makes a transaction, reads it back, signs it and finds it. */
import { describe, expect, it } from 'vitest'
import type { Payment, Plan } from '../port.ts'
import type { Purse, SuiteHouse } from './suite-house.ts'
import type { WorldPowers } from './world.ts'

export function payingTests(house: SuiteHouse, can: WorldPowers): void {
  describe('pays', () => {
    keyTests(house)
    bytesTests(house)
    roadTests(house, can)
  })
}

function keyTests(house: SuiteHouse): void {
  it('derives one address for a place and another for the next', () => {
    const { signing, seed } = house.world
    const account = signing.publicAccount(seed, 7, 0, 2)
    const [first, second] = [signing.addressOf(account, 0, 0), signing.addressOf(account, 0, 1)]
    expect(signing.addressOf(signing.publicAccount(seed, 7, 0, 2), 0, 0)).toBe(first)
    expect(new Set([first, second, signing.addressOf(signing.publicAccount(seed, 8, 0, 1), 0, 0)]).size).toBe(3)
    const key = signing.privateKey(seed, { account: 7, branch: 0, index: 0 })
    expect(key).toHaveLength(32)
    expect(signing.signText('It is ours.', key)).toBe(signing.signText('It is ours.', key))
    expect(signing.signText('It is ours.', key)).not.toBe(signing.signText('It is not.', key))
  })
}

function bytesTests(house: SuiteHouse): void {
  it('builds and signs the same bytes for the same plan, and reads the plan back', async () => {
    const { port, signing } = house.world
    const purse = await house.funded()
    const plan = await house.plan(purse.address, [house.coin(house.world.stranger())])
    const unsigned = port.build(plan)
    expect(port.build(structuredClone(plan))).toEqual(unsigned)
    const read = signing.read(unsigned, new Set([purse.address]))
    expect(read.payments).toEqual(plan.payments)
    expect(read.slot).toEqual(plan.slot)
    expect(house.sign(plan)).toEqual(house.sign(plan))
    const changed = port.build({ ...plan, payments: [house.coin(house.world.stranger())] })
    expect(changed.bytes).not.toBe(unsigned.bytes)
  })

  it('reads nothing back from bytes that are not exactly one transaction', async () => {
    const { port, signing } = house.world
    const purse = await house.funded()
    const unsigned = port.build(await house.plan(purse.address, [house.coin(house.world.stranger())]))
    for (const bytes of ['', unsigned.bytes.slice(0, -2), `${unsigned.bytes}00`, unsigned.bytes.replace(/..$/, 'zz')])
      expect(() => signing.read({ ...unsigned, bytes }, new Set()), bytes).toThrow(RangeError)
  })
}

function roadTests(house: SuiteHouse, can: WorldPowers): void {
  async function pays(purse: Purse, payment: Payment): Promise<{ plan: Plan; fee: bigint }> {
    const { port } = house.world
    const plan = await house.plan(purse.address, [payment])
    const signed = house.sign(plan)
    expect(await port.find(signed.tx, plan.slot, 2)).toEqual({ state: 'unseen' })
    expect(await port.send(signed)).toEqual({ outcome: 'sent' })
    expect(await port.find(signed.tx, plan.slot, 2)).toEqual({ state: 'waiting' })
    const head = await house.world.mine(1)
    const found = await port.find(signed.tx, plan.slot, 2)
    if (found.state !== 'mined') throw new Error(`it is ${found.state}`)
    expect(found).toMatchObject({ block: { height: head.height, hash: head.hash }, succeeded: true })
    expect(found.fee).toBeGreaterThan(0n)
    expect(found.fee).toBeLessThanOrEqual(port.build(plan).feeMost)
    expect((await port.read(head, house.wishes([], [signed.tx])))?.own).toEqual([signed.tx])
    return { plan, fee: found.fee }
  }

  it('sends a coin that arrives, and finds it with its fee', async () => {
    const { unit } = house.world
    const [purse, goal] = [await house.funded(), house.purse()]
    const before = await house.balance(purse.address)
    const { fee } = await pays(purse, house.coin(goal.address, unit + 5n))
    expect(await house.balance(goal.address)).toBe(unit + 5n)
    expect(await house.balance(purse.address)).toBe(before - (unit + 5n) - fee)
  })

  it.runIf(can.tokens)('sends a token that arrives, and finds it with its fee', async () => {
    const { tokens, unit } = house.world
    const [purse, goal] = [await house.funded(), house.purse()]
    await house.world.pay(house.token(purse.address, unit + 9n))
    await house.world.mine(1)
    const { plan } = await pays(purse, house.token(goal.address, unit + 5n))
    expect(house.world.signing.read(house.world.port.build(plan), new Set()).payments).toEqual(plan.payments)
    expect(await house.balance(goal.address, tokens.listed)).toBe(unit + 5n)
    expect(await house.balance(purse.address, tokens.listed)).toBe(4n)
  })
}
