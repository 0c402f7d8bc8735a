/** home-web: addresses of the house with a signature each, so that anybody can see that it has their keys, and look up what they hold. */
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { decimal, ms, optional, text } from '../fields.ts'
import { named } from '../named.ts'

/** A coin on an address at a block. The signature is of the message by that address, in the form that the chain's wallets check. */
export const reserveSchema = named(
  'Reserve',
  z.object({
    coinName: z.string(),
    chain: z.string(),
    address: z.string(),
    message: z.string(),
    signature: z.string(),
    balance: decimal,
    blockHeight: z.string(),
    time: ms,
  }),
)
export type Reserve = z.output<typeof reserveSchema>

/** Of an asset. */
export const reserveTotalSchema = named(
  'ReserveTotal',
  z.object({
    coinName: z.string(),
    /** What the listed addresses hold together. */
    reserves: decimal,
    /** What all customers have together, in all their accounts. */
    liabilities: decimal,
    /** Reserves in percent of liabilities, rounded down; null where nobody has any. */
    ratio: z.nullable(decimal),
  }),
)
export type ReserveTotal = z.output<typeof reserveTotalSchema>

export const reserveTotals = call({
  method: 'GET',
  path: '/api/home-web/v1/open/liabilities/totals',
  access: 'visitor',
  request: z.object({}),
  response: z.object({ time: ms, ledgerHeight: z.string(), assets: z.array(reserveTotalSchema) }),
  weight: 2,
  errors: ['PROOF_NOT_FOUND'],
  summary: 'What customers have of each asset beside what the house’s own addresses held, when that was last published.',
})

export const reserves = call({
  method: 'GET',
  path: '/api/home-web/v1/open/liabilities/reserves',
  access: 'visitor',
  request: z.object({ snapshotId: optional(text(1, 32)) }),
  response: z.array(reserveSchema),
  weight: 2,
  errors: ['PROOF_NOT_FOUND'],
  summary: 'What the house’s own addresses held when they were last published, each with a signed message that names the block.',
})
