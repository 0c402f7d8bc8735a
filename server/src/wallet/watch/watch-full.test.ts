/** An engine that has no row left even for the sum of a block: the chain waits where it is, operators see why, and goes on when there is room. */
import { T_CROWDS, TABLE_MOST } from '@agio/engine/generated/layout.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { SimulatedHouse } from '../testing/simulated-house.ts'
import { until } from '../testing/watch-house.ts'

let house: SimulatedHouse

beforeEach(async () => {
  house = new SimulatedHouse()
  await house.begin()
})
afterEach(() => house.end())

/** So many sums of blocks may live from now on. */
function allow(rows: number): void {
  house.exchange.state.memory.setUint32(T_CROWDS + TABLE_MOST, rows, true)
}

it('WAL-010 WAL-011 [part] what a full engine refuses is told again until it is booked, once each, in the order of the chain', async () => {
  const { rowsMax } = house.exchange.state.crowds
  await house.pay(5_000n)
  await house.mine(2)
  expect(house.deposits(house.ann)).toEqual(['credited 5000'])
  const booked = house.height(house.sim)
  allow(0)
  await house.pay(6_000n)
  await house.node.mine()
  await house.pay(7_000n)
  await house.node.mine(2)
  await until('the trouble', async () => (house.wallet.watch.health()[0]?.why === 'notBooked: engineFull' ? true : undefined))
  expect(house.logged.filter((line) => line.includes('what a chain brought is not booked') && line.includes('engineFull'))).not.toEqual([])
  expect([house.deposits(house.ann), house.height(house.sim)]).toEqual([['credited 5000'], booked])
  allow(rowsMax)
  await house.reaches(house.sim, booked + 3)
  expect(house.deposits(house.ann)).toEqual(['unlocked 5000', 'credited 6000', 'credited 7000'])
  expect([house.money(house.ann, house.coin).available, house.held(house.listingId)]).toEqual([18_000n, 18_000n])
  await until('the end of the trouble', async () => (house.wallet.watch.health()[0]?.state === 'following' ? true : undefined))
})
