/**
 * Tokens that keep a part of what is moved tell of the whole: what came of them is how much the balance grew over the block. Of several
 * transfers in one block each is credited in proportion, rounded down, and the first gets what rounding left; never more than was told.
 */
import { type BlockHead, ChainFault } from '../port.ts'
import { addressOfTopic, type Proven, TRANSFER, wordOf } from './candidates.ts'
import type { EvmConfig } from './config.ts'
import { balanceCall, balanceOf } from './holdings.ts'
import type { Rpc } from './rpc.ts'
import { type Json, list } from './shapes.ts'

/** Arrivals of other tokens and of coins stay as they are. @throws ChainFault `noHistory` where the node does not know the block before */
export async function measured(
  rpc: Rpc,
  { measuredTokens }: EvmConfig,
  block: BlockHead,
  proven: readonly Proven[],
  tokens: ReadonlyMap<string, string>,
): Promise<readonly Proven[]> {
  const doubted = new Set(measuredTokens.map((token) => token.toLowerCase()).filter((token) => tokens.has(token)))
  const groups = new Map<string, Proven[]>()
  for (const one of proven) {
    const { token, to } = one.candidate
    if (token !== null && doubted.has(token)) groups.set(`${token} ${to}`, [...(groups.get(`${token} ${to}`) ?? []), one])
  }
  if (groups.size === 0) return proven
  const amounts = new Map<Proven, bigint>()
  for (const group of groups.values())
    for (const [index, amount] of shares(group, await grownBy(rpc, block, group)).entries()) {
      const one = group[index]
      if (one !== undefined) amounts.set(one, amount)
    }
  return proven.flatMap((one) => {
    const amount = amounts.get(one) ?? one.candidate.amount
    return amount === 0n ? [] : [{ ...one, candidate: { ...one.candidate, amount } }]
  })
}

/** What came in: the growth of the balance and what went out in the same block. */
async function grownBy(rpc: Rpc, block: BlockHead, group: readonly Proven[]): Promise<bigint> {
  const { token, to } = group[0]?.candidate ?? {}
  if (token === undefined || token === null || to === undefined) throw new ChainFault('nonsense', 'nothing to measure')
  const outgoing = { blockHash: block.hash, address: [token], topics: [TRANSFER, `0x${'0'.repeat(24)}${to.slice(2)}`] }
  const [after, before, logs] = await rpc.results([
    balanceCall({ address: to, token }, block.hash),
    balanceCall({ address: to, token }, block.parent),
    { method: 'eth_getLogs', params: [outgoing] },
  ])
  const sent = list(logs, 'logs of a token').reduce<bigint>((sum, entry) => {
    const log = entry as Json
    const itself = Array.isArray(log.topics) && addressOfTopic(log.topics[2])?.toLowerCase() === to
    return itself ? sum : sum + (wordOf(log.data) ?? 0n)
  }, 0n)
  return balanceOf(after, token) - balanceOf(before, token) + sent
}

function shares(group: readonly Proven[], came: bigint): readonly bigint[] {
  const told = group.reduce((sum, { candidate }) => sum + candidate.amount, 0n)
  if (came >= told) return group.map(({ candidate }) => candidate.amount)
  if (came <= 0n) return group.map(() => 0n)
  const parts = group.map(({ candidate }) => (candidate.amount * came) / told)
  const rest = came - parts.reduce((sum, part) => sum + part, 0n)
  return parts.map((part, index) => (index === 0 ? part + rest : part))
}
