/** Rows of coins on networks, addresses, deposits and withdrawals. */
import * as z from 'zod/mini'
import { decimal, ms, switch01, switch12 } from '../fields.ts'
import { named } from '../named.ts'

const textOrNull = z.nullable(z.string())
const timeOrNull = z.nullable(ms)

/** A coin on one network. */
export const coinExtSchema = named(
  'CoinExt',
  z.object({
    id: z.string(),
    coinId: z.string(),
    coinName: z.string(),
    protocolType: z.string(),
    chain: z.string(),
    chainName: z.string(),
    depositEnable: switch01,
    withdrawEnable: switch01,
    minDeposit: decimal,
    minWithdraw: decimal,
    /** 0 = unbounded. */
    maxWithdraw: decimal,
    withdrawFee: decimal,
    /** 1 fixed, 2 a share of the amount. */
    withdrawFeeType: switch12,
    withdrawFeeMin: decimal,
    withdrawScale: z.int(),
    needMemo: switch01,
    memoName: textOrNull,
    /** At which a deposit can be traded, and at which it can be withdrawn. */
    confirmations: z.int(),
    unlockConfirmations: z.int(),
    contractAddress: textOrNull,
    addressRegex: textOrNull,
    explorerTxUrl: textOrNull,
    tip: textOrNull,
    /** Payments of it rest because ledger and chain differ. */
    halted: switch01,
  }),
)
export type CoinExt = z.output<typeof coinExtSchema>

/** What an address of the network looks like: see `chain/address`. */
const addressRules = z.record(z.string(), z.union([z.string(), z.int(), z.array(z.string())]))

export const protocolTypeSchema = named(
  'ProtocolType',
  z.object({
    id: z.string(),
    protocolType: z.string(),
    name: z.string(),
    chain: z.string(),
    addressRegex: textOrNull,
    /** For a page that checks an address before it asks. */
    addressRules,
    needMemo: switch01,
    memoName: textOrNull,
    explorerTxUrl: textOrNull,
  }),
)
export type ProtocolType = z.output<typeof protocolTypeSchema>

export const supportedChainSchema = named(
  'SupportedChain',
  z.object({
    blockchain: z.string(),
    name: z.string(),
    nativeCoin: z.string(),
    iconUrl: textOrNull,
    testnet: switch01,
    status: switch12,
  }),
)
export type SupportedChain = z.output<typeof supportedChainSchema>

export const chainTokenSchema = named(
  'ChainToken',
  z.object({
    blockchain: z.string(),
    protocolType: z.string(),
    contractAddress: textOrNull,
    decimals: z.int(),
    status: switch12,
  }),
)

export const chainAddressSchema = named(
  'ChainAddress',
  z.object({
    id: z.string(),
    blockchain: z.string(),
    protocolType: z.string(),
    /** '' while it is being made. */
    address: z.string(),
    memo: textOrNull,
    label: textOrNull,
    coinIds: z.array(z.string()),
    isDefault: switch01,
    /** 1 ready, 2 being made. */
    status: switch12,
    createTime: ms,
  }),
)
export type ChainAddress = z.output<typeof chainAddressSchema>

const walletTxFields = {
  id: z.string(),
  /** 1 deposit, 2 withdrawal. */
  type: switch12,
  coinId: z.string(),
  coinName: z.string(),
  protocolType: z.string(),
  chain: z.string(),
  /** Destination of a withdrawal, the own address of a deposit. */
  address: z.string(),
  memo: textOrNull,
  fromAddress: textOrNull,
  amount: decimal,
  fee: decimal,
  arrivedAmount: decimal,
  status: z.int(),
  statusName: z.string(),
  txHash: textOrNull,
  txIndex: textOrNull,
  /** Arrivals of one transaction that a deposit stands for, 1 of everything else. */
  count: z.int(),
  confirmations: z.int(),
  needConfirmations: z.int(),
  unlockConfirmations: z.int(),
  isInternal: switch01,
  reason: textOrNull,
  canUndo: switch01,
  clientId: textOrNull,
  remark: textOrNull,
  createTime: ms,
  updateTime: ms,
  checkTime: timeOrNull,
  finishTime: timeOrNull,
  creditTime: timeOrNull,
  expectTime: timeOrNull,
} as const

/** A row of the list of deposits and withdrawals. */
export const walletTxSchema = named('WalletTx', z.object(walletTxFields))
export type WalletTx = z.output<typeof walletTxSchema>

const timelineStepSchema = named(
  'TimelineStep',
  z.object({
    status: z.int(),
    statusName: z.string(),
    time: ms,
    actor: z.enum(['user', 'system', 'reviewer', 'chain']),
    reason: textOrNull,
    txHash: textOrNull,
  }),
)
export type TimelineStep = z.output<typeof timelineStepSchema>

export const walletTxDetailSchema = named('WalletTxDetail', z.object({ ...walletTxFields, timeline: z.array(timelineStepSchema) }))
export type WalletTxDetail = z.output<typeof walletTxDetailSchema>

/** An entry of the address book. */
export const addressSchema = named(
  'Address',
  z.object({
    id: z.string(),
    coinId: z.string(),
    coinName: z.string(),
    protocolType: z.string(),
    address: z.string(),
    memo: textOrNull,
    label: z.string(),
    isWhitelisted: switch01,
    /** From when on it may be used while the whitelist is on. */
    effectiveTime: ms,
    /** 1 = a withdrawal to it is taken now, as far as whitelist and listing say. */
    status: switch01,
    createTime: ms,
  }),
)
export type Address = z.output<typeof addressSchema>

/** Statuses by their numbers on the wire. */
export const WALLET_STATUSES = {
  CREATED: 0,
  VERIFIED: 1,
  UNDER_REVIEW: 2,
  APPROVED: 3,
  BROADCASTING: 4,
  CONFIRMING_PAYMENT: 5,
  COMPLETED: 6,
  UNDONE: 7,
  REJECTED: 8,
  FAILED: 9,
  EXPIRED: 10,
  DETECTED: 20,
  CONFIRMING: 21,
  CREDITED: 22,
  UNLOCKED: 23,
  REORGED: 24,
  BELOW_MIN: 25,
  MANUAL_REVIEW: 26,
  AML_HOLD: 27,
  VANISHED: 28,
} as const

const NAMES = new Map<number, string>(Object.entries(WALLET_STATUSES).map(([name, status]) => [status, name]))

/** Two statuses of different kinds bear one name on the wire: a payment that waits for blocks and a deposit that does. */
export const statusNameOf = (status: number): string =>
  status === WALLET_STATUSES.CONFIRMING_PAYMENT ? 'CONFIRMING' : (NAMES.get(status) ?? String(status))

/** What the house itself says of why something waits or came to nothing; all other reasons are words of a person. */
export const WALLET_REASONS = ['belowMin', 'unknownTag', 'screening', 'notVerified', 'failedOnChain', 'dropped', 'waiting'] as const
export type WalletReason = (typeof WALLET_REASONS)[number]
