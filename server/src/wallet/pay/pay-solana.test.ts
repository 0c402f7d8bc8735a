/** The conductor over litesvm behind our own RPC door: blockhashes that end, tokens in associated accounts, payments that are alike. */
import { LiteWorld } from '@agio/chain/solana/testing/lite-world.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { crashTests } from './testing/crash-tests.ts'
import { COIN, NETWORK, ONE, PayHouse, TOKEN, until } from './testing/pay-house.ts'

const SOL = 1_000_000_000n
const QUARTER_MS = 900_000

let world: LiteWorld
let house: PayHouse

type Options = Partial<Parameters<typeof PayHouse.open>[1]>

async function open(document: Options['document'] = {}, more: Options = {}): Promise<PayHouse> {
  const usual = { adapter: { kind: 'solana' }, coinScale: 9, tokenScale: 6 } as const
  house = await PayHouse.open(world, { ...usual, document, hotCoins: SOL * 1000n, hotTokens: 1_000_000n * 1000n, ...more })
  return house
}

beforeEach(() => {
  world = new LiteWorld()
})
afterEach(async () => {
  await house.payments.stop()
  await world.close()
})

it('WAL-019 [part] of 1.5 with a fee of 0.1 the chain delivers 1.4, of SOL and of a token whose account the payment opens', async () => {
  await open({}, { fee: ONE / 10n, unlockAt: 3 })
  const [to, other] = [world.stranger(), world.stranger()]
  const ids = [house.withdraw(to, (ONE * 3n) / 2n), house.withdraw(other, (ONE * 3n) / 2n, TOKEN)]
  await house.out()
  await house.mine(3)
  expect(ids.map((id) => house.status(id))).toEqual(['completed', 'completed'])
  expect([await house.balance(to), await house.balance(other, TOKEN)]).toEqual([(SOL * 14n) / 10n, 1_400_000n])
  expect(house.balances(COIN).pending).toBe(0n)
})

it('two that are alike, under one blockhash, are two transactions', async () => {
  await open()
  const to = world.stranger()
  const ids = [house.withdraw(to, ONE), house.withdraw(to, ONE), house.withdraw(to, ONE)]
  await house.out()
  expect(new Set(house.signer.signed.map(({ tx }) => tx)).size).toBe(3)
  await house.mine(2)
  expect(ids.map((id) => house.status(id))).toEqual(['completed', 'completed', 'completed'])
  expect(await house.balance(to)).toBe(SOL * 3n)
})

it('WAL-025 what its blockhash ended for is paid under another one, when the signer itself knows that it is over, and never replaced', async () => {
  await open({ bumpAfterMs: 1000 }, { unlockAt: 3 })
  const { port } = world
  const real = port.send.bind(port)
  // Taken, and never in a block.
  port.send = async () => ({ outcome: 'sent' })
  const to = world.stranger()
  const id = house.withdraw(to, ONE)
  await house.out()
  house.skewMs += 5000
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(house.signer.signed, 'nothing is offered more for').toHaveLength(1)
  await world.expireSlots()
  port.send = real
  await house.mine()
  await until(
    () => house.health?.withdrawals[0]?.refusal === 'changed',
    () => `a signer that does not know it yet: ${JSON.stringify([house.health, house.logged])}`,
  )
  expect(house.signer.signed).toHaveLength(1)
  house.signer.skewMs += QUARTER_MS + 60_000
  house.skewMs += QUARTER_MS
  await until(
    () => house.signer.signed.length === 2,
    () => `another payment: ${JSON.stringify([house.health, house.logged])}`,
  )
  await house.out()
  await house.mine(3)
  expect(house.status(id)).toBe('completed')
  expect(await house.balance(to)).toBe(SOL)
  expect(house.payments.underWay(NETWORK)).toEqual([])
  // What its customer was shown never went back.
  const [first, second] = house.signer.signed.map(({ intent }) => intent.plan.slot)
  expect(second).not.toEqual(first)
})

describe('killed at each step', () => crashTests(() => open(), true))
