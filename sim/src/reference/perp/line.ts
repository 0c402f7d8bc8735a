/** The worst price at which something is sold for a customer who is being liquidated: it falls with time, from near the mark to where nothing is left. */
import type { World } from '../model.ts'
import { above, below, slackAt } from './numbers.ts'
import { contractAt } from './value.ts'

export const LINE_MS = 30_000

interface Sale {
  readonly instrumentId: number
  readonly isShort: boolean
  readonly bankruptcy: number
  readonly begun: number
}

/** Beyond bankruptcy it stays near the mark: what the book does not take at that is not thrown away. */
export function lineLimit(world: World, { instrumentId, isShort, bankruptcy, begun }: Sale): number {
  const { mark } = contractAt(world, instrumentId)
  const slack = slackAt(world, instrumentId)
  const start = isShort ? above(mark, slack) : below(mark, slack)
  if (isShort ? start >= bankruptcy : start <= bankruptcy) return start
  const passed = BigInt(Math.min(LINE_MS, world.time - begun))
  const moved = Number((BigInt(Math.abs(start - bankruptcy)) * passed) / BigInt(LINE_MS))
  return Math.max(1, isShort ? start + moved : start - moved)
}
