import { appendFile, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SuiteHouse } from '../suite/suite-house.ts'
import { openSimulatedNode } from './node.ts'
import { NETWORK, simulatedWorld } from './simulated-world.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'agio-simulated-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('a chain that is kept in a file goes on where it was, with what waits, and says so of another network', async () => {
  const path = join(folder, 'kept.log')
  const node = await openSimulatedNode(path, NETWORK)
  const house = new SuiteHouse()
  house.enter(simulatedWorld(node))
  const { port } = house.world
  const purse = await house.funded()
  const plan = await house.plan(purse.address, [house.coin(node.stranger())])
  const signed = house.sign(plan)
  await port.send(signed)
  expect((await port.send({ ...signed, bytes: '00' })).outcome, 'what is refused leaves no trace').toBe('refused')
  await node.mine(3)
  await node.reorganise({ depth: 2, others: 'waiting' })
  const waits = await node.pay([house.token(purse.address)])
  const [head, balance] = [node.head, await house.balance(purse.address)]
  await node.close()

  const again = await openSimulatedNode(path, { ...NETWORK, seed: 'another one' })
  expect(again.head).toEqual(head)
  const later = simulatedWorld(again)
  expect(await later.port.holdings([{ address: purse.address, token: null }], head)).toEqual([balance])
  expect((await later.port.find(signed.tx, plan.slot, 1)).state).toBe('mined')
  expect(await later.port.waiting(house.wishes([purse]))).toMatchObject([{ tx: waits }])
  await again.mine()
  await again.close()
  await expect(openSimulatedNode(path, { ...NETWORK, network: 'other' })).rejects.toThrow('holds the network sim')
})

test('a torn last line is cut off, any other damage is told', async () => {
  const path = join(folder, 'torn.log')
  const node = await openSimulatedNode(path, NETWORK)
  await node.mine(2)
  const head = node.head
  await node.mine(1)
  await node.close()
  const whole = await readFile(path)
  const last = whole.lastIndexOf(0x0a, whole.length - 2) + 1
  for (let cut = last; cut < whole.length; cut += 1) {
    await writeFile(path, whole)
    await truncate(path, cut)
    const torn = await openSimulatedNode(path, NETWORK)
    expect(torn.head, `cut at ${cut}`).toEqual(head)
    await torn.close()
  }
  // and it goes on from there as if the line had never been
  const on = await openSimulatedNode(path, NETWORK)
  await on.mine(1)
  await on.close()
  expect(await readFile(path)).toEqual(whole)

  await appendFile(path, '00000000 {"kind":"mine"}\n')
  const cut = await openSimulatedNode(path, NETWORK)
  expect(cut.head.height).toBe(3)
  await cut.close()
  await writeFile(path, Buffer.from(whole.toString().replace('"blocks":2', '"blocks":3')))
  await expect(openSimulatedNode(path, NETWORK)).rejects.toThrow('line 2 is damaged')
})

test('what a node told is on the disk, however many ask at once', async () => {
  const path = join(folder, 'many.log')
  const node = await openSimulatedNode(path, NETWORK)
  const { port } = simulatedWorld(node)
  const to = node.stranger()
  const hashes = await Promise.all(
    Array.from({ length: 50 }, (_, index) => node.pay([{ to, tag: null, token: null, amount: BigInt(index + 1) }])),
  )
  await node.mine()
  const head = await port.head()
  // nobody closed it: the process is gone
  const again = await openSimulatedNode(path, NETWORK)
  expect(again.head).toEqual(head)
  expect(again.chain.state.head.transactions.map(({ tx }) => tx)).toEqual(hashes)
  expect(again.chain.state.balance(to, null, head.height)).toBe(1275n)
  await again.close()
  await node.close()
})
