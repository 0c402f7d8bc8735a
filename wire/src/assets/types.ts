/** Rows of the assets service. */
import * as z from 'zod/mini'
import { decimal, switch01, switch12 } from '../fields.ts'
import { named } from '../named.ts'

const textOrNull = z.nullable(z.string())

export const coinSchema = named(
  'Coin',
  z.object({
    coinId: z.string(),
    coinName: z.string(),
    fullName: z.string(),
    iconUrl: textOrNull,
    scale: z.int(),
    depositStatus: switch12,
    withdrawStatus: switch12,
    transferStatus: switch12,
    isStable: switch01,
    show: switch01,
    sort: z.int(),
    usdtPrice: decimal,
    protocolTypes: z.array(z.string()),
  }),
)
export type Coin = z.output<typeof coinSchema>

export const balanceSchema = named(
  'Balance',
  z.object({
    coinId: z.string(),
    coinName: z.string(),
    iconUrl: textOrNull,
    balance: decimal,
    frozenBalance: decimal,
    withdrawPending: decimal,
    lockedDeposit: decimal,
    debt: decimal,
    total: decimal,
    usdtPrice: decimal,
    valueU: decimal,
  }),
)
export type Balance = z.output<typeof balanceSchema>

export const billSchema = named(
  'Bill',
  z.object({
    id: z.string(),
    category: z.string(),
    accountType: z.int(),
    coinId: z.string(),
    coinName: z.string(),
    amount: decimal,
    balanceAfter: decimal,
    fee: decimal,
    refId: textOrNull,
    refType: textOrNull,
    remark: textOrNull,
    createTime: z.number(),
  }),
)
export type Bill = z.output<typeof billSchema>
