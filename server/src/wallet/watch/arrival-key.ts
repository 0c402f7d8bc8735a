/** The business key of an arrival: what is credited once. */
import { createHash } from 'node:crypto'
import type { SeenArrival } from './messages.ts'

const DIGITS = 32

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, DIGITS)

/** The same wherever a block or a mempool has the transaction. */
export function arrivalKey(blockchain: string, { tx, position }: { readonly tx: string; readonly position: string }): string {
  return digestOf(`${blockchain}\n${tx}\n${position}`)
}

/**
 * Of what the same place of a transaction brings in another block, where it brought something else: what calls and logs say hangs on the
 * block that has them. From the chain's own words alone, so that it is the same whenever the block is told.
 */
export function otherKey(blockchain: string, arrival: Pick<SeenArrival, 'tx' | 'position' | 'to' | 'tag' | 'token' | 'amount'>): string {
  const { tx, position, to, tag, token, amount } = arrival
  return digestOf(`${blockchain}\n${tx}\n${position}\n${JSON.stringify([to, tag, token, String(amount)])}`)
}

/**
 * Place of what was found by balances at an address: no transaction is known that has one.
 * @param listingId of a coin that came before it was listed; absent = the chain's own coin, which no block showed
 */
export const balancePlace = (addressId: number, listingId?: number): string =>
  listingId === undefined ? `b${addressId}` : `b${addressId}.${listingId}`

/** Was it found by balances, in the block whose hash stands for its transaction? */
export const isFoundByBalance = (position: string | undefined): boolean => position?.startsWith('b') === true

/** Did it lie there before its coin was listed? */
export const isFromBeforeListing = (position: string | undefined): boolean => isFoundByBalance(position) && position?.includes('.') === true

/**
 * Of what was found by balances at an address at a block: once, for it is all that was not booked there by then. The block comes again
 * with the same key; another one that has the same coins after a re-organisation has another, and the first is then gone.
 */
export const balanceKey = (blockchain: string, block: string, addressId: number, listingId?: number): string =>
  arrivalKey(blockchain, { tx: block, position: balancePlace(addressId, listingId) })
