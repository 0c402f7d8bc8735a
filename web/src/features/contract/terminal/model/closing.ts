/** How much of an order that only closes can happen: the exchange trims it to what there is to close. Pure. */
import type { Position } from '../../../../data/contract/position.ts'
import { type ContractDraft, conditional } from './draft.ts'
import type { ContractTicket } from './read-ticket.ts'
import { contractsOfShare } from './share.ts'

export interface Closing {
  /** Whole contracts, fewer than were asked for and more than none. */
  readonly contracts: bigint
  readonly asked: bigint
  /** It is trimmed when it fires, to what there is to close then; `contracts` is what there is now. */
  readonly waits: boolean
}

const whole = (volume: string): bigint => (/^\d+$/.test(volume) ? BigInt(volume) : 0n)

/**
 * Whole contracts that an order which only closes can close at most. At market all of the position, since orders that wait to close it are cut
 * then; at a limit what is not in such orders. Of an order that waits for its trigger the whole position is meant.
 */
export function closableOf(draft: ContractDraft, positions: readonly Position[], contractId: string): bigint {
  const isShort = draft.side === 'buy'
  const position = positions.find((one) => one.contractId === contractId && one.isShort === isShort)
  if (position === undefined) return 0n
  return whole(conditional(draft) || draft.kind === 'market' ? position.volume : position.closable)
}

export interface CloseSize {
  /** Whole contracts that can be closed in this way. */
  readonly closable: bigint
  /** The share of them. */
  readonly contracts: bigint
  /** Of those, what stands in orders that close the position: at market they are cut, or end. */
  readonly taken: bigint
}

/** What a share of a position comes to. At market all of it can be closed, as the exchange ends what waits to close it. @param percent whole, 0–100 */
export function closeSizeOf(position: Pick<Position, 'volume' | 'closable'>, atMarket: boolean, percent: number): CloseSize {
  const free = whole(position.closable)
  const closable = atMarket ? whole(position.volume) : free
  const contracts = contractsOfShare(closable, percent)
  return { closable, contracts, taken: contracts > free ? contracts - free : 0n }
}

/**
 * Of what the slider and its keys take a share, whole contracts; empty where there is nothing to take a share of.
 * @param openable the largest order that opens, as the server says; empty until it is known
 */
export function sharedOf(draft: ContractDraft, positions: readonly Position[], contractId: string, openable: string): string {
  if (!draft.closes) return openable
  const most = closableOf(draft, positions, contractId)
  return most === 0n ? '' : most.toString()
}

/** Undefined where nothing is trimmed: also without anything to close, which the exchange refuses. */
export function closingOf({ draft, contracts }: ContractTicket, positions: readonly Position[], contractId: string): Closing | undefined {
  if (!draft.closes || contracts === undefined) return undefined
  const most = closableOf(draft, positions, contractId)
  return most > 0n && contracts > most ? { contracts: most, asked: contracts, waits: conditional(draft) } : undefined
}
