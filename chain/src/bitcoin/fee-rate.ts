/** What a fee may be: the node's estimate, never below what it relays. */
import type { FeeQuote } from '../port.ts'
import { satoshiOf } from './amount.ts'
import { object } from './answers.ts'
import type { NodeView } from './node-view.ts'

/** Blocks within which a transaction is to be mined, by speed: a day, an hour, the next but one. */
const TARGETS = [144, 6, 2] as const
/** Where a node has seen too few fees to estimate any (each regtest), so many times what it relays. */
const GUESSES = [1n, 2n, 5n] as const
/** 0.005 BTC per 1000 vB, 500 satoshi a vB: more was never needed for a day, and an estimate above it is a fault. */
const MOST = 500_000n

export async function feeRate(node: NodeView, speed: 0 | 1 | 2): Promise<FeeQuote> {
  const pool = object(await node.rpc.call('getmempoolinfo'), 'a memory pool')
  const floors = [pool.mempoolminfee, pool.minrelaytxfee].filter((floor) => floor !== undefined).map(satoshiOf)
  const [floor = 1n] = floors.toSorted((one, other) => (one > other ? -1 : 1))
  const estimate = estimateIn(object(await node.rpc.call('estimatesmartfee', TARGETS[speed]), 'an estimate'))
  const wanted = estimate ?? floor * GUESSES[speed]
  const bounded = wanted > MOST ? MOST : wanted
  return { rate: bounded > floor ? bounded : floor, tip: 0n }
}

/** Core gives `feerate`, or none; bcoin gives `fee`, and −1 for none. */
function estimateIn({ feerate, fee }: Readonly<Record<string, unknown>>): bigint | null {
  if (feerate !== undefined) return satoshiOf(feerate)
  return fee === undefined || fee === -1 ? null : satoshiOf(fee)
}
