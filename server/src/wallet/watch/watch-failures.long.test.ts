/** What a watcher survives: its thread killed, the process started again at each step, its file lost, and nodes that fail or are others. */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Worker } from 'node:worker_threads'
import { networksOf } from '@agio/engine/wallet/read-wallet.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Leader } from '../../core/leadership.ts'
import { simulatedNetwork } from '../testing/documents.ts'
import { doorOf, newNode, SimulatedHouse } from '../testing/simulated-house.ts'
import { until } from '../testing/watch-house.ts'

let house: SimulatedHouse
const opened = vi.spyOn(Worker.prototype, 'postMessage')

beforeEach(async () => {
  house = new SimulatedHouse()
  await house.begin()
})
afterEach(() => house.end())

const file = (): string => `${house.dir}/watch-${house.sim}.jsonl`
const health = (index = 0) => house.wallet.watch.health()[index]
const troubled = (why: string): Promise<string> =>
  until(
    () => `${why} and not ${JSON.stringify(health())}`,
    async () => (health()?.state === 'trouble' && health()?.why?.startsWith(why) ? (health()?.why ?? '') : undefined),
  )

/** Threads that were given networks, a network each time. */
const threads = (): readonly unknown[] =>
  opened.mock.calls.flatMap(([message], index) =>
    typeof message === 'object' && message !== null && 'channel' in message ? [opened.mock.contexts[index]] : [],
  )

/** The thread that follows. */
function thread(): Worker {
  const worker = threads().at(-1)
  if (!(worker instanceof Worker)) throw new Error('no thread follows')
  return worker
}

it('WAL-011 [part] a thread that is killed starts again, and what came meanwhile is credited once', async () => {
  await house.pay(5_000n)
  await house.mine()
  await thread().terminate()
  await house.pay(6_000n)
  await house.mine(3)
  expect(house.statuses(house.ann)).toEqual(['unlocked', 'credited'])
  expect(house.money(house.ann, house.coin).available).toBe(11_000n)
})

it('one thread follows all networks of a tenant, and neither one that hangs nor one that breaks stops another', async () => {
  const worker = thread()
  const hangs = createServer(() => undefined)
  await new Promise<void>((resolve) => void hangs.listen(0, '127.0.0.1', resolve))
  const [, bad] = [house.network(102, simulatedNetwork('simb')), house.network(103, simulatedNetwork('simc'))]
  mkdirSync(`${house.dir}/watch-${bad}.jsonl`)
  house.urls.set('simb', [`http://127.0.0.1:${(hangs.address() as AddressInfo).port}`])
  house.urls.set('simc', [house.door.url])
  const broke = () => house.logged.filter((line) => line.startsWith('a watcher of a chain broke') && line.includes('EISDIR')).length
  // It is tried again, and breaks again.
  await until('one that breaks twice', async () => (broke() >= 2 ? true : undefined))
  await house.pay(5_000n)
  await house.mine(3)
  expect(house.deposits(house.ann)).toEqual(['credited 5000'])
  expect([health(1)?.state, health(2)?.state]).toEqual(['starting', 'trouble'])
  // What broke is mended while the others go on.
  rmSync(`${house.dir}/watch-${bad}.jsonl`, { recursive: true })
  await until('it follows again', async () => (health(2)?.why?.startsWith('broken') === true ? undefined : true))
  expect(
    threads()
      .slice(-4)
      .every((one) => one === worker),
  ).toBe(true)
  hangs.closeAllConnections()
  hangs.close()
})

it('WAL-011 [part] started again before a step is booked, and after it is but nobody heard of it, everything counts once', async () => {
  const { exchange } = house
  await house.pay(5_000n)
  // Told and on the disk of the watcher, and the exchange takes nothing.
  exchange.refusal = 'readOnly'
  await house.node.mine()
  await until('the refusal', async () => (health()?.why === 'notBooked: readOnly' ? true : undefined))
  await house.close()
  exchange.refusal = undefined
  expect(house.deposits(house.ann)).toEqual([])
  await house.open()
  await house.reaches(house.sim, house.node.head.height)
  expect(house.deposits(house.ann)).toEqual(['confirming 5000'])
  // Booked, and the answer never came back.
  const submit = exchange.submit.bind(exchange)
  const lost = Promise.withResolvers<void>()
  exchange.submit = async (...given) => {
    const outcome = await submit(...given)
    if (given[0].kind === 'bookBlocks') lost.resolve()
    return given[0].kind === 'bookBlocks' ? Promise.reject(new Error('the process ended')) : outcome
  }
  await house.pay(6_000n)
  await house.node.mine()
  await lost.promise
  await house.close()
  exchange.submit = submit
  await house.open()
  await house.mine()
  expect(house.deposits(house.ann)).toEqual(['credited 5000', 'credited 6000'])
  expect(house.held(house.listingId)).toBe(11_000n)
})

it('WAL-011 [part] started again when a part of what a block brought is booked, the rest of it comes too', async () => {
  const { exchange } = house
  const submit = exchange.submit.bind(exchange)
  const first = Promise.withResolvers<void>()
  exchange.submit = async (...given) => {
    const outcome = await submit(...given)
    if (given[0].kind !== 'bookBlocks' || given[0].arrivals.length === 0) return outcome
    exchange.refusal = 'stopping'
    first.resolve()
    return outcome
  }
  // a few of a transaction: many at one address were one deposit
  const few = Array.from({ length: 4 }, () => ({ to: house.own, tag: null, token: null, amount: 2_000n }))
  for (let told = 0; told < 1_200; told += few.length) await house.node.pay(few)
  await house.node.mine()
  await first.promise
  await house.close()
  const part = house.statuses(house.ann).filter((status) => status === 'confirming').length
  expect(part).toBeGreaterThan(0)
  expect(part).toBeLessThan(1_200)
  exchange.submit = submit
  exchange.refusal = undefined
  await house.open()
  await house.mine()
  expect(house.statuses(house.ann)).toHaveLength(1_200)
  expect(house.money(house.ann, house.coin).available).toBe(2_400_000n)
})

it('WAL-012 [part] a re-organisation while nobody watched is found when the watcher starts again', async () => {
  const tx = await house.pay(5_000n)
  await house.mine(2)
  expect(house.deposits(house.ann)).toEqual(['credited 5000'])
  await house.close()
  const ahead = { to: house.node.stranger(), tag: null, token: null, amount: 1n }
  await house.node.reorganise({ depth: 2, ahead, again: [tx] })
  await house.node.mine()
  await house.open()
  await house.reaches(house.sim, house.node.head.height)
  expect(house.deposits(house.ann)).toEqual(['unlocked 5000'])
  expect(house.held(house.listingId)).toBe(5_000n)
})

it('a file that is lost, torn or of something else costs nothing while the chain stands', async () => {
  for (const spoil of [() => rmSync(file()), () => writeFileSync(file(), 'torn {', { flag: 'a' }), () => writeFileSync(file(), '{}\n')]) {
    await house.close()
    expect(existsSync(file())).toBe(true)
    spoil()
    await house.pay(1_000n)
    await house.node.mine()
    await house.open()
    await house.reaches(house.sim, house.node.head.height)
  }
  expect(house.deposits(house.ann)).toHaveLength(3)
})

it('a node that is silent, or speaks nonsense, is named, and following goes on where it was', async () => {
  house.node.fail('silent')
  await troubled('silent')
  house.node.fail('nonsense')
  await house.node.mine()
  await troubled('silent')
  expect(house.height(house.sim)).toBe(3)
  house.node.fail(null)
  await house.reaches(house.sim, 4)
  await until('health', async () => (health()?.state === 'following' ? true : undefined))
})

it('a node that knows less of the same chain takes nothing back', async () => {
  await house.pay(5_000n)
  await house.mine(2)
  house.node.lag(2)
  await troubled('behind')
  expect(house.deposits(house.ann)).toEqual(['credited 5000'])
  house.node.lag(0)
  await house.mine()
})

it('a node of another chain takes nothing back either: payments of the network are halted', async () => {
  await house.pay(5_000n)
  await house.mine(2)
  const other = newNode('another chain')
  await other.mine(9)
  const door = await doorOf(other)
  try {
    house.urls.set('sim', [door.url])
    await troubled('wiped')
    await until('the halt', async () => (networksOf(house.exchange.state)[0]?.isHalted ? true : undefined))
    expect(house.deposits(house.ann)).toEqual(['credited 5000'])
    // The document is the same, and the right node goes on.
    expect(house.known(house.sim).document.blockchain).toBe('sim')
    house.urls.set('sim', [house.door.url])
    await house.mine()
  } finally {
    await door.close()
    await other.close()
  }
})

it('without a node nothing runs, and a chain is told to be out of reach', async () => {
  house.urls.set('sim', [])
  await until('rest', async () => (health()?.state === 'starting' ? true : undefined))
  await expect(house.wallet.watch.chain(house.sim).head()).rejects.toMatchObject({ name: 'ChainFault', why: 'unreachable' })
})

it('a network that begins at the newest block begins there once, also when nothing was booked before the next start', async () => {
  await house.close()
  const other = newNode('later')
  const door = await doorOf(other)
  const later = house.network(103, { ...simulatedNetwork('sim'), blockchain: 'later', beginAt: undefined } as never)
  house.listing(later, house.coin, null)
  house.urls.set('later', [door.url])
  try {
    await house.open()
    const { text } = await house.addressOf(house.ann, later)
    await until('the beginning', async () => (health(1)?.state === 'following' ? true : undefined))
    await house.close()
    // Its newest block was the first: what comes now counts, though nothing was booked yet.
    await other.pay([{ to: text, tag: null, token: null, amount: 5_000n }])
    await other.mine(2)
    await house.open()
    await house.reaches(later, 2)
    expect(house.deposits(house.ann)).toEqual(['credited 5000'])
  } finally {
    await door.close()
    await other.close()
  }
})

it('only who leads follows: what came while somebody else did is found afterwards', async () => {
  await house.close()
  const leader = new Leader()
  Object.defineProperty(house.exchange, 'leadership', { value: leader })
  await house.open()
  await house.pay(5_000n)
  await house.node.mine()
  await new Promise((resolve) => setTimeout(resolve, 600))
  expect(house.height(house.sim)).toBe(3)
  await leader.begin()
  await house.reaches(house.sim, 4)
  await leader.end()
  await house.node.mine()
  await new Promise((resolve) => setTimeout(resolve, 600))
  expect(house.height(house.sim)).toBe(4)
  await expect(house.wallet.watch.chain(house.sim).head()).rejects.toMatchObject({ why: 'unreachable' })
  await leader.begin()
  await house.reaches(house.sim, 5)
  expect(house.deposits(house.ann)).toEqual(['credited 5000'])
})
