/** The chain's side of a comparison: balances of all addresses at the block that was booked, by hash. */
import { type BlockRef, ChainFault, type ChainPort, type HoldingQuestion } from '@agio/chain/port.ts'
import type { ListingId } from '@agio/engine/ids/id.ts'
import { type BookedBlock, isBlockOf } from '@agio/engine/wallet/read-holdings.ts'
import type { ChainWord } from './compare.ts'

/** What is asked of a chain. */
export type AskedChain = Pick<ChainPort, 'blockAt' | 'holdings'>

/** Questions in one request: a node bounds what it takes at once. */
const AT_ONCE = 250

/** What is asked about: a listing by its token, null = the chain's own coin. */
export interface AskedListing {
  readonly listingId: ListingId
  readonly token: string | null
}

/** Balances of one listing by address. */
export type Balances = ReadonlyMap<ListingId, ReadonlyMap<string, bigint>>

/** The canonical block at the height that was booked. @throws ChainFault `noHistory` when it is another one, or is not there */
export async function blockNamed(port: AskedChain, booked: BookedBlock): Promise<BlockRef> {
  const block = await port.blockAt(booked.height)
  if (block === null || !isBlockOf(booked, block.height, block.hash))
    throw new ChainFault('noHistory', `block ${booked.height} of the node is not the one that was booked`)
  return { height: block.height, hash: block.hash }
}

/** @throws ChainFault */
export async function balancesAt(
  port: AskedChain,
  at: BlockRef,
  listings: readonly AskedListing[],
  addresses: readonly string[],
): Promise<Balances> {
  const questions = listings.flatMap(({ token }) => addresses.map((address): HoldingQuestion => ({ address, token })))
  const answers: bigint[] = []
  for (let from = 0; from < questions.length; from += AT_ONCE)
    answers.push(...(await port.holdings(questions.slice(from, from + AT_ONCE), at)))
  if (answers.length !== questions.length) throw new ChainFault('nonsense', 'as many balances as questions were expected')
  return new Map(
    listings.map(({ listingId }, place) => [
      listingId,
      new Map(addresses.map((address, index) => [address, answers[place * addresses.length + index] ?? 0n])),
    ]),
  )
}

/** Sums by listing. @param second of another node, undefined where none answered */
export function wordsOf(first: Balances, second: Balances | undefined): ReadonlyMap<ListingId, ChainWord> {
  const sum = (balances: ReadonlyMap<string, bigint> | undefined): bigint =>
    [...(balances?.values() ?? [])].reduce((all, one) => all + one, 0n)
  return new Map(
    [...first].map(([listingId, balances]) => [
      listingId,
      { first: sum(balances), second: second === undefined ? undefined : sum(second.get(listingId)) },
    ]),
  )
}
