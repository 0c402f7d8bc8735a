/** The conductor over anvil: nonces, prices of gas, tokens, transactions that fail. */
import { type AnvilWorld, openAnvilWorld } from '@agio/chain/evm/testing/anvil-world.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { crashTests } from './testing/crash-tests.ts'
import { COIN, NETWORK, ONE, PayHouse, TOKEN, until } from './testing/pay-house.ts'

const ETHER = 10n ** 18n
/** Code that fails whatever is asked of it. */
const FAILING = '0x60006000fd'
/** And says why, in words that nodes have for a block that they do not keep. */
const FAILING_NOT_FOUND = failingWith('not found')

/** Stores six numbers, some 150,000 gas. */
const BURNING = `0x${[1, 2, 3, 4, 5, 6].map((slot) => `6001600${slot}55`).join('')}`

function failingWith(words: string): string {
  const word = (number: number): string => number.toString(16).padStart(64, '0')
  const error = `08c379a0${word(32)}${word(words.length)}${Buffer.from(words).toString('hex').padEnd(64, '0')}`
  // It copies what stands behind it and reverts with it.
  return `0x6064600c60003960646000fd${error}`
}

let world: AnvilWorld
let house: PayHouse

type Options = Partial<Parameters<typeof PayHouse.open>[1]>

async function open(document: Options['document'] = {}, more: Options = {}): Promise<PayHouse> {
  const adapter = { kind: 'evm', chainId: '31337', internalCalls: 'debug', tipLeast: '1000000000' } as const
  house = await PayHouse.open(world, { adapter, coinScale: 18, tokenScale: 18, document, hotCoins: ETHER * 100n, ...more })
  return house
}

beforeAll(async () => {
  world = await openAnvilWorld()
})
afterEach(async () => {
  await house.payments.stop()
  // What a test left waiting is none of the next one's.
  await world.node.rpc.call('anvil_dropAllTransactions')
})
afterAll(async () => {
  await world.close()
})

it('WAL-019 of 1.5 with a fee of 0.1 the chain delivers 1.4, of its coin and of a token', async () => {
  await open({}, { fee: ONE / 10n, unlockAt: 3 })
  const [to, other] = [world.stranger(), world.stranger()]
  const before = [house.balances(COIN), house.balances(TOKEN)]
  const ids = [house.withdraw(to, (ONE * 3n) / 2n), house.withdraw(other, (ONE * 3n) / 2n, TOKEN)]
  for (const [index, listingId] of [COIN, TOKEN].entries())
    expect(house.balances(listingId)).toEqual({ available: (before[index]?.available ?? 0n) - (ONE * 3n) / 2n, pending: (ONE * 3n) / 2n })
  await house.out()
  await house.mine(3)
  expect(ids.map((id) => house.status(id))).toEqual(['completed', 'completed'])
  expect([await house.balance(to), await house.balance(other, TOKEN)]).toEqual([(ETHER * 14n) / 10n, (ETHER * 14n) / 10n])
  expect(house.balances(COIN).pending).toBe(0n)
})

/** Blocks ask for so many percent of what the one payment under way offers. */
async function asks(percent: bigint): Promise<void> {
  const rate = house.payments.underWay(NETWORK)[0]?.signed.at(-1)?.fee?.rate ?? 0n
  await world.node.rpc.call('anvil_setNextBlockBaseFeePerGas', `0x${((rate * percent) / 100n).toString(16)}`)
}

it('WAL-025 a fee bump keeps withdrawal and nonce, and the version that a block has counts', async () => {
  await open({ bumpAfterMs: 1000 })
  const to = world.stranger()
  const id = house.withdraw(to, ONE)
  await house.out()
  await asks(105n)
  house.skewMs += 2000
  await until(() => (house.payments.own.under(NETWORK)[0]?.txs.length ?? 0) === 2, 'a second version')
  await house.out()
  const [older = '', newer = ''] = house.payments.own.under(NETWORK)[0]?.txs ?? []
  expect(new Set(house.signer.signed.map(({ intent }) => JSON.stringify(intent.plan.slot))).size).toBe(1)
  await house.mine(2)
  expect(house.status(id)).toBe('completed')
  expect(await house.balance(to)).toBe(ETHER)
  const mined = await Promise.all([older, newer].map((tx) => world.node.rpc.call('eth_getTransactionReceipt', tx)))
  expect(mined.map((receipt) => receipt !== null)).toEqual([false, true])
})

it('WAL-025 [part] what a node finds too cheap is raised in the same slot until it is taken', async () => {
  await open({ bumpAfterMs: 1000 })
  const to = world.stranger()
  const id = house.withdraw(to, ONE)
  await house.out()
  await asks(150n)
  house.skewMs += 2000
  await until(
    () => house.signer.signed.length > 3,
    () => `several versions: ${JSON.stringify(house.health)}`,
  )
  await house.out()
  expect(new Set(house.signer.signed.map(({ intent }) => JSON.stringify(intent.plan.slot))).size).toBe(1)
  await house.mine(2)
  expect(house.status(id)).toBe('completed')
  expect(await house.balance(to)).toBe(ETHER)
})

it('WAL-025 after a restart a replacement still offers more than what it replaces', async () => {
  await open({ bumpAfterMs: 1000 })
  const id = house.withdraw(world.stranger(), ONE)
  await house.out()
  await house.restart()
  await house.out()
  house.skewMs += 2000
  await until(() => (house.payments.own.under(NETWORK)[0]?.txs.length ?? 0) === 2, 'a second version')
  await house.out()
  const [first, second] = house.signer.signed.map(({ intent }) => intent.plan.fee)
  expect((second?.rate ?? 0n) * 10n).toBeGreaterThanOrEqual((first?.rate ?? 1n) * 11n)
  await house.mine(2)
  expect(house.status(id)).toBe('completed')
})

it('WAL-025 a node that falls silent while it is handed a transaction is asked with the same bytes', async () => {
  await open()
  const to = world.stranger()
  const { send } = world.port
  world.port.send = async (signed) => {
    world.port.send = send
    await send(signed)
    world.break('silent')
    return await send(signed)
  }
  const id = house.withdraw(to, ONE)
  await until(
    () => house.health?.why === 'nodeTrouble',
    () => `a node in trouble: ${JSON.stringify(house.health)}`,
  )
  world.break(null)
  house.skewMs += 20_000
  await house.out()
  expect(house.signer.signed).toHaveLength(1)
  await house.mine(2)
  expect(house.status(id)).toBe('completed')
  expect(await house.balance(to)).toBe(ETHER)
})

it('WAL-024 a payment that failed in its block gives the money back when that is final, and not before', async () => {
  await open({}, { unlockAt: 3, fee: ONE / 10n })
  const to = world.stranger()
  const before = house.balances()
  const id = house.withdraw(to, ONE)
  await house.out()
  await world.node.rpc.call('anvil_setCode', to, FAILING)
  await house.mine()
  expect(house.status(id)).toBe('confirming')
  await house.mine()
  expect([house.status(id), house.balances()]).toEqual(['confirming', { available: before.available - ONE, pending: 0n }])
  await house.mine()
  expect([house.status(id), house.balances()]).toEqual(['failed', before])
  // Its nonce is spent: the next one goes behind it.
  const other = world.stranger()
  const next = house.withdraw(other, ONE)
  await house.out()
  await house.mine(3)
  expect(house.status(next)).toBe('completed')
})

it('WAL-024 [part] a payment that failed in a block which left the chain, and succeeds in another one, is paid', async () => {
  await open({}, { unlockAt: 4 })
  const to = world.stranger()
  const id = house.withdraw(to, ONE)
  await house.out()
  await world.node.rpc.call('anvil_setCode', to, FAILING)
  await house.mine()
  expect(house.status(id)).toBe('confirming')
  await world.reorganise({ depth: 1, ahead: null, again: [] })
  await world.node.rpc.call('anvil_setCode', to, '0x')
  await house.book()
  expect(house.status(id)).toBe('broadcast')
  await house.out()
  await house.mine(4)
  expect(house.status(id)).toBe('completed')
  expect(await house.balance(to)).toBe(ETHER)
  expect(house.signer.signed).toHaveLength(1)
})

it.each([
  ['fails with nothing', FAILING, ''],
  ['fails with words of a node without history', FAILING_NOT_FOUND, 'not found'],
  ['burns more gas than the house pays for', BURNING, 'gas, and at most 100000 are paid for'],
])('WAL-019 [part] passes over a receiver that %s, says why, and pays the others', async (_name, code, words) => {
  await open()
  const [to, failing] = [world.stranger(), world.stranger()]
  await world.node.rpc.call('anvil_setCode', failing, code)
  const [bad, good] = [house.withdraw(failing, ONE), house.withdraw(to, ONE)]
  await house.reaches(good, 'broadcast')
  expect(house.status(bad)).toBe('queued')
  expect(house.health?.withdrawals).toMatchObject([{ withdrawalId: bad, why: 'cannotBuild', text: expect.stringContaining(words) }])
  const cancel = { kind: 'cancelWithdrawal', userId: house.customer, withdrawalId: bad, actor: 'ann' } as const
  expect(house.exchange.apply(cancel).reason).toBe('none')
  await house.out()
  await house.mine(2)
  expect(house.status(good)).toBe('completed')
})

it('WAL-019 [part] pays for as much work as the document of the network says', async () => {
  await open({ workMost: { coin: 250_000, token: 300_000 } })
  const burning = world.stranger()
  await world.node.rpc.call('anvil_setCode', burning, BURNING)
  const id = house.withdraw(burning, ONE)
  await house.out()
  await house.mine(2)
  expect(house.status(id)).toBe('completed')
  expect(await house.balance(burning)).toBe(ETHER)
})

it('pays tokens of an address only while it has what their fee takes', async () => {
  await open({}, { hotCoins: 10n ** 10n, hotTokens: ETHER })
  const [from = ''] = house.hot
  await world.node.rpc.call('anvil_setBalance', from, '0x0')
  const to = world.stranger()
  const id = house.withdraw(to, ONE / 2n, TOKEN)
  await until(
    () => house.health?.why === 'noGas' || house.health?.why === 'cannotBuild',
    () => `a word about gas: ${JSON.stringify(house.health)}`,
  )
  expect(house.status(id)).toBe('queued')
  await world.node.rpc.call('anvil_setBalance', from, `0x${ETHER.toString(16)}`)
  house.skewMs += 70_000
  await house.out()
  await house.mine(2)
  expect(house.status(id)).toBe('completed')
  expect(await house.balance(to, TOKEN)).toBe(ETHER / 2n)
})

it('keeps 16 unconfirmed an address and goes on over further ones, in the order of their nonces', async () => {
  await open({ hotAddresses: 3 })
  const to = world.stranger()
  const ids = Array.from({ length: 60 }, () => house.withdraw(to, ONE / 100n))
  await until(
    () => ids.filter((id) => house.status(id) === 'broadcast').length === 48,
    () => `48: ${JSON.stringify(house.health)}`,
  )
  await until(() => house.health?.why === 'full', 'a full house')
  expect(house.health?.hot.map(({ unconfirmed }) => unconfirmed)).toEqual([16, 16, 16])
  await until(
    async () => {
      await house.mine()
      return ids.every((id) => house.status(id) === 'completed')
    },
    () => `all: ${JSON.stringify(house.health)}`,
  )
  expect(await house.balance(to)).toBe((ETHER * 60n) / 100n)
  expect(new Set(house.signer.signed.map(({ tx }) => tx)).size).toBe(60)
})

describe('killed at each step', () => crashTests(() => open({ hotAddresses: 2 }), true))
