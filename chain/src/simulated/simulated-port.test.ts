import { expect, test } from 'vitest'
import type { Payment, Plan } from '../port.ts'
import { portSuite } from '../suite/port-suite.ts'
import { SuiteHouse } from '../suite/suite-house.ts'
import { newSimulatedNode, type SimulatedNode } from './node.ts'
import { simulatedSigning } from './signing.ts'
import { NETWORK, SIMULATED_POWERS, simulatedWorld } from './simulated-world.ts'

portSuite('a simulated network', SIMULATED_POWERS, async () => simulatedWorld())

function begin(): { node: SimulatedNode; house: SuiteHouse } {
  const node = newSimulatedNode(NETWORK)
  const house = new SuiteHouse()
  house.enter(simulatedWorld(node))
  return { node, house }
}

test('the same operations make the same chain, another seed makes another', async () => {
  const run = async (seed: string): Promise<string> => {
    const node = newSimulatedNode({ ...NETWORK, seed })
    const tx = await node.pay([{ to: node.stranger(), tag: '7', token: null, amount: 5n }])
    await node.mine(2)
    await node.reorganise({ depth: 1, again: [tx] })
    return node.head.hash
  }
  expect(await run('one')).toBe(await run('one'))
  expect(await run('one')).not.toBe(await run('two'))
})

test('a tag arrives with the coins, one address serves many', async () => {
  const { node, house } = begin()
  const purse = house.purse()
  const tagged = (tag: string | null): Payment => ({ ...house.coin(purse.address), tag })
  await node.pay([tagged('4000000001'), tagged('7'), tagged(null)])
  const block = await node.mine()
  const read = await house.world.port.read(block, house.wishes([purse]))
  expect(read?.arrivals.map(({ tag }) => tag)).toEqual(['4000000001', '7', null])
  const plan = { ...(await house.plan(purse.address, [tagged('9')])) }
  expect(simulatedSigning('sim').read(house.world.port.build(plan), new Set()).payments).toEqual([tagged('9')])
})

test('WAL-014 [part] a log of a contract of somebody else that says a listed token moved brings nothing and moves nothing', async () => {
  const { node, house } = begin()
  const purse = house.purse()
  await node.forge([house.token(purse.address)])
  const good = await node.pay([house.token(purse.address, 3n)])
  const block = await node.mine()
  const read = await house.world.port.read(block, house.wishes([purse]))
  expect(read?.arrivals.map(({ tx, amount }) => [tx, amount])).toEqual([[good, 3n]])
  expect(await house.balance(purse.address, 'USDT')).toBe(3n)
})

test('WAL-011 [part] a node that tells everything twice brings each arrival once', async () => {
  const { node, house } = begin()
  const purse = house.purse()
  const tx = await node.pay([house.coin(purse.address), house.token(purse.address)])
  node.repeat(true)
  expect(await house.world.port.waiting(house.wishes([purse]))).toHaveLength(2)
  const block = await node.mine()
  const read = await house.world.port.read(block, house.wishes([purse], [tx]))
  expect(read?.arrivals.map(({ position }) => position)).toEqual(['p0', 'p1'])
  expect(read?.own).toEqual([tx])
})

test('a node that lags behind knows nothing of the blocks that it has not seen', async () => {
  const { node, house } = begin()
  const { port } = house.world
  const purse = await house.funded()
  const plan = await house.plan(purse.address, [house.coin(node.stranger())])
  const signed = house.sign(plan)
  await port.send(signed)
  const before = await port.head()
  const head = await node.mine(2)
  node.lag(2)
  expect(await port.head()).toEqual(before)
  expect(await port.blockAt(head.height)).toBeNull()
  expect(await port.read(head, house.wishes([]))).toBeNull()
  expect(await port.find(signed.tx, plan.slot, 1)).toEqual({ state: 'waiting' })
  expect(await port.nextSlot(purse.address)).toEqual(plan.slot)
  node.lag(0)
  expect((await port.find(signed.tx, plan.slot, 1)).state).toBe('mined')
})

test('WAL-025 [part] an answer that was lost is an unknown outcome, and the transaction may be there', async () => {
  const { node, house } = begin()
  const purse = await house.funded()
  const plan = await house.plan(purse.address, [house.coin(node.stranger())])
  const signed = house.sign(plan)
  node.fail('lost')
  expect(await house.world.port.send(signed)).toEqual({ outcome: 'unknown' })
  node.fail(null)
  expect(await house.world.port.find(signed.tx, plan.slot, 1)).toEqual({ state: 'waiting' })
  expect(await house.world.port.send(signed)).toEqual({ outcome: 'alreadyKnown' })
})

test('a transaction waits while it is delayed or too cheap, is bumped over the floor, and blocks the next nonce until then', async () => {
  const { node, house } = begin()
  const { port } = house.world
  const purse = await house.funded()
  const first = await house.plan(purse.address, [house.coin(node.stranger())])
  if (first.slot.kind !== 'nonce') throw new Error('no nonce')
  const second: Plan = { ...first, slot: { ...first.slot, nonce: first.slot.nonce + 1 }, fee: await port.fee(2) }
  const [one, two] = [house.sign(first), house.sign(second)]
  expect([(await port.send(two)).outcome, (await port.send(one)).outcome]).toEqual(['sent', 'sent'])
  await node.delay(one.tx, 1)
  await node.mine()
  expect((await port.find(two.tx, second.slot, 1)).state).toBe('waiting')
  await node.setFloor(first.fee.rate + 1n)
  await node.mine()
  expect((await port.find(one.tx, first.slot, 1)).state).toBe('waiting')
  const bumped = house.sign({ ...first, fee: port.bump(first.fee, { rate: 0n, tip: 0n }) })
  expect((await port.send(bumped)).outcome).toBe('sent')
  const head = await node.mine()
  expect((await port.read(head, house.wishes([], [bumped.tx, two.tx, one.tx])))?.own).toEqual([bumped.tx, two.tx])
})

test('a deep re-organisation takes back balances and nonces; what left may wait again, or a coin may be paid to somebody else', async () => {
  const { node, house } = begin()
  const { port } = house.world
  const purse = await house.funded()
  const start = await port.head()
  const plan = await house.plan(purse.address, [house.coin(node.stranger())])
  const signed = house.sign(plan)
  await port.send(signed)
  await node.mine(40)
  const [held] = await port.holdings([{ address: purse.address, token: null }], await port.head())
  await node.reorganise({ depth: 40, others: 'waiting' })
  expect(await port.find(signed.tx, plan.slot, 1)).toEqual({ state: 'waiting' })
  expect(await port.nextSlot(purse.address)).toEqual(plan.slot)
  expect(await house.balance(purse.address)).toBe(house.world.unit * 10n)
  const again = await node.mine()
  expect(again.height).toBe(start.height + 42)
  expect(await house.balance(purse.address)).toBe(held)
  // the block that paid the purse leaves too, and who paid took the coins back
  const [funding] = node.chain.state.at(start.height)?.transactions ?? []
  const other = house.purse()
  await node.reorganise({ depth: again.height - start.height + 1, ahead: house.coin(other.address), others: 'waiting' })
  await node.drop(funding?.tx ?? '')
  await node.mine(3)
  expect([await house.balance(purse.address), await house.balance(other.address)]).toEqual([0n, house.world.unit])
  expect(await port.find(signed.tx, plan.slot, 1), 'it cannot be paid').toEqual({ state: 'waiting' })
})

test('a transaction of another network, changed by a letter or signed by another is refused', async () => {
  const { node, house } = begin()
  const { port, signing } = house.world
  const purse = await house.funded()
  const unsigned = port.build(await house.plan(purse.address, [house.coin(node.stranger())]))
  expect(() => simulatedSigning('other').read(unsigned, new Set())).toThrow(RangeError)
  expect(() => signing.sign(unsigned, () => new Uint8Array(32).fill(9))).toThrow(RangeError)
  const signed = signing.sign(unsigned, (address) => house.key(address))
  const text = Buffer.from(signed.bytes, 'hex').toString()
  const parts: unknown = JSON.parse(text)
  if (!Array.isArray(parts)) throw new Error('no parts')
  const inner = Buffer.from(String(parts[0]), 'hex')
    .toString()
    .replace(`"${house.world.unit}"`, `"${house.world.unit + 1n}"`)
  const changed = JSON.stringify([Buffer.from(inner).toString('hex'), ...parts.slice(1)])
  expect(await port.send({ ...signed, bytes: Buffer.from(changed).toString('hex') })).toMatchObject({ outcome: 'refused', why: 'invalid' })
  expect((await port.send(signed)).outcome).toBe('sent')
  expect((await port.send(signed)).outcome).toBe('alreadyKnown')
})
