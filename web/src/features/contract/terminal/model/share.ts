/** Sizes that were asked for as a share of the largest one: which figures they come from, and what they come to. Pure. */
import type { OrderBody } from '../../../../data/contract/contract-actions.ts'
import type { ContractDraft } from './draft.ts'

/** What the largest size does not depend on: the size itself, how the order is named, and what protects it. */
const APART: ReadonlySet<string> = new Set(['volume', 'orderUnit', 'clientOrderId', 'isOto', 'attachAlgoOrds'])

/**
 * An order without its size, as a text by which figures of it are known again.
 * @param sent orders that were sent from this ticket before: what was free for them is not free any more
 */
export const unsizedOf = (body: OrderBody, sent: number): string =>
  JSON.stringify([sent, Object.entries(body).filter(([name]) => !APART.has(name))])

/** Whether a share was asked for whose size is not known for this order yet. @param unsized '' while nothing can be asked */
export const waitsForFigures = ({ share, sharedOf }: Pick<ContractDraft, 'share' | 'sharedOf'>, unsized: string): boolean =>
  share !== undefined && (sharedOf === '' || sharedOf !== unsized)

/** A share of so many whole contracts, rounded down, and one at least where a share of any is asked for. @param percent whole, 0–100 */
export function contractsOfShare(most: bigint, percent: number): bigint {
  const volume = (most * BigInt(percent)) / 100n
  return volume === 0n && most > 0n && percent > 0 ? 1n : volume
}

/** The same as it is typed; empty where it is none. */
export function shareOf(most: bigint, percent: number): string {
  const volume = contractsOfShare(most, percent)
  return volume === 0n ? '' : volume.toString()
}
