/** Coins, balances and statement lines in engine words → the API's `Coin`, `Balance` and `Bill`. */
import type { AccountKind, StatementCause } from '@agio/engine/event.ts'
import { formatDecimal, rescaleFloor } from '@agio/engine/money/decimal.ts'
import { type AssetFacts, VALUE_PRICE_SCALE } from '../market/view.ts'
import { walletTxIdOf, walletTxOfLine } from '../wallet/view.ts'

/** Decimals of values in USDT. */
export const VALUE_SCALE = 8

/** Value of an amount in USDT at VALUE_SCALE, rounded down: a shown value never exceeds what the amount would fetch. */
export function valueInUsdt(amount: bigint, asset: AssetFacts, usdtPrice: bigint): bigint {
  return rescaleFloor(amount * usdtPrice, asset.scale + VALUE_PRICE_SCALE, VALUE_SCALE)
}

/** What is set aside for a withdrawal is part of the spot account. */
const typeOf = (account: AccountKind): number =>
  account === 'debt' ? 0 : account === 'pending' ? ACCOUNT_TYPES.spot : ACCOUNT_TYPES[account]

/** An account by its number in the API; undefined for another. */
export const accountOfType = (type: number): WalletAccount | undefined =>
  (Object.keys(ACCOUNT_TYPES) as WalletAccount[]).find((account) => ACCOUNT_TYPES[account] === type)

export const valueView = (value: bigint): string => formatDecimal(value, VALUE_SCALE)

export interface CoinListing extends AssetFacts {
  readonly fullName: string
  readonly iconUrl: string | null
  readonly isStable: boolean
  readonly sort: number
  /** USDT for one coin at VALUE_PRICE_SCALE. */
  readonly usdtPrice: bigint
}

const OPEN = 1 as 1 | 2
const openOrClosed = (isOpen: boolean): 1 | 2 => (isOpen ? 1 : 2)

/** How a coin comes and goes on chains, as it stands: on any of its networks. */
export interface CoinMoves {
  readonly canCome: boolean
  readonly canGo: boolean
  readonly protocolTypes: readonly string[]
}

export function coinView(coin: CoinListing, { canCome, canGo, protocolTypes }: CoinMoves) {
  return {
    coinId: String(coin.assetId),
    coinName: coin.symbol,
    fullName: coin.fullName,
    iconUrl: coin.iconUrl,
    scale: coin.scale,
    depositStatus: openOrClosed(canCome),
    withdrawStatus: openOrClosed(canGo),
    transferStatus: OPEN,
    isStable: coin.isStable ? (1 as const) : (0 as const),
    show: 1 as 0 | 1,
    sort: coin.sort,
    usdtPrice: formatDecimal(coin.usdtPrice, VALUE_PRICE_SCALE),
    protocolTypes: [...protocolTypes],
  }
}

/** Accounts by the numbers that the API calls them. */
export const ACCOUNT_TYPES = { spot: 1, contract: 2, financial: 3 } as const satisfies Record<WalletAccount, number>
export type WalletAccount = Exclude<AccountKind, 'debt' | 'pending'>

const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other)

export interface BalanceFacts {
  readonly available: bigint
  readonly held: bigint
  /** What the user owes of the asset; this and what follows is of the spot account alone. */
  readonly debt: bigint
  /** Set aside for withdrawals. */
  readonly pending: bigint
  /** Of `available`, from deposits that may not be withdrawn yet. */
  readonly locked: bigint
}

/** Those fields of an account that neither owes nor moves coins on chains. */
export const PLAIN_BALANCE = { debt: 0n, pending: 0n, locked: 0n } as const

export function balanceView(coin: CoinListing, balance: BalanceFacts) {
  const total = balance.available + balance.held + balance.pending
  const amount = (minor: bigint): string => formatDecimal(minor, coin.scale)
  return {
    coinId: String(coin.assetId),
    coinName: coin.symbol,
    iconUrl: coin.iconUrl,
    balance: amount(balance.available),
    frozenBalance: amount(balance.held),
    withdrawPending: amount(balance.pending),
    // Some of it may have been sold since.
    lockedDeposit: amount(smaller(balance.locked, balance.available)),
    debt: amount(balance.debt),
    total: amount(total),
    usdtPrice: formatDecimal(coin.usdtPrice, VALUE_PRICE_SCALE),
    valueU: valueView(valueInUsdt(total, coin, coin.usdtPrice)),
  }
}
export interface StatementFacts {
  readonly lineId: number
  readonly account: WalletAccount
  readonly cause: keyof typeof REFERENCE_TYPES
  readonly amount: bigint
  readonly totalAfter: bigint
  /** Id of what the type of reference names, 0 = none. */
  readonly reference: number
  /** Part of `amount` that was the price of a withdrawal. */
  readonly fee: bigint
  readonly at: number
}

/** Categories by cause, where they are called otherwise: a debt that a credit paid is a correction. */
const CATEGORIES: Partial<Record<StatementFacts['cause'], string>> = {
  debt: 'adjustment',
  earnPurchase: 'earn',
  earnRedeem: 'earn',
  earnInterest: 'earn',
  inventory: 'adjustment',
}

const REFERENCE_TYPES = {
  trade: 'tradeId',
  fee: 'tradeId',
  airdrop: 'operator',
  adjustment: 'operator',
  deposit: 'walletTx',
  commission: 'invite',
  debt: 'operator',
  transfer: 'transfer',
  convert: 'convert',
  earnPurchase: 'earnOrder',
  earnRedeem: 'earnOrder',
  earnInterest: 'earnOrder',
  inventory: 'operator',
  withdraw: 'walletTx',
  // Of the contract account alone, whose lines have a list of their own.
  margin: 'position',
  realised: 'tradeId',
  funding: 'position',
  liquidationFee: 'receipt',
  liquidation: 'receipt',
  share: 'receipt',
  settled: 'position',
} as const

/** What a change of a balance refers to, by its id in lists. */
export function refIdOf({ cause, reference }: { readonly cause: StatementCause; readonly reference: number }): string | null {
  // A commission's reference is another customer, who is named to nobody.
  if (reference === 0 || cause === 'commission') return null
  return cause === 'deposit' || cause === 'withdraw' ? walletTxIdOf(walletTxOfLine({ cause, reference })) : String(reference)
}

export function billView(line: StatementFacts, asset: AssetFacts) {
  return {
    id: String(line.lineId),
    category: CATEGORIES[line.cause] ?? line.cause,
    accountType: ACCOUNT_TYPES[line.account],
    coinId: String(asset.assetId),
    coinName: asset.symbol,
    amount: formatDecimal(line.amount, asset.scale),
    balanceAfter: formatDecimal(line.totalAfter, asset.scale),
    fee: formatDecimal(line.fee, asset.scale),
    refId: refIdOf(line),
    refType: line.reference === 0 ? null : REFERENCE_TYPES[line.cause],
    remark: null,
    createTime: line.at,
  }
}
export interface TransferFacts {
  readonly id: number
  /** A debt neither gives nor takes. */
  readonly from: AccountKind
  readonly to: AccountKind
  readonly amount: bigint
  readonly at: number
}

export function transferView(transfer: TransferFacts, asset: AssetFacts) {
  return {
    id: String(transfer.id),
    coinId: String(asset.assetId),
    coinName: asset.symbol,
    amount: formatDecimal(transfer.amount, asset.scale),
    fromAccount: typeOf(transfer.from),
    toAccount: typeOf(transfer.to),
    status: 1 as const,
    createTime: transfer.at,
  }
}
