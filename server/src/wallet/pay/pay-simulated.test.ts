/** The conductor over a simulated network: what a customer sees of a withdrawal, and what may go wrong on the way. */
import { ChainFault } from '@agio/chain/port.ts'
import { newSimulatedNode, type SimulatedNode } from '@agio/chain/simulated/node.ts'
import { NETWORK as SIMULATED, simulatedWorld } from '@agio/chain/simulated/simulated-world.ts'
import type { World } from '@agio/chain/suite/world.ts'
import { asWithdrawalId, type WithdrawalId } from '@agio/engine/ids/id.ts'
import { listingsOf } from '@agio/engine/wallet/read-wallet.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { COIN, NETWORK, networkChainOf, ONE, PayHouse, TOKEN, until } from './testing/pay-house.ts'
import { waiting } from './waiting.ts'

let node: SimulatedNode
let world: World
let house: PayHouse

type Options = Partial<Parameters<typeof PayHouse.open>[1]>

async function open(document: Options['document'] = {}, more: Options = {}): Promise<void> {
  const usual = { adapter: { kind: 'simulated', hrp: 'sim' }, coinScale: 8, tokenScale: 8 } as const
  house = await PayHouse.open(world, { ...usual, document: { batchMost: 1, ...document }, ...more })
}

beforeEach(() => {
  node = newSimulatedNode(SIMULATED)
  world = simulatedWorld(node)
})
afterEach(async () => {
  await house.payments.stop()
  await world.close()
})

it('WAL-019 [part] WAL-023 [part] of 1.5 with a fee of 0.1 the chain delivers 1.4, and no status is skipped', async () => {
  await open({}, { fee: ONE / 10n, unlockAt: 3 })
  const to = world.stranger()
  const before = house.balances()
  const withdrawalId = house.withdraw(to, (ONE * 3n) / 2n, COIN, '7007')
  expect(house.balances()).toEqual({ available: before.available - (ONE * 3n) / 2n, pending: (ONE * 3n) / 2n })
  await house.reaches(withdrawalId, 'broadcast')
  await house.out()
  expect(node.chain.waiting[0]?.payments).toEqual([{ to, tag: '7007', token: null, amount: (ONE * 14n) / 10n }])
  await house.mine()
  expect(house.status(withdrawalId)).toBe('confirming')
  await house.mine(2)
  expect(house.status(withdrawalId)).toBe('completed')
  expect(await house.balance(to)).toBe((ONE * 14n) / 10n)
  expect(house.balances()).toEqual({ available: before.available - (ONE * 3n) / 2n, pending: 0n })
  expect(house.statuses.get(withdrawalId)).toEqual([
    ...['created', 'awaitsFactor', 'verified', 'review', 'approved', 'queued', 'signing', 'broadcast', 'confirming', 'completed'],
  ])
})

it('WAL-022 [part] WAL-024 [part] until it is being signed a withdrawal can be taken back, also while the signer is away, and not after', async () => {
  await open()
  house.signer.isAway = true
  const to = world.stranger()
  const before = house.balances()
  const [first, second] = [house.withdraw(to, ONE), house.withdraw(to, ONE * 2n)]
  await until(() => house.health?.why === 'signerAway', 'a signer that is missed')
  expect([house.status(first), house.status(second)]).toEqual(['queued', 'queued'])
  const cancel = (withdrawalId: WithdrawalId): string =>
    house.exchange.apply({ kind: 'cancelWithdrawal', userId: house.customer, withdrawalId, actor: 'ann' }).reason
  // what was taken back is history's
  expect([cancel(first), cancel(first)]).toEqual(['none', 'withdrawalNotFound'])
  house.signer.isAway = false
  house.skewMs += 10_000
  await house.reaches(second, 'broadcast')
  expect(cancel(second)).toBe('withdrawalState')
  await house.out()
  await house.mine(2)
  expect(house.status(second)).toBe('completed')
  expect(await house.balance(to)).toBe(ONE * 2n)
  expect(house.balances()).toEqual({ available: before.available - ONE * 2n, pending: 0n })
})

it('takes what a customer takes back at the same instant out of its round, and leaves no nonce free behind which others wait', async () => {
  await open()
  const to = world.stranger()
  // The engine hears of the end of the second one between the plan and its beginning.
  const { submit } = house.exchange
  let isFirst = true
  house.exchange.submit = async (command, key) => {
    if (command.kind === 'beginPayment' && isFirst) {
      isFirst = false
      house.exchange.must({ kind: 'cancelWithdrawal', userId: house.customer, withdrawalId: ids[0] ?? asWithdrawalId(0), actor: 'ann' })
    }
    return await submit.call(house.exchange, command, key)
  }
  const ids = [1n, 2n, 3n].map((count) => house.withdraw(to, ONE * count))
  for (const id of ids.slice(1)) await house.reaches(id, 'broadcast')
  await until(() => node.chain.waiting.length === 2, 'two transactions')
  await house.mine(2)
  expect(ids.map((id) => house.status(id))).toEqual(['canceled', 'completed', 'completed'])
  expect(await house.balance(to)).toBe(ONE * 5n)
})

it('pays tokens and coins in batches of one listing each, from one transaction a batch', async () => {
  await open({ batchMost: 4 })
  const [to, other] = [world.stranger(), world.stranger()]
  const coins = [1n, 2n, 3n, 4n, 5n].map((count) => house.withdraw(to, ONE * count))
  const tokens = [1n, 2n].map((count) => house.withdraw(other, ONE * count, TOKEN))
  for (const id of [...coins, ...tokens]) await house.reaches(id, 'broadcast')
  await until(() => node.chain.waiting.length === 3, 'three transactions')
  expect(node.chain.waiting.map(({ payments }) => payments.length).sort()).toEqual([1, 2, 4])
  await house.mine(2)
  expect([...coins, ...tokens].map((id) => house.status(id))).toEqual(Array.from({ length: 7 }, () => 'completed'))
  expect([await house.balance(to), await house.balance(other, TOKEN)]).toEqual([ONE * 15n, ONE * 3n])
})

it('has at most so many payments of an address without a block, and spreads the others over further addresses', async () => {
  await open({ unconfirmedMost: 3, hotAddresses: 2 })
  const to = world.stranger()
  const ids = Array.from({ length: 9 }, () => house.withdraw(to, ONE))
  await until(
    () => node.chain.waiting.length === 6,
    () => `six payments: ${JSON.stringify(house.health)}`,
  )
  await until(() => house.health?.why === 'full', 'a full house')
  expect(new Set(node.chain.waiting.map(({ from }) => from))).toEqual(new Set(house.hot))
  const slots = house.payments.underWay(NETWORK).map(({ stored }) => JSON.stringify(stored?.plan.slot))
  expect(new Set(slots).size, 'a nonce for each').toBe(6)
  expect(house.health?.hot.map(({ unconfirmed }) => unconfirmed)).toEqual([3, 3])
  expect(ids.filter((id) => house.status(id) === 'queued')).toHaveLength(3)
  await house.mine()
  await until(() => node.chain.waiting.length === 3, 'the last three')
  await house.mine(2)
  expect(ids.every((id) => house.status(id) === 'completed')).toBe(true)
  expect(await house.balance(to)).toBe(ONE * 9n)
})

it('waits where no hot address has enough, says so, pays what is small enough, and the rest when coins came', async () => {
  await open({}, { hotCoins: ONE * 10n })
  const to = world.stranger()
  const [large, small] = [house.withdraw(to, ONE * 12n), house.withdraw(to, ONE)]
  await house.reaches(small, 'broadcast')
  await until(() => house.health?.why === 'noFunds', 'a word about funds')
  expect(house.health?.withdrawals).toMatchObject([{ withdrawalId: large, why: 'noFunds' }])
  expect(house.status(large)).toBe('queued')
  await house.out(1)
  const [addressId] = [...new Set(house.payments.underWay(NETWORK).flatMap(({ stored }) => stored?.payers ?? []))].map(
    (payer) => payer.addressId,
  )
  if (addressId === undefined) throw new Error('nobody pays')
  await house.fund(addressId, COIN, ONE * 10n)
  await house.mine()
  house.skewMs += 10_000
  await house.reaches(large, 'broadcast')
  await house.mine(2)
  expect(await house.balance(to)).toBe(ONE * 13n)
})

it('WAL-017 [part] what came on the list of sanctions after it was approved is not paid, holds up nobody, and can be taken back', async () => {
  await open({ batchMost: 4 })
  const [listed, to] = [world.stranger(), world.stranger()]
  let isListed = true
  house.parts = { barOf: (address) => (isListed && address === listed ? waiting('sanctioned', 'it is on the list') : undefined) }
  await house.restart()
  const [first, second, third] = [house.withdraw(listed, ONE), house.withdraw(to, ONE), house.withdraw(listed, ONE * 2n)]
  await house.reaches(second, 'broadcast')
  expect(house.health?.withdrawals).toMatchObject([
    { withdrawalId: first, why: 'sanctioned' },
    { withdrawalId: third, why: 'sanctioned' },
  ])
  house.exchange.must({ kind: 'cancelWithdrawal', userId: house.customer, withdrawalId: first, actor: 'olga' })
  await house.out(1)
  await house.mine(2)
  isListed = false
  house.skewMs += 61_000
  await house.reaches(third, 'broadcast')
  await house.out()
  await house.mine(2)
  expect([await house.balance(to), await house.balance(listed)]).toEqual([ONE, ONE * 2n])
})

it('waits with tokens while their address has nothing for the fee', async () => {
  await open({}, { hotCoins: 1n, hotTokens: ONE * 10n })
  const id = house.withdraw(world.stranger(), ONE, TOKEN)
  await until(
    () => house.health?.why === 'noGas',
    () => `a word about the fee: ${JSON.stringify(house.health)}`,
  )
  expect(house.status(id)).toBe('queued')
})

it('WAL-019 [part] a receiver of whom the node does not answer waits alone, and all wait for a node that is away', async () => {
  const port = networkChainOf(world.port)
  await open()
  const [slow, to] = [world.stranger(), world.stranger()]
  let isAway = false
  const away = (): never => {
    throw new ChainFault('unreachable', 'timeout')
  }
  const work: typeof port.work = async (from, payment) => (isAway || payment.to === slow ? away() : await port.work(from, payment))
  house.parts = { portOf: () => ({ ...port, head: async () => (isAway ? away() : await port.head()), work }) }
  await house.restart()
  const [first, second] = [house.withdraw(slow, ONE), house.withdraw(to, ONE)]
  await house.reaches(second, 'broadcast')
  expect(house.status(first)).toBe('queued')
  expect(house.health?.withdrawals).toMatchObject([{ withdrawalId: first, why: 'cannotBuild', text: 'timeout' }])
  isAway = true
  const third = house.withdraw(to, ONE)
  await until(() => house.health?.why === 'nodeTrouble', 'a word about the node')
  expect(house.health?.withdrawals.map(({ withdrawalId }) => withdrawalId)).toEqual([first])
  isAway = false
  house.skewMs += 5000
  await house.reaches(third, 'broadcast')
})

it('passes over what the signer refuses, says why, and lets others go; a cap that ends is asked for again', async () => {
  await open()
  const to = world.stranger()
  house.signer.refuses = ({ plan }) =>
    plan.payments.some(({ amount }) => amount > ONE * 5n) ? { refused: 'overCap', text: 'more than 5', retryAfterMs: 30_000 } : undefined
  const [large, small] = [house.withdraw(to, ONE * 6n), house.withdraw(to, ONE)]
  await house.reaches(small, 'broadcast')
  await house.out(1)
  await house.mine(2)
  expect(house.status(small)).toBe('completed')
  expect(house.status(large)).toBe('queued')
  expect(house.health).toMatchObject({ why: 'signerRefused', withdrawals: [{ withdrawalId: large, why: 'signerRefused' }] })
  house.signer.refuses = () => undefined
  house.skewMs += 31_000
  await house.reaches(large, 'broadcast')
  await house.out()
  await house.mine(2)
  expect(await house.balance(to)).toBe(ONE * 7n)
})

it('tries a batch that is refused in halves, until what is refused stands alone', async () => {
  await open({ batchMost: 8 })
  const to = world.stranger()
  house.signer.refuses = ({ plan }) =>
    plan.payments.some(({ amount }) => amount === ONE * 3n) ? { refused: 'notAllowed', text: 'three' } : undefined
  const ids = [1n, 2n, 3n, 4n, 5n].map((count) => house.withdraw(to, ONE * count))
  for (const [index, id] of ids.entries()) if (index !== 2) await house.reaches(id, 'broadcast')
  await house.reaches(ids[2] ?? asWithdrawalId(0), 'queued')
  await until(() => house.health?.withdrawals.length === 1, 'one that is passed over')
  expect(house.health?.withdrawals).toMatchObject([{ withdrawalId: ids[2], why: 'signerRefused' }])
  await until(async () => {
    await house.mine()
    return (await house.balance(to)) === ONE * 12n
  }, 'the others')
})

it('begins nothing while payments are halted, and signs nothing that was begun before', async () => {
  await open({ unconfirmedMost: 1 })
  const halt = (isHalted: boolean): unknown =>
    house.exchange.must({ kind: 'haltListing', listingId: COIN, isHalted, actor: 'ops', why: '' })
  house.signer.losesAnswers = true
  const [begun, next] = [house.withdraw(world.stranger(), ONE), house.withdraw(world.stranger(), ONE)]
  await house.reaches(begun, 'signing')
  halt(true)
  house.signer.losesAnswers = false
  house.skewMs += 20_000
  await until(() => house.health?.payments[0]?.why === 'halted', 'a word about the halt')
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect([house.status(begun), house.status(next), node.chain.waiting]).toEqual(['signing', 'queued', []])
  halt(false)
  house.skewMs += 20_000
  await house.reaches(begun, 'broadcast')
  await house.out(1)
  await house.mine()
  await house.reaches(next, 'broadcast')
  await house.out()
  await house.mine(2)
  expect([house.status(begun), house.status(next)]).toEqual(['completed', 'completed'])
})

it('moves coins of the house the same way, and names why it cannot', async () => {
  await open()
  const warm = house.exchange.must({ kind: 'assignAddress', userId: 0 as never, family: 60, place: 'warm', tag: 0, label: '' })
    .value as never
  const [hot] = house.exchange.state.addresses.live()
  const from = { place: 'hot', addressIds: [1 as never] } as const
  expect(hot).toBeDefined()
  const order = { listingId: COIN, from, to: { place: 'warm', addressId: warm }, actor: 'treasury', why: 'band' } as const
  const before = listingsOf(house.exchange.state)[0]?.held
  expect(await house.payments.move({ ...order, amount: 10n ** 30n })).toMatchObject({ why: 'noFunds' })
  const begun = await house.payments.move({ ...order, amount: ONE * 5n })
  expect(begun).toMatchObject({ amount: ONE * 5n })
  await house.out()
  expect(house.payments.own.under(NETWORK)).toMatchObject([{ isMove: true }])
  await house.mine(2)
  const after = listingsOf(house.exchange.state)[0]?.held
  expect((after?.warm ?? 0n) - (before?.warm ?? 0n)).toBe(ONE * 5n)
  expect(await house.balance(house.text('warm', warm))).toBe(ONE * 5n)
  const rest = await house.payments.move({ ...order, amount: 'all' })
  if (!('paymentId' in rest)) throw new Error(rest.text)
  await house.out()
  await house.mine(2)
  expect(await house.balance(house.hot[0] ?? '')).toBeLessThan(ONE)
  expect(await house.balance(house.text('warm', warm))).toBe(ONE * 5n + rest.amount)
})
