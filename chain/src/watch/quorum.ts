/**
 * Two nodes of different hands for what is large: a block that brings more than a bound counts when the second one says the same of it. One
 * alone could make coins up, or be made to.
 */
import { type Arrival, type BlockRef, ChainFault, type ChainPort, type WatchedBlock, type WatchWishes } from '../port.ts'

/**
 * @param boundOf amount of a token (null: the coin) from which on two have to agree
 * @returns the first port, whose `read` throws ChainFault `disagreement` while they do not
 */
export function withQuorum(first: ChainPort, second: ChainPort, boundOf: (token: string | null) => bigint): ChainPort {
  const read = async (block: BlockRef, wishes: WatchWishes): Promise<WatchedBlock | null> => {
    const found = await first.read(block, wishes)
    const large = (found?.arrivals ?? []).filter(({ token, amount }) => amount >= boundOf(token))
    if (large.length === 0) return found
    const other = await second.read(block, wishes)
    if (other === null) throw new ChainFault('disagreement', `the second node does not have block ${block.height} ${block.hash}`)
    const said = new Map(other.arrivals.map((arrival) => [keyOf(arrival), arrival]))
    for (const arrival of large) {
      const same = said.get(keyOf(arrival))
      if (same === undefined || same.to !== arrival.to || same.token !== arrival.token || same.amount !== arrival.amount)
        throw new ChainFault('disagreement', `the second node does not say what the first one does of ${keyOf(arrival)}`)
    }
    return found
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
