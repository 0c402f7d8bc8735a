/** What the suite does not know of: calls inside transactions, tokens that keep a part, nodes that lie. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type Arrival, ChainFault } from '../port.ts'
import { SuiteHouse } from '../suite/suite-house.ts'
import { withQuorum } from '../watch/quorum.ts'
import type { EvmPort } from './evm-port.ts'
import { type AnvilWorld, openAnvilWorld, PAYER, TOKEN } from './testing/anvil-world.ts'

const UNIT = 10n ** 15n

let world: AnvilWorld
const house = new SuiteHouse()

beforeAll(async () => {
  world = await openAnvilWorld()
  house.enter(world)
})
afterAll(() => house.leave())
afterEach(() => {
  world.fickle.alter = null
})

/** What the newest block brings to purses by a port. */
async function newest(purses: readonly { address: string; index: number }[], port: EvmPort = world.port): Promise<readonly Arrival[]> {
  const block = await port.read(await port.head(), house.wishes(purses))
  return block?.arrivals ?? []
}

const places = (arrivals: readonly Arrival[]): readonly unknown[] =>
  arrivals.map(({ position, amount, watched }) => [position, amount, watched])

it('credits coins that a contract sends, by the path of the call, and finds the same by both kinds of traces', async () => {
  const purses = [house.purse(), house.purse()]
  const [to, values] = [[...purses, ...purses].map(({ address }) => address), [1n, 2n, 3n, 4n]]
  await world.outsider.send({ to: world.payer, value: 10n, data: PAYER.encodeFunctionData('pay', [to, values]) })
  const head = await world.mine()
  const expected = [
    ['c0', 1n, 1000],
    ['c1', 2n, 1001],
    ['c2', 3n, 1000],
    ['c3', 4n, 1001],
  ]
  const found = await newest(purses)
  expect(places(found)).toEqual(expected)
  expect(found[0]).toMatchObject({ from: world.payer, token: null })
  expect(await newest(purses, world.portWith({ internalCalls: 'flat' }))).toEqual(found)
  const blind = world.portWith({ internalCalls: 'unseen' })
  expect([blind.seesInternalCalls, await newest(purses, blind)]).toEqual([false, []])
  expect(await world.port.holdings([{ address: purses[0]?.address ?? '', token: null }], head)).toEqual([4n])
})

it('WAL-014 credits no call that was undone inside a transaction that succeeded', async () => {
  const purse = house.purse()
  const data = PAYER.encodeFunctionData('payInVain', [purse.address])
  await world.outsider.send({ to: world.payer, value: 7n, data })
  await world.pay(house.coin(purse.address, 8n))
  const head = await world.mine()
  for (const internalCalls of ['debug', 'flat'] as const)
    expect(places(await newest([purse], world.portWith({ internalCalls }))), internalCalls).toEqual([['v', 8n, 1000]])
  expect(await world.port.holdings([{ address: purse.address, token: null }], head)).toEqual([8n])
})

it('WAL-011 counts logs inside their transaction, not inside the block', async () => {
  const purse = house.purse()
  const { listed } = world.tokens
  await world.pay(house.token(world.stranger()))
  const to = [world.stranger(), purse.address, purse.address]
  const data = PAYER.encodeFunctionData('payTokens', [listed, to, [UNIT, UNIT + 1n, UNIT + 2n]])
  await world.outsider.send({ to: world.payer, data })
  await world.mine()
  expect(places(await newest([purse]))).toEqual([
    ['l1', UNIT + 1n, 1000],
    ['l2', UNIT + 2n, 1000],
  ])
})

it('keeps amounts far above what a number holds, to the unit', async () => {
  const purse = house.purse()
  const amount = 2n ** 255n + 1n
  await world.outsider.send({ to: world.tokens.listed, data: TOKEN.encodeFunctionData('mint', [purse.address, amount]) })
  const head = await world.mine()
  expect(places(await newest([purse]))).toEqual([['l0', amount, 1000]])
  expect(await world.port.holdings([{ address: purse.address, token: world.tokens.listed }], head)).toEqual([amount])
})

it('credits of a token that keeps a part what came, to the unit of the balance', async () => {
  const [one, two] = [house.purse(), house.purse()]
  const { fee } = world.tokens
  const send = (to: string, amount: bigint): Promise<string> => world.pay(house.token(to, amount, fee))
  const wishes = { ...house.wishes([one, two]), tokens: new Set([fee]) }
  await send(one.address, 10_000n)
  await world.mine()
  const first = await world.port.read(await world.port.head(), wishes)
  expect(places(first?.arrivals ?? [])).toEqual([['l0', 9_900n, 1000]])

  // Sent on in the block in which two more come: what is measured is what came, not what is left.
  const plan = await house.plan((await house.funded()).address, [])
  const from = plan.slot.kind === 'nonce' ? plan.slot.from : ''
  await send(from, 5_000n)
  await world.mine()
  const onward = house.sign(await house.plan(from, [house.token(two.address, 1_000n, fee)]))
  await send(from, 777n)
  await send(from, 1_555n)
  expect((await world.port.send(onward)).outcome).toBe('sent')
  const head = await world.mine()
  const purse = { address: from, index: 0 }
  const read = await world.port.read(head, { ...house.wishes([purse, two]), tokens: new Set([fee]) })
  const sums = [1000, 1001].map((handle) =>
    (read?.arrivals ?? []).filter(({ watched }) => watched === handle).reduce((sum, { amount }) => sum + amount, 0n),
  )
  expect(sums).toEqual([770n + 1_540n, 990n])
  expect(await world.port.holdings([{ address: from, token: fee }], head)).toEqual([4_950n - 1_000n + 770n + 1_540n])
})

it('WAL-014 a log that no receipt tells of is a fault of the node, and one of another contract is nothing', async () => {
  const purse = house.purse()
  await world.pay(house.token(purse.address))
  await world.mine()
  const [arrival] = await newest([purse])
  expect(arrival?.amount).toBe(UNIT)
  const forged = (change: Readonly<Record<string, unknown>>) => (method: string, result: unknown) =>
    method === 'eth_getLogs' ? [...(result as object[]), { ...(result as object[])[0], ...change }] : result

  for (const change of [
    { logIndex: '0x9' },
    { data: `0x${'f'.repeat(64)}` },
    { transactionHash: `0x${'1'.repeat(64)}` },
    { blockHash: `0x${'2'.repeat(64)}` },
  ]) {
    world.fickle.alter = forged(change)
    await expect(newest([purse]), JSON.stringify(change)).rejects.toBeInstanceOf(ChainFault)
  }
  for (const change of [{ address: world.tokens.unlisted }, { removed: true }, { data: '0x' }, { topics: ['0x', '0x'] }]) {
    world.fickle.alter = forged(change)
    expect(await newest([purse]), JSON.stringify(change)).toEqual([arrival])
  }
})

it('takes nothing that is not what it must be', async () => {
  const purse = house.purse()
  await world.pay(house.coin(purse.address))
  await world.mine()
  const { port } = world
  const head = await port.head()
  const bend: readonly (readonly [string, (result: never) => unknown])[] = [
    ['eth_getBlockByNumber', (block: object) => ({ ...block, hash: '0x12' })],
    ['eth_getBlockByNumber', (block: object) => ({ ...block, number: 7 })],
    ['eth_getBlockByNumber', (block: object) => ({ ...block, transactions: null })],
    [
      'eth_getBlockByNumber',
      ({ transactions, ...block }: { transactions: object[] }) => ({ ...block, transactions: [{ ...transactions[0], value: '1' }] }),
    ],
    ['eth_getTransactionReceipt', () => null],
    ['eth_getTransactionReceipt', (receipt: object) => ({ ...receipt, status: undefined })],
    ['eth_getTransactionReceipt', (receipt: object) => ({ ...receipt, blockHash: `0x${'3'.repeat(64)}` })],
    ['debug_traceBlockByHash', () => []],
    ['debug_traceBlockByHash', () => new Error('method not found')],
  ]
  for (const [bent, how] of bend) {
    world.fickle.alter = (method, result) => (method === bent ? how(result as never) : result)
    await expect(port.read(head, house.wishes([purse])), `${bent} ${how}`).rejects.toBeInstanceOf(ChainFault)
  }
  world.fickle.alter = (method) => (method === 'eth_getBalance' ? '5' : new Error('missing trie node'))
  await expect(port.holdings([{ address: purse.address, token: null }], head)).rejects.toMatchObject({ why: 'noHistory' })
})

it('WAL-025 a node that lags behind proves no death', async () => {
  const purse = await house.funded()
  const slot = await house.slot(purse.address)
  const lost = house.sign(await house.plan(purse.address, [house.coin(world.stranger())]))
  const taken = house.sign(await house.plan(purse.address, [house.coin(world.stranger())]))
  await world.port.send(taken)
  await world.mine(4)
  expect((await world.port.find(lost.tx, slot, 4)).state).toBe('dead')
  expect((await world.port.find(lost.tx, slot, 5)).state, 'the block before').toBe('unseen')
  let heads = 0
  world.fickle.alter = (method, result) => {
    if (method === 'eth_getBlockByNumber') heads += 1
    return method === 'eth_getBlockByNumber' && heads > 1 ? null : result
  }
  expect((await world.port.find(lost.tx, slot, 4)).state).toBe('unseen')
})

it('WAL-014 what is large counts when two nodes say the same of it', async () => {
  const purse = house.purse()
  await world.pay(house.coin(purse.address, 100n))
  const head = await world.mine()
  const honest = world.portWith({ internalCalls: 'flat' })
  const other = (amount: bigint): EvmPort => ({
    ...honest,
    read: async (block, wishes) => {
      const read = await honest.read(block, wishes)
      return read === null ? null : { ...read, arrivals: read.arrivals.map((arrival) => ({ ...arrival, amount })) }
    },
  })
  const read = (second: EvmPort, bound: bigint) => withQuorum(world.port, second, () => bound).read(head, house.wishes([purse]))
  expect((await read(honest, 100n))?.arrivals).toHaveLength(1)
  expect((await read(other(99n), 101n))?.arrivals, 'below the bound nobody asks').toHaveLength(1)
  await expect(read(other(99n), 100n)).rejects.toMatchObject({ why: 'disagreement' })
  await expect(read({ ...honest, read: async () => null }, 100n)).rejects.toMatchObject({ why: 'disagreement' })
})
