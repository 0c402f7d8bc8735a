/** home-web: addresses of the house with a signature each, so that anybody can see that it has their keys, and look up what they hold. */
import * as z from 'zod/mini'
import { call } from './call.ts'
import { decimal, ms, optional, text } from './fields.ts'
import { named } from './named.ts'

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
