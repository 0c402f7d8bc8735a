/** The accounts that are not customers', of whom each has up to four an asset: see `AccountKind`. Their ids share the owner column with user ids, which start at 100001. */
export const EQUITY_HOUSE = 1
export const INCOME_FEE = 2
export const INCOME_ROUNDING = 3
export const ASSET_DEPOSIT_ADDRESSES = 4
export const INVENTORY_CONVERT = 5
export const EXPENSE_SAVINGS_INTEREST = 6

/** Names of the house accounts by id; a positive balance is owed by the house, `asset:*` carry the negative of what it holds. */
export const HOUSE_ACCOUNTS: readonly (readonly [owner: number, name: string])[] = [
  [EQUITY_HOUSE, 'equity:house'],
  [INCOME_FEE, 'income:fee'],
  [INCOME_ROUNDING, 'income:rounding'],
  [ASSET_DEPOSIT_ADDRESSES, 'asset:deposit_addresses'],
  [INVENTORY_CONVERT, 'inventory:convert'],
  [EXPENSE_SAVINGS_INTEREST, 'expense:savings_interest'],
]
