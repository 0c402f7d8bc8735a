/** Following a real node through what it can do to whoever follows. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AnvilWorld, openAnvilWorld } from '../evm/testing/anvil-world.ts'
import { SuiteHouse } from '../suite/suite-house.ts'
import { beginAt, Follower, type Pause } from './follow.ts'

let world: AnvilWorld
const house = new SuiteHouse()

beforeAll(async () => {
  world = await openAnvilWorld()
  house.enter(world)
})
afterAll(() => house.leave())

/** Books all there is. @returns steps as `+12 amount` and `-12`, and why it ended */
async function bookAll(follower: Follower): Promise<{ steps: string[]; pause: Pause }> {
  const steps: string[] = []
  for (;;) {
    const next = await follower.next()
    if (next.kind === 'left') steps.push(`-${next.block.height}`)
    else if (next.kind === 'block') steps.push([`+${next.block.height}`, ...next.block.arrivals.map(({ amount }) => amount)].join(' '))
    else return { steps, pause: next }
    follower.booked(next)
  }
}

it('WAL-012 follows a re-organisation, with what the new blocks bring and the old ones do not', async () => {
  const purse = house.purse()
  const start = await world.mine()
  const at = (above: number): number => start.height + above
  const follower = new Follower(world.port, await beginAt(world.port, 'head'), () => house.wishes([purse]), 3)
  const first = await world.pay(house.coin(purse.address, 5n))
  await world.mine()
  const second = await world.pay(house.coin(purse.address, 6n))
  await world.mine()
  expect((await bookAll(follower)).steps).toEqual([`+${at(1)} 5`, `+${at(2)} 6`])
  await world.reorganise({ depth: 2, ahead: null, again: [first, second] })
  expect((await bookAll(follower)).steps).toEqual([`-${at(2)}`, `-${at(1)}`, `+${at(1)} 5 6`, `+${at(2)}`, `+${at(3)}`])
})

it('WAL-012 loses nothing to a node that goes back to an earlier state, and believes its other blocks', async () => {
  const purse = house.purse()
  const { rpc } = world.node
  await world.mine()
  const follower = new Follower(world.port, await beginAt(world.port, 'head'), () => house.wishes([purse]), 3)
  const { height } = follower.top
  const snapshot = await rpc.call('evm_snapshot')
  await world.pay(house.coin(purse.address, 5n))
  await world.mine(2)
  expect((await bookAll(follower)).steps).toEqual([`+${height + 1} 5`, `+${height + 2}`])
  await rpc.call('evm_revert', snapshot)
  expect(await bookAll(follower)).toMatchObject({ steps: [], pause: { kind: 'trouble', why: 'behind' } })
  await world.pay(house.coin(purse.address, 6n))
  await world.mine()
  expect((await bookAll(follower)).steps).toEqual([`-${height + 2}`, `-${height + 1}`, `+${height + 1} 6`])
})

it('names a node that was wiped, and stays', async () => {
  await world.mine()
  const cursor = await beginAt(world.port, 'head')
  const other = await openAnvilWorld()
  try {
    const follower = new Follower(other.port, cursor, () => house.wishes([]), 3)
    expect(await follower.next()).toMatchObject({ kind: 'trouble', why: 'wiped' })
    await other.mine(cursor.base.height + 5)
    expect(await follower.next()).toMatchObject({ kind: 'trouble', why: 'wiped' })
    expect(follower.cursor).toEqual(cursor)
  } finally {
    await other.close()
  }
})
