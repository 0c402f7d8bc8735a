/** The conductor over a simulated network whose answers are lost, late or taken back, and after a restart: nothing is paid twice. */
import { newSimulatedNode, type SimulatedNode } from '@agio/chain/simulated/node.ts'
import { NETWORK as SIMULATED, simulatedWorld } from '@agio/chain/simulated/simulated-world.ts'
import type { World } from '@agio/chain/suite/world.ts'
import { paymentsOf } from '@agio/engine/wallet/read-payments.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { NETWORK, networkChainOf, ONE, PayHouse, until } from './testing/pay-house.ts'

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

it('WAL-025 an outcome that nobody knows is never rebuilt: the same bytes are sent until the node says that it has them', async () => {
  const real = world.port
  let isLost = true
  let sends = 0
  const port = networkChainOf(real)
  await open()
  house.parts = {
    portOf: () => ({
      ...port,
      send: async (signed) => {
        sends += 1
        const result = await real.send(signed)
        return isLost ? { outcome: 'unknown' } : result
      },
    }),
  }
  await house.restart()
  const to = world.stranger()
  const id = house.withdraw(to, ONE)
  await until(() => sends >= 2, 'a second attempt')
  expect(house.health).toMatchObject({ state: 'waiting', why: 'nodeTrouble' })
  expect(house.signer.signed).toHaveLength(1)
  expect(node.chain.waiting).toHaveLength(1)
  isLost = false
  house.skewMs += 20_000
  await until(() => house.health?.state === 'paying', 'a known outcome')
  await house.mine(2)
  expect(house.status(id)).toBe('completed')
  expect(await house.balance(to)).toBe(ONE)
})

it('WAL-025 what no block takes for too long is offered more for in the same slot, and whichever version is mined counts', async () => {
  await open({ bumpAfterMs: 1000 })
  const to = world.stranger()
  await node.setFloor(25n)
  const id = house.withdraw(to, ONE)
  await house.reaches(id, 'broadcast')
  await until(() => (house.payments.own.under(NETWORK)[0]?.txs.length ?? 0) >= 2, 'a second version')
  await node.setFloor(10n)
  const [payment] = house.payments.own.under(NETWORK)
  expect(new Set(house.signer.signed.map(({ intent }) => JSON.stringify(intent.plan.slot))).size).toBe(1)
  expect(new Set(house.signer.signed.map(({ tx }) => tx)).size).toBe(payment?.txs.length)
  await until(() => node.chain.waiting.length === 1, 'one of them alone')
  await house.mine(2)
  expect(house.status(id)).toBe('completed')
  expect(await house.balance(to)).toBe(ONE)
  expect(house.exchange.state.payments.liveCount).toBe(0)
})

it('WAL-025 [part] the first version counts where a block takes it while the second one is on its way', async () => {
  const port = networkChainOf(world.port)
  await open({ bumpAfterMs: 1000 }, { unlockAt: 3 })
  let isCut = false
  house.parts = { portOf: () => ({ ...port, send: async (signed) => (isCut ? { outcome: 'unknown' } : await world.port.send(signed)) }) }
  await house.restart()
  const to = world.stranger()
  const id = house.withdraw(to, ONE)
  await house.out()
  isCut = true
  house.skewMs += 2000
  await until(() => house.payments.own.under(NETWORK)[0]?.txs.length === 2, 'a second version')
  await house.mine(3)
  expect(house.status(id)).toBe('completed')
  expect(await house.balance(to)).toBe(ONE)
  expect(house.exchange.state.payments.liveCount).toBe(0)
})

it('sends nothing before somebody looks for it in blocks, and keeps what ended among what is looked for', async () => {
  await open()
  let look = (): void => undefined
  const stop = house.payments.own.onChange(
    () =>
      new Promise<void>((resolve) => {
        look = resolve
      }),
  )
  const id = house.withdraw(world.stranger(), ONE)
  await house.reaches(id, 'broadcast')
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(node.chain.waiting).toEqual([])
  stop()
  look()
  await house.out()
  const [own] = house.payments.own.under(NETWORK)
  await house.mine(2)
  expect(house.status(id)).toBe('completed')
  expect(house.payments.own.under(NETWORK)).toEqual([own])
  await house.restart()
  expect(house.payments.own.under(NETWORK)).toEqual([own])
  expect(house.payments.underWay(NETWORK)).toEqual([])
})

it('WAL-025 [part] a node that is behind the blocks that are booked gives no nonce that was spent: payments wait until it is not', async () => {
  const port = networkChainOf(world.port)
  await open({}, { unlockAt: 3 })
  let behind = 0
  house.parts = {
    portOf: () => ({
      ...port,
      nextSlot: async (from) => {
        const slot = await port.nextSlot(from)
        return slot?.kind === 'nonce' ? { ...slot, nonce: slot.nonce - behind } : slot
      },
    }),
  }
  await house.restart()
  const waitsBehind = async (): Promise<void> => {
    behind = 1
    const id = house.withdraw(world.stranger(), ONE)
    const { length } = house.signer.signed
    await until(
      () => house.health?.text.startsWith('the node counts ') === true,
      () => `a word about the node: ${JSON.stringify([house.health, house.signer.signed.map(({ intent }) => intent.plan.slot)])}`,
    )
    expect([house.status(id), house.signer.signed.length]).toEqual(['queued', length])
    behind = 0
    await house.reaches(id, 'broadcast')
    await house.out()
  }
  house.withdraw(world.stranger(), ONE)
  await house.out()
  await house.mine()
  // In a block that may still leave the chain, and in one that is final.
  await waitsBehind()
  await house.mine(4)
  expect(house.payments.underWay(NETWORK)).toEqual([])
  await waitsBehind()
  expect(house.signer.signed.map(({ intent }) => intent.plan.slot)).toMatchObject([{ nonce: 0 }, { nonce: 1 }, { nonce: 2 }])
})

it('begins nothing while history is being rebuilt, and goes on when it is whole', async () => {
  await open()
  const id = house.withdraw(world.stranger(), ONE)
  await house.out()
  await house.payments.stop()
  house.history.rows.isFailing = true
  house.payments = house.conductor()
  const next = house.withdraw(world.stranger(), ONE)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect([house.status(next), house.payments.own.under(NETWORK)]).toEqual(['queued', []])
  house.history.rows.isFailing = false
  await house.payments.own.ready
  await house.reaches(next, 'broadcast')
  await house.out()
  await house.mine(2)
  expect([house.status(id), house.status(next)]).toEqual(['completed', 'completed'])
})

it('sends again what a node forgot, and what a re-organisation took out of the chain', async () => {
  await open({}, { unlockAt: 4 })
  const to = world.stranger()
  const id = house.withdraw(to, ONE)
  await house.out()
  const [tx = ''] = node.chain.waiting.map((transaction) => transaction.tx)
  await node.drop(tx)
  await until(() => node.chain.isWaiting(tx), 'the same transaction again')
  await house.mine()
  expect(house.status(id)).toBe('confirming')
  await node.reorganise({ depth: 1 })
  await house.book()
  expect(house.status(id)).toBe('broadcast')
  await until(
    () => node.chain.isWaiting(tx),
    () => `the same transaction once more: ${JSON.stringify([house.health, house.logged, house.payments.own.under(NETWORK)])}`,
  )
  await house.mine(4)
  expect(house.status(id)).toBe('completed')
  expect(house.signer.signed).toHaveLength(1)
  expect(await house.balance(to)).toBe(ONE)
})

it('WAL-025 gives up what is proven dead alone, and pays it in another slot once a person told the signer so', async () => {
  await open({ deadDepth: 3 }, { unlockAt: 5 })
  const to = world.stranger()
  // Somebody else has the key and spends the nonce first.
  const [from = ''] = house.hot
  node.fail('silent')
  const id = house.withdraw(to, ONE)
  node.fail(null)
  await house.reaches(id, 'broadcast')
  await house.out()
  const [tx = ''] = node.chain.waiting.map((transaction) => transaction.tx)
  const [payment] = paymentsOf(house.exchange.state)
  const [intent] = house.signer.signed.map((signed) => signed.intent)
  if (intent === undefined || payment === undefined) throw new Error('nothing was signed')
  const stolen = {
    ...intent.plan,
    payments: [{ to: world.stranger(), tag: null, token: null, amount: ONE }],
    fee: { rate: 1000n, tip: 0n },
  }
  const { signing, seed } = world
  const key = signing.privateKey(seed, intent.payers[0]?.place ?? { account: 0, branch: 0, index: 0 })
  expect((await world.port.send(signing.sign(world.port.build(stolen), () => key))).outcome).toBe('sent')
  expect(node.chain.isWaiting(tx)).toBe(false)
  await house.mine(2)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(paymentsOf(house.exchange.state).map(({ paymentId }) => paymentId)).toEqual([payment.paymentId])
  await house.mine(1)
  await until(
    () => house.health?.withdrawals[0]?.why === 'signerRefused',
    () => `a signer that does not know it: ${JSON.stringify([house.health, house.logged])}`,
  )
  expect(house.health?.withdrawals).toMatchObject([{ withdrawalId: id, text: expect.stringContaining('changed: ') }])
  expect(house.signer.signed).toHaveLength(1)
  expect(house.payments.unpaid()).toMatchObject([{ withdrawalId: id, networkId: NETWORK }])
  // Nothing but a person makes it go on, whatever time goes by.
  house.skewMs += 3_600_000
  await until(() => (house.health?.withdrawals[0]?.until ?? 0) > Date.now() + house.skewMs, 'another refusal')
  expect(house.signer.signed).toHaveLength(1)
  await house.signer.payAgain(id)
  house.skewMs += 10_000
  await until(() => house.signer.signed.length === 2, 'another payment')
  await house.out()
  expect(house.payments.unpaid()).toEqual([])
  expect(house.signer.signed[1]?.intent.plan.slot).toEqual({ kind: 'nonce', from, nonce: 1 })
  await house.mine(5)
  expect(house.status(id)).toBe('completed')
  expect(await house.balance(to)).toBe(ONE)
})

it('WAL-025 WAL-024 [part] what a node calls invalid again and again has its slot spent on nothing, and its customer gets his money back', async () => {
  const real = world.port
  const port = networkChainOf(real)
  await open({}, { unlockAt: 3, fee: ONE / 10n })
  const to = world.stranger()
  const refused = new Set<string>()
  house.parts = {
    portOf: () => ({
      ...port,
      send: async (signed) => {
        const isFirst = house.signer.signed[0]?.tx === signed.tx
        if (!isFirst) return await real.send(signed)
        refused.add(signed.tx)
        return { outcome: 'refused', why: 'invalid', text: 'no transaction of this chain' }
      },
    }),
  }
  await house.restart()
  const before = house.balances()
  const [id, next] = [house.withdraw(to, ONE), house.withdraw(to, ONE)]
  await house.reaches(id, 'broadcast')
  await until(() => refused.size === 1, 'a refusal')
  expect(house.health).toMatchObject({ why: 'sendRefused' })
  // A node that just starts says many things: some time has to go by.
  for (let tries = 0; tries < 4; tries += 1) {
    house.skewMs += 1000
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
  expect(house.payments.own.under(NETWORK)[0]?.txs).toHaveLength(1)
  await until(
    () => {
      house.skewMs += 5000
      return house.payments.own.under(NETWORK)[0]?.cancels.length === 1
    },
    () => `a version that cancels: ${JSON.stringify([house.health, house.logged])}`,
  )
  expect(house.signer.signed[1]?.intent).toMatchObject({ purpose: { kind: 'cancel' }, plan: { payments: [] } })
  expect(house.signer.signed[1]?.intent.plan.slot).toEqual(house.signer.signed[0]?.intent.plan.slot)
  await house.restart()
  await house.reaches(next, 'broadcast')
  await house.out()
  await house.mine()
  expect([house.status(id), house.status(next)]).toEqual(['confirming', 'confirming'])
  await house.mine(2)
  expect([house.status(id), house.status(next)]).toEqual(['failed', 'completed'])
  expect(house.balances()).toEqual({ available: before.available - ONE, pending: 0n })
  expect(await house.balance(to)).toBe((ONE * 9n) / 10n)
})
