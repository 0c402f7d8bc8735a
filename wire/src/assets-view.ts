/** Coins, balances and statement lines in engine words → the contract's `Coin`, `Balance` and `Bill`. */
import { formatDecimal, rescaleFloor } from '@agio/engine/money/decimal.ts'
import { type AssetFacts, VALUE_PRICE_SCALE } from './market-view.ts'

/** Decimals of values in USDT. */
export const VALUE_SCALE = 8

/** Value of an amount in USDT at VALUE_SCALE, rounded down: a shown value never exceeds what the amount would fetch. */
export function valueInUsdt(amount: bigint, asset: AssetFacts, usdtPrice: bigint): bigint {
  return rescaleFloor(amount * usdtPrice, asset.scale + VALUE_PRICE_SCALE, VALUE_SCALE)
}

export const valueView = (value: bigint): string => formatDecimal(value, VALUE_SCALE)

export interface CoinListing extends AssetFacts {
  readonly fullName: string
  readonly iconUrl: string | null
  readonly isStable: boolean
  readonly sort: number
  /** USDT for one coin at VALUE_PRICE_SCALE. */
  readonly usdtPrice: bigint
}

/** Coins move on chains only through the wallet, which is not built in yet: the contract's 2 says closed. */
const CLOSED = 2 as 1 | 2

export function coinView(coin: CoinListing) {
  return {
    coinId: String(coin.assetId),
    coinName: coin.symbol,
    fullName: coin.fullName,
    iconUrl: coin.iconUrl,
    scale: coin.scale,
    depositStatus: CLOSED,
    withdrawStatus: CLOSED,
    transferStatus: CLOSED,
    isStable: coin.isStable ? (1 as const) : (0 as const),
    show: 1 as 0 | 1,
    sort: coin.sort,
    usdtPrice: formatDecimal(coin.usdtPrice, VALUE_PRICE_SCALE),
    protocolTypes: [] as string[],
  }
}

export interface BalanceFacts {
  readonly available: bigint
  readonly held: bigint
}

export function balanceView(coin: CoinListing, balance: BalanceFacts) {
  const total = balance.available + balance.held
  const amount = (minor: bigint): string => formatDecimal(minor, coin.scale)
  return {
    coinId: String(coin.assetId),
    coinName: coin.symbol,
    iconUrl: coin.iconUrl,
    balance: amount(balance.available),
    frozenBalance: amount(balance.held),
    withdrawPending: '0',
    lockedDeposit: '0',
    total: amount(total),
    usdtPrice: formatDecimal(coin.usdtPrice, VALUE_PRICE_SCALE),
    valueU: valueView(valueInUsdt(total, coin, coin.usdtPrice)),
  }
}
export type BalanceView = ReturnType<typeof balanceView>

export interface StatementFacts {
  readonly lineId: number
  readonly cause: 'trade' | 'fee' | 'airdrop' | 'adjustment' | 'deposit' | 'commission'
  readonly amount: bigint
  readonly totalAfter: bigint
  /** Order or trade id, 0 = none. */
  readonly reference: number
  readonly at: number
}

const REFERENCE_TYPES = {
  trade: 'tradeId',
  fee: 'tradeId',
  airdrop: 'operator',
  adjustment: 'operator',
  deposit: 'walletTx',
  commission: 'invite',
} as const

export function billView(line: StatementFacts, asset: AssetFacts) {
  return {
    id: String(line.lineId),
    category: line.cause,
    accountType: 1 as const,
    coinId: String(asset.assetId),
    coinName: asset.symbol,
    amount: formatDecimal(line.amount, asset.scale),
    balanceAfter: formatDecimal(line.totalAfter, asset.scale),
    fee: '0',
    // A commission's reference is another customer, who is named to nobody.
    refId: line.reference === 0 || line.cause === 'commission' ? null : String(line.reference),
    refType: line.reference === 0 ? null : REFERENCE_TYPES[line.cause],
    remark: null,
    createTime: line.at,
  }
}
export type BillView = ReturnType<typeof billView>
