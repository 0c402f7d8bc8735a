/** The conductor over Tron, by answers in the forms of its documentation: no node of Tron says anything here. */
import { ToldTronWorld } from '@agio/chain/tron/testing/told-world.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { crashTests } from './testing/crash-tests.ts'
import { ONE, PayHouse, TOKEN, until } from './testing/pay-house.ts'

const TRX = 1_000_000n

let world: ToldTronWorld
let house: PayHouse

type Options = Partial<Parameters<typeof PayHouse.open>[1]>

async function open(document: Options['document'] = {}, more: Options = {}): Promise<PayHouse> {
  const usual = { adapter: { kind: 'tron', version: 0x41 }, coinScale: 6, tokenScale: 6 } as const
  house = await PayHouse.open(world, { ...usual, document, hotCoins: TRX * 1000n, ...more })
  return house
}

beforeEach(() => {
  world = new ToldTronWorld()
})
afterEach(async () => {
  await house.payments.stop()
  await world.close()
})

it('WAL-019 [part] of 1.5 with a fee of 0.1 the chain delivers 1.4, of TRX and of a TRC-20, and the house pays what the chain took', async () => {
  await open({}, { fee: ONE / 10n, unlockAt: 3 })
  const [to, other] = [world.stranger(), world.stranger()]
  const ids = [house.withdraw(to, (ONE * 3n) / 2n), house.withdraw(other, (ONE * 3n) / 2n, TOKEN)]
  await house.out()
  await house.mine(3)
  expect(ids.map((id) => house.status(id))).toEqual(['completed', 'completed'])
  expect([await house.balance(to), await house.balance(other, TOKEN)]).toEqual([1_400_000n, 1_400_000n])
  const [hot = ''] = house.hot
  expect(await house.balance(hot)).toBe(TRX * 1000n - 1_400_000n - 2n * 345_000n)
  expect(house.exchange.state.payments.liveCount).toBe(0)
})

it('WAL-025 [part] what the node is not sure of is handed in again as it is, and what it knows is out', async () => {
  await open()
  const to = world.stranger()
  world.told.push({ code: 'SERVER_BUSY' }, {})
  const id = house.withdraw(to, ONE)
  await until(() => house.health?.why === 'nodeTrouble', 'a node that does not say')
  for (const _ of [1, 2, 3]) {
    house.skewMs += 20_000
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
  await house.out()
  expect(house.signer.signed).toHaveLength(1)
  await house.mine(2)
  expect(house.status(id)).toBe('completed')
  expect(await house.balance(to)).toBe(TRX)
})

it('WAL-019 [part] what the node refuses of one payment holds up no other of its address', async () => {
  await open()
  const [refused, to] = [world.stranger(), world.stranger()]
  const { port } = world
  const real = port.send.bind(port)
  let first = ''
  port.send = async (signed) => {
    first ||= signed.tx
    return signed.tx === first ? { outcome: 'refused', why: 'invalid', text: 'contract validate error' } : await real(signed)
  }
  const bad = house.withdraw(refused, ONE)
  await until(() => house.health?.why === 'sendRefused', 'a refusal')
  const good = house.withdraw(to, ONE)
  await house.reaches(good, 'broadcast')
  await house.mine(2)
  expect([house.status(bad), house.status(good)]).toEqual(['broadcast', 'completed'])
  expect(house.health).toMatchObject({ why: 'sendRefused', unsent: 1 })
})

it('WAL-025 [part] what ended by its time is paid once more, later, when the signer itself knows that it ended', async () => {
  await open({}, { unlockAt: 3 })
  const to = world.stranger()
  const id = house.withdraw(to, ONE)
  await house.out()
  await world.expireSlots()
  await house.mine()
  await until(
    () => house.health?.withdrawals[0]?.refusal === 'changed',
    () => `a signer that does not know it yet: ${JSON.stringify([house.health, house.logged])}`,
  )
  // Its end is ten minutes behind its block, and a quarter of an hour is waited beyond.
  house.signer.skewMs += 1_800_000
  house.skewMs += 900_000
  await until(
    () => house.signer.signed.length === 2,
    () => `another payment: ${JSON.stringify([house.health, house.logged])}`,
  )
  await house.out()
  await house.mine(3)
  expect(house.status(id)).toBe('completed')
  expect(await house.balance(to)).toBe(TRX)
})

describe('killed at each step', () => crashTests(() => open(), true))
