/** What is said on the socket beside the pushes of its channels, in both directions, and why a connection is closed. The channels are in channels.ts. */
import * as z from 'zod/mini'

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

const answered = { id: z.optional(z.string()), code: z.string(), message: z.string() }
const issues = z.readonly(z.array(z.object({ path: z.string(), rule: z.string() })))
/** `issues`: the request was readable, but a field of it was wrong. */
const refused = z.object({ name: z.string(), issues: z.optional(issues) })
const entered = z.object({ userId: z.string(), expireTime: z.int() })
const joined = z.object({
  ok: z.array(z.string()),
  failed: z.array(z.object({ ch: z.string(), code: z.string(), name: z.string() })),
})

/** Everything from the server but pushes: replies, the answer to `ping`, notices, and errors without a request. */
export const answerSchema = z.discriminatedUnion('op', [
  z.object({ op: z.literal('auth'), ...answered, data: z.union([entered, refused]) }),
  z.object({ op: z.literal('sub'), ...answered, data: z.union([joined, refused]) }),
  z.object({ op: z.literal('unsub'), ...answered, data: z.union([joined, refused]) }),
  z.object({ op: z.literal('ping'), ...answered, data: refused }),
  z.object({ op: z.literal('pong'), id: z.optional(z.string()), time: z.int() }),
  z.object({
    op: z.literal('notice'),
    kind: z.enum(['session', 'maintenance', 'reconnect']),
    code: z.string(),
    message: z.string(),
    time: z.int(),
  }),
  /** `params` are the figures that the message names. */
  z.object({
    op: z.literal('error'),
    code: z.string(),
    name: z.string(),
    message: z.string(),
    params: z.record(z.string(), z.unknown()),
  }),
])
export type Answer = z.output<typeof answerSchema>

/** Why the server closed a connection. */
export const CLOSE_CODES = {
  idle: 4000,
  sessionEnded: 4001,
  unreadable: 4002,
  limit: 4003,
  slowReader: 4004,
  restart: 4005,
} as const
export type CloseCodes = typeof CLOSE_CODES

/** Which limit it was that closed a connection with that code: the reason of the close frame. */
export const LIMIT_REASONS = {
  address: 'too many connections',
  user: 'too many connections of this user',
  messages: 'too many messages',
} as const
export type LimitReasons = typeof LIMIT_REASONS
