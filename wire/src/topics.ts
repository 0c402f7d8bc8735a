/** Messages of the socket, in both directions, and the names of its channels. The depth checksum is in depth-checksum.ts. */
import * as z from 'zod/mini'

export const PUBLIC_CHANNELS = [
  'tickers',
  'ticker:<symbol>',
  'depth:<symbol>',
  'trades:<symbol>',
  'kline:<symbol>:<interval>',
  'announcements',
] as const
export const PRIVATE_CHANNELS = ['orders', 'fills', 'balances', 'messages'] as const

const messageId = z.optional(z.string().check(z.maxLength(64)))
const channels = z.array(z.string().check(z.maxLength(64))).check(z.minLength(1), z.maxLength(50))

/** A token, or what a program signs in its place. */
const entryRule = z.check<{
  token?: string | undefined
  apiKey?: string | undefined
  timestamp?: number | undefined
  signature?: string | undefined
}>(({ value, issues }) => {
  const needed = value.apiKey === undefined ? (['token'] as const) : (['timestamp', 'signature'] as const)
  for (const field of needed)
    if (value[field] === undefined) issues.push({ code: 'custom', input: value, path: [field], params: { rule: 'required' } })
})

export const clientMessageSchema = z.discriminatedUnion('op', [
  z
    .object({
      op: z.literal('auth'),
      id: messageId,
      token: z.optional(z.string()),
      apiKey: z.optional(z.string()),
      timestamp: z.optional(z.number()),
      signature: z.optional(z.string()),
      lang: z.optional(z.string()),
    })
    .check(entryRule),
  z.object({ op: z.literal('sub'), id: messageId, args: channels }),
  z.object({ op: z.literal('unsub'), id: messageId, args: channels }),
  z.object({ op: z.literal('ping'), id: messageId }),
])
export type ClientMessage = z.output<typeof clientMessageSchema>
export type ClientOp = ClientMessage['op']

/** `prevSeq` is the `seq` of the push before it in the same channel; null in a snapshot, which starts the channel again. */
export const pushSchema = z.object({
  ch: z.string(),
  type: z.enum(['snapshot', 'delta', 'event']),
  seq: z.int(),
  prevSeq: z.nullable(z.int()),
  time: z.int(),
  data: z.unknown(),
})
export type Push = z.output<typeof pushSchema>

export const noticeSchema = z.object({
  op: z.literal('notice'),
  kind: z.enum(['session', 'maintenance', 'reconnect']),
  code: z.string(),
  message: z.string(),
  time: z.int(),
})
export type Notice = z.output<typeof noticeSchema>

const level = z.tuple([z.string(), z.string()])

/** Absolute amounts of changed levels; "0" removes one. A snapshot holds the best 1,000 levels a side. */
export const depthSchema = z.object({ bids: z.array(level), asks: z.array(level), checksum: z.int() })
export type Depth = z.output<typeof depthSchema>

/** Why the server closed a connection. */
export const CLOSE_CODES = {
  idle: 4000,
  sessionEnded: 4001,
  unreadable: 4002,
  limit: 4003,
  slowReader: 4004,
  restart: 4005,
} as const
