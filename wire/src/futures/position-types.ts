/** Rows about what a customer has in contracts: accounts, positions, their history, receipts, transactions. */
import * as z from 'zod/mini'
import { decimal, direction, switch01 } from '../fields.ts'
import { named } from '../named.ts'
import { coOrderSchema } from './types.ts'

const textOrNull = z.nullable(z.string())
const oneOrTwo = z.union([z.literal(1), z.literal(2)])

export const coAccountSchema = named(
  'CoAccount',
  z.object({
    symbol: z.string(),
    originalCoin: z.string(),
    accountBalance: decimal,
    canUseAmount: decimal,
    isolateMargin: decimal,
    lockAmount: decimal,
    unRealizedAmount: decimal,
    realizedAmount: decimal,
    totalAmount: decimal,
    totalMargin: decimal,
    totalMarginRate: decimal,
    marginAmount: decimal,
    canTransferAmount: decimal,
    trialAmount: decimal,
    openTime: z.number(),
  }),
)
export type CoAccount = z.output<typeof coAccountSchema>

export const positionSchema = named(
  'Position',
  z.object({
    id: z.string(),
    contractId: z.string(),
    contractName: z.string(),
    symbol: z.string(),
    marginCoin: z.string(),
    orderSide: direction,
    positionType: oneOrTwo,
    leverageLevel: z.int(),
    positionVolume: decimal,
    canCloseVolume: decimal,
    openAvgPrice: decimal,
    /** The MARK price; the name is the family's. */
    indexPrice: decimal,
    /** Liquidation; "0" = none. */
    reducePrice: decimal,
    bankruptcyPrice: decimal,
    holdAmount: decimal,
    positionBalance: decimal,
    marginRate: decimal,
    keepRate: decimal,
    maxFeeRate: decimal,
    unRealizedAmount: decimal,
    openRealizedAmount: decimal,
    realizedAmount: decimal,
    returnRate: decimal,
    canUseAmount: decimal,
    canSubMarginAmount: decimal,
    /** Ours: of the margin what leverage never frees, since it was put in by hand or for the loss of a fill. */
    addedAmount: decimal,
    tradeFee: decimal,
    capitalFee: decimal,
    closeProfit: decimal,
    settleProfit: decimal,
    shareAmount: decimal,
    historyRealizedAmount: decimal,
    profitRealizedAmount: decimal,
    adlLevel: z.int(),
    tpslList: z.array(coOrderSchema),
    ctime: z.number(),
    mtime: z.number(),
  }),
)
export type Position = z.output<typeof positionSchema>

export const historyPositionSchema = named(
  'HistoryPosition',
  z.object({
    id: z.string(),
    contractId: z.string(),
    contractName: z.string(),
    symbol: z.string(),
    positionType: oneOrTwo,
    side: direction,
    leverageLevel: z.int(),
    openPrice: decimal,
    openEndPrice: decimal,
    volume: decimal,
    closeProfit: decimal,
    tradeFee: decimal,
    capitalFee: decimal,
    shareAmount: decimal,
    settleProfit: decimal,
    historyRealizedAmount: decimal,
    endCause: z.enum(['close', 'liquidation', 'adl']),
    receiptId: textOrNull,
    ctime: z.number(),
    mtime: z.number(),
  }),
)
export type HistoryPosition = z.output<typeof historyPositionSchema>

export const receiptSchema = named(
  'LiquidationReceipt',
  z.object({
    receiptId: z.string(),
    contractId: z.string(),
    positionId: z.string(),
    kind: z.enum(['partial', 'full', 'adl']),
    /** 1: long and short of one customer closed each other at the mark, without a trade and without a fee. */
    isMatched: switch01,
    /** The position's. */
    side: direction,
    /** Contracts that the step is about; those of the position before it. */
    volume: decimal,
    positionVolume: decimal,
    tagPrice: decimal,
    indexPrice: decimal,
    indexInputs: z.array(z.object({ source: z.string(), price: decimal, weight: decimal })),
    tier: z.int(),
    keepRate: decimal,
    deduction: decimal,
    /** Its `holdAmount` before the step. */
    marginBefore: decimal,
    marginRate: decimal,
    bankruptcyPrice: decimal,
    fills: z.array(z.object({ price: decimal, volume: decimal, ctime: z.number() })),
    fee: decimal,
    insuranceChange: decimal,
    shareAmount: decimal,
    /** 0: the house still sells, and the figures are those so far. The final receipt replaces it. */
    disposed: switch01,
    /** Contracts that the house still has. */
    remaining: decimal,
    /** When it was taken over, the last part of it was sold, or all of it was. */
    time: z.number(),
    /** Ed25519 over the RFC 8785 JSON of everything else, base64url without padding. */
    signature: z.string(),
    keyId: z.string(),
  }),
)
export type LiquidationReceipt = z.output<typeof receiptSchema>

/** `type`: 1 transfer in, 2 out, 3 open fee, 4 close fee, 5 result, 6 funding, 7 liquidation fee, 8 insurance, 9 ADL, 10 share, 11 bonus, 12 adjustment. */
export const transactionSchema = named(
  'CoTransaction',
  z.object({
    id: z.string(),
    type: z.int(),
    typeName: z.string(),
    symbol: z.string(),
    contractId: textOrNull,
    contractName: textOrNull,
    amount: decimal,
    balanceAfter: decimal,
    fee: decimal,
    refId: textOrNull,
    ctime: z.number(),
  }),
)
export type CoTransaction = z.output<typeof transactionSchema>
