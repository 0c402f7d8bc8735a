/** The accounts that are not customers', of whom each has up to four an asset: see `AccountKind`. Their ids share the owner column with user ids, which start at 100001. */
export const EQUITY_HOUSE = 1
export const INCOME_FEE = 2
export const INCOME_ROUNDING = 3
export const ASSET_DEPOSIT_ADDRESSES = 4
export const INVENTORY_CONVERT = 5
export const EXPENSE_SAVINGS_INTEREST = 6
export const ASSET_HOT = 7
export const ASSET_WARM = 8
export const ASSET_COLD = 9
export const ASSET_ON_THE_WAY = 10
export const INCOME_WITHDRAW_FEE = 11
export const EXPENSE_GAS = 12
export const SUSPENSE_DEPOSIT = 13
export const INCOME_CONTRACT_FEE = 14
export const INCOME_LIQUIDATION_FEE = 15
export const FUND_INSURANCE = 16
export const INVENTORY_LIQUIDATION = 17
export const CLEARING_PNL = 18
export const CLEARING_FUNDING = 19

/** Names of the house accounts by id; a positive balance is owed by the house, `asset:*` carry the negative of what it holds. */
export const HOUSE_ACCOUNTS: readonly (readonly [owner: number, name: string])[] = [
  [EQUITY_HOUSE, 'equity:house'],
  [INCOME_FEE, 'income:fee'],
  [INCOME_ROUNDING, 'income:rounding'],
  [ASSET_DEPOSIT_ADDRESSES, 'asset:deposit_addresses'],
  [INVENTORY_CONVERT, 'inventory:convert'],
  [EXPENSE_SAVINGS_INTEREST, 'expense:savings_interest'],
  [ASSET_HOT, 'asset:hot'],
  [ASSET_WARM, 'asset:warm'],
  [ASSET_COLD, 'asset:cold'],
  [ASSET_ON_THE_WAY, 'asset:onchain_clearing'],
  [INCOME_WITHDRAW_FEE, 'income:withdraw_fee'],
  [EXPENSE_GAS, 'expense:gas'],
  [SUSPENSE_DEPOSIT, 'suspense:deposit'],
  [INCOME_CONTRACT_FEE, 'income:contract_fee'],
  [INCOME_LIQUIDATION_FEE, 'income:liquidation_fee'],
  [FUND_INSURANCE, 'fund:insurance'],
  [INVENTORY_LIQUIDATION, 'inventory:liquidation'],
  [CLEARING_PNL, 'clearing:pnl'],
  [CLEARING_FUNDING, 'clearing:funding'],
]
