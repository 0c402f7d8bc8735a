/**
 * Ledger against chain, to the smallest unit of either. A payment leaves what is held with the block that has it, in the ledger as on the
 * chain; so at a block both are equal whatever is under way, and what is under way is compared by itself.
 */
import { formatDecimal, pow10 } from '@agio/engine/money/decimal.ts'
import { type HeldListing, heldInAll, type LedgerFault } from './cut.ts'

/** Sums of balances at the cut's block, in units of the chain. */
export interface ChainWord {
  readonly first: bigint
  /** Of a node of another hand; undefined where there is none, or it did not answer. */
  readonly second: bigint | undefined
}

/**
 * `chain`: holdings there are not what the ledger says. `sources`: two nodes say different things of the same block. `onTheWay`: what was
 * set out is not what was signed. `postings`, `accounts`: the ledger does not add up in itself.
 */
export type Discrepancy = 'chain' | 'sources' | 'onTheWay' | 'postings' | 'accounts'

export interface Finding {
  readonly listing: HeldListing
  /** Decimals of the three amounts below: those of the finer of both units, so that nothing is rounded. */
  readonly decimals: number
  readonly ledger: bigint
  readonly chain: bigint
  readonly onTheWay: bigint
  /** Chain less ledger. */
  readonly difference: bigint
  /** None = everything is equal. */
  readonly discrepancies: readonly Discrepancy[]
}

export function compareListing(listing: HeldListing, word: ChainWord, fault: LedgerFault | undefined): Finding {
  const { held, dust, onTheWay, signed, scale, chainScale } = listing
  const decimals = Math.max(scale, chainScale)
  const [ofMinor, ofUnit] = [pow10(decimals - scale), pow10(decimals - chainScale)]
  const ledger = heldInAll(held) * ofMinor + dust * ofUnit
  const chain = word.first * ofUnit
  const isSo: Readonly<Record<Discrepancy, boolean>> = {
    chain: chain !== ledger,
    sources: word.second !== undefined && word.second !== word.first,
    onTheWay: onTheWay !== signed,
    postings: fault !== undefined && fault.postings !== 0n,
    accounts: fault !== undefined && (fault.held !== 0n || fault.onTheWay !== 0n),
  }
  const discrepancies = (Object.keys(isSo) as Discrepancy[]).filter((name) => isSo[name])
  return { listing, decimals, ledger, chain, onTheWay: onTheWay * ofMinor, difference: chain - ledger, discrepancies }
}

const WORDS: Readonly<Record<Discrepancy, string>> = {
  chain: 'the chain holds another amount than the ledger',
  sources: 'two nodes say different amounts of the same block',
  onTheWay: 'what was set out is not what was signed',
  postings: 'the accounts do not add up to nothing',
  accounts: 'the accounts of what is held are not what networks hold',
}

export const discrepancyText = (discrepancies: readonly Discrepancy[]): string => discrepancies.map((name) => WORDS[name]).join('; ')

/** `chain 1.5, ledger 1.4, difference +0.1, on the way 0`. */
export function amountsText({ decimals, ledger, chain, difference, onTheWay }: Finding): string {
  const text = (amount: bigint): string => formatDecimal(amount, decimals)
  const sign = difference > 0n ? '+' : ''
  return `chain ${text(chain)}, ledger ${text(ledger)}, difference ${sign}${text(difference)}, on the way ${text(onTheWay)}`
}
