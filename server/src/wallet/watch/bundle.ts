/**
 * Many arrivals of one transaction at one address are one: whoever splits what he sends into a thousand outputs makes one row of it, not a
 * thousand. It follows from the chain's own words alone, so that a block that is told again brings the same.
 */
import { arrivalKey } from './arrival-key.ts'
import type { SeenArrival } from './messages.ts'

/** From so many on they are one. */
const MANY = 5

/** What a node finds in calls depends on what it traces: another one may find fewer. */
const isCall = ({ position }: SeenArrival): boolean => position.startsWith('c')

const bundleOf = ({ tx, watched, token, tag }: SeenArrival): string => JSON.stringify([tx, watched, token, tag])

/** @returns what a block or a mempool brought, each bundle in the place of its first */
export function bundled(blockchain: string, arrivals: readonly SeenArrival[]): readonly SeenArrival[] {
  const bundles = new Map<string, SeenArrival[]>()
  for (const arrival of arrivals) {
    const name = isCall(arrival) ? `${arrival.tx} ${arrival.position}` : bundleOf(arrival)
    const known = bundles.get(name)
    if (known === undefined) bundles.set(name, [arrival])
    else known.push(arrival)
  }
  return [...bundles.values()].flatMap((all) => (all.length < MANY ? all : [sumOf(blockchain, all)]))
}

function sumOf(blockchain: string, all: readonly SeenArrival[]): SeenArrival {
  const [first] = all as readonly [SeenArrival, ...SeenArrival[]]
  const position = `${first.position}+${all.length - 1}`
  const senders = new Set(all.flatMap(({ from, alsoFrom = [] }) => [from, ...alsoFrom]))
  senders.delete(first.from)
  return {
    ...first,
    position,
    key: arrivalKey(blockchain, { tx: first.tx, position: `all of ${bundleOf(first)}` }),
    amount: all.reduce((sum, { amount }) => sum + amount, 0n),
    ...(senders.size > 0 && { alsoFrom: [...senders].filter((sender) => sender !== null) }),
    count: all.length,
    firstKey: first.key,
  }
}
