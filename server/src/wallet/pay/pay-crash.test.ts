/** The conductor is killed at each step, over a simulated network that pays one or many in a transaction. */
import { newSimulatedNode } from '@agio/chain/simulated/node.ts'
import { NETWORK as SIMULATED, simulatedWorld } from '@agio/chain/simulated/simulated-world.ts'
import { afterEach, describe } from 'vitest'
import { crashTests } from './testing/crash-tests.ts'
import { PayHouse } from './testing/pay-house.ts'

let house: PayHouse | undefined

async function open(batchMost: number, hotAddresses: number): Promise<PayHouse> {
  const world = simulatedWorld(newSimulatedNode(SIMULATED))
  const usual = { adapter: { kind: 'simulated', hrp: 'sim' }, coinScale: 8, tokenScale: 8 } as const
  house = await PayHouse.open(world, { ...usual, document: { batchMost, hotAddresses } })
  return house
}

afterEach(async () => {
  await house?.payments.stop()
})

describe('one in a transaction', () => crashTests(() => open(1, 1), true))
describe('one in a transaction, over two addresses', () => crashTests(() => open(1, 2), true))
describe('many in a transaction', () => crashTests(() => open(10, 1), true))
