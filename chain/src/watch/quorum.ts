/**
 * Two nodes of different hands for what is large: a block that brings more than a bound counts when the second one says the same of it. One
 * alone could make coins up, or be made to.
 */
import { type Arrival, type BlockRef, ChainFault, type ChainPort, type WatchedBlock, type WatchWishes } from '../port.ts'

/** What a block brings of tokens that reach their bound in it: a node that makes coins up makes many small ones as easily as a large one. */
function largeOf(arrivals: readonly Arrival[], boundOf: (token: string | null) => bigint): readonly Arrival[] {
  const sums = new Map<string | null, bigint>()
  for (const { token, amount } of arrivals) sums.set(token, (sums.get(token) ?? 0n) + amount)
  return arrivals.filter(({ token }) => (sums.get(token) ?? 0n) >= boundOf(token))
}

/**
 * @param boundOf amount of a token (null: the coin) in one block from which on two have to agree
 * @returns the first port, whose `read` throws ChainFault `disagreement` while they do not
 */
export function withQuorum(first: ChainPort, second: ChainPort, boundOf: (token: string | null) => bigint): ChainPort {
  const read = async (block: BlockRef, wishes: WatchWishes): Promise<WatchedBlock | null> => {
    const found = await first.read(block, wishes)
    const large = largeOf(found?.arrivals ?? [], boundOf)
    if (large.length === 0) return found
    const other = await second.read(block, wishes)
    if (other === null) throw new ChainFault('disagreement', `the second node does not have block ${block.height} ${block.hash}`)
    const said = new Map(other.arrivals.map((arrival) => [keyOf(arrival), arrival]))
    const unproven = new Set<Arrival>()
    for (const arrival of large) {
      const same = said.get(keyOf(arrival))
      // It gave no calls of this block, and will give none: balances have to say what came, and a person.
      if (same === undefined && other.untraced !== undefined && arrival.position.startsWith('c')) unproven.add(arrival)
      else if (same === undefined || same.to !== arrival.to || same.token !== arrival.token || same.amount !== arrival.amount)
        throw new ChainFault('disagreement', `the second node does not say what the first one does of ${keyOf(arrival)}`)
    }
    if (found === null || unproven.size === 0) return found
    const untraced = `the second node: ${other.untraced}`
    return { ...found, arrivals: found.arrivals.filter((arrival) => !unproven.has(arrival)), untraced }
  }
  return {
    kind: first.kind,
    read,
    head: () => first.head(),
    blockAt: (height) => first.blockAt(height),
    waiting: (wishes) => first.waiting(wishes),
    holdings: (questions, at) => first.holdings(questions, at),
    coins: (addresses) => first.coins(addresses),
    fee: (speed) => first.fee(speed),
    nextSlot: (from) => first.nextSlot(from),
    work: (from, payment) => first.work(from, payment),
    build: (plan) => first.build(plan),
    bump: (paid, market) => first.bump(paid, market),
    send: (signed) => first.send(signed),
    find: (tx, slot, deadDepth) => first.find(tx, slot, deadDepth),
  }
}

function keyOf({ tx, position }: Arrival): string {
  return `${tx} ${position}`
}
