/** A simulated network as the world of the suite. */
import type { World, WorldPowers } from '../suite/world.ts'
import { KeyFilter } from '../watch/filter.ts'
import { simulatedKeyForm } from './key-form.ts'
import { newSimulatedNode, type SimulatedNode } from './node.ts'
import { simulatedSigning } from './signing.ts'
import { SimulatedPort } from './simulated-port.ts'

export const NETWORK = { network: 'sim', seed: 'a world of tests', genesis: Date.UTC(2026, 0, 15, 12) }

export const SIMULATED_POWERS: WorldPowers = {
  tokens: true,
  many: true,
  waiting: true,
  failures: true,
  reorganise: true,
  replace: true,
  history: true,
}

/** @param node a new one where none is given */
export function simulatedWorld(node: SimulatedNode = newSimulatedNode(NETWORK)): World {
  return {
    port: new SimulatedPort(NETWORK.network, (question) => node.ask(question)),
    signing: simulatedSigning(NETWORK.network),
    seed: new Uint8Array(32).fill(7),
    tokens: { listed: 'USDT', unlisted: 'USDT-of-another' },
    unit: 1_000_000_000n,
    newFilter: () => new KeyFilter(simulatedKeyForm(NETWORK.network)),
    stranger: () => node.stranger(),
    pay: (payment) => node.pay([payment]),
    payMany: (payments) => node.pay(payments),
    payInVain: (payment) => node.payInVain([payment]),
    mine: (blocks) => node.mine(blocks),
    reorganise: (how) => node.reorganise(how),
    expireSlots: () => Promise.resolve(),
    break: (fault) => node.fail(fault),
    close: () => node.close(),
  }
}
