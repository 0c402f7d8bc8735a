/** What those do who dare much: a position of high leverage, held until it is liquidated or time to go. */
import type { Side } from '@agio/engine/command.ts'
import type { SeededRandom } from '../seeded-random.ts'
import { contractsFor, type ListedContract } from './contract-list.ts'
import type { DemoContract, Speculator } from './contract-market.ts'

/** How far from the middle somebody in a hurry takes what there is. */
const REACH = 0.003
/** Money at hand in percent of the initial margin: enough for fees and for what the reach may cost. */
const MARGIN_PARTS = 135
const MINOR_UNITS = 10 ** 8

export interface Bet {
  readonly contract: DemoContract
  readonly side: Side
  readonly lots: number
  /** Ticks. */
  readonly price: number
  /** Minor units that come along from the spot account. */
  readonly margin: bigint
}

export const otherSide = (side: Side): Side => (side === 'buy' ? 'sell' : 'buy')

/** Does the bracket of a position of this value let it be leveraged so high? */
function allows({ tiers }: ListedContract, value: number, leverage: number): boolean {
  const tier = tiers.find(([upTo]) => upTo === '' || value <= Number(upTo))
  return tier !== undefined && tier[2] >= leverage
}

/** @param midOf what a contract is traded around, in ticks; 0 = nobody knows */
export function betOf(
  { stance, value }: Speculator,
  contracts: readonly DemoContract[],
  midOf: (contract: DemoContract) => number,
  random: SeededRandom,
): Bet | undefined {
  const wanted = value * (0.5 + random.next())
  const open = contracts.filter((contract) => allows(contract.listed, wanted * (1 + REACH), stance.leverage) && midOf(contract) > 0)
  const contract = open[random.between(0, open.length - 1)]
  if (contract === undefined) return undefined
  const side: Side = random.next() < 0.5 ? 'buy' : 'sell'
  const mid = midOf(contract)
  const margin = BigInt(Math.ceil(((wanted / stance.leverage) * MARGIN_PARTS * MINOR_UNITS) / 100 + wanted * REACH * MINOR_UNITS))
  return {
    contract,
    side,
    lots: contractsFor(contract.listed, wanted, mid),
    price: Math.max(1, Math.round(mid * (side === 'buy' ? 1 + REACH : 1 - REACH))),
    margin,
  }
}
