/** What the house has to hold on chains of each asset, and what it holds, from the ledger alone. */
import type { AssetId } from '@agio/engine/ids/id.ts'
import { pow10 } from '@agio/engine/money/decimal.ts'
import { houseBalancesOf } from '@agio/engine/read.ts'
import type { State } from '@agio/engine/state.ts'

/** Minor units. */
export interface Owed {
  /** What customers have in all their accounts, what is under way between their contracts, insurance, and the stock that the house converts from. */
  readonly customers: bigint
  /** All that was ever given out and is still there: customers', the stock, and what the house earned of it. */
  readonly given: bigint
  /** On chains; what is on the way to a customer's address is not held any more. */
  readonly held: bigint
}

/** Accounts of the house that chains have to back like those of customers; in clearing lies what one customer has lost to another. */
const STOCKS: ReadonlySet<string> = new Set([
  'inventory:convert',
  'inventory:liquidation',
  'fund:insurance',
  'clearing:pnl',
  'clearing:funding',
])
const INCOME = 'income:'
const HELD = 'asset:'

/** Of assets that the house has any account of. */
export function owedOf(state: State): ReadonlyMap<AssetId, Owed> {
  const found = new Map<AssetId, Owed>()
  for (const { account, assetId, amount } of houseBalancesOf(state)) {
    const { customers, given, held } = found.get(assetId) ?? { customers: 0n, given: 0n, held: 0n }
    // All accounts add up to nothing: what the house's come to, below zero, is the customers'.
    const [isStock, isEarned, isHeld] = [STOCKS.has(account), account.startsWith(INCOME), account.startsWith(HELD)]
    found.set(assetId, {
      customers: isStock ? customers : customers - amount,
      given: isStock || isEarned ? given : given - amount,
      held: isHeld ? held - amount : held,
    })
  }
  return found
}

/** An amount of the ledger in units of a chain, rounded up: a chain that counts in larger units holds a part of one more. */
export function toChainUnits(amount: bigint, scale: number, chainScale: number): bigint {
  if (chainScale >= scale) return amount * pow10(chainScale - scale)
  const unit = pow10(scale - chainScale)
  return (amount + unit - 1n) / unit
}
