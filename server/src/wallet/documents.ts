/** Documents of networks and of coins on them: what an operator writes down of a chain. Nothing of a chain is compiled in. */
import { type AddressRules, readAddressRules } from '@agio/chain/address/rules.ts'
import type { JsonObject } from '@agio/engine/command.ts'
import { switch01 } from '@agio/wire/fields.ts'
import * as z from 'zod/mini'

const name = (most: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(most))
const digits = z.string().check(z.regex(/^\d{1,30}$/, 'is no whole number'))
const link = z.string().check(z.maxLength(300), z.regex(/^https?:\/\/\S+$/, 'is no address of a page'))
const byLanguage = z.union([name(400), z.record(z.string().check(z.regex(/^[a-z]{2}_[A-Z]{2}$/)), name(400))])

/** See `AdapterSettings`. */
const adapter = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('evm'),
    chainId: digits,
    internalCalls: z.enum(['debug', 'flat', 'unseen']),
    measuredTokens: z.optional(z.array(name(64))),
    tipLeast: digits,
  }),
  z.object({ kind: z.literal('bitcoin'), network: z.enum(['mainnet', 'testnet', 'regtest']), form: z.enum(['p2wpkh', 'p2tr']) }),
  z.object({ kind: z.literal('solana') }),
  z.object({ kind: z.literal('tron'), version: z.int() }),
  z.object({ kind: z.literal('simulated'), hrp: z.string().check(z.regex(/^[a-z]{1,20}$/)) }),
])

const addressRules = z.custom<AddressRules>((value) => readAddressRules(value) !== undefined, 'is no form of addresses')

export const networkDocument = z.object({
  /** `Ethereum`. */
  name: name(40),
  /** Its key in settings, in calls about addresses and in logs: `ethereum`. Unique. */
  blockchain: z.string().check(z.regex(/^[a-z0-9-]{1,32}$/, 'is made of a-z, 0-9 and -')),
  /** Short: `ETH`. */
  chain: z.string().check(z.regex(/^[A-Z0-9]{1,16}$/)),
  /** `ERC20`. Unique. */
  protocolType: z.string().check(z.regex(/^[A-Za-z0-9-]{1,20}$/)),
  /** Coin that it takes its fees in, by symbol. */
  nativeCoin: z.string().check(z.regex(/^[A-Z0-9]{1,20}$/)),
  adapter,
  addressRules,
  /** Where one address serves many. */
  tag: z.nullable(z.object({ name: name(20), required: z.boolean() })),
  /** With `{tx}` where the hash goes. */
  explorerTxUrl: z.optional(link),
  iconUrl: z.optional(z.string().check(z.maxLength(2000))),
  testnet: switch01,
  sort: z.optional(z.int()),
  /** Usual time between blocks, ms: for estimates alone. */
  blockMs: z.int().check(z.minimum(1)),
  /** Depth at which a slot that another transaction spent proves a payment dead. */
  deadDepth: z.int().check(z.minimum(1)),
  /** A payment that no block took for so long is sent again with a higher fee, ms. */
  bumpAfterMs: z.int().check(z.minimum(1000)),
  /** Hot addresses that payments are spread over; 1 where nothing is said. They are made when they are needed. */
  hotAddresses: z.optional(z.int().check(z.minimum(1), z.maximum(64))),
  /** Unconfirmed payments of one hot address at a time; 16 where nothing is said. */
  unconfirmedMost: z.optional(z.int().check(z.minimum(1), z.maximum(64))),
  /**
   * Work of a withdrawal that the house pays for at most, in gas, of the chain's own coin and of tokens: its receiver may be a contract that
   * burns as much as it likes. What takes more waits for a person. 100,000 and 300,000 on EVM chains where nothing is said.
   */
  workMost: z.optional(z.object({ coin: z.int().check(z.minimum(21_000)), token: z.int().check(z.minimum(21_000)) })),
  /** Withdrawals in one transaction, where the chain can; else 1. */
  batchMost: z.optional(z.int().check(z.minimum(1), z.maximum(500))),
  /**
   * Height at which following begins, of a network that booked nothing yet; absent = at the newest block of its node. What came before is
   * credited to nobody.
   */
  beginAt: z.optional(z.int().check(z.minimum(0))),
  /** What a block brings of a coin needs a second node that says the same from that value on, in the unit asset; absent = never asked. */
  quorumFromU: z.optional(digits),
})
export type NetworkDocument = z.output<typeof networkDocument>

export const listingDocument = z.object({
  /** Contract or mint of a token, as the chain writes it; null = the chain's own coin. */
  token: z.nullable(name(128)),
  /** What somebody should know before he sends. */
  tip: z.optional(byLanguage),
  /** Shares of what the house holds, of a hundred: below `hotLow` the hot accounts are filled, above `hotHigh` they are emptied. */
  bands: z.optional(z.object({ hotLow: z.int(), hotHigh: z.int(), warmLow: z.int(), warmHigh: z.int() })),
  /** Deposits are swept from an address from this amount on, decimal text; absent = never by itself. */
  sweepFrom: z.optional(z.string().check(z.regex(/^\d{1,18}(\.\d{1,18})?$/))),
})
export type ListingDocument = z.output<typeof listingDocument>

/** Where a withdrawal goes: the document of `requestWithdrawal`. */
export const withdrawalDocument = z.object({
  address: z.string(),
  memo: z.nullable(z.string()),
  /** The customer's own note. */
  remark: z.nullable(z.string()),
  clientId: z.nullable(z.string()),
  /** Whose key `clientId` is: 0 = of the customer's sessions, else the number of an API key. */
  caller: z.optional(z.int()),
  /** Digest of what was asked, by which a repeated request is known. */
  request: z.optional(z.string()),
  /** Methods of which codes confirm it; none of one that an API key asked for. */
  methods: z.array(z.enum(['google', 'email', 'phone'])),
  /** What a reviewer should know, found when it was asked for. */
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
})
export type WithdrawalDocument = z.output<typeof withdrawalDocument>

/** @throws Error saying what is wrong */
export function readDocument<Schema extends z.ZodMiniType>(schema: Schema, document: JsonObject): z.output<Schema> {
  const parsed = z.safeParse(schema, document)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new Error(`${issue?.path.join('.') ?? ''} ${issue?.message ?? 'is wrong'}`.trim())
}
