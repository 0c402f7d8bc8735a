/**
 * Where a watcher goes on after a start: behind the block that the engine booked last. Its name stands in the watcher's file; where that is
 * lost, in the node's answer, whose hash must be the engine's; and where the chain went another way meanwhile, in the journal.
 */
import { type BlockHead, ChainFault, type ChainPort } from '@agio/chain/port.ts'
import { beginAt, type FollowCursor } from '@agio/chain/watch/follow.ts'
import type { BlockName } from '@agio/engine/command.ts'
import { type BookedBlock, isBlockOf } from '@agio/engine/wallet/read-holdings.ts'
import type { WatchTrouble } from './messages.ts'
import type { KeptWatch } from './watch-file.ts'

export type Resumed =
  | { readonly kind: 'go'; readonly cursor: FollowCursor }
  /** Blocks are to be taken back first. */
  | { readonly kind: 'leave'; readonly from: BlockName; readonly backTo: BlockName }
  | { readonly kind: 'trouble'; readonly why: WatchTrouble; readonly text: string }

export interface ResumeParts {
  readonly port: ChainPort
  readonly kept: KeptWatch | undefined
  readonly booked: BookedBlock
  readonly beginAt: number | 'head'
  /** Names of blocks that were booked and not left, oldest first; of the journal, which takes its time. */
  names(): Promise<readonly BlockName[]>
}

/** @throws ChainFault when the node does not answer */
export async function resume(parts: ResumeParts): Promise<Resumed> {
  const { port, kept, booked } = parts
  if (booked.height === 0) return { kind: 'go', cursor: await firstCursor(parts) }
  const place = kept?.headers.findLastIndex(({ height, hash }) => isBlockOf(booked, height, hash)) ?? -1
  if (kept !== undefined && place !== -1) return { kind: 'go', cursor: { base: kept.base, headers: kept.headers.slice(0, place + 1) } }
  const block = await port.blockAt(booked.height)
  if (block !== null && isBlockOf(booked, block.height, block.hash))
    return { kind: 'go', cursor: { base: kept?.base ?? block, headers: [block] } }
  return await byJournal(parts)
}

/** Where it began before, if it did and booked nothing since; else where it is to begin. */
async function firstCursor({ port, kept, beginAt: at }: ResumeParts): Promise<FollowCursor> {
  try {
    const began = kept === undefined ? null : await port.blockAt(kept.base.height)
    return await beginAt(port, began !== null && began.hash === kept?.base.hash ? began.height : at)
  } catch (error) {
    if (error instanceof RangeError) throw new ChainFault('unreachable', error.message)
    throw error
  }
}

async function byJournal({ port, booked, names }: ResumeParts): Promise<Resumed> {
  const all = await names()
  const known = all.slice(0, all.findLastIndex(({ height, block }) => isBlockOf(booked, height, block)) + 1)
  const last = known.at(-1)
  if (last === undefined)
    return { kind: 'trouble', why: 'lost', text: `the name of block ${booked.height}, the last that was booked, is lost` }
  for (const name of known.toReversed()) {
    const block = await port.blockAt(name.height)
    if (block?.hash !== name.block) continue
    // A node that knows less proves nothing: another block must stand in the line.
    if ((await after(port, block)) === null)
      return { kind: 'trouble', why: 'behind', text: `its newest block is ${block.height}, and ${last.height} was booked` }
    return { kind: 'leave', from: last, backTo: name }
  }
  return { kind: 'trouble', why: 'wiped', text: 'it knows none of the blocks that were booked' }
}

/** The next block in the line; null at the head. Heights without a block repeat the one before. */
async function after(port: ChainPort, { height, hash }: BlockHead): Promise<BlockHead | null> {
  for (let at = height + 1; ; at += 1) {
    const found = await port.blockAt(at)
    if (found === null || found.hash !== hash) return found
  }
}
